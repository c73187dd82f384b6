//! The phases of a game by the move number.

/// First and last move of each phase; the first move of a game is 1. Later moves belong to the last phase. Strength is
/// measured up to move 40, because values explode once a game is won or lost.
pub const PHASES: [(u32, u32); 4] = [(1, 10), (11, 20), (21, 30), (31, 40)];

/// The index of the phase of a move.
#[must_use]
pub fn phase(number: u32) -> usize {
    PHASES.iter().position(|&(_, last)| number <= last).unwrap_or(PHASES.len() - 1)
}
