//! The trait of the specifications of all kinds.

use super::file::Heading;
use crate::board::Objective;

/// The checked fields of a kind.
pub(super) trait Spec {
    /// The name of the kind in the file's field `kind`.
    fn name(&self) -> &'static str;

    /// The text of a file with this heading.
    fn to_json(&self, heading: &Heading<'_>) -> String;

    /// The only rule that it can play; `None` if it can play both.
    fn rule(&self) -> Option<Objective> {
        None
    }

    /// True if the game's seed matters, so that two games from one opening may differ.
    fn is_random(&self) -> bool;

    /// Rows for `rival show`: a name and a text each.
    fn describe(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The values of squares as boards: a title and 64 values each, row 1 first.
    fn boards(&self) -> Vec<(String, [f64; 64])> {
        Vec::new()
    }
}
