//! The null-window search with five to nine empty squares, in which most moves are ranked.

use super::entry::Level;
use super::last::{self, WORST, finished};
use super::local::LocalTable;
use super::node::{LOCAL, Worker};
use super::order::{Candidate, cheap};
use super::parity;
use crate::board::{Position, Square, squares};

/// The fewest empty squares at which positions are looked up.
const LEAST: u32 = 6;

/// The number of keys for each rank: a power of two, and more than [`LOCAL`].
const KEYS: i32 = 16;

impl<const ANTI: bool> Worker<'_, ANTI> {
    /// Searches five empty squares, where a look-up costs more than the search.
    pub(super) fn five(&mut self, position: &Position, moves: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        if let Some(ceiling) = self.stability_cutoff(position, 5, alpha) {
            return ceiling;
        }
        if moves == 0 {
            let passed = position.pass();
            let replies = passed.moves();
            if replies == 0 {
                return finished::<ANTI>(position);
            }
            return -self.five(&passed, replies, -alpha - 1);
        }
        let odd = parity::odd(position.empty());
        let mut best = WORST;
        for set in [moves & odd, moves & !odd] {
            for square in squares(set) {
                let score = -last::four::<ANTI>(&position.play(square), -alpha - 1, &mut self.nodes);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Searches six to nine empty squares.
    pub(super) fn local(&mut self, position: &Position, moves: u64, empties: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        if moves == 0 {
            let passed = position.pass();
            let replies = passed.moves();
            if replies == 0 {
                return finished::<ANTI>(position);
            }
            return -self.local(&passed, replies, empties, -alpha - 1);
        }
        if let Some(ceiling) = self.stability_cutoff(position, empties, alpha) {
            return ceiling;
        }
        let place = LocalTable::place(position);
        let known = self.table.probe(place, position);
        if known.lower > alpha {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let odd = parity::odd(position.empty());
        let nothing = Candidate { position: Position { own: 0, opp: 0 }, moves: 0, square: Square::A1, rank: 0 };
        let mut candidates = [nothing; LOCAL as usize];
        // A key is the rank with the index below it, so that the largest key needs no branch.
        let mut keys = [i32::MIN; LOCAL as usize];
        let mut count = 0;
        for ((candidate, key), square) in candidates.iter_mut().zip(&mut keys).zip(squares(moves)) {
            let next = position.play(square);
            if empties > LEAST {
                self.table.prefetch(LocalTable::place(&next));
            }
            *candidate = Candidate { position: next, moves: next.moves(), square, rank: 0 };
            *key = cheap::<ANTI>(candidate, odd) * KEYS - count;
            count += 1;
        }
        let mut best = WORST;
        for _ in 0..count {
            let key = keys.iter().fold(i32::MIN, |largest, &key| largest.max(key));
            let index = (-key & (KEYS - 1)) as usize;
            keys[index] = i32::MIN;
            let Candidate { position: next, moves, .. } = &candidates[index];
            let score = -self.node(next, *moves, empties - 1, -alpha - 1);
            if score > best {
                best = score;
                if score > alpha {
                    break;
                }
            }
        }
        self.table.store(place, position, &known.updated(Level::EXACT, best, alpha, None));
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::job::Job;
    use super::super::shapes::Shapes;
    use super::super::tuning;
    use super::*;
    use crate::search::Limits;
    use crate::search::table::TranspositionTable;

    #[test]
    fn every_position_is_counted() {
        let table = TranspositionTable::new(1).unwrap();
        let limits = Limits::default();
        let job = Job::new(&table, 0, &limits);
        let shapes = Shapes::<false>::new();
        let mut worker = Worker::<false>::new(&job, &shapes, &tuning::SHAPES[0], LocalTable::new(), false);
        // Neither side can move, so the empty squares count for the winner.
        let over = Position { own: !0x3F, opp: 0 };
        assert_eq!((worker.local(&over, 0, 6, 0), worker.nodes), (64, 1));
        assert_eq!((worker.local(&over.pass(), 0, 6, 0), worker.nodes), (-64, 2));
        let over = Position { own: !0x1F, opp: 0 };
        assert_eq!((worker.five(&over, 0, 0), worker.nodes), (64, 3));
    }
}
