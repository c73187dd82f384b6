//! A player that learns: another one plays each game, made by what is known when the game begins.

use super::{Explanation, LearnError, Learning, Lesson, Player};
use crate::board::{Color, Game, Move, Objective};
use crate::search::{Limits, Observer, Report, Stop};

/// What a player that learns is beside the one that plays; it is a [`Player`] by that.
pub trait Learner: Send {
    /// The personality's name.
    fn title(&self) -> &str;

    /// Who plays the game in hand.
    fn playing(&self) -> &dyn Player;

    /// The same, to be asked.
    fn playing_mut(&mut self) -> &mut dyn Player;

    /// A game begins that this seed decides: takes in what lessons have left. What cannot be used any more changes
    /// nothing; the next lesson says why.
    fn prepare(&mut self, seed: u64);

    /// See [`Player::learning`].
    fn learns(&self) -> Learning;

    /// See [`Player::lesson`]; the game is over.
    fn taught_by(&self, game: &Game, opponent: Color, name: &str) -> Lesson;
}

impl<L: Learner> Player for L {
    fn name(&self) -> &str {
        self.title()
    }

    fn objective(&self) -> Objective {
        self.playing().objective()
    }

    fn new_game(&mut self, seed: u64) {
        self.prepare(seed);
        self.playing_mut().new_game(seed);
    }

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.playing_mut().choose(game, limits, observer)
    }

    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.playing_mut().rank(game, count, limits, observer)
    }

    fn explain(&mut self, game: &Game, report: &Report, mv: Move, stop: &Stop) -> Option<Explanation> {
        self.playing_mut().explain(game, report, mv, stop)
    }

    fn evaluates(&self) -> bool {
        self.playing().evaluates()
    }

    fn learning(&self) -> Option<Learning> {
        Some(self.learns())
    }

    fn lesson(&self, game: &Game, opponent: Color, name: &str) -> Result<Lesson, LearnError> {
        if game.is_over() { Ok(self.taught_by(game, opponent, name)) } else { Err(LearnError::Unfinished) }
    }
}
