//! Learning from finished games.

use crate::board::Objective;

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
    #[error("this player does not learn")]
    Never,
    #[error("the game is not over")]
    Unfinished,
    #[error("this game is known already")]
    Known,
    #[error("the game is played for {found}, and this player plays for {expected}")]
    Rule { found: Objective, expected: Objective },
    #[error("no move of the opponent counts")]
    Empty,
    /// What is wrong with the profile that it learns in.
    #[error("{0}")]
    Profile(String),
}
