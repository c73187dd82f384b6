//! `tune.json`: all that a search remembers between two steps.

use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::options::Tuned;
use crate::cli::output::replace;
use crate::machine::regular::read;
use crate::record::{Digest, problem};
use crate::tournament::catalogue::EngineFields;
use crate::tournament::config::Source;
use crate::train::optimisers::State;

/// The format of the file.
const FORMAT: &str = "rival-tune/1";
/// The file in the folder of a search.
const FILE: &str = "tune.json";

/// The settings of a search. Only the number of steps may grow later.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    /// The fields of the engine, with the options in braces.
    pub engine: EngineFields,
    /// The digest of the template.
    pub template: Option<Digest>,
    pub options: Vec<Tuned>,
    /// Pairs of opposite points that a step compares, and games of each.
    pub probes: usize,
    pub games: usize,
    pub gain: f64,
    /// The step from which steps get smaller.
    pub stability: f64,
    pub openings: Source,
    pub seed: u64,
}

/// The result of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    /// The point that was reached.
    pub values: Vec<f64>,
    /// The score of the better side of each probe above 0.5. In a flat field it has the size of chance.
    pub differences: Vec<f64>,
    pub faults: usize,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    pub format: String,
    pub setup: Setup,
    pub state: State,
    pub steps: Vec<Step>,
}

impl Search {
    /// The search of a folder, or a new one.
    pub(super) fn open(folder: &Path, setup: Setup, start: impl FnOnce() -> State) -> anyhow::Result<Search> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(Search { format: FORMAT.to_owned(), setup, state: start(), steps: Vec::new() });
        }
        let named = || path.display().to_string();
        let search: Search = problem::json(&read(&path).with_context(named)?).with_context(named)?;
        if search.format != FORMAT {
            bail!("{}: found format '{}', expected {FORMAT}", path.display(), search.format);
        }
        // The search keeps the stability that it began with, which decides the shrinking of steps.
        let wanted = Setup { stability: search.setup.stability, ..setup };
        let (Value::Object(found), Value::Object(wanted)) =
            (serde_json::to_value(&search.setup)?, serde_json::to_value(&wanted)?)
        else {
            bail!("{}: found no setup, expected one", path.display());
        };
        if let Some((name, value)) = found.iter().find(|(name, value)| wanted.get(*name) != Some(value)) {
            let now = wanted.get(name).cloned().unwrap_or_default();
            bail!("{}: the folder holds another search: {name}: found {value}, expected {now}", path.display());
        }
        Ok(search)
    }

    pub(super) fn save(&self, folder: &Path) -> anyhow::Result<()> {
        replace(&folder.join(FILE), serde_json::to_string_pretty(self)? + "\n")
    }

    /// The point that was reached, and the mean of the last quarter of the steps, which chance moves less.
    #[must_use]
    pub(super) fn found(&self) -> Option<(&[f64], Vec<f64>)> {
        let now = &self.steps.last()?.values;
        let last = &self.steps[self.steps.len() - self.steps.len().div_ceil(4)..];
        let mean = |option: usize| last.iter().map(|step| step.values[option]).sum::<f64>() / last.len() as f64;
        Some((now, (0..now.len()).map(mean).collect()))
    }
}
