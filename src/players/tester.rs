//! Exact values of every move, as a tester sees them: what losses are measured by, and what a rival chooses by.

use std::num::NonZeroU32;

use super::personality::{Effort, Kind, LinearSpec, Personality};
use crate::board::{Move, Objective, Position};
use crate::eval::{FINISHED, Linear, Term, Value, finished_score};
use crate::search::{Limits, Observer, Plan, Report, Searcher, Silent, Stop, Ties};

/// Megabytes of the table: a search of five plies fills less.
const HASH: u64 = 1;

/// No loss is larger than this part of the largest evaluation. Without a limit a single move that wins or loses the game at once would outweigh
/// all others.
const LARGEST_PART: f64 = 10.0 / 64.0;

/// The personality cannot be a tester.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TesterError {
    #[error("tester {name}: found kind \"{kind}\", expected \"linear\"")]
    Kind { name: String, kind: &'static str },
    #[error("tester {0}: found a search that is bounded by time, expected one with a depth")]
    Time(String),
    #[error("tester {0}: found noise, expected features without it")]
    Noise(String),
}

/// A linear evaluation at a fixed depth, without any pruning at the root.
#[derive(Debug)]
pub struct Tester {
    evaluator: Linear,
    objective: Objective,
    depth: u32,
    searcher: Searcher,
    largest: f64,
}

/// A legal move with its exact minimax value, in points of the tester, from the view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Valued {
    pub mv: Move,
    pub points: f64,
}

impl Tester {
    /// The tester that a personality is: its features at its depth; what it says of solving and ties is not used.
    ///
    /// # Errors
    /// The personality is not linear, has no fixed depth, or has noise.
    pub fn new(personality: &Personality) -> Result<Tester, TesterError> {
        let name = || personality.name.clone();
        let Kind::Linear(spec) = &personality.kind else {
            return Err(TesterError::Kind { name: name(), kind: personality.kind.name() });
        };
        let Effort::Depth(depth) = spec.search.effort else { return Err(TesterError::Time(name())) };
        if spec.terms.iter().any(|term| term.weight * term.noise != 0.0) {
            return Err(TesterError::Noise(name()));
        }
        Ok(Tester::of(spec, personality.rule, depth))
    }

    /// The tester of a linear evaluation without noise.
    #[must_use]
    pub(super) fn of(spec: &LinearSpec, objective: Objective, depth: NonZeroU32) -> Tester {
        let bound: f64 = spec.terms.iter().map(Term::bound).sum();
        Tester {
            evaluator: Linear::new(&spec.terms, spec.points_per_disc),
            objective,
            depth: depth.get(),
            searcher: Searcher::new(HASH, 1).expect("a megabyte and one thread"),
            largest: (bound * LARGEST_PART).max(1.0),
        }
    }

    #[must_use]
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// The largest loss of one move, in points.
    #[must_use]
    pub fn largest_loss(&self) -> f64 {
        self.largest
    }

    /// Points that are worth one disc.
    #[must_use]
    pub fn points_per_disc(&self) -> f64 {
        self.evaluator.points()
    }

    /// Every legal move with its value, lowest square first; a forced pass is the one move, a finished game has none.
    pub fn values(&mut self, position: &Position) -> Vec<Valued> {
        let report = self.search(position, 64, &Limits::default(), &mut Silent);
        self.valued(&report)
    }

    /// The same; `None` if it is stopped before it has them all.
    pub fn values_unless(&mut self, position: &Position, stop: &Stop) -> Option<Vec<Valued>> {
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let report = self.search(position, 64, &limits, &mut Silent);
        (!stop.is_stopped()).then(|| self.valued(&report))
    }

    /// The best `count` moves at the tester's depth, or at what the limits leave of it.
    pub fn search(
        &mut self,
        position: &Position,
        count: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let depth = limits.depth.map_or(self.depth, |depth| depth.min(self.depth));
        let plan = Plan { objective: self.objective, first_depth: 1, solve_from: 0, ties: Ties::First, threads: 1 };
        let limits = Limits { depth: Some(depth), ..limits.clone() };
        self.searcher.search(position, &self.evaluator, &plan, &limits, count, observer)
    }

    /// The moves of a report with their values, lowest square first.
    #[must_use]
    pub fn valued(&self, report: &Report) -> Vec<Valued> {
        let mut values: Vec<Valued> =
            report.lines.iter().map(|line| Valued { mv: line.pv[0], points: self.points(line.value) }).collect();
        values.sort_by_key(|valued| valued.mv.square());
        values
    }

    fn points(&self, value: Value) -> f64 {
        points(value, self.evaluator.scale())
    }

    /// How much less the played value is than the best one: 0 to [`Tester::largest_loss`] points.
    #[must_use]
    pub fn loss(&self, best: f64, played: f64) -> f64 {
        (best - played).clamp(0.0, self.largest)
    }
}

/// A value in points, of which one is `scale` units of it; finished games lie beyond every evaluation, a point a disc apart.
pub(super) fn points(value: Value, scale: f64) -> f64 {
    match finished_score(value) {
        Some(score) => f64::from(score.signum()) * f64::from(FINISHED) + f64::from(score),
        None => f64::from(value) / scale,
    }
}

/// The value of the best move; `None` without moves.
#[must_use]
pub fn best(values: &[Valued]) -> Option<f64> {
    values.iter().map(|valued| valued.points).max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;
    use crate::eval::{Leaf, finished};
    use crate::players::duel::opening_board;
    use crate::players::load;
    use crate::search::minimax;

    #[test]
    fn values_are_those_of_plain_minimax() {
        let mut expert = load("expert").unwrap();
        let Kind::Linear(spec) = &mut expert.kind else { panic!("expert is linear") };
        spec.search.effort = Effort::Depth(NonZeroU32::new(3).unwrap());
        let evaluator = Linear::new(&spec.terms, spec.points_per_disc);
        let mut tester = Tester::new(&expert).unwrap();
        let mut compared = 0;
        for (seed, plies) in (0..60).zip((0..58).cycle()) {
            let position = opening_board(seed, plies).position;
            for valued in tester.values(&position) {
                let Some(square) = valued.mv.square() else { continue };
                let next = Leaf { position: position.play(square), before: Some(position), forfeits: 0 };
                let value = -minimax(&next, &evaluator, Objective::Normal, 2);
                let expected = match finished_score(value) {
                    Some(score) => f64::from(score.signum()) * f64::from(FINISHED) + f64::from(score),
                    None => f64::from(value),
                };
                assert_eq!(valued.points, expected, "{position:?} {square}");
                compared += 1;
            }
            assert_eq!(tester.values(&position).len().max(1), squares(position.moves()).len().max(1));
        }
        assert!(compared > 300);
    }

    #[test]
    fn one_move_never_outweighs_a_game() {
        let tester = Tester::new(&load("beginner").unwrap()).unwrap();
        let won = Position { own: u64::MAX, opp: 0 };
        let value = finished(&won, Objective::Normal);
        assert_eq!(tester.loss(tester.points(value), tester.points(-value)), tester.largest_loss());
        assert_eq!(tester.loss(1.0, 2.0), 0.0);
    }

    #[test]
    fn what_is_no_tester_is_refused() {
        let error = |name: &str| Tester::new(&load(name).unwrap()).unwrap_err().to_string();
        assert_eq!(error("random"), "tester random: found kind \"random\", expected \"linear\"");
        assert_eq!(
            error("small-engine"),
            "tester small-engine: found a search that is bounded by time, expected one with a depth"
        );
    }
}
