//! The judges: the one place that names them.

use super::opponents::options;
use crate::board::Objective;
use crate::personality::STRONGEST;
use crate::players::{Player, load};

/// Judges the positions of reviews and studies, and says what moves are worth.
const JUDGE: &str = STRONGEST;
/// Another opinion, made by hand: mobility, edges, stable discs.
const OTHER: &str = "classic";

/// The judges for games by this rule. The first one's values decide what a mistake is; others see positions in another
/// way. Empty if no judge plays by the rule.
pub(super) fn judges(rule: Objective) -> impl Iterator<Item = Box<dyn Player>> {
    let judges = [JUDGE, OTHER].into_iter().filter_map(|name| load(name).ok());
    judges.filter(move |judge| judge.rule == rule).map(|judge| judge.player(&options()))
}
