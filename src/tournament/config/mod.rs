//! The checked configuration: an unusable one never starts.

mod check;
mod details;
mod limits;
mod raw;
mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(crate) use check::MOST_GAMES;
pub(crate) use limits::{Depth, Limits};
pub(crate) use raw::RawConfig;
pub(crate) use words::{fields, split, typed};

use super::catalogue;
use super::claims::{Draw, Resign};
use super::fault::FaultKind;
use crate::board::Objective;
use crate::record::problem::{self, Problem};
use crate::stats::{FieldElo, Sprt};

/// A tournament that can be played.
#[derive(Debug, Clone)]
pub(crate) struct Config {
    pub name: String,
    pub engines: Vec<EngineSpec>,
    pub plan: Plan,
    pub openings: Book,
    pub rule: Objective,
    pub seed: u64,
    /// Games at a time, 1 or more.
    pub concurrency: usize,
    /// Engines running at a time, at least two for each game.
    pub processes: usize,
    /// The number of empty squares from which the solver decides; 0: never.
    pub adjudicate: u32,
    /// Adjudication by the engines' own values.
    pub resign: Option<Resign>,
    pub draw: Option<Draw>,
    /// The processors of each game at a time; empty if the system decides.
    pub processors: Vec<Vec<usize>>,
    pub timeouts: Timeouts,
    /// What all times of engines are measured by.
    pub clock: ClockKind,
    /// Kinds of faults whose games do not count; other faults lose the game.
    pub void: Vec<FaultKind>,
    pub sprt: Option<Sprt>,
    /// Fixed ratings, by the engines' names.
    pub anchors: BTreeMap<String, FieldElo>,
    pub log: bool,
}

/// An engine, and how it is started.
#[derive(Debug, Clone)]
pub(crate) struct EngineSpec {
    pub name: String,
    pub protocol: Protocol,
    /// The program's file; the other words as written, placeholders included.
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// As written in the configuration, for the record.
    pub command: Vec<String>,
    pub folder: Option<PathBuf>,
    pub env: BTreeMap<String, String>,
    /// Lines sent after the handshake.
    pub init: Vec<String>,
    pub limits: Limits,
    /// Address space in MiB.
    pub memory: Option<u64>,
    /// Time over the limit that is not yet a loss.
    pub margin: Option<Duration>,
    /// It searches hints while its opponent thinks.
    pub ponder: bool,
    pub restart_each_game: bool,
    /// This program itself: its servers take the seed of a game over either protocol.
    pub own: bool,
    pub log: bool,
}

/// What an engine's time is measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClockKind {
    #[default]
    Wall,
    /// The processor time of its process and of all that it has started.
    Cpu,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Protocol {
    Gtp,
    Nboard,
}

impl Protocol {
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::Nboard => "nboard",
        }
    }
}

/// The pairings and their number of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    pub kind: PlanKind,
    /// Games of each pairing; an even number if they are paired.
    pub games: usize,
    /// Two games with swapped colours on each opening.
    pub pairs: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PlanKind {
    RoundRobin,
    /// The first engines, this many, meet all the others.
    Gauntlet(usize),
}

/// The source and the order of the openings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Book {
    pub source: Source,
    pub shuffled: bool,
    /// The number of the first opening, from 0.
    pub start: usize,
    /// The most plies used of a line, passes counted.
    pub plies: Option<usize>,
    /// An exhausted list is drawn again in another order.
    pub repeat: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    File(PathBuf),
    /// The book of our own.
    Balanced,
    /// This many random plies from the start position.
    Random(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timeouts {
    /// For the start, the handshake, and the set-up of a game.
    pub start: Duration,
    /// For a move without time control.
    pub reply: Duration,
    /// How long to wait for a late move, to distinguish slow engines from hanging ones.
    pub late: Duration,
    /// How long an engine may take to obey `quit`.
    pub quit: Duration,
    /// Time over the limit that is not yet a loss.
    pub margin: Duration,
}

impl Config {
    /// Reads a configuration.
    ///
    /// # Errors
    /// It cannot be played: the first reason.
    pub(crate) fn from_json(value: &serde_json::Value) -> Result<Config, Problem> {
        let value = &each(&catalogue::expand(value.clone())?)?;
        check::check(problem::value::<RawConfig>(value)?)
    }

    /// Orders the engines: those of these names first, then the others as they are.
    pub(crate) fn order_engines(&mut self, names: &[String]) {
        let place = |engine: &EngineSpec| names.iter().position(|name| *name == engine.name).unwrap_or(names.len());
        self.engines.sort_by_key(place);
    }
}

/// Gives the fields of `each` to every engine that does not set them.
fn each(value: &serde_json::Value) -> Result<serde_json::Value, Problem> {
    let mut value = value.clone();
    let common = match value.as_object_mut().and_then(|fields| fields.remove("each")) {
        None => return Ok(value),
        Some(serde_json::Value::Object(common)) => common,
        Some(other) => {
            return Err(Problem::at("each", other, "fields of an engine"));
        }
    };
    if let Some(name) = ["name", "cmd"].into_iter().find(|name| common.contains_key(*name)) {
        return Err(Problem::at("each", name, "fields that engines share"));
    }
    let is_time = |field: &str| matches!(field, "tc" | "st");
    for engine in value["engines"].as_array_mut().into_iter().flatten().filter_map(serde_json::Value::as_object_mut) {
        let timed = engine.keys().any(|field| is_time(field));
        for (field, value) in common.iter().filter(|(field, _)| !(timed && is_time(field))) {
            engine.entry(field).or_insert_with(|| value.clone());
        }
    }
    Ok(value)
}
