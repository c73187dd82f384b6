//! Players: they choose moves by their personality, the seed and the limits alone.

pub mod alpha_beta;
pub mod duel;
pub mod explain;
mod factory;
pub mod human;
mod learner;
mod lesson;
pub mod map_mixture;
pub mod mcts;
pub mod naturalness;
mod options;
pub mod paced;
pub mod random;
pub mod rival;
pub mod static_map;
pub mod tester;

pub use crate::personality::{Personality, PersonalityError, load};
pub use alpha_beta::AlphaBeta;
pub use explain::Explanation;
pub use human::Human;
pub use learner::Learner;
pub use lesson::{LearnError, Learning, Lesson};
pub use map_mixture::MapMixture;
pub use mcts::Mcts;
pub use options::Options;
pub use paced::Paced;
pub use random::Random;
pub use rival::Rival;
pub use static_map::StaticMap;
pub use tester::{Tester, TesterError, ValuedMove};

use crate::board::{Color, Game, Move, Objective};
use crate::search::{Iteration, Limits, Observer, Report, Stop};

/// A player of one personality. The side to move of the given game is the player's, or that of the question.
///
/// ```
/// use rival::board::{Game, Objective};
/// use rival::eval::Worth;
/// use rival::players::{Player, chosen};
/// use rival::search::{Limits, Observer, Report, Silent};
///
/// /// Plays the first legal move.
/// struct First;
///
/// impl Player for First {
///     fn name(&self) -> &str {
///         "first"
///     }
///
///     fn objective(&self) -> Objective {
///         Objective::Normal
///     }
///
///     fn new_game(&mut self, _seed: u64) {}
///
///     fn rank(&mut self, game: &Game, count: usize, _: &Limits, _: &mut dyn Observer) -> Report {
///         Report::ranked(1, game.board().moves().take(count).map(|mv| (mv, Worth::Discs(0.0))))
///     }
/// }
///
/// let report = First.choose(&Game::default(), &Limits::default(), &mut Silent);
/// assert_eq!(chosen(&report), Some("d3".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Player: Send {
    /// The personality's name: ASCII, no spaces.
    fn name(&self) -> &str;

    /// The rule that it plays.
    fn objective(&self) -> Objective;

    /// A new game begins; the seed decides all its random choices.
    fn new_game(&mut self, seed: u64);

    /// Chooses the move for the side to move: the first move of the report's first line, or a forced pass. The report
    /// has no lines only if the game is over.
    ///
    /// The choice depends on the game (its position and number of moves), the personality, the game's seed and the
    /// limits, not on earlier requests.
    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.rank(game, 1, limits, observer)
    }

    /// The best `count` moves, best first, each with its value: hints. The observer gets every iteration.
    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report;

    /// Explains why it plays a legal move of this game or does not; `report` is the result of
    /// [`choose`](Player::choose). `None` if it gives no reasons, or was stopped.
    fn explain(&mut self, _game: &Game, _report: &Report, _mv: Move, _stop: &Stop) -> Option<Explanation> {
        None
    }

    /// True if the values in its reports are evaluations in discs. A static map has priorities, a random player 0.
    fn evaluates(&self) -> bool {
        false
    }

    /// The difficulty of its last choice: the entropy of the probabilities in bits; `None` if it does not draw its
    /// moves.
    fn doubt(&self) -> Option<f64> {
        None
    }

    /// The way in which it learns from finished games; `None` if it does not.
    fn learning(&self) -> Option<Learning> {
        None
    }

    /// A lesson from a finished game against an opponent of this side and name. Its result counts from the first game
    /// that begins after the lesson.
    ///
    /// # Errors
    ///
    /// Nothing can be learned from it.
    fn lesson(&self, _game: &Game, _opponent: Color, _name: &str) -> Result<Lesson, LearnError> {
        Err(LearnError::Never)
    }
}

impl std::fmt::Debug for dyn Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The move that a report chose.
#[must_use]
pub fn chosen(report: &Iteration) -> Option<Move> {
    report.lines.first().and_then(|line| line.pv.first()).copied()
}
