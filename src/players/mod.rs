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
pub mod pace;
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
pub(crate) use lesson::{UNNAMED, opponent_name};
pub use map_mixture::MapMixture;
pub use mcts::Mcts;
pub use options::Options;
pub use pace::PacedPlayer;
pub use random::Random;
pub use rival::Rival;
pub use static_map::StaticMap;
pub use tester::{Tester, TesterError, ValuedMove};

use crate::board::{Color, Game, Move, Objective};
use crate::record::GameRecord;
use crate::search::{Iteration, Limits, Observer, Report, Stop};

/// A player of one personality. In a given game the side to move is the player's, or the side that a request is about.
///
/// ```
/// use rival::board::{Game, Objective};
/// use rival::eval::Worth;
/// use rival::players::{Player, chosen};
/// use rival::search::{Limits, Observer, Report, SilentObserver};
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
/// let report = First.choose(&Game::default(), &Limits::default(), &mut SilentObserver);
/// assert_eq!(chosen(&report), Some("d3".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Player: Send {
    /// The personality's name in ASCII without spaces.
    fn name(&self) -> &str;

    /// The rule that the player plays by.
    fn objective(&self) -> Objective;

    /// Begins a new game. The seed decides all its random choices.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move for the side to move: the first move of the report's first line, or a forced pass. Only a
    /// finished game gives a report without lines.
    ///
    /// The choice depends on the game (all its moves), the personality, the game's seed and the limits, not on earlier
    /// requests.
    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.rank(game, 1, limits, observer)
    }

    /// Hints: the `count` best moves with their values, best first, or all legal moves if there are fewer. The observer
    /// gets every iteration.
    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report;

    /// Explains why the player makes a legal move of this game, or why not. `report` is the result of
    /// [`choose`](Player::choose). `None` if the player gives no reasons, or was stopped.
    fn explain(&mut self, _game: &Game, _report: &Report, _mv: Move, _stop: &Stop) -> Option<Explanation> {
        None
    }

    /// True if it waits before it answers, as people think.
    fn is_paced(&self) -> bool {
        false
    }

    /// True if reported values are evaluations in discs. A static map reports priorities, a random player 0.
    fn evaluates(&self) -> bool {
        false
    }

    /// The difficulty of the last choice: the entropy of the probabilities in bits. `None` if the player does not draw
    /// its moves.
    fn doubt(&self) -> Option<f64> {
        None
    }

    /// The way in which the player learns from finished games; `None` if it does not.
    fn learning(&self) -> Option<Learning> {
        None
    }

    /// A lesson from a finished game against the opponent with this side. Games that begin after the lesson use its
    /// result.
    ///
    /// # Errors
    ///
    /// Nothing can be learned from it.
    fn lesson(&self, _record: &GameRecord, _opponent: Color) -> Result<Lesson, LearnError> {
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
