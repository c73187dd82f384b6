//! The schedule and its openings.

use std::path::PathBuf;

use super::fault;
use crate::record::problem::Problem;
use crate::tournament::config::raw::{RawBook, RawConfig, RawOpenings, RawOrder, RawSchedule};
use crate::tournament::config::{Book, Plan, PlanKind, Source};

/// More random plies would leave nothing to play.
const MOST_RANDOM_PLIES: usize = 40;
/// The most games between each two engines.
pub(crate) const MOST_GAMES: usize = 10_000_000;

pub(super) fn plan(raw: &RawConfig) -> Result<Plan, Problem> {
    let pairs = raw.pairs.unwrap_or(true);
    let games = raw.games.unwrap_or(100);
    if games == 0 || games > MOST_GAMES {
        return fault("games", games, format!("1 to {MOST_GAMES}"));
    }
    if pairs && !games.is_multiple_of(2) {
        return fault("games", games, "an even number, or \"pairs\": false");
    }
    Ok(Plan { kind: kind(raw)?, games, pairs })
}

fn kind(raw: &RawConfig) -> Result<PlanKind, Problem> {
    let engines = raw.engines.len();
    let schedule = raw.schedule.unwrap_or(RawSchedule::RoundRobin);
    if raw.challengers.is_some() && !matches!(schedule, RawSchedule::Gauntlet) {
        return fault("challengers", "it without a gauntlet", "one");
    }
    Ok(match schedule {
        RawSchedule::RoundRobin => PlanKind::RoundRobin,
        RawSchedule::Gauntlet => match raw.challengers.unwrap_or(1) {
            count if (1..engines).contains(&count) => PlanKind::Gauntlet(count),
            count => return fault("challengers", count, format!("1 to {}", engines - 1)),
        },
    })
}

pub(super) fn book(raw: Option<RawOpenings>) -> Result<Book, Problem> {
    let raw = match raw.unwrap_or(RawOpenings::Source("random:8".to_owned())) {
        RawOpenings::Source(source) => RawBook { source, order: None, start: None, plies: None, repeat: None },
        RawOpenings::Full(book) => book,
    };
    let source = match raw.source.strip_prefix("random:") {
        None if raw.source == "balanced" => Source::Balanced,
        None => Source::File(PathBuf::from(&raw.source)),
        Some(plies) => match plies.parse() {
            Ok(plies) if plies <= MOST_RANDOM_PLIES => Source::Random(plies),
            _ => {
                let expected = format!("random:0 to random:{MOST_RANDOM_PLIES}");
                return fault("openings", format!("'{}'", raw.source), expected);
            }
        },
    };
    let Some(start) = raw.start.unwrap_or(1).checked_sub(1) else {
        return fault("openings.start", 0, "the number of an opening, the first being 1");
    };
    if raw.plies.is_some() && matches!(source, Source::Random(_)) {
        return fault("openings.plies", format!("it with '{}', which has its own", raw.source), "it with a list");
    }
    let shuffled = matches!(raw.order, Some(RawOrder::Random));
    Ok(Book { source, shuffled, start, plies: raw.plies, repeat: raw.repeat.unwrap_or(false) })
}
