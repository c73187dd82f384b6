//! `rival players`: the personalities that are part of the program.

use serde_json::json;

use super::output::print;
use crate::board::Objective;
use crate::people::{PeopleElo, class};
use crate::personality::{Personality, shipped};
use crate::report::columns;
use crate::strength::person::place;

/// List the shipped players with their ratings.
///
/// `people-0600` to `people-2200` play as people of these ratings do. The average tournament player has 1500; a player
/// 100 above another scores 64 of 100. A player without a rating depends on the machine, plays for fewest discs, or was
/// not placed.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A line of JSON for each: name, kind, rule, rating and its standard error in Elo (null if unknown), words for the
    /// rating, summary.
    #[arg(long)]
    json: bool,
}

/// The rating among people and its standard error; `None` if unknown.
fn rating(personality: &Personality) -> Option<(PeopleElo, f64)> {
    let known = place(&personality.name).filter(|_| personality.rule == Objective::Normal)?;
    Some((known.rating, known.error))
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if args.json {
        let line = |p: Personality| {
            let (rating, error) =
                rating(&p).map(|(rating, error)| (PeopleElo(rating.0.round()), error.round())).unzip();
            let value = json!({ "name": p.name, "kind": p.kind.name(), "rule": p.rule.to_string(), "rating": rating,
                "error": error, "words": rating.map(class), "summary": p.summary });
            value.to_string() + "\n"
        };
        return print(shipped().map(line).collect::<String>());
    }
    let row = |p: Personality| {
        let rating =
            rating(&p).map_or_else(String::new, |(rating, _)| format!("{:.0}", (rating.0 / 10.0).round() * 10.0));
        vec![p.name, p.kind.name().to_owned(), p.rule.to_string(), rating, p.summary]
    };
    let head = ["NAME", "KIND", "RULE", "RATING", "SUMMARY"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(shipped().map(row)).collect();
    print(columns::plain(&rows, "  ", &[0, 1, 2, 4]))
}
