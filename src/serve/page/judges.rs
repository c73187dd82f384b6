//! The judges. Only this file names them.

use super::opponents::options;
use crate::board::Objective;
use crate::personality::STRONGEST;
use crate::players::{Player, load};

/// The judge of reviews and studies, whose values decide the losses of moves.
const JUDGE: &str = STRONGEST;
/// A second opinion from a hand-made evaluation: mobility, edges, stable discs.
const OTHER: &str = "classic";

/// The judges for games with this rule. The first one's values decide what a mistake is, and the others give other
/// opinions. Empty if no judge plays by the rule.
pub(super) fn judges(rule: Objective) -> impl Iterator<Item = Box<dyn Player>> {
    let judges = [JUDGE, OTHER].into_iter().filter_map(|name| load(name).ok());
    judges.filter(move |judge| judge.rule == rule).map(|judge| judge.player(&options()))
}
