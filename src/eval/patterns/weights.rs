//! The learned weights of all phases.

use super::layout::{EMPTY_COUNTS, Layout};
use crate::board::Objective;

/// Units of a weight that equal one disc.
pub const UNIT: i32 = 64;

/// The weights of every phase.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// The rule that they were trained for.
    pub rule: Objective,
    /// The order of the weights in a phase.
    pub layout: Layout,
    /// For each phase, [`Layout::weights`] numbers in units of 1 / [`UNIT`] disc. The end of the game comes first.
    pub phases: Vec<Vec<i16>>,
    /// For each number of empty squares, 0 to 60, a constant in the same units. A constant for each phase would not be
    /// enough: at odd numbers it would value the side to move 2 to 3 discs too low.
    pub constants: [i16; EMPTY_COUNTS],
    /// The command that made them, and remarks on them; one line each.
    pub source: Vec<String>,
}
