//! Move ordering: the better the first move, the smaller the tree.

use arrayvec::ArrayVec;

use super::entry::TableEntry;
use super::parity;
use crate::board::geometry::grow;
use crate::board::square::{C_SQUARES, CORNERS, X_SQUARES};
use crate::board::{Bitboard, Position, Square, squares};

/// The bonus in rank for the former best move: more than any rank.
const FIRST: i32 = 1 << 24;

/// A move and the position after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub position: Position,
    /// The legal replies to the move.
    pub moves: Bitboard,
    pub square: Square,
    /// The rank; moves with a higher one are tried earlier.
    pub rank: i32,
}

/// The moves of a position that were not tried yet.
#[derive(Debug)]
pub(super) struct Candidates(ArrayVec<Candidate, 64>);

impl Candidates {
    /// An empty list for [`Candidates::fill`]. Returning a full list would copy it.
    #[inline]
    pub(super) fn none() -> Self {
        Candidates(ArrayVec::new())
    }

    /// Adds the moves of a position. Each next position is passed to `seen` before its moves are generated.
    #[inline]
    pub(super) fn fill(&mut self, position: &Position, moves: Bitboard, seen: impl Fn(&Position)) {
        for square in squares(moves) {
            let next = position.play(square);
            seen(&next);
            self.0.push(Candidate { position: next, moves: next.moves(), square, rank: 0 });
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.0.iter_mut()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The remaining moves, the highest ranked first.
    pub(super) fn into_sorted(mut self) -> Vec<Candidate> {
        self.0.sort_by_key(|candidate| -candidate.rank);
        self.0.into_iter().collect()
    }

    /// Removes and returns the move to this square.
    pub(super) fn take(&mut self, square: Square) -> Option<Candidate> {
        let place = self.0.iter().position(|candidate| candidate.square == square)?;
        Some(self.0.swap_remove(place))
    }

    /// Removes and returns the move with the highest rank.
    #[inline]
    pub(super) fn next_best(&mut self) -> Option<Candidate> {
        let best = (0..self.0.len()).max_by_key(|&index| self.0[index].rank)?;
        Some(self.0.swap_remove(best))
    }

    /// Ranks by mobility, parity and corners, without search.
    pub(super) fn rank_cheaply<const ANTI: bool>(&mut self, position: &Position) {
        let odd = parity::odd(position.empty());
        for candidate in &mut self.0 {
            candidate.rank = cheap::<ANTI>(candidate, odd);
        }
    }

    /// Moves the best moves of earlier searches to the front.
    pub(super) fn promote(&mut self, known: &TableEntry) {
        for candidate in &mut self.0 {
            if known.first == Some(candidate.square) {
                candidate.rank += FIRST;
            } else if known.second == Some(candidate.square) {
                candidate.rank += 1 << 22;
            }
        }
    }
}

/// Prefers moves with few replies, where corners count twice; among those odd regions, corners, and moves that leave
/// few of the mover's discs next to empty squares. The weights were tuned on FFO 41-43 and on random positions with 14
/// empty squares.
#[inline]
pub(super) fn cheap<const ANTI: bool>(candidate: &Candidate, odd: Bitboard) -> i32 {
    let square = candidate.square.index();
    let mobility = (candidate.moves.count_ones() + (candidate.moves & CORNERS).count_ones()) as i32;
    let rank = 10 * (odd >> square & 1) as i32 - 32 * mobility;
    if ANTI {
        return rank;
    }
    rank + WORTH[square] - 3 * frontier(candidate.position.opp, candidate.position.empty()) as i32
}

/// The worth of a square in [`cheap`]. It is a table because branches would be mispredicted.
static WORTH: [i32; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1 << square;
        table[square] = if bit & CORNERS != 0 {
            10
        } else if bit & X_SQUARES != 0 {
            -4
        } else if bit & C_SQUARES != 0 {
            -2
        } else {
            0
        };
        square += 1;
    }
    table
};

/// The number of empty squares next to these discs.
#[inline]
fn frontier(discs: Bitboard, empty: Bitboard) -> u32 {
    (grow(discs) & empty).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::endgame::entry::Level;

    #[test]
    fn what_was_best_before_comes_first_and_the_rest_by_rank() {
        let position = Position::START.play(Square::lowest(Position::START.moves()).unwrap());
        let mut candidates = Candidates::none();
        candidates.fill(&position, position.moves(), |_| ());
        candidates.rank_cheaply::<false>(&position);
        let [low, .., last] = candidates.iter().map(|candidate| candidate.square).collect::<Vec<_>>()[..] else {
            panic!("three replies")
        };
        candidates.promote(&TableEntry { first: Some(last), second: Some(low), ..TableEntry::unknown(Level::EXACT) });
        let order: Vec<Candidate> = std::iter::from_fn(|| candidates.next_best()).collect();
        assert_eq!((order[0].square, order[1].square), (last, low));
        assert!(order.is_sorted_by_key(|candidate| -candidate.rank) && order.len() == 3);
    }
}
