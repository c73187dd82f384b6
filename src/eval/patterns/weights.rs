//! Learned weights and what belongs to them.

use super::layout::Layout;
use crate::board::Objective;
use crate::eval::probcut::ProbCut;

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
    /// How shallow searches with these weights differ from deep ones, if measured.
    pub probcut: Option<ProbCut>,
    /// The command that made them, and its remarks; one line each.
    pub source: Vec<String>,
}
