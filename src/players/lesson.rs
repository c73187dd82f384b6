//! Learning from finished games.

use std::fmt;

use crate::board::{Color, Objective};
use crate::record::{GameRecord, KeptError};
use crate::search::Stop;

/// When and about whom a player learns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learning {
    /// True if it learns at the end of each game, without a command.
    pub at_end: bool,
    /// The opponent's name, if it is known.
    pub opponent: Option<String>,
}

/// The opponent's name in a record, or a word for one without a name.
#[must_use]
pub(crate) fn opponent_name(record: &GameRecord, opponent: Color) -> String {
    let name = record.player(opponent).name.trim();
    if name.is_empty() { UNNAMED } else { name }.to_owned()
}

/// The name of an opponent whose name is unknown.
pub(crate) const UNNAMED: &str = "opponent";

/// The reason why nothing was learned. It is displayed as one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LearnError {
    /// This kind of player does not learn.
    #[error("this player does not learn")]
    Never,
    /// The game is not over.
    #[error("the game is not over")]
    Unfinished,
    /// The person's profile already has this game.
    #[error("the profile already has this game")]
    Known,
    /// The game has the other rule.
    #[error("the game is played for {}, and this player plays for {}", .found.aim(), .expected.aim())]
    Rule {
        /// The rule of the game.
        found: Objective,
        /// The rule that the player plays by.
        expected: Objective,
    },
    /// The opponent is a program, by the name in the game.
    #[error("{0} is a program, and the profile is a person's")]
    Program(String),
    /// The opponent never had a real choice.
    #[error("the opponent never had a choice between moves")]
    Empty,
    /// The lesson was stopped.
    #[error("the lesson was stopped")]
    Stopped,
    /// An error in the profile.
    #[error("{0}")]
    Profile(String),
}

impl From<KeptError> for LearnError {
    fn from(error: KeptError) -> LearnError {
        LearnError::Profile(error.to_string())
    }
}

/// The function that does a lesson's work.
type Work = Box<dyn FnOnce(&Stop) -> Result<String, LearnError> + Send>;

/// The work of learning from one game. It does not need the player, so another thread can do it at the same time.
pub struct Lesson(Work);

impl Lesson {
    /// A lesson that does this work. The work returns its result in one line.
    #[must_use]
    pub fn new(work: impl FnOnce(&Stop) -> Result<String, LearnError> + Send + 'static) -> Lesson {
        Lesson(Box::new(work))
    }

    /// Learns, and returns the result in a few words.
    ///
    /// # Errors
    ///
    /// Nothing was learned. After a stop the error is [`LearnError::Stopped`], unless the lesson was already finished.
    pub fn take(self, stop: &Stop) -> Result<String, LearnError> {
        (self.0)(stop)
    }
}

impl fmt::Debug for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lesson")
    }
}
