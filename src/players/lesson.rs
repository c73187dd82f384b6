//! Learning from finished games.

use std::fmt;

use crate::board::Objective;
use crate::search::Stop;

/// How a player learns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learning {
    /// At the end of each game, without being told to.
    pub at_end: bool,
    /// The name of the opponent that it knows, if it knows one.
    pub opponent: Option<String>,
}

/// Why nothing was learned. Displayed as one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LearnError {
    /// The player is not of a kind that learns.
    #[error("this player does not learn")]
    Never,
    /// The game can still go on.
    #[error("the game is not over")]
    Unfinished,
    /// The person's profile holds this game.
    #[error("this game is known already")]
    Known,
    /// The game is played by the other rule.
    #[error("the game is played for {found}, and this player plays for {expected}")]
    Rule {
        /// The rule of the game.
        found: Objective,
        /// The rule of the player.
        expected: Objective,
    },
    /// The opponent never had a choice that says something.
    #[error("no move of the opponent counts")]
    Empty,
    /// Somebody asked for its end.
    #[error("the lesson was broken off")]
    Stopped,
    /// What is wrong with the profile that it learns in.
    #[error("{0}")]
    Profile(String),
}

/// What a lesson does.
type Work = Box<dyn FnOnce(&Stop) -> Result<String, LearnError> + Send>;

/// The work of learning from one game. It needs no player, so another thread may do it while the player goes on.
pub struct Lesson(Work);

impl Lesson {
    /// A lesson that does this work. The text is what was learned, in one line.
    #[must_use]
    pub fn new(work: impl FnOnce(&Stop) -> Result<String, LearnError> + Send + 'static) -> Lesson {
        Lesson(Box::new(work))
    }

    /// Learns, and says what in a few words.
    ///
    /// # Errors
    /// Nothing was learned; after a stop that is [`LearnError::Stopped`], unless the lesson was just done.
    pub fn take(self, stop: &Stop) -> Result<String, LearnError> {
        (self.0)(stop)
    }
}

impl fmt::Debug for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lesson")
    }
}
