//! The start positions of rated games.

use serde::{Deserialize, Serialize};

use crate::board::Position;
use crate::players::duel::opening_board;
use crate::stats::derive;

/// The openings of a rating. Every pairing plays each of them with both colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// The number of random moves from the normal start; 0 is the start itself.
    pub plies: u32,
    /// The number of openings.
    pub count: usize,
    /// True if each generation has new openings; false if all have the same.
    #[serde(default)]
    pub redrawn: bool,
}

impl Openings {
    /// The positions of a generation, each from the view of its side to move.
    #[must_use]
    pub fn positions(&self, seed: u64, generation: u64) -> Vec<Position> {
        let seed = derive(seed, if self.redrawn { generation } else { 0 });
        (0..self.count as u64).map(|number| opening_board(derive(seed, number), self.plies).position).collect()
    }
}
