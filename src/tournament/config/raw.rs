//! The configuration as written in a file or by flags; only its form is checked.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::limits::Depth;
use super::{ClockKind, Protocol};
use crate::board::Objective;
use crate::stats::{FieldElo, Model};
use crate::tournament::claims::{Draw, Resign};

/// A tournament. Unknown fields are errors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawConfig {
    pub format: Option<String>,
    pub name: Option<String>,
    #[serde(default)]
    pub engines: Vec<RawEngine>,
    pub schedule: Option<RawSchedule>,
    pub challengers: Option<usize>,
    pub games: Option<usize>,
    pub pairs: Option<bool>,
    pub openings: Option<RawOpenings>,
    pub rule: Option<Objective>,
    pub seed: Option<u64>,
    pub concurrency: Option<usize>,
    pub force_concurrency: Option<bool>,
    pub processes: Option<usize>,
    pub adjudicate: Option<u32>,
    pub resign: Option<Resign>,
    pub draw: Option<Draw>,
    pub affinity: Option<RawAffinity>,
    pub tc: Option<String>,
    pub st: Option<f64>,
    pub depth: Option<Depth>,
    pub nodes: Option<u64>,
    pub timeouts: Option<RawTimeouts>,
    pub clock: Option<ClockKind>,
    pub faults: Option<BTreeMap<String, RawScoring>>,
    pub sprt: Option<RawSprt>,
    pub anchors: Option<BTreeMap<String, FieldElo>>,
    pub log: Option<bool>,
}

impl RawConfig {
    pub(super) fn limits(&self) -> RawLimits {
        RawLimits { tc: self.tc.clone(), st: self.st, depth: self.depth, nodes: self.nodes }
    }
}

/// Limits of an engine, or of all engines without their own.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct RawLimits {
    pub tc: Option<String>,
    pub st: Option<f64>,
    pub depth: Option<Depth>,
    pub nodes: Option<u64>,
}

impl RawLimits {
    /// These, and what they do not say of others: one time, and one depth or number of nodes.
    pub(super) fn or(&self, common: &RawLimits) -> RawLimits {
        let time = if self.tc.is_some() || self.st.is_some() { self } else { common };
        let effort = if self.depth.is_some() || self.nodes.is_some() { self } else { common };
        RawLimits { tc: time.tc.clone(), st: time.st, depth: effort.depth, nodes: effort.nodes }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawEngine {
    pub name: String,
    pub cmd: Command,
    pub proto: Protocol,
    pub dir: Option<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    #[serde(default)]
    pub init: Vec<String>,
    pub tc: Option<String>,
    pub st: Option<f64>,
    pub depth: Option<Depth>,
    pub nodes: Option<u64>,
    pub memory_mb: Option<u64>,
    pub margin: Option<f64>,
    pub ponder: Option<bool>,
    pub restart: Option<RawRestart>,
    pub log: Option<bool>,
}

impl RawEngine {
    pub(super) fn limits(&self) -> RawLimits {
        RawLimits { tc: self.tc.clone(), st: self.st, depth: self.depth, nodes: self.nodes }
    }
}

/// All processors that this process may use, or some of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum RawAffinity {
    All(bool),
    Some(String),
}

/// One line, split as a shell would at spaces and quotes, or the words.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Command {
    Line(String),
    Words(Vec<String>),
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RawRestart {
    Fault,
    Game,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RawSchedule {
    RoundRobin,
    Gauntlet,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RawScoring {
    Loss,
    Void,
}

/// The source alone, or with its use.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum RawOpenings {
    Source(String),
    Full(RawBook),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawBook {
    pub source: String,
    pub order: Option<RawOrder>,
    pub start: Option<usize>,
    pub plies: Option<usize>,
    pub repeat: Option<bool>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RawOrder {
    Sequential,
    Random,
}

/// Seconds.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawTimeouts {
    pub start: Option<f64>,
    pub reply: Option<f64>,
    pub late: Option<f64>,
    pub quit: Option<f64>,
    pub margin: Option<f64>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSprt {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: Option<f64>,
    pub beta: Option<f64>,
    pub model: Option<Model>,
}
