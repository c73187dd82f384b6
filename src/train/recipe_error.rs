//! Why a recipe cannot be run: always one line.

use super::fitness::Unfit;

/// Why a recipe cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    #[error("recipe '{name}': no shipped recipe has this name and no file either, expected a file or one of: {known}")]
    Unknown { name: String, known: String },
    #[error("{file}: {error}")]
    Read { file: String, error: std::io::Error },
    #[error("{file}: {place}: {message}")]
    Json { file: String, place: String, message: String },
    #[error("{place}: found {found}, expected {expected}")]
    Bad { place: &'static str, found: String, expected: String },
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
