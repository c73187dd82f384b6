//! Many games of static players in step, one game a 64-bit lane: the types that the instruction sets share.
//!
//! A step is one turn in every lane: find the legal squares, pick the one that the player ranks first, flip, swap the
//! sides. A side that must pass picks nothing and swaps as well. Each instruction set has one function, `step`, in a
//! file of its own; [`super::lanes_portable`] is the oracle.

use crate::board::square::Bitboard;

/// The number of games in a batch.
pub const LANES: usize = 8;

/// One position a lane, from the view of its side to move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Batch {
    /// The discs of the side to move, a lane each.
    pub own: [Bitboard; LANES],
    /// The discs of the other side, a lane each.
    pub opp: [Bitboard; LANES],
    /// A bit for each lane: the last turn was a pass.
    pub passed: u8,
}

/// A total order of the squares, in the forms that the instruction sets need. AVX-512 touches only the first 64 bytes,
/// AVX2 the first 128, so the tables of some hundred players stay in the nearest cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Order {
    /// The squares in the order of preference.
    pub(super) squares: [u8; 64],
    /// The rank of each square in that order.
    pub(super) ranks: [u8; 64],
    /// A binary tree over the order, its root at 1, the children of `n` at `2n` and `2n + 1`: the squares of each
    /// node's first half.
    pub(super) halves: [Bitboard; 64],
}

impl Order {
    /// The order in which squares of these priorities are played: the highest first, and the lowest square among
    /// equals. The priorities must be finite.
    #[must_use]
    pub fn new(priorities: &[f64; 64]) -> Order {
        let mut squares: [u8; 64] = std::array::from_fn(|index| index as u8);
        squares.sort_by(|&a, &b| priorities[usize::from(b)].total_cmp(&priorities[usize::from(a)]));
        let mut ranks = [0; 64];
        for (rank, &square) in (0..).zip(&squares) {
            ranks[usize::from(square)] = rank;
        }
        let mut halves = [0; 64];
        for (node, half) in halves.iter_mut().enumerate().skip(1) {
            let level = node.ilog2();
            let width = 32 >> level;
            let first = (node - (1 << level)) * 2 * width;
            *half = squares[first..first + width].iter().fold(0, |set, &square| set | 1 << square);
        }
        Order { squares, ranks, halves }
    }
}
