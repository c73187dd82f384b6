//! Labels in a separate folder, for a network or for a generation of a run.
//!
//! | file | content |
//! |---|---|
//! | `run.json` | the plan, and the part of it that is in the folder |
//! | `labels/N.json` | labelled positions, by batches |

use std::path::{Path, PathBuf};

use super::label_files::{copy, label_all, labels_name, part_files};
use super::plan::{BATCH, LabelPlan};
use super::recipe::Recipe;
use crate::eval::{Evaluation, EvaluationSpec};
use crate::machine::shard::Shard;
use crate::personality::{AlphaBetaSpec, Personality, Problem};
use crate::record::run_folder::{FolderError, RunFolder};
use crate::search::Stop;
use crate::train::run::divided::DividedWork;

/// The labels of one generation in a recipe. A player's evaluation computes them.
#[derive(Debug, Clone)]
pub struct Labelling {
    /// The evaluation: learned patterns, or a network over patterns. A digest identifies it.
    evaluation: Evaluation,
    plan: LabelPlan,
}

fn without_patterns(player: &Personality, found: &str) -> Problem {
    Problem::at(&player.name, found, "a player with learned patterns")
}

impl Labelling {
    /// The labels of this generation in a run with this seed. The previous generation must have the player's weights.
    /// `positions` replaces the recipe's number.
    ///
    /// # Errors
    ///
    /// The player has no learned patterns, or the recipe has no such generation.
    pub fn new(
        player: &Personality,
        recipe: &Recipe,
        seed: u64,
        generation: usize,
        positions: Option<usize>,
    ) -> Result<Labelling, Problem> {
        let Some(AlphaBetaSpec { evaluation, .. }) = player.alpha_beta() else {
            return Err(without_patterns(player, player.kind.name()));
        };
        let (weights, network) = match evaluation {
            EvaluationSpec::Patterns(spec) => (&spec.sha256, None),
            EvaluationSpec::Network(spec) => (&spec.patterns.sha256, Some(spec.sha256.clone())),
            EvaluationSpec::Weighted(_) => return Err(without_patterns(player, "features")),
        };
        let evaluation = evaluation.build();
        // The rule is the player's, even if the recipe has another.
        let plan = Recipe { rule: player.rule, ..recipe.clone() }.label_plan(seed, generation, weights);
        let plan = plan.ok_or_else(|| {
            let expected = format!("one of the recipe's generations, 1 to {}", recipe.generations.len());
            Problem::at("--generation", generation, expected)
        })?;
        let positions = positions.unwrap_or(plan.positions);
        Ok(Labelling { evaluation, plan: LabelPlan { positions, network, ..plan } })
    }
}

/// A folder with labels, or with a part of them. Labelling can continue there.
#[derive(Debug)]
pub struct LabelFolder {
    folder: RunFolder,
    labelling: Labelling,
    shard: Shard,
}

impl LabelFolder {
    /// Begins a part of labels in a folder, which is created if needed, or continues it if `resume` is true. `command`
    /// is for readers. The files of `parts`, folders that must have all parts of the same labels, are copied.
    ///
    /// # Errors
    ///
    /// The folder has other files, another process works in it, or it cannot be written. A part is missing, given
    /// twice, damaged, from other labels, or in use by another process; then the folder is unchanged.
    pub fn open(
        path: &Path,
        resume: bool,
        labelling: Labelling,
        shard: Shard,
        command: String,
        parts: &[PathBuf],
    ) -> Result<LabelFolder, FolderError> {
        let files = part_files(&labelling.plan, parts)?;
        let folder = DividedWork { command, shard, plan: labelling.plan.clone() }.begin(path, resume)?;
        copy(&files, path)?;
        Ok(LabelFolder { folder, labelling, shard })
    }

    /// The number of batches in this part, and the number of finished ones.
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

    /// Labels the batches of this part that have no file. `step` is called after each. False if stopped. The number of
    /// threads does not affect the files.
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
            Evaluation::Weighted(weighted) => label_all(&batches, Some(weighted), threads, stop, step),
            Evaluation::Patterns(patterns) => label_all(&batches, Some(patterns), threads, stop, step),
            Evaluation::Network(network) => label_all(&batches, Some(network), threads, stop, step),
        }
    }
}
