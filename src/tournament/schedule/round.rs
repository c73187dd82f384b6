//! One round: its pairings and their results.

use serde::Serialize;

/// A match of two engines: its encounters, counted from the first one's view.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Match {
    /// Engines by their places.
    pub first: usize,
    pub second: usize,
    /// Points of both.
    pub points: [f64; 2],
    /// Discs of both, 64 a game.
    pub discs: [i64; 2],
    /// Games that were played.
    pub games: usize,
}

/// A round: matches, and those who have none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Round {
    pub matches: Vec<Match>,
    /// They go on as if they had won.
    pub byes: Vec<usize>,
}

/// A match to be played.
pub(super) fn open(first: usize, second: usize) -> Match {
    Match { first, second, points: [0.0; 2], discs: [0; 2], games: 0 }
}
