//! The result of a recorded game.

use serde::Serialize;

/// The recorded result. It may differ from the last board, for example after a resignation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// The discs from Black's view; positive is a win for Black. Empty squares count for the winner. Komi games have
    /// fractions.
    pub score: f64,
    /// The way in which the game ended.
    pub ending: Ending,
}

/// The way in which a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules, or no other reason was recorded.
    #[default]
    Played,
    /// One side resigned: `r`.
    Resigned,
    /// One side ran out of time: `t`.
    #[serde(rename = "time")]
    TimedOut,
    /// The players agreed on a score: `s`.
    Agreed,
    /// A referee decided the game, such as a tournament's program.
    Adjudicated,
    /// One side broke the rules or failed: an engine that crashed.
    Forfeited,
    /// Before the end, and only the winner was recorded.
    Unknown,
}

impl Outcome {
    /// True if the discs are known. Those of a game that was given up are not, nor are those of one that the players or
    /// a referee decided as won by all 64.
    #[must_use]
    pub fn has_discs(self) -> bool {
        match self.ending {
            Ending::Played => true,
            Ending::Agreed | Ending::Adjudicated => self.score.abs() != 64.0,
            Ending::Resigned | Ending::TimedOut | Ending::Forfeited | Ending::Unknown => false,
        }
    }
}

impl Ending {
    /// True if one side lost without playing to the end. The discs may then be unknown, and count as all 64.
    #[must_use]
    pub fn is_given_up(self) -> bool {
        matches!(self, Ending::Resigned | Ending::TimedOut | Ending::Forfeited | Ending::Unknown)
    }
}
