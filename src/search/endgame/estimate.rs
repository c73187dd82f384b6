//! The solver's use of an evaluation: move ordering, and selective searches before the exact one.

use super::lookahead::{Look, Lookahead};
use super::order::Candidates;
use crate::board::{Bitboard, Position};
use crate::eval::{Evaluator, Value};

/// An evaluation that orders the solver's moves. It never changes a score, only the time.
pub(super) trait MoveEstimator: Sync {
    /// The number of units that equal one disc.
    fn unit(&self) -> Value;

    /// The likely score for the side to move, fail-soft, if most discs win or (`anti`) fewest.
    fn search(&self, anti: bool, question: Question<'_>, nodes: &mut u64) -> Value;

    /// Ranks the moves of a position: see [`Candidates::rank_by`].
    fn rank(&self, anti: bool, position: &Position, candidates: &mut Candidates, look: Look, nodes: &mut u64);
}

/// A question to an estimator.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question<'a> {
    pub position: &'a Position,
    /// The legal moves of the position.
    pub moves: Bitboard,
    /// The depth of the search in plies.
    pub depth: u32,
    pub alpha: Value,
    pub beta: Value,
}

impl<E: Evaluator> MoveEstimator for E {
    fn unit(&self) -> Value {
        self.units_per_disc() as Value
    }

    fn search(&self, anti: bool, question: Question<'_>, nodes: &mut u64) -> Value {
        if anti { search::<E, true>(self, question, nodes) } else { search::<E, false>(self, question, nodes) }
    }

    fn rank(&self, anti: bool, position: &Position, candidates: &mut Candidates, look: Look, nodes: &mut u64) {
        if anti {
            candidates.rank_by::<E, true>(self, position, look, nodes);
        } else {
            candidates.rank_by::<E, false>(self, position, look, nodes);
        }
    }
}

fn search<E: Evaluator, const ANTI: bool>(evaluator: &E, question: Question<'_>, nodes: &mut u64) -> Value {
    let Question { position, moves, depth, alpha, beta } = question;
    let state = evaluator.state(position);
    Lookahead::<E, ANTI>::new(evaluator, nodes).value(position, &state, moves, depth, alpha, beta)
}
