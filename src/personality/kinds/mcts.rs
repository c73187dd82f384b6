//! The kind `mcts`: Monte-Carlo tree search.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::personality::file::{Heading, Object, Parts, raw};
use crate::personality::spec::Spec;
use crate::personality::values::{CheckResult, needed, within};
use crate::record::problem::Problem;

pub(crate) const NAME: &str = "mcts";
pub(crate) const FIELDS: &[&str] = &["playouts"];

/// The most playouts for a move. The tree of more playouts might not fit into memory.
pub(crate) const MOST_PLAYOUTS: u64 = 10_000_000;

/// A player by Monte-Carlo tree search.
#[derive(Debug, Clone, PartialEq)]
pub struct MctsSpec {
    /// The limit on random games for each move.
    pub playouts: Playouts,
    /// The weight of rarely tried moves, 0 or more.
    pub exploration: f64,
}

/// The limit on random games for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Playouts {
    /// This number of games.
    Count(NonZeroU32),
    /// As many games as fit into this time.
    Time(Duration),
}

raw! {
    #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Raw {
        count: Option<u64>,
        time_ms: Option<u64>,
        exploration: Option<f64>,
    }
}

pub(crate) fn read(parts: &Parts<'_>) -> CheckResult<MctsSpec> {
    let fields: BTreeMap<String, Object<Raw>> = parts.read()?;
    let Object(raw) = needed("playouts", "an object with \"count\" or \"time_ms\"", fields.get("playouts"))?;
    let playouts = match (raw.count, raw.time_ms) {
        (Some(_), Some(_)) => return Err(Problem::at("playouts", "\"count\" and \"time_ms\"", "one of them")),
        (None, None) => return Err(Problem::at("playouts", "neither \"count\" nor \"time_ms\"", "one of them")),
        (Some(count), None) => u32::try_from(count)
            .ok()
            .and_then(NonZeroU32::new)
            .filter(|_| count <= MOST_PLAYOUTS)
            .map(Playouts::Count)
            .ok_or_else(|| Problem::at("playouts.count", count, format!("a number from 1 to {MOST_PLAYOUTS}")))?,
        (None, Some(ms @ 1..=3_600_000)) => Playouts::Time(Duration::from_millis(ms)),
        (None, Some(ms)) => return Err(Problem::at("playouts.time_ms", ms, "milliseconds from 1 to 3600000")),
    };
    let exploration = within("playouts.exploration", raw.exploration.unwrap_or(1.0), 0.0, 100.0)?;
    Ok(MctsSpec { playouts, exploration })
}

impl From<&MctsSpec> for Raw {
    fn from(spec: &MctsSpec) -> Raw {
        let (count, time_ms) = match spec.playouts {
            Playouts::Count(count) => (Some(u64::from(count.get())), None),
            Playouts::Time(limit) => (None, Some(u64::try_from(limit.as_millis()).unwrap_or(u64::MAX))),
        };
        Raw { count, time_ms, exploration: Some(spec.exploration) }
    }
}

impl Spec for MctsSpec {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        heading.with(NAME, BTreeMap::from([("playouts", Raw::from(self))]))
    }

    fn is_random(&self) -> bool {
        true
    }

    fn describe(&self) -> Vec<(&'static str, String)> {
        let playouts = match self.playouts {
            Playouts::Count(count) => format!("{count} a move"),
            Playouts::Time(limit) => format!("for {} ms a move", limit.as_millis()),
        };
        vec![("playouts", format!("{playouts}, exploration {}", self.exploration))]
    }
}
