//! Learned weights.

use super::layout::{EMPTY_COUNTS, Layout};
use crate::board::Objective;

/// Units of a weight in one disc.
pub const UNIT: i32 = 64;

/// The weights of every phase.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// The rule that they were trained for.
    pub rule: Objective,
    /// Their order.
    pub layout: Layout,
    /// For each phase, the end of the game first, [`Layout::weights`] numbers in units of 1 / [`UNIT`] disc.
    pub phases: Vec<Vec<i16>>,
    /// For each number of empty squares, 0 to 60, a constant in the same units. The constant of a phase does not
    /// suffice: it would value the side to move 2 to 3 discs too low at odd numbers.
    pub constants: [i16; EMPTY_COUNTS],
    /// The command that made them, and its remarks; one line each.
    pub source: Vec<String>,
}
