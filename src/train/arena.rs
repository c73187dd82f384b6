//! Plays many games of static players at once, one game in each 64-bit lane, all in step. A lane begins its next game
//! as soon as its game ends.

use crate::board::Position;
use crate::board::kernel;
pub use crate::board::kernel::lanes::Order;
use crate::board::kernel::lanes::{Batch, LANES};

/// The number of batches, which alternate: while one waits for its moves, the processor works on the other.
const BATCHES: usize = 2;

/// A game: the start position, and the numbers of the players in the list of orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duel {
    /// The start, from the view of the first player, who is to move.
    pub start: Position,
    /// The number of the player that moves first.
    pub first: usize,
    /// The number of the player that moves second.
    pub second: usize,
}

/// A batch and its players.
struct Seating<'a> {
    batch: Batch,
    /// The orders of the players to move, by the parity of the step.
    orders: [[&'a Order; LANES]; 2],
    games: [usize; LANES],
    /// A bit for each lane: the first player moves in steps of odd parity.
    odd: u8,
    /// A bit for each lane: a game is in progress.
    busy: u8,
}

impl<'a> Seating<'a> {
    /// Begins a game in a lane. Its first player moves in steps of this parity. Without a game the lane is idle.
    #[inline]
    fn begin(&mut self, lane: usize, parity: usize, game: Option<(usize, Duel)>, orders: &'a [Order]) {
        let bit = 1 << lane;
        self.batch.passed &= !bit;
        let Some((number, Duel { start, first, second })) = game else {
            // A board without discs passes until all others are finished.
            self.batch.own[lane] = 0;
            self.batch.opp[lane] = 0;
            self.busy &= !bit;
            return;
        };
        self.batch.own[lane] = start.own;
        self.batch.opp[lane] = start.opp;
        self.orders[parity][lane] = &orders[first];
        self.orders[1 - parity][lane] = &orders[second];
        self.odd = self.odd & !bit | (parity as u8) << lane;
        self.busy |= bit;
        self.games[lane] = number;
    }

    /// The final position in a lane whose game ended in a step of this parity, from the view of its first player.
    fn finished(&self, lane: usize, parity: usize) -> Position {
        let position = Position { own: self.batch.own[lane], opp: self.batch.opp[lane] };
        // The step has swapped the sides, so the lane has the view of the side to move in the next step.
        if usize::from(self.odd >> lane & 1) == parity { position.pass() } else { position }
    }
}

/// Plays all games. `done` gets the number and the final position of each, from the view of its first player. The order
/// of the calls depends only on the lengths of the games.
pub fn play(orders: &[Order], duels: impl IntoIterator<Item = Duel>, done: impl FnMut(usize, Position)) {
    play_by(kernel::step, orders, duels, done);
}

/// The same with the step of a given instruction set.
#[inline]
pub fn play_by(
    step: impl Fn(&mut Batch, &[&Order; LANES]) -> u8,
    orders: &[Order],
    duels: impl IntoIterator<Item = Duel>,
    mut done: impl FnMut(usize, Position),
) {
    let Some(idle) = orders.first() else { return };
    let mut duels = duels.into_iter().enumerate();
    let mut tables: [Seating; BATCHES] = std::array::from_fn(|_| Seating {
        batch: Batch::default(),
        orders: [[idle; LANES]; 2],
        games: [0; LANES],
        odd: 0,
        busy: 0,
    });
    for table in &mut tables {
        (0..LANES).for_each(|lane| table.begin(lane, 0, duels.next(), orders));
    }
    let mut parity = 0;
    while tables.iter().any(|table| table.busy != 0) {
        for table in &mut tables {
            let mut over = step(&mut table.batch, &table.orders[parity]) & table.busy;
            while over != 0 {
                let lane = over.trailing_zeros() as usize;
                over &= over - 1;
                done(table.games[lane], table.finished(lane, parity));
                table.begin(lane, 1 - parity, duels.next(), orders);
            }
        }
        parity = 1 - parity;
    }
}
