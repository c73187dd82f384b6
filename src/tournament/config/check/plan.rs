//! The schedule and its openings.

use std::path::PathBuf;

use super::fault;
use crate::tournament::config::raw::{RawBook, RawConfig, RawOpenings, RawOrder, RawSchedule};
use crate::tournament::config::{Book, ConfigError, Plan, PlanKind, Source};

/// More random plies would leave nothing to play.
const MOST_RANDOM_PLIES: usize = 40;
/// The most games between each two engines.
pub const MOST_GAMES: usize = 10_000_000;

pub(super) fn plan(raw: &RawConfig) -> Result<Plan, ConfigError> {
    let pairs = raw.pairs.unwrap_or(true);
    let games = raw.games.unwrap_or(100);
    if games == 0 || games > MOST_GAMES {
        return fault("games", format!("found {games}, expected 1 to {MOST_GAMES}"));
    }
    if pairs && !games.is_multiple_of(2) {
        return fault("games", format!("found {games}, expected an even number, or \"pairs\": false"));
    }
    Ok(Plan { kind: kind(raw)?, games, pairs })
}

fn kind(raw: &RawConfig) -> Result<PlanKind, ConfigError> {
    let engines = raw.engines.len();
    let schedule = raw.schedule.unwrap_or(RawSchedule::RoundRobin);
    if raw.challengers.is_some() && !matches!(schedule, RawSchedule::Gauntlet) {
        return fault("challengers", "found without a gauntlet, expected one");
    }
    if raw.rounds.is_some() && !matches!(schedule, RawSchedule::Swiss) {
        return fault("rounds", "found without a Swiss system, expected one; elsewhere \"games\" says how many");
    }
    Ok(match schedule {
        RawSchedule::RoundRobin => PlanKind::RoundRobin,
        RawSchedule::Gauntlet => match raw.challengers.unwrap_or(1) {
            count if (1..engines).contains(&count) => PlanKind::Gauntlet(count),
            count => return fault("challengers", format!("found {count}, expected 1 to {}", engines - 1)),
        },
        RawSchedule::Swiss => {
            // With more rounds some engines would meet twice.
            let most = engines - 1 + engines % 2;
            // Enough to leave one unbeaten.
            let usual = engines.next_power_of_two().ilog2() as usize;
            match raw.rounds.unwrap_or(usual) {
                count if (1..=most).contains(&count) => PlanKind::Swiss(count),
                count => return fault("rounds", format!("found {count}, expected 1 to {most} for {engines} engines")),
            }
        }
        RawSchedule::Knockout => PlanKind::Knockout,
    })
}

pub(super) fn book(raw: Option<RawOpenings>) -> Result<Book, ConfigError> {
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
                let expected = format!("found '{}', expected random:0 to random:{MOST_RANDOM_PLIES}", raw.source);
                return fault("openings", expected);
            }
        },
    };
    let Some(start) = raw.start.unwrap_or(1).checked_sub(1) else {
        return fault("openings.start", "found 0, expected the number of an opening, the first being 1");
    };
    if raw.plies.is_some() && matches!(source, Source::Random(_)) {
        return fault(
            "openings.plies",
            format!("found with '{}', which has its own; expected it with a list", raw.source),
        );
    }
    let shuffled = matches!(raw.order, Some(RawOrder::Random));
    Ok(Book { source, shuffled, start, plies: raw.plies, repeat: raw.repeat.unwrap_or(false) })
}
