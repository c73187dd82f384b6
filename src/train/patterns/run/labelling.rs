//! Positions from games and their labels, in batches.

use std::fs;
use std::path::PathBuf;

use super::PatternsRun;
use super::files::{ARCHIVE, MATCH, WEIGHTS, positions_name};
use super::following::StageWork;
use crate::eval::patterns::digest;
use crate::machine::work::try_map;
use crate::record::problem::Problem;
use crate::record::run_folder::{FolderError, Layout, read, write_json};
use crate::train::patterns::batch::Batch;
use crate::train::patterns::label_files::{self, copy, labels_name, part_files, read_labels};
use crate::train::patterns::plan::LabelPlan;
use crate::train::patterns::sample::{self, Sample};
use crate::train::patterns::stage::Stage;

impl PatternsRun {
    /// The labels of a generation after the first, by the last accepted one before it. The match of the previous
    /// generation decides which one that is.
    fn label_plan(&self, generation: usize) -> Result<LabelPlan, FolderError> {
        let verdict = self.generation(generation - 1).join(MATCH);
        if generation > 1 && !verdict.exists() {
            return Err(FolderError::Missing(verdict));
        }
        let path = self.generation(self.before(generation)?).join(WEIGHTS);
        let evaluation = digest(&read(&path)?);
        let plan = self.recipe.label_plan(self.settings.seed, generation, &evaluation);
        Ok(plan.expect("the run has as many generations as its recipe"))
    }

    /// The batches of a generation after the first: positions from its own games, then those from other games.
    pub(super) fn batches(&self, generation: usize) -> Result<Vec<Batch>, FolderError> {
        let plan = self.label_plan(generation)?;
        let of_games = (0..plan.batches()).map(|number| plan.batch(number));
        Ok(of_games.chain(plan.batches_of(&self.archive()?)).collect())
    }

    /// Copies labels of a generation from the parts that `rival train labels` made with this run's recipe and seed and
    /// the previous generation's personality. They do not include labels of positions from other games.
    ///
    /// # Errors
    ///
    /// A part is missing, given twice, damaged, from other labels, or in use by another process; or the previous
    /// generation is not finished.
    pub fn take_labels(&self, parts: &[PathBuf]) -> Result<(), FolderError> {
        let Some(first) = parts.first() else { return Ok(()) };
        let generation = label_files::plan(first)?.generation;
        let generations = self.recipe.generations.len();
        if !(1..=generations).contains(&generation) {
            let difference = Box::new(Problem::at("generation", generation, format!("1 to {generations}")));
            return Err(FolderError::Other { file: first.join(Layout::RUN.settings), difference });
        }
        let folder = self.generation(generation);
        let plan = self.label_plan(generation)?;
        copy(&part_files(&plan, parts)?, &folder)
    }

    /// The positions from other games, if there are any.
    fn archive(&self) -> Result<Vec<Sample>, FolderError> {
        let Some(bytes) = self.folder.find(ARCHIVE)? else { return Ok(Vec::new()) };
        let text = String::from_utf8(bytes).ok();
        text.and_then(|text| sample::from_text(text.trim())).ok_or_else(|| FolderError::Damaged {
            file: self.folder.path().join(ARCHIVE),
            problem: "the samples are damaged".to_owned(),
        })
    }

    pub(super) fn positions(&self, work: &StageWork<'_>) -> Result<Option<usize>, FolderError> {
        let folder = self.generation(work.generation);
        let batches = self.batches(work.generation)?;
        let patterns = self.evaluation(self.before(work.generation)?)?;
        let needed: Vec<usize> = (0..batches.len())
            .filter(|&number| {
                !folder.join(positions_name(number)).exists() && !folder.join(labels_name(number)).exists()
            })
            .collect();
        each_batch(work, Stage::Positions, &batches, &needed, |number| {
            let batch = &batches[number];
            let file = batch.file(&batch.positions(Some(&patterns)));
            write_json(&folder.join(positions_name(number)), &file)
        })
    }

    pub(super) fn labels(&self, work: &StageWork<'_>) -> Result<Option<usize>, FolderError> {
        let folder = self.generation(work.generation);
        let batches = self.batches(work.generation)?;
        let patterns = self.evaluation(self.before(work.generation)?)?;
        let needed: Vec<usize> =
            (0..batches.len()).filter(|&number| !folder.join(labels_name(number)).exists()).collect();
        each_batch(work, Stage::Labels, &batches, &needed, |number| {
            let batch = &batches[number];
            let path = folder.join(positions_name(number));
            let positions = read_labels(&path, batch).unwrap_or_else(|_| batch.positions(Some(&patterns)));
            let Some(labels) = batch.label(&positions, Some(&patterns), work.stop) else { return Ok(()) };
            write_json(&folder.join(labels_name(number)), &labels)?;
            let _ = fs::remove_file(path);
            Ok(())
        })
    }
}

/// Does the missing batches of a stage, given their numbers. Returns the number of positions; `None` if stopped.
fn each_batch(
    work: &StageWork<'_>,
    stage: Stage,
    batches: &[Batch],
    needed: &[usize],
    run: impl Fn(usize) -> Result<(), FolderError> + Sync,
) -> Result<Option<usize>, FolderError> {
    let steps = work.begin(stage, batches.len(), batches.len() - needed.len());
    let done: Result<Vec<()>, FolderError> = try_map(work.threads, needed.len(), |index| {
        if !work.stop.is_stopped() {
            run(needed[index])?;
            steps.advance();
        }
        Ok(())
    });
    done?;
    if work.stop.is_stopped() {
        return Ok(None);
    }
    work.progress.end("");
    Ok(Some(needed.iter().map(|&number| batches[number].count).sum()))
}
