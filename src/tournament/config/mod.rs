//! The configuration of a tournament: its options, and their checked form. An unusable one never starts.

mod book;
mod check;
mod limits;
mod options;
mod seconds;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub(crate) use book::{Book, Order, Source};
pub(crate) use limits::{Depth, Limits};
pub(crate) use options::Options;
pub(crate) use seconds::Seconds;

use super::claims::{Draw, Resign};
use super::schedule::Plan;
use crate::board::Objective;
use crate::record::problem::Problem;
use crate::stats::{FieldElo, Sprt};

/// A tournament that can be played.
#[derive(Debug, Clone)]
pub(crate) struct Config {
    pub name: String,
    pub engines: Vec<EngineSpec>,
    pub plan: Plan,
    pub openings: Book,
    pub rules: Rules,
    /// Fixed ratings, by the engines' names.
    pub anchors: BTreeMap<String, FieldElo>,
    /// Games at a time, 1 or more.
    pub concurrency: usize,
    /// Engines running at a time, at least two for each game.
    pub processes: usize,
    /// The processors of each game at a time; empty if the system decides.
    pub processors: Vec<Vec<usize>>,
    pub log: bool,
}

/// Everything that decides the games and their results beside the engines, the pairings and the openings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    pub rule: Objective,
    pub seed: u64,
    /// The number of empty squares from which the solver decides; 0: never.
    pub adjudicate: u32,
    /// Adjudication by the engines' own values.
    pub resign: Option<Resign>,
    pub draw: Option<Draw>,
    pub timeouts: Timeouts,
    /// The clock that measures all times of engines.
    pub clock: ClockKind,
    pub sprt: Option<Sprt>,
}

/// An engine, and how it is started.
#[derive(Debug, Clone)]
pub(crate) struct EngineSpec {
    pub name: String,
    /// The program's file, and the other words as written, with placeholders.
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

/// Everything that decides an engine's games beside its command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EngineSettings {
    #[serde(rename = "proto")]
    pub protocol: Protocol,
    pub limits: Limits,
    pub env: BTreeMap<String, String>,
    /// Lines sent after the handshake.
    pub init: Vec<String>,
    /// Address space in MiB.
    pub memory_mb: Option<u64>,
    /// Time over the limit that is not yet a loss.
    pub margin: Option<Seconds>,
    pub restart: Restart,
}

/// The clock that measures an engine's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClockKind {
    #[default]
    Wall,
    /// The processor time of its process and of all that it has started.
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

/// When an engine gets a new process.
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
    /// For the start, the handshake, and the set-up of a game.
    pub start: Seconds,
    /// For a move without time control.
    pub reply: Seconds,
    /// The wait for a late move, to distinguish slow engines from hanging ones.
    pub late: Seconds,
    /// The time in which an engine must obey `quit`.
    pub quit: Seconds,
    /// Time over the limit that is not yet a loss.
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

impl Config {
    /// Checks options.
    ///
    /// # Errors The options cannot be played. The error gives the first reason.
    pub(crate) fn new(options: &Options) -> Result<Config, Problem> {
        check::check(options)
    }

    /// Orders the engines: those of these names first, then the others as they are.
    pub(crate) fn order_engines<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        let names: Vec<&str> = names.collect();
        self.engines.sort_by_key(|engine| names.iter().position(|name| *name == engine.name).unwrap_or(names.len()));
    }
}
