//! The configuration of a tournament: its options, and their checked form. A tournament never starts with an unusable
//! one.

mod book;
mod check;
mod limits;
mod options;
mod seconds;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub(crate) use book::{Book, Order, Source};
pub(crate) use check::engine_form;
pub(crate) use limits::{Depth, Limits};
pub(crate) use options::{FORMAT, Options, file_objects};
pub(crate) use seconds::Seconds;

use super::catalogue::EngineFields;
use super::claims::{Draw, Resign};
use super::schedule::Plan;
use crate::board::Objective;
use crate::record::problem::Problem;
use crate::stats::{FieldElo, Sprt};

/// A checked tournament, which can be played.
#[derive(Debug, Clone)]
pub(crate) struct Config {
    pub name: String,
    pub engines: Vec<EngineSpec>,
    pub plan: Plan,
    pub openings: Book,
    pub rules: Rules,
    /// Fixed ratings by the engines' names.
    pub anchors: BTreeMap<String, FieldElo>,
    /// The number of concurrent games, 1 or more.
    pub concurrency: usize,
    /// The number of running engines, at least two for each game.
    pub processes: usize,
    /// The processors of each concurrent game; empty if the system decides.
    pub processors: Vec<Vec<usize>>,
    /// True if the run stops after the first game that ends by a fault.
    pub stop_on_fault: bool,
    pub log: bool,
}

/// Everything that decides the games and their results, apart from the engines, the pairings and the openings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    pub rule: Objective,
    pub seed: u64,
    /// The number of empty squares from which the solver decides games; 0 for never.
    pub adjudicate: u32,
    /// Adjudication by the engines' own values.
    pub resign: Option<Resign>,
    pub draw: Option<Draw>,
    pub timeouts: Timeouts,
    /// The clock that measures all times of engines.
    pub clock: ClockKind,
    pub sprt: Option<Sprt>,
}

/// An engine, and the way to start it.
#[derive(Debug, Clone)]
pub(crate) struct EngineSpec {
    pub name: String,
    /// The program's file. The other words stay as written, with placeholders.
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// The command as written in the configuration, for the record.
    pub command: Vec<String>,
    pub folder: Option<PathBuf>,
    pub settings: EngineSettings,
    /// True for this program itself, whose servers take the seed of a game over both protocols.
    pub own: bool,
    pub log: bool,
}

impl EngineSpec {
    /// The file that a word of the command names, relative to the engine's folder.
    #[must_use]
    pub(crate) fn file(&self, word: &str) -> Option<PathBuf> {
        let path = self.folder.as_deref().unwrap_or(Path::new("")).join(word);
        path.is_file().then_some(path)
    }
}

/// Everything that decides an engine's games, apart from its command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EngineSettings {
    #[serde(rename = "proto")]
    pub protocol: Protocol,
    pub limits: Limits,
    pub env: BTreeMap<String, String>,
    /// Lines that are sent after the handshake.
    pub init: Vec<String>,
    /// The limit of address space in MiB.
    pub memory_mb: Option<u64>,
    /// The time by which a limit may be exceeded without a loss.
    pub margin: Option<Seconds>,
    pub restart: Restart,
}

/// The clock that measures an engine's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClockKind {
    #[default]
    Wall,
    /// The processor time of the engine's process and of all processes that it has started.
    Cpu,
}

impl ClockKind {
    /// The clock in words.
    #[must_use]
    pub(crate) const fn title(self) -> &'static str {
        match self {
            ClockKind::Wall => "wall time",
            ClockKind::Cpu => "processor time",
        }
    }
}

/// The protocol of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
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

/// The occasions on which an engine gets a new process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Restart {
    /// Only after a fault.
    #[default]
    Fault,
    /// For each game.
    Game,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Timeouts {
    /// The time for the start, the handshake, and the set-up of a game.
    pub start: Seconds,
    /// The time for a move without time control.
    pub reply: Seconds,
    /// The additional wait for a late move, which distinguishes slow engines from hanging ones.
    pub late: Seconds,
    /// The time in which an engine must obey `quit`.
    pub quit: Seconds,
    /// The time by which a limit may be exceeded without a loss.
    pub margin: Seconds,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            start: Seconds::milliseconds(10_000),
            reply: Seconds::milliseconds(60_000),
            late: Seconds::milliseconds(5_000),
            quit: Seconds::milliseconds(500),
            margin: Seconds::milliseconds(50),
        }
    }
}

impl EngineSpec {
    /// Checks an engine outside of a tournament.
    ///
    /// # Errors
    ///
    /// It cannot be started so.
    pub(crate) fn new(engine: EngineFields, look_in: &[PathBuf]) -> Result<EngineSpec, Problem> {
        check::one_engine(engine, look_in)
    }
}

impl Config {
    /// Checks options.
    ///
    /// # Errors
    /// The options cannot be played. The error gives the first reason.
    pub(crate) fn new(options: &Options) -> Result<Config, Problem> {
        check::check(options)
    }

    /// The configuration, if it has opponents. `rival tournament check` takes one engine, too.
    ///
    /// # Errors
    /// There is one engine.
    pub(crate) fn with_opponents(self) -> Result<Config, Problem> {
        let count = self.engines.len();
        if count < 2 { Err(Problem::at("engines", count, "2 or more")) } else { Ok(self) }
    }

    /// Orders the engines: first those with these names, then the others in their old order.
    pub(crate) fn order_engines<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        let names: Vec<&str> = names.collect();
        self.engines.sort_by_key(|engine| names.iter().position(|name| *name == engine.name).unwrap_or(names.len()));
    }
}
