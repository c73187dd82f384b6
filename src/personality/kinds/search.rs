//! The search of a personality: the field `search`.

use std::num::NonZeroU32;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::eval::probcut::Selectivity;
use crate::personality::file::raw;
use crate::personality::values::{CheckResult, quoted};
use crate::record::problem::Problem;

/// The words of `clock`.
pub(in crate::personality) const CLOCKS: &str = "\"use\" or \"at-most\"";
/// The words of `ties`.
pub(in crate::personality) const TIES: &str = "\"first\" or \"random\"";

/// The limits and rules of a personality's search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSpec {
    /// The depth or time of the search.
    pub effort: Effort,
    /// The number of empty squares, 0 to 60, from which the game is solved exactly.
    pub solve_from: u32,
    /// The choice between moves of equal value.
    pub ties: TieRule,
    /// The selectivity: the readiness to replace deep searches by shallow ones.
    pub selectivity: Selectivity,
    /// True if the player makes natural moves only: it takes available corners and gives none away.
    pub natural: bool,
}

/// The depth or time of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Depth in plies, 1 to 60. A pass does not count.
    Depth(NonZeroU32),
    /// A time for each move, by iterative deepening.
    Time {
        /// The time for a move.
        limit: Duration,
        /// The first depth whose result is shown while the search goes on.
        first_depth: NonZeroU32,
        /// A limit for all moves of a game. Each move takes a share of the remaining time.
        game: Option<Duration>,
        /// True if a game clock replaces the time for a move; otherwise that time is also the most under a clock.
        uses_clock: bool,
    },
}

/// The choice between best moves of equal value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieRule {
    /// The first one in the order of squares.
    First,
    /// One drawn with the game's seed.
    Random,
}

raw! {
    /// The field in files.
    #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Raw {
        pub depth: Option<u32>,
        pub time_ms: Option<u64>,
        pub game_ms: Option<u64>,
        pub clock: Option<String>,
        pub first_depth: Option<u32>,
        pub solve_from: Option<u32>,
        pub ties: Option<String>,
        pub natural: Option<bool>,
        pub selectivity: Option<u32>,
    }
}

/// Checks the field.
pub(super) fn check(raw: &Raw) -> CheckResult<SearchSpec> {
    let effort = match (raw.depth, raw.time_ms) {
        (Some(_), Some(_)) => return Err(Problem::at("search", "\"depth\" and \"time_ms\"", "one of them")),
        (None, None) => return Err(Problem::at("search", "neither \"depth\" nor \"time_ms\"", "one of them")),
        (Some(_), None) if raw.first_depth.is_some() => {
            return Err(Problem::wrong("search.first_depth", "only beside \"time_ms\", not beside \"depth\""));
        }
        (Some(_), None) if raw.game_ms.is_some() => {
            return Err(Problem::wrong("search.game_ms", "only beside \"time_ms\", not beside \"depth\""));
        }
        (Some(_), None) if raw.clock.is_some() => {
            return Err(Problem::wrong("search.clock", "only beside \"time_ms\", not beside \"depth\""));
        }
        (Some(depth), None) => Effort::Depth(plies("search.depth", depth)?),
        (None, Some(ms @ 1..=3_600_000)) => Effort::Time {
            limit: Duration::from_millis(ms),
            first_depth: plies("search.first_depth", raw.first_depth.unwrap_or(1))?,
            game: match raw.game_ms {
                None => None,
                Some(game @ 1..=86_400_000) => Some(Duration::from_millis(game)),
                Some(game) => return Err(Problem::at("search.game_ms", game, "milliseconds from 1 to 86400000")),
            },
            uses_clock: match raw.clock.as_deref() {
                None | Some("at-most") => false,
                Some("use") => true,
                Some(other) => return Err(Problem::at("search.clock", quoted(other), CLOCKS)),
            },
        },
        (None, Some(ms)) => return Err(Problem::at("search.time_ms", ms, "milliseconds from 1 to 3600000")),
    };
    let solve_from = raw.solve_from.unwrap_or(0);
    if solve_from > 60 {
        return Err(Problem::at("search.solve_from", solve_from, "empty squares from 0 to 60"));
    }
    let ties = match raw.ties.as_deref() {
        None | Some("first") => TieRule::First,
        Some("random") => TieRule::Random,
        Some(other) => return Err(Problem::at("search.ties", quoted(other), TIES)),
    };
    let level = raw.selectivity.unwrap_or(0);
    let selectivity = u8::try_from(level).ok().and_then(Selectivity::new);
    let selectivity = selectivity.ok_or_else(|| {
        Problem::at("search.selectivity", level, format!("a level from 0 to {}", Selectivity::BOLDEST.level()))
    })?;
    Ok(SearchSpec { effort, solve_from, ties, selectivity, natural: raw.natural.unwrap_or(false) })
}

fn plies(place: &str, depth: u32) -> CheckResult<NonZeroU32> {
    let plies = NonZeroU32::new(depth).filter(|plies| plies.get() <= 60);
    plies.ok_or_else(|| Problem::at(place, depth, "a depth from 1 to 60"))
}

impl SearchSpec {
    /// The description for `rival show`.
    pub fn describe(&self) -> String {
        let effort = match self.effort {
            Effort::Depth(depth) if depth.get() == 1 => "1 ply".to_owned(),
            Effort::Depth(depth) => format!("{depth} plies"),
            Effort::Time { limit, first_depth, game, uses_clock } => {
                let clock = if uses_clock { " or what a clock gives" } else { "" };
                let game = game.map_or_else(String::new, |game| format!(" and {} ms a game", game.as_millis()));
                format!("{} ms a move{clock}{game}, shown from depth {first_depth} on", limit.as_millis())
            }
        };
        let solve =
            if self.solve_from == 0 { String::new() } else { format!(", exact from {} empties", self.solve_from) };
        let ties = match self.ties {
            TieRule::First => "the first of equal moves",
            TieRule::Random => "equal moves at random",
        };
        let natural = if self.natural { ", natural moves only" } else { "" };
        let selective = match self.selectivity.level() {
            0 => String::new(),
            level => format!(", selectivity {level}"),
        };
        format!("{effort}{solve}, {ties}{natural}{selective}")
    }
}

impl From<&SearchSpec> for Raw {
    fn from(search: &SearchSpec) -> Raw {
        let file = Raw {
            solve_from: (search.solve_from != 0).then_some(search.solve_from),
            ties: (search.ties == TieRule::Random).then(|| "random".to_owned()),
            natural: search.natural.then_some(true),
            selectivity: (search.selectivity != Selectivity::OFF).then(|| search.selectivity.level().into()),
            ..Raw::default()
        };
        match search.effort {
            Effort::Depth(depth) => Raw { depth: Some(depth.get()), ..file },
            Effort::Time { limit, first_depth, game, uses_clock } => Raw {
                clock: uses_clock.then(|| "use".to_owned()),
                time_ms: Some(u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)),
                game_ms: game.map(|game| u64::try_from(game.as_millis()).unwrap_or(u64::MAX)),
                first_depth: Some(first_depth.get()),
                ..file
            },
        }
    }
}
