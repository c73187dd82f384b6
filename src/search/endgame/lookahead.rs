//! A shallow search with an evaluation, for move ordering and selective searches.

use super::last::finished;
use super::order::{Candidates, cheap};
use super::parity;
use crate::board::{Bitboard, Position, squares};
use crate::eval::{Evaluator, Leaf, Value};

/// A bound beyond every estimate.
pub(super) const INFINITE: Value = 1 << 20;

/// A ranking of moves by an estimate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// The search depth below each move in plies.
    pub depth: u32,
    /// Units of the estimate that equal one point of [`cheap`], in which a reply weighs 32.
    pub per_rank: Value,
}

impl Candidates {
    /// Ranks moves by an estimate some plies below each, and by the number of replies: among good moves those with few
    /// replies cost less.
    pub(super) fn rank_by<E: Evaluator, const ANTI: bool>(
        &mut self,
        evaluator: &E,
        position: &Position,
        look: Look,
        nodes: &mut u64,
    ) {
        let odd = parity::odd(position.empty());
        let state = evaluator.state(position);
        let mut lookahead = Lookahead::<E, ANTI>::new(evaluator, nodes);
        for candidate in self.iter_mut() {
            let next = &candidate.position;
            let below = evaluator.played(&state, position, next);
            let estimate = -lookahead.value(next, &below, candidate.moves, look.depth, -INFINITE, INFINITE);
            candidate.rank = estimate / look.per_rank + cheap::<ANTI>(candidate, odd);
        }
    }
}

/// A shallow search with an evaluator.
pub(super) struct Lookahead<'a, E, const ANTI: bool> {
    evaluator: &'a E,
    /// Units of the evaluator that equal one disc.
    unit: Value,
    nodes: &'a mut u64,
}

impl<'a, E: Evaluator, const ANTI: bool> Lookahead<'a, E, ANTI> {
    /// A shallow search that adds its visited positions to `nodes`.
    pub(super) fn new(evaluator: &'a E, nodes: &'a mut u64) -> Self {
        Lookahead { evaluator, unit: evaluator.units_per_disc() as Value, nodes }
    }
}

impl<E: Evaluator, const ANTI: bool> Lookahead<'_, E, ANTI> {
    /// The estimate at this depth for the side to move, by fail-soft alpha-beta. A pass costs no ply. `moves` and
    /// `state` belong to the position.
    pub(super) fn value(
        &mut self,
        position: &Position,
        state: &E::State,
        moves: Bitboard,
        depth: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        *self.nodes += 1;
        if moves == 0 {
            let passed = position.pass();
            let replies = passed.moves();
            if replies == 0 {
                return self.unit * finished::<ANTI>(position);
            }
            return -self.value(&passed, &self.evaluator.passed(state), replies, depth, -beta, -alpha);
        }
        if depth == 0 {
            let leaf = Leaf { position: *position, before: None, passes: 0 };
            return self.evaluator.evaluate_at(&leaf, moves, state);
        }
        let mut best = -INFINITE;
        if depth == 1 {
            for square in squares(moves) {
                let next = position.play(square);
                let below = self.evaluator.played(state, position, &next);
                let score = -self.value(&next, &below, next.moves(), 0, -beta, -alpha);
                best = best.max(score);
                if best >= beta {
                    break;
                }
            }
            return best;
        }
        let mut candidates = Candidates::none();
        candidates.fill(position, moves, |_| ());
        candidates.rank_cheaply::<ANTI>(position);
        while let Some(candidate) = candidates.next_best() {
            let below = self.evaluator.played(state, position, &candidate.position);
            let score = -self.value(&candidate.position, &below, candidate.moves, depth - 1, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }
}
