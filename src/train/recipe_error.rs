//! Why a recipe cannot be run: always one line.

use super::fitness::Unfit;

/// Why a recipe cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// No shipped recipe and no file has this name.
    #[error("recipe '{name}': no shipped recipe has this name and no file either, expected a file or one of: {known}")]
    Unknown {
        /// The name, as it was given.
        name: String,
        /// The shipped names, separated by commas.
        known: String,
    },
    /// The file cannot be read.
    #[error("{file}: {error}")]
    Read {
        /// Its path.
        file: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// The file is not JSON, or not of a recipe's shape.
    #[error("{file}: {place}: {message}")]
    Json {
        /// Its path.
        file: String,
        /// The field.
        place: String,
        /// What was found and expected there.
        message: String,
    },
    /// A value cannot be used.
    #[error("{place}: found {found}, expected {expected}")]
    Bad {
        /// The field.
        place: &'static str,
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: String,
    },
    /// A player that candidates are to meet cannot play these games.
    #[error("fitness.opponents.players: {0}")]
    Opponent(#[from] Unfit),
}

/// A value that cannot be used.
pub(super) fn bad<T>(place: &'static str, found: impl ToString, expected: impl ToString) -> Result<T, RecipeError> {
    Err(RecipeError::Bad { place, found: found.to_string(), expected: expected.to_string() })
}

/// Refuses a value that is not between these.
pub(super) fn within<T: PartialOrd + ToString>(
    place: &'static str,
    value: T,
    low: T,
    high: T,
) -> Result<(), RecipeError> {
    if low <= value && value <= high {
        Ok(())
    } else {
        bad(place, value.to_string(), format!("{} to {}", low.to_string(), high.to_string()))
    }
}
