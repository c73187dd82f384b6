//! Checks the schedule and its openings.

use std::num::NonZeroUsize;

use super::fault;
use crate::record::problem::Problem;
use crate::tournament::config::options::Options;
use crate::tournament::config::{Book, Source};
use crate::tournament::schedule::{Extent, MOST_GAMES, Plan};

pub(super) fn plan(options: &Options) -> Result<Plan, Problem> {
    let pairs = !options.no_pairs;
    let games = options.games.unwrap_or(100);
    if games == 0 || games > MOST_GAMES {
        return fault("games", games, format!("1 to {MOST_GAMES}"));
    }
    if pairs && !games.is_multiple_of(2) {
        return fault("games", games, "an even number, or no_pairs");
    }
    let engines = options.engines.len();
    Ok(Plan { pairings: options.schedule.unwrap_or_default(), pairs, extents: vec![Extent { engines, games }] })
}

pub(super) fn book(options: &Options) -> Result<Book, Problem> {
    let source = options.openings.clone().unwrap_or_default();
    if options.plies.is_some() && matches!(source, Source::Random(_)) {
        let message = format!("only with a list of openings: '{source}' has its own number of plies");
        return Err(Problem::wrong("plies", message));
    }
    Ok(Book {
        source,
        order: options.order.unwrap_or_default(),
        start: options.start.unwrap_or(NonZeroUsize::MIN),
        plies: options.plies,
        repeat: options.repeat,
    })
}
