//! The terms of a position's value.

/// A term of a position's value, from the view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contribution {
    /// In files.
    pub name: &'static str,
    /// For people.
    pub words: &'static str,
    /// In the unit of the evaluation.
    pub amount: f64,
}
