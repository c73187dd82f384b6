//! What every kind of personality can say of itself.

use super::file::Heading;
use crate::board::Objective;

/// How a personality decides, as its file says it, checked.
pub trait Spec {
    /// The name of the kind, as the file's field `kind` writes it.
    fn name(&self) -> &'static str;

    /// The text of a file with this heading.
    fn to_json(&self, heading: &Heading<'_>) -> String;

    /// The rule that it can be played by, if it is only one.
    fn rule(&self) -> Option<Objective> {
        None
    }

    /// True if the same game, seed and limits always give the same move: no time limit of its own decides how deep it
    /// looks.
    fn is_deterministic(&self) -> bool {
        true
    }

    /// True if the game's seed decides something: two games from one opening may differ.
    fn is_random(&self) -> bool;

    /// What `rival show` says of it: the name of a row and its text.
    fn describe(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What it values on the squares: titles, and 64 values each, row 1 first.
    fn boards(&self) -> Vec<(String, [f64; 64])> {
        Vec::new()
    }
}
