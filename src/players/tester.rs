//! A tester gives exact values of all moves, for measuring losses and for rivals.

use std::num::NonZeroU32;

use crate::board::{Move, Objective, Position};
use crate::eval::{Evaluation, Unit, Worth};
use crate::personality::{AlphaBetaSpec, Effort, Personality};
use crate::search::{Limits, Observer, Plan, Query, Report, Searcher, SilentObserver, Stop};

/// Megabytes of the hash table. A search of five plies fills less.
const HASH: u64 = 1;

/// The largest loss, as a part of the largest evaluation. Without this limit a single move that wins or loses the game
/// at once would outweigh all others.
const LARGEST_PART: f64 = 10.0 / 64.0;

/// The error of a personality that cannot be a tester.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TesterError {
    /// The personality is of another kind.
    #[error("tester {name}: found kind \"{kind}\", expected \"linear\"")]
    Kind {
        /// The personality's name.
        name: String,
        /// The personality's kind.
        kind: &'static str,
    },
    /// The search has a time limit, so values differ between runs. The field is the personality's name.
    #[error("tester {0}: found a search with a time limit, expected one with a depth")]
    Time(String),
    /// The values have noise. The field is the personality's name.
    #[error("tester {0}: its features have noise: choose a player without it")]
    Noise(String),
}

/// An evaluation at a fixed depth, without pruning at the root.
#[derive(Debug)]
pub struct Tester {
    evaluation: Evaluation,
    objective: Objective,
    depth: u32,
    searcher: Searcher,
    largest: f64,
}

/// A legal move with its exact minimax value, from the view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValuedMove {
    /// The move.
    pub mv: Move,
    /// Its value.
    pub worth: Worth,
}

impl Tester {
    /// The tester of a personality, with its evaluation and depth. `solve_from` and `ties` are ignored.
    ///
    /// # Errors
    ///
    /// The personality has no evaluation and search, no fixed depth, or noise.
    pub fn new(personality: &Personality) -> Result<Tester, TesterError> {
        let name = personality.name.clone();
        let Some(spec) = personality.alpha_beta() else {
            return Err(TesterError::Kind { name, kind: personality.kind.name() });
        };
        let Effort::Depth(depth) = spec.search.effort else { return Err(TesterError::Time(name)) };
        if spec.evaluation.has_noise() {
            return Err(TesterError::Noise(name));
        }
        Ok(Tester::from_spec(spec, personality.rule, depth))
    }

    /// The tester with an evaluation without noise.
    #[must_use]
    pub(super) fn from_spec(spec: &AlphaBetaSpec, objective: Objective, depth: NonZeroU32) -> Tester {
        let evaluation = spec.evaluation.build();
        Tester {
            objective,
            depth: depth.get(),
            searcher: Searcher::new(HASH, 1).expect("a megabyte and one thread"),
            largest: (evaluation.largest() * LARGEST_PART).max(1.0),
            evaluation,
        }
    }

    /// The rule that it values positions by.
    #[must_use]
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// Its depth in plies.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// The unit of worths and losses.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.evaluation.unit()
    }

    /// Every legal move with its value, lowest square first; `None` if stopped. A forced pass is the only move, and a
    /// finished game has no move.
    pub fn values(&mut self, position: &Position, stop: &Stop) -> Option<Vec<ValuedMove>> {
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let report = self.search(position, 64, &limits, &mut SilentObserver);
        (!stop.is_stopped()).then(|| Tester::valued(&report))
    }

    /// The `count` best moves at the tester's depth, or at a smaller limit.
    pub fn search(
        &mut self,
        position: &Position,
        count: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let depth = limits.depth.map_or(self.depth, |depth| depth.min(self.depth));
        let plan = Plan::new(self.objective);
        let limits = Limits { depth: Some(depth), ..limits.clone() };
        let query = Query { position: *position, plan: &plan, limits: &limits, lines: count };
        self.searcher.search_with(query, &self.evaluation, observer)
    }

    /// The moves of a report with their values, lowest square first.
    #[must_use]
    pub fn valued(report: &Report) -> Vec<ValuedMove> {
        let mut values: Vec<ValuedMove> =
            report.lines.iter().map(|line| ValuedMove { mv: line.pv[0], worth: line.worth }).collect();
        values.sort_by_key(|valued| valued.mv.square());
        values
    }

    /// The best move's value minus the played one's, from 0 to the largest loss in its unit. Between games that are
    /// both won or both lost, a disc counts as one unit.
    #[must_use]
    pub fn loss(&self, best: Worth, played: Worth) -> f64 {
        best.above(played).clamp(0.0, self.largest)
    }
}

/// The best move's value; `None` without moves.
#[must_use]
pub fn best(values: &[ValuedMove]) -> Option<Worth> {
    values.iter().map(|valued| valued.worth).max_by(Worth::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;
    use crate::eval::{Evaluator, Leaf};
    use crate::personality::Kind;
    use crate::players::duel::opening_board;
    use crate::players::load;
    use crate::search::minimax;

    #[test]
    fn values_are_those_of_plain_minimax() {
        let mut expert = load("expert").unwrap();
        let Kind::AlphaBeta(spec) = &mut expert.kind else { panic!("expert searches") };
        spec.search.effort = Effort::Depth(NonZeroU32::new(3).unwrap());
        let Evaluation::Weighted(evaluator) = spec.evaluation.build() else { panic!("expert is a sum") };
        let mut tester = Tester::new(&expert).unwrap();
        let mut compared = 0;
        for (seed, plies) in (0..60).zip((0..58).cycle()) {
            let position = opening_board(seed, plies).position;
            for valued in tester.values(&position, &Stop::default()).unwrap() {
                let Some(square) = valued.mv.square() else { continue };
                let next = Leaf { position: position.play(square), before: Some(position), passes: 0 };
                let expected = evaluator.worth(-minimax(&next, &evaluator, Objective::Normal, 2));
                assert_eq!(valued.worth, expected, "{position:?} {square}");
                compared += 1;
            }
            assert_eq!(
                tester.values(&position, &Stop::default()).unwrap().len().max(1),
                squares(position.moves()).len().max(1)
            );
        }
        assert!(compared > 300);
    }

    #[test]
    fn one_move_never_outweighs_a_game() {
        let tester = Tester::new(&load("beginner").unwrap()).unwrap();
        let won = Worth::Final(64);
        let even = Worth::Points(0.0);
        assert_eq!(tester.loss(won, -won), tester.largest);
        assert_eq!(tester.loss(won, even), tester.largest);
        assert_eq!(tester.loss(Worth::Final(10), Worth::Final(4)), 6.0);
        assert_eq!(tester.loss(Worth::Points(1.0), Worth::Points(2.0)), 0.0);
    }

    #[test]
    fn what_is_no_tester_is_refused() {
        let errors = ["random", "small-engine"].map(|name| Tester::new(&load(name).unwrap()).unwrap_err().to_string());
        assert_eq!(errors[0], "tester random: found kind \"random\", expected \"linear\"");
        assert_eq!(errors[1], "tester small-engine: found a search with a time limit, expected one with a depth");
    }
}
