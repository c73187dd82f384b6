//! Who judges: the one place that names them.

use crate::board::Objective;
use crate::personality::{Personality, STRONGEST};
use crate::players::explain::Critic;
use crate::players::load;

/// Judges the positions of reviews and studies, and says what moves are worth.
const JUDGE: &str = STRONGEST;
/// Another opinion, made by hand: mobility, edges, stable discs.
const OTHER: &str = "classic";
/// Measures what moves of the person lose, and is quoted in explanations: the tester of `rival measure`.
pub const TESTER: &str = "tester";

/// Who judges positions of games by this rule; `None` if nobody does.
pub fn judge(rule: Objective) -> Option<Personality> {
    load(JUDGE).ok().filter(|judge| judge.rule == rule)
}

/// Who sees the same positions in another way.
pub fn other(rule: Objective) -> Option<Personality> {
    load(OTHER).ok().filter(|judge| judge.rule == rule)
}

/// Whose opinion explanations quote.
pub fn critic() -> Option<Critic> {
    Critic::new(&load(TESTER).ok()?).ok()
}
