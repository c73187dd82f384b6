//! Learned weights.

use super::layout::Layout;
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
    /// The command that made them, and its remarks; one line each.
    pub source: Vec<String>,
}
