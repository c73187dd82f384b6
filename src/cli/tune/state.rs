//! A search in its folder, which can continue to the same values after a kill at any moment.
//!
//! | file | what it holds |
//! |---|---|
//! | `run.json` | the settings of the search |
//! | `checkpoint.json` | the state of the optimiser, and the steps |

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::options::TunedOption;
use crate::board::Objective;
use crate::cli::complaint::complain;
use crate::record::run_folder::{FolderError, Layout, RunFolder};
use crate::tournament::catalogue::EngineFields;
use crate::tournament::config::Source;
use crate::train::optimisers::State;

const CHECKPOINT: &str = "checkpoint.json";

/// The settings of a search. Only the number of steps may grow later.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    /// The fields of the engine, in which options are in braces.
    pub engine: EngineFields,
    pub options: Vec<TunedOption>,
    /// Pairs of opposite points that a step compares, and games of each pair.
    pub probes: usize,
    pub games: usize,
    pub gain: f64,
    /// The number of steps after which steps get smaller.
    pub stability: f64,
    /// Whose discs win. Searches of earlier versions were for the most discs.
    #[serde(default)]
    pub rule: Objective,
    pub openings: Source,
    pub seed: u64,
}

/// The result of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    /// The point after the step.
    pub values: Vec<f64>,
    /// For each probe, the score of the better side minus 0.5. If the options do not matter, it only shows chance.
    pub differences: Vec<f64>,
    pub faults: usize,
}

/// A search in its folder.
#[derive(Debug)]
pub(super) struct Search {
    pub folder: RunFolder,
    pub setup: Setup,
    pub state: State,
    pub steps: Vec<Step>,
}

impl Search {
    /// Begins a search that starts in this state, or opens the one in the folder.
    ///
    /// # Errors
    ///
    /// The folder has another search or other files, or it cannot be read or written.
    pub(super) fn open(path: &Path, setup: Setup, start: State) -> Result<Search, FolderError> {
        if !RunFolder::is_in(path, Layout::RUN) {
            let folder = RunFolder::create(path, Layout::RUN)?;
            return Ok(Search { folder, setup, state: start, steps: Vec::new() });
        }
        let folder = RunFolder::open(path, Layout::RUN)?;
        let present: Setup = folder.settings()?;
        // The search keeps its first stability, which decides how steps shrink.
        let setup = Setup { stability: present.stability, ..setup };
        folder.check_same(Layout::RUN.settings, &present, &setup)?;
        let (state, steps) = match folder.restore(CHECKPOINT)? {
            None => (start, Vec::new()),
            Some((checkpoint, damage)) => {
                if let Some(error) = damage {
                    complain!("rival: {error}; the steps before the last one are used");
                }
                checkpoint
            }
        };
        Ok(Search { folder, setup, state, steps })
    }

    /// Writes the state and the steps, so that another process can continue. The search begins with its first step: an
    /// engine that fails in it does not occupy the folder.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(super) fn save(&self) -> Result<(), FolderError> {
        if self.steps.len() == 1 {
            self.folder.write_settings(&self.setup)?;
        }
        self.folder.save(CHECKPOINT, &(&self.state, &self.steps))
    }

    /// The last point, and the mean over the last quarter of the steps, which varies less by chance.
    #[must_use]
    pub(super) fn estimate(&self) -> Option<(&[f64], Vec<f64>)> {
        let now = &self.steps.last()?.values;
        let last = &self.steps[self.steps.len() - self.steps.len().div_ceil(4)..];
        let sums = (0..now.len()).map(|option| last.iter().map(|step| step.values[option]).sum::<f64>());
        Some((now, sums.map(|sum| sum / last.len() as f64).collect()))
    }
}
