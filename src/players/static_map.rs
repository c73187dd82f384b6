//! The static player, which has only a priority for each square.

use super::Player;
use super::explain::{Explanation, MoveReason};
use crate::board::{Game, Move, Objective};
use crate::eval::Worth;
use crate::search::{Iteration, Limits, Observer, Report, SilentObserver, Stop};

/// Plays the legal square with the highest priority; among equals the first in the order of squares. It has no search
/// and no state.
#[derive(Debug, Clone)]
pub struct StaticMap {
    name: String,
    objective: Objective,
    priorities: [f64; 64],
}

impl StaticMap {
    /// A player with these priorities, which must be finite.
    #[must_use]
    pub fn new(name: &str, objective: Objective, priorities: [f64; 64]) -> StaticMap {
        StaticMap { name: name.to_owned(), objective, priorities }
    }

    /// The priority of a move; 0 for a pass.
    fn priority(&self, mv: Move) -> f64 {
        mv.square().map_or(0.0, |square| self.priorities[square.index()])
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
        let moves = game.board().moves();
        let mut ranked: Vec<(Move, f64)> = moves.map(|mv| (mv, self.priority(mv))).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let worths = ranked.into_iter().take(count).map(|(mv, priority)| (mv, Worth::Points(priority)));
        let report = Iteration { nodes: 1, ..Report::ranked(1, worths) };
        observer.iteration(&report);
        report
    }

    fn explain(&mut self, game: &Game, _report: &Report, mv: Move, _stop: &Stop) -> Option<Explanation> {
        let ranked = self.rank(game, 64, &Limits::default(), &mut SilentObserver).lines;
        let at = ranked.iter().position(|line| line.pv[0] == mv)?;
        let why = match (at, ranked.len()) {
            (_, 1) => MoveReason::Only,
            (0, _) => MoveReason::Priority { next: ranked.get(1).map(|line| line.pv[0]) },
            _ => MoveReason::Another { choice: ranked[0].pv[0], equal: false },
        };
        Some(Explanation::new(mv, why))
    }
}
