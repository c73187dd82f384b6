//! Move ordering: the better the first move, the smaller the tree.

use arrayvec::ArrayVec;

use super::entry::Entry;
use super::parity;
use crate::board::square::{C_SQUARES, CORNERS, X_SQUARES};
use crate::board::{Bitboard, Position, Square, squares};

/// A move with the position it leads to.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub position: Position,
    /// The replies to the move.
    pub moves: Bitboard,
    pub square: Square,
    /// The higher, the sooner it is tried.
    pub rank: i32,
}

/// The moves of a position that are still to be tried.
#[derive(Debug)]
pub struct Candidates(ArrayVec<Candidate, 64>);

impl Candidates {
    #[inline]
    pub fn new(position: &Position, moves: Bitboard) -> Candidates {
        let mut list = ArrayVec::new();
        for square in squares(moves) {
            let next = position.play(square);
            list.push(Candidate { position: next, moves: next.moves(), square, rank: 0 });
        }
        Candidates(list)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter()
    }

    /// Takes out the highest ranked of those left.
    #[inline]
    pub fn next_best(&mut self) -> Option<Candidate> {
        let best = (0..self.0.len()).max_by_key(|&index| self.0[index].rank)?;
        Some(self.0.swap_remove(best))
    }
}

/// Ranks the moves of a position.
pub fn rank<const ANTI: bool>(
    candidates: &mut Candidates,
    position: &Position,
    known: &Entry,
    empties: u32,
    alpha: i32,
) {
    let _ = (empties, alpha);
    let odd = parity::odd(position.empty());
    for candidate in &mut candidates.0 {
        candidate.rank = if known.first == Some(candidate.square) {
            1 << 20
        } else if known.second == Some(candidate.square) {
            1 << 19
        } else {
            cheap::<ANTI>(candidate, odd)
        };
    }
}

/// Few replies first, corners counted twice; odd regions, corners and what flips little before others.
#[inline]
fn cheap<const ANTI: bool>(candidate: &Candidate, odd: Bitboard) -> i32 {
    let bit = candidate.square.bit();
    let mobility = (candidate.moves.count_ones() + (candidate.moves & CORNERS).count_ones()) as i32;
    let mut rank = -mobility * 32;
    rank += if bit & odd != 0 { 8 } else { 0 };
    if !ANTI {
        rank += if bit & CORNERS != 0 { 40 } else { 0 };
        rank -= if bit & X_SQUARES != 0 {
            12
        } else if bit & C_SQUARES != 0 {
            4
        } else {
            0
        };
        let exposed = frontier(candidate.position.opp, candidate.position.empty());
        rank -= 2 * exposed as i32;
    }
    rank
}

/// The number of empty squares next to these discs.
#[inline]
fn frontier(discs: Bitboard, empty: Bitboard) -> u32 {
    const NOT_A: Bitboard = 0xfefe_fefe_fefe_fefe;
    const NOT_H: Bitboard = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = discs | (discs << 1 & NOT_A) | (discs >> 1 & NOT_H);
    ((wide | wide << 8 | wide >> 8) & empty).count_ones()
}
