//! The identity of a judge in files.

use serde::{Deserialize, Serialize};

/// A judge. Figures of different judges cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judging {
    /// SHA-256 of the weights file.
    pub weights: String,
    /// Search depth in plies.
    pub depth: u32,
    /// The number of empty squares from which the values are exact.
    pub exact_from: u32,
}

impl Judging {
    /// The judge for the shipped figures, with these weights: depth 5, exact from 11 empty squares on.
    #[must_use]
    pub fn with(weights: &str) -> Judging {
        Judging { weights: weights.to_owned(), depth: 5, exact_from: 11 }
    }

    /// A short description.
    #[must_use]
    pub fn describe(&self) -> String {
        let weights = self.weights.get(..8).unwrap_or(&self.weights);
        format!("{weights} at depth {}, exact from {}", self.depth, self.exact_from)
    }
}
