//! A player that learns: before each game it prepares a player from its present knowledge.

use super::{Explanation, LearnError, Learning, Lesson, Player};
use crate::board::{Color, Game, Move, Objective};
use crate::record::GameRecord;
use crate::search::{Limits, Observer, Report, Stop};

/// A learning player. It holds another player for the present game. An implementation is also a [`Player`].
pub trait Learner: Send {
    /// The personality's name.
    fn personality_name(&self) -> &str;

    /// The player of the current game.
    fn current_player(&self) -> &dyn Player;

    /// The player of the current game, for requests.
    fn current_player_mut(&mut self) -> &mut dyn Player;

    /// Begins a game with this seed and the results of earlier lessons. An unusable profile changes nothing; the next
    /// lesson reports it.
    fn prepare(&mut self, seed: u64);

    /// See [`Player::learning`].
    fn learning_terms(&self) -> Learning;

    /// See [`Player::lesson`]. The game must be over.
    fn lesson_about(&self, record: &GameRecord, opponent: Color) -> Lesson;
}

impl<L: Learner> Player for L {
    fn name(&self) -> &str {
        self.personality_name()
    }

    fn objective(&self) -> Objective {
        self.current_player().objective()
    }

    fn new_game(&mut self, seed: u64) {
        self.prepare(seed);
        self.current_player_mut().new_game(seed);
    }

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.current_player_mut().choose(game, limits, observer)
    }

    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.current_player_mut().rank(game, count, limits, observer)
    }

    fn explain(&mut self, game: &Game, report: &Report, mv: Move, stop: &Stop) -> Option<Explanation> {
        self.current_player_mut().explain(game, report, mv, stop)
    }

    fn evaluates(&self) -> bool {
        self.current_player().evaluates()
    }

    fn doubt(&self) -> Option<f64> {
        self.current_player().doubt()
    }

    fn learning(&self) -> Option<Learning> {
        Some(self.learning_terms())
    }

    fn lesson(&self, record: &GameRecord, opponent: Color) -> Result<Lesson, LearnError> {
        if record.game().is_over() { Ok(self.lesson_about(record, opponent)) } else { Err(LearnError::Unfinished) }
    }
}
