//! The static player: only a priority for each square.

use std::time::Duration;

use super::Player;
use super::explain::{Explanation, Why};
use crate::board::{Game, Move, Objective, Square, squares};
use crate::eval::Worth;
use crate::search::{Certainty, Iteration, Limits, Line, Observer, Report, Silent, Stop};

/// Plays the legal square of the highest priority; among equal ones the first in the order of squares. No search, no
/// state.
#[derive(Debug, Clone)]
pub struct StaticMap {
    name: String,
    objective: Objective,
    priorities: [f64; 64],
}

impl StaticMap {
    /// The priorities must be finite.
    #[must_use]
    pub fn new(name: &str, objective: Objective, priorities: [f64; 64]) -> StaticMap {
        StaticMap { name: name.to_owned(), objective, priorities }
    }

    fn line(&self, mv: Move, priority: f64) -> Line {
        Line { pv: vec![mv], worth: Worth::Points(priority), discs: priority, certainty: Certainty::Depth(1) }
    }
}

impl Player for StaticMap {
    fn name(&self) -> &str {
        &self.name
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn new_game(&mut self, _seed: u64) {}

    fn rank(&mut self, game: &Game, count: usize, _limits: &Limits, observer: &mut dyn Observer) -> Report {
        let priority = |square: Square| self.priorities[square.index()];
        let mut moves: Vec<Square> = squares(game.board().position.moves()).collect();
        moves.sort_by(|&a, &b| priority(b).total_cmp(&priority(a)));
        let mut lines: Vec<Line> =
            moves.into_iter().take(count).map(|square| self.line(square.into(), priority(square))).collect();
        if lines.is_empty() && !game.is_over() {
            lines.push(self.line(Move::Pass, 0.0));
        }
        let report = Iteration { certainty: Certainty::Depth(1), lines, nodes: 1, elapsed: Duration::ZERO };
        observer.iteration(&report);
        report
    }

    fn explain(&mut self, game: &Game, _report: &Report, mv: Move, _stop: &Stop) -> Option<Explanation> {
        let ranked = self.rank(game, 64, &Limits::default(), &mut Silent).lines;
        let priority = |line: &Line| (line.pv[0], line.discs);
        let at = ranked.iter().position(|line| line.pv[0] == mv)?;
        let why = match (at, ranked.len()) {
            (_, 1) => Why::Only,
            (0, _) => Why::Priority { priority: ranked[0].discs, next: ranked.get(1).map(priority) },
            _ => Why::Another { choice: ranked[0].pv[0], margin: None },
        };
        Some(Explanation::new(mv, why))
    }
}
