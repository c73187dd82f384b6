//! The judge: the value of every legal move of a position, in discs.

use super::figures;
use super::judging::Judging;
use crate::board::{Objective, Position, Square};
use crate::eval::Evaluation;
use crate::eval::patterns::{Patterns, shipped};
use crate::eval::probcut::Selectivity;
use crate::search::{Limits, Plan, Query, Report, Searcher, SilentObserver};

/// The weights of the shipped judge.
fn weights() -> Patterns {
    // A test checks that the weights are shipped.
    let weights = shipped::find(&figures::shipped().judge.weights).expect("the judge's weights are shipped");
    weights.patterns.clone()
}

/// Values every legal move. The values depend only on the position.
#[derive(Debug)]
pub struct Judge {
    evaluation: Evaluation,
    searcher: Searcher,
    depth: u32,
    exact_from: u32,
    selectivity: Selectivity,
}

/// Megabytes of the hash table. Exact endgames need it; searches of a few plies hardly do.
const HASH: u64 = 4;
/// Megabytes of the hash table for searches of many plies.
const LARGE_HASH: u64 = 32;

impl Judge {
    /// The judge of the shipped figures.
    #[must_use]
    pub fn shipped() -> Judge {
        let Judging { depth, exact_from, .. } = figures::shipped().judge;
        Judge::deeper(depth, exact_from)
    }

    /// The judge with its weights at another depth (1 or more), exact from this many empty squares on.
    #[must_use]
    pub fn deeper(depth: u32, exact_from: u32) -> Judge {
        Judge::new(weights(), depth, exact_from)
    }

    /// A judge with this evaluation, which must be for the normal rule.
    #[must_use]
    pub fn new(evaluation: impl Into<Evaluation>, depth: u32, exact_from: u32) -> Judge {
        let evaluation = evaluation.into();
        let searcher = Searcher::new(HASH, 1).expect("a few megabytes and one thread");
        Judge { evaluation, searcher, depth, exact_from, selectivity: Selectivity::OFF }
    }

    /// The same judge, which cuts moves that shallow searches reject.
    #[must_use]
    pub(super) fn with_selectivity(self, selectivity: Selectivity) -> Judge {
        Judge { selectivity, ..self }
    }

    /// The same judge for searches of many plies: with a larger table.
    #[must_use]
    pub(super) fn with_large_hash(self) -> Judge {
        let searcher = Searcher::new(LARGE_HASH, 1).expect("some megabytes and one thread");
        Judge { searcher, ..self }
    }

    /// Every legal move with its value for the side to move: discs from -64 to 64, in steps of a hundredth. The lowest
    /// square comes first. Empty if the side must pass or the game is over.
    pub fn values(&mut self, position: &Position) -> Vec<(Square, f64)> {
        self.values_within(position, &Limits::default())
    }

    /// The same with limits, which may shorten the search.
    pub(crate) fn values_within(&mut self, position: &Position, limits: &Limits) -> Vec<(Square, f64)> {
        let report = self.report(position, limits, 64);
        let mut values: Vec<(Square, f64)> = report
            .lines
            .iter()
            .filter_map(|line| Some((line.pv[0].square()?, (line.value.discs() * 100.0).round() / 100.0)))
            .collect();
        values.sort_by_key(|&(square, _)| square);
        values
    }

    /// The search depth within these limits.
    pub(super) fn depth(&self, limits: &Limits) -> u32 {
        limits.depth.map_or(self.depth, |depth| depth.min(self.depth))
    }

    /// The best moves with their lines, at most this many.
    pub(crate) fn report(&mut self, position: &Position, limits: &Limits, lines: usize) -> Report {
        let depth = self.depth(limits);
        // A limit of depth below its own also bounds the endgame.
        let solve_from = if depth < self.depth { self.exact_from.min(depth) } else { self.exact_from };
        let plan = Plan { solve_from, selectivity: self.selectivity, ..Plan::new(Objective::Normal) };
        let limits = Limits { depth: Some(depth), ..limits.clone() };
        let query = Query { position: *position, plan: &plan, limits: &limits, lines };
        self.searcher.search_with(query, &self.evaluation, &mut SilentObserver)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Game, Move, squares};
    use crate::eval::{Evaluator, Leaf};
    use crate::search::minimax;
    use crate::stats::derive;

    /// The positions with a choice of moves in a random game.
    fn positions(seed: u64) -> Vec<Position> {
        let mut game = Game::new(Board::START);
        let mut positions = Vec::new();
        while !game.is_over() {
            let moves: Vec<Square> = squares(game.board().position.moves()).collect();
            let number = derive(seed, game.history().len() as u64) as usize;
            let mv = if moves.is_empty() { Move::Pass } else { moves[number % moves.len()].into() };
            if moves.len() > 1 {
                positions.push(game.board().position);
            }
            game.play(mv).unwrap();
        }
        positions
    }

    #[test]
    fn values_are_those_of_plain_minimax_and_of_the_end() {
        let patterns = weights();
        let mut judge = Judge::new(patterns.clone(), 3, 6);
        let mut ends = 0;
        for position in positions(5).into_iter().chain(positions(6)) {
            let empties = position.empties();
            let depth = if empties <= 6 { empties } else { 3 };
            ends += u32::from(empties <= 6);
            for (square, value) in judge.values(&position) {
                let next = Leaf { position: position.play(square), before: Some(position), passes: 0 };
                let expected = patterns.worth(-minimax(&next, &patterns, Objective::Normal, depth - 1));
                let discs = match expected {
                    crate::eval::Worth::Final(discs) => f64::from(discs),
                    other => other.amount(),
                };
                // The precision is a hundredth of a disc.
                assert!((value - discs).abs() < 0.005 + 1e-6, "{position:?} {square}: {value} {discs}");
            }
        }
        assert!(ends > 4);
    }

    #[test]
    fn what_was_judged_before_changes_nothing() {
        let mut used = Judge::shipped();
        for position in positions(1).into_iter().rev() {
            let expected = Judge::shipped().values(&position);
            assert_eq!(used.values(&position), expected);
            assert_eq!(expected.len() as u32, position.moves().count_ones());
        }
        assert!(used.values(&Position { own: 0, opp: 1 }).is_empty());
    }
}
