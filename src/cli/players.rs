//! `rival players`: the personalities that are part of the program.

use super::output::print;
use crate::board::Objective;
use crate::people::PeopleElo;
use crate::personality::{Personality, shipped};
use crate::report::columns;
use crate::strength::person::place;

/// List the shipped players with their ratings.
///
/// `people-0600` to `people-2200` play as people of these ratings do. The average tournament player has 1500. Among
/// people, a player 100 above another scores 64 of 100; these players, above 1500, score less against each other. A
/// player without a rating depends on the machine, plays for fewest discs, or was not placed.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// The rating among people; `None` if unknown.
fn rating(personality: &Personality) -> Option<PeopleElo> {
    place(&personality.name).filter(|_| personality.rule == Objective::Normal).map(|known| known.rating)
}

pub(super) fn run(_args: &Args) -> anyhow::Result<()> {
    let rows = shipped().map(|p| {
        let rating = rating(&p).map_or_else(String::new, |rating| format!("{:.0}", (rating.0 / 10.0).round() * 10.0));
        vec![p.name, p.kind.name().to_owned(), p.rule.to_string(), rating, p.summary]
    });
    let head = ["NAME", "KIND", "RULE", "RATING", "SUMMARY"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(rows).collect();
    print(columns::text(&rows, "  ", &[0, 1, 2, 4]))
}
