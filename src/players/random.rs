//! The random mover.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::explain::{Explanation, MoveReason};
use super::{Player, chosen};
use crate::board::{Game, Move, Objective};
use crate::eval::Worth;
use crate::search::{Limits, Observer, Report, Stop};

/// Plays every legal move with the same probability.
#[derive(Debug, Clone)]
pub struct Random {
    name: String,
    objective: Objective,
    seed: u64,
}

impl Random {
    /// A player of random moves.
    #[must_use]
    pub fn new(name: &str, objective: Objective) -> Random {
        Random { name: name.to_owned(), objective, seed: 0 }
    }
}

impl Player for Random {
    fn name(&self) -> &str {
        &self.name
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn rank(&mut self, game: &Game, count: usize, _limits: &Limits, observer: &mut dyn Observer) -> Report {
        // Each move has its own generator, so that the choice does not depend on earlier requests.
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(game.history().len() as u64);
        let mut moves: Vec<Move> = game.board().moves().collect();
        moves.shuffle(&mut rng);
        moves.truncate(count);
        let report = Report::ranked(0, moves.into_iter().map(|mv| (mv, Worth::Discs(0.0))));
        observer.iteration(&report);
        report
    }

    fn explain(&mut self, game: &Game, report: &Report, mv: Move, _stop: &Stop) -> Option<Explanation> {
        let moves = game.board().position.moves().count_ones() as usize;
        let why = match chosen(report)? {
            _ if moves < 2 => MoveReason::Only,
            choice if choice == mv => MoveReason::Drawn { moves },
            choice => MoveReason::Another { choice, equal: false },
        };
        Some(Explanation::new(mv, why))
    }
}
