//! Labels in a folder of their own, for a network or for a generation of a run.
//!
//! | file | content |
//! |---|---|
//! | `run.json` | the plan, and the part of it that is in the folder |
//! | `labels/N.json` | labelled positions, by batches |

use std::path::{Path, PathBuf};

use super::label_files::{copy_parts, label_all, labels_name};
use super::plan::{BATCH, LabelPlan};
use super::recipe::Recipe;
use crate::eval::EvaluationSpec;
use crate::eval::patterns::{Network, Patterns};
use crate::machine::shard::Shard;
use crate::personality::Personality;
use crate::record::run_folder::{FolderError, RunFolder};
use crate::search::Stop;
use crate::train::run::divided::DividedWork;

/// A player without learned patterns, or a generation that the recipe does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LabelsError {
    /// The player's evaluation has no digest.
    #[error("{name}: found {found}, expected a player with learned patterns")]
    Player {
        /// The player's name.
        name: String,
        /// Its kind.
        found: String,
    },
    /// There are fewer generations.
    #[error("--generation: found {found}, expected 1 to {generations}, which the recipe has")]
    Generation {
        /// The requested generation.
        found: usize,
        /// The number of the recipe's generations.
        generations: usize,
    },
}

impl LabelsError {
    fn of_player(player: &Personality, found: &str) -> LabelsError {
        LabelsError::Player { name: player.name.clone(), found: found.to_owned() }
    }
}

/// The labels of a generation of a recipe, by a player's evaluation.
#[derive(Debug, Clone)]
pub struct Labelling {
    evaluation: LabelEvaluation,
    plan: LabelPlan,
}

/// An evaluation that a digest identifies.
#[derive(Debug, Clone)]
enum LabelEvaluation {
    Patterns(Box<Patterns>),
    Network(Box<Network>),
}

impl Labelling {
    /// The labels of this generation in a run with this seed, whose generation before has the player's weights.
    /// `positions` replaces the recipe's number.
    ///
    /// # Errors
    ///
    /// See [`LabelsError`].
    pub fn new(
        player: &Personality,
        recipe: &Recipe,
        seed: u64,
        generation: usize,
        positions: Option<usize>,
    ) -> Result<Labelling, LabelsError> {
        let (evaluation, weights, network) = match player.alpha_beta().map(|spec| &spec.evaluation) {
            Some(EvaluationSpec::Patterns(spec)) => {
                (LabelEvaluation::Patterns(Box::new(spec.patterns.clone())), &spec.sha256, None)
            }
            Some(EvaluationSpec::Network(spec)) => {
                let network = LabelEvaluation::Network(Box::new(spec.network.clone()));
                (network, &spec.patterns.sha256, Some(spec.sha256.clone()))
            }
            Some(EvaluationSpec::Weighted(_)) => return Err(LabelsError::of_player(player, "features")),
            None => return Err(LabelsError::of_player(player, player.kind.name())),
        };
        // The player has the rule, whatever the recipe says.
        let plan = Recipe { rule: player.rule, ..recipe.clone() }.label_plan(seed, generation, weights);
        let generations = recipe.generations.len();
        let plan = plan.ok_or(LabelsError::Generation { found: generation, generations })?;
        let positions = positions.unwrap_or(plan.positions);
        Ok(Labelling { evaluation, plan: LabelPlan { positions, network, ..plan } })
    }
}

/// A folder with a part of the labels, or all; labelling can be continued there.
#[derive(Debug)]
pub struct LabelFolder {
    folder: RunFolder,
    labelling: Labelling,
    shard: Shard,
}

impl LabelFolder {
    /// Begins a part of labels in a folder, which is made if needed, or continues it if `resume` is true. `command` is
    /// for readers.
    ///
    /// # Errors
    ///
    /// The folder holds something else, another process works in it, or it cannot be written.
    pub fn open(
        path: &Path,
        resume: bool,
        labelling: Labelling,
        shard: Shard,
        command: String,
    ) -> Result<LabelFolder, FolderError> {
        let folder = DividedWork { command, shard, plan: labelling.plan.clone() }.begin(path, resume)?;
        Ok(LabelFolder { folder, labelling, shard })
    }

    /// Takes over the files of these folders, which hold all parts of the same labels.
    ///
    /// # Errors
    ///
    /// A part is missing or there twice, holds other labels or a damaged file, or another process works on it.
    pub fn take(&self, parts: &[PathBuf]) -> Result<(), FolderError> {
        copy_parts(&self.labelling.plan, parts, self.folder.path())
    }

    /// The batches of this part, and how many of them are done.
    #[must_use]
    pub fn batches(&self) -> (usize, usize) {
        let range = self.shard.range(self.labelling.plan.batches());
        let done = range.clone().filter(|&number| self.folder.path().join(labels_name(number)).exists()).count();
        (range.len(), done)
    }

    /// The number of positions of this part.
    #[must_use]
    pub fn positions(&self) -> usize {
        let plan = &self.labelling.plan;
        let range = self.shard.range(plan.batches());
        plan.positions.min(range.end * BATCH) - plan.positions.min(range.start * BATCH)
    }

    /// Labels the batches of this part that have no file; calls `step` after each. False if stopped. The number of
    /// threads never changes what is written.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn label(&self, threads: usize, stop: &Stop, step: &(dyn Fn() + Sync)) -> Result<bool, FolderError> {
        let plan = &self.labelling.plan;
        let range = self.shard.range(plan.batches());
        let batches: Vec<_> =
            range.map(|number| (self.folder.path().join(labels_name(number)), plan.batch(number))).collect();
        match &self.labelling.evaluation {
            LabelEvaluation::Patterns(patterns) => label_all(&batches, Some(patterns.as_ref()), threads, stop, step),
            LabelEvaluation::Network(network) => label_all(&batches, Some(network.as_ref()), threads, stop, step),
        }
    }
}
