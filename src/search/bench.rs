//! The fingerprint of the search: the number of positions visited on a fixed set at a fixed depth, by one thread with a
//! separate evaluator.
//!
//! A change that is not meant to affect the search must keep this number. It is the same with every instruction set.

use crate::board::{Bitboard, Position};
use crate::eval::{Evaluator, Leaf, Value};

/// The depth of [`FINGERPRINT`].
pub const DEPTH: u32 = 8;
/// The number of positions visited on [`MIDGAME`] at [`DEPTH`] and on [`ENDGAME`] to the end, with one new table of
/// [`HASH`] megabytes for the whole set. `rival bench` prints it.
pub const FINGERPRINT: u64 = 6261911;
/// Megabytes of the hash table for [`FINGERPRINT`].
pub const HASH: u64 = 16;

/// Positions from games with random openings and play at depth 5, with 50 to 22 empty squares: discs of the side to
/// move, and of the other side.
pub const MIDGAME: [Position; 15] = [
    position(0x0000201804020000, 0x000000007af00000),
    position(0x000c0c000c000000, 0x0000303e30200000),
    position(0x00101418180c0201, 0x4020202420100000),
    position(0x00080c183c200000, 0x00006020001c3420),
    position(0x00084810101c1400, 0x8060302c2e000000),
    position(0x0000003854781400, 0x0000aec6a8000000),
    position(0x000060e0000c1400, 0x0000181c1f332140),
    position(0x0000123d16070400, 0x0000814268383820),
    position(0x00287c2808040c04, 0x0004025636583010),
    position(0x0224373374740400, 0x3818080c08080800),
    position(0x0004c408001c1a21, 0x38383874fe200000),
    position(0x000080c0e0b03804, 0x0000383e1f4e4478),
    position(0x00000302247e0c00, 0x00007cfc1b01331f),
    position(0x3802020b1337683c, 0x001c5c346c081400),
    position(0x70e0e09316060400, 0x0c1c1e6ce8788800),
];

/// Positions from the same games with 20 to 12 empty squares.
pub const ENDGAME: [Position; 5] = [
    position(0x00110707e7171910, 0x7e0c383818284488),
    position(0x3e25017371c18500, 0x0098be8c0e3e1800),
    position(0x2c3f346c7d21203e, 0x12000a13025e8f00),
    position(0x0080c0e0d10101bf, 0x905c3c1c2efe7e40),
    position(0x006cca3a08fc3e18, 0x3f103545f7030124),
];

const fn position(own: Bitboard, opp: Bitboard) -> Position {
    Position { own, opp }
}

/// The evaluator of the fingerprint: mobility and corner shapes with hand-set weights.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shapes;

/// The worth of three squares from a corner along a line. Own discs are bits, the corner's the lowest.
const SHAPES: [Value; 8] = [0, 10, -5, 11, 1, 11, -4, 12];

/// The lines of three squares from a corner along its row, its column and its diagonal: the first square and the step.
const LINES: [(u32, i32); 12] =
    [(0, 1), (0, 8), (0, 9), (7, -1), (7, 8), (7, 7), (56, 1), (56, -8), (56, -7), (63, -1), (63, -8), (63, -9)];

fn shapes(discs: Bitboard) -> Value {
    LINES
        .iter()
        .map(|&(first, step)| {
            let [a, b, c] = [0, 1, 2].map(|index| (discs >> (first as i32 + index * step)) as usize & 1);
            SHAPES[a | (b << 1) | (c << 2)]
        })
        .sum()
}

impl Evaluator for Shapes {
    type State = ();

    #[inline]
    fn evaluate(&self, leaf: &Leaf) -> Value {
        let position = &leaf.position;
        let mobility = position.moves().count_ones() as Value - position.pass().moves().count_ones() as Value;
        mobility + shapes(position.own) - shapes(position.opp)
    }

    fn identity(&self) -> u64 {
        0x5a9e5
    }

    fn units_per_disc(&self) -> f64 {
        1.5
    }
}
