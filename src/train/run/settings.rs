//! The settings of a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::machine::clock::since_1970;
use crate::machine::date::day;
use crate::record::Digest;

/// The settings of a run. Together with its recipe they decide the result.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Decides every random choice.
    pub seed: u64,
    /// The personality's name.
    pub name: String,
    /// The command that repeats the run, for the personality's provenance.
    pub command: String,
    /// The date for the personality's provenance, YYYY-MM-DD; `None`: the day on which the run begins, UTC.
    pub date: Option<String>,
    /// The SHA-256 of each player of the recipe that is a file, by its name. A run notes them when it begins; runs of
    /// earlier versions have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, Digest>,
}

impl Settings {
    /// The settings of a run that begins now.
    pub(in crate::train) fn dated(mut self) -> Settings {
        self.date.get_or_insert_with(|| day(since_1970().as_secs()));
        self
    }

    /// The settings of a continued run. It keeps the date of its start, unless another one is given.
    pub(in crate::train) fn resumed(mut self, before: &Settings) -> Settings {
        self.date = self.date.or_else(|| before.date.clone());
        self
    }

    /// The settings without this option of the command, such as `--generations`, to compare runs of different lengths.
    pub(in crate::train) fn without(&self, option: &str) -> Settings {
        let mut words: Vec<&str> = self.command.split(' ').collect();
        if let Some(at) = words.iter().position(|word| *word == option) {
            words.drain(at..(at + 2).min(words.len()));
        }
        Settings { command: words.join(" "), ..self.clone() }
    }
}
