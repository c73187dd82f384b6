//! Files of labels, one for each batch. Several threads write them, and they are read again.

use std::fs;
use std::path::{Path, PathBuf};

use super::batch::{Batch, FORMAT, LabelFile};
use super::plan::LabelPlan;
use super::sample::{self, Sample};
use crate::board::Objective;
use crate::eval::Evaluator;
use crate::machine::work::try_map;
use crate::record::run_folder::{FolderError, Layout, json, read, write, write_json};
use crate::search::Stop;
use crate::train::run::divided::{DividedWork, parts};

/// The file of a batch in the folder of a generation or of `rival train labels`.
pub(super) fn labels_name(number: usize) -> String {
    format!("labels/{number:06}.json")
}

/// Labels batches on this many threads. Each goes into its file, unless that exists. `step` is called after each. False
/// if stopped.
pub(super) fn label_all<E: Evaluator + Sync>(
    batches: &[(PathBuf, Batch)],
    evaluation: Option<&E>,
    threads: usize,
    stop: &Stop,
    step: &(dyn Fn() + Sync),
) -> Result<bool, FolderError> {
    let done: Result<Vec<()>, FolderError> = try_map(threads, batches.len(), |index| {
        let (file, batch) = &batches[index];
        if stop.is_stopped() || file.exists() {
            return Ok(());
        }
        let evaluation = evaluation.filter(|_| batch.evaluation.is_some());
        if let Some(labels) = batch.label(&batch.positions(evaluation), evaluation, stop) {
            write_json(file, &labels)?;
            step();
        }
        Ok(())
    });
    done.map(|_| !stop.is_stopped())
}

/// The JSON files of a folder of labels, in the order of their names.
pub(crate) fn label_files(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let mut names: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(|error| FolderError::Read { file: folder.to_owned(), error })?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    names.sort();
    Ok(names)
}

/// The name of the batch and the samples in a file of labels. The labels must be for this rule.
pub(crate) fn parse_labels(path: &Path, rule: Objective) -> Result<(String, Vec<Sample>), FolderError> {
    let file: LabelFile = json(path)?;
    let other = |problem| Err(FolderError::OtherContent { file: path.to_owned(), problem });
    if file.format != FORMAT {
        return other(format!("format: found {:?}, expected {FORMAT:?}", file.format));
    }
    if file.rule != rule {
        return other(format!("rule: found {}, expected {rule}, as the weights have", file.rule));
    }
    let samples = sample::from_text(&file.samples);
    let damaged = || FolderError::Damaged { file: path.to_owned(), problem: "the samples cannot be read".to_owned() };
    Ok((file.batch, samples.ok_or_else(damaged)?))
}

/// The samples in a file. They must belong to this batch.
pub(super) fn read_labels(path: &Path, batch: &Batch) -> Result<Vec<Sample>, FolderError> {
    let (found, samples) = parse_labels(path, batch.rule)?;
    let expected = batch.name();
    if found == expected {
        return Ok(samples);
    }
    let problem = format!("found the samples of batch {found:.12}, expected those of {expected:.12}");
    Err(FolderError::Damaged { file: path.to_owned(), problem })
}

/// The plan of the labels in a folder of `rival train labels`.
pub(super) fn plan(folder: &Path) -> Result<LabelPlan, FolderError> {
    let part: DividedWork<LabelPlan> = json(&folder.join(Layout::RUN.settings))?;
    Ok(part.plan)
}

/// The files of all parts of these labels, by the numbers of their batches.
pub(super) fn part_files(plan: &LabelPlan, folders: &[PathBuf]) -> Result<Vec<(usize, PathBuf)>, FolderError> {
    let mut files = Vec::new();
    for folder in parts(plan, folders)? {
        for number in 0..plan.batches() {
            let file = folder.join(labels_name(number));
            if file.exists() {
                read_labels(&file, &plan.batch(number))?;
                files.push((number, file));
            }
        }
    }
    Ok(files)
}

/// Copies the files of parts into another folder, except existing ones.
pub(super) fn copy(files: &[(usize, PathBuf)], folder: &Path) -> Result<(), FolderError> {
    for (number, from) in files {
        let to = folder.join(labels_name(*number));
        if !to.exists() {
            write(&to, read(from)?)?;
        }
    }
    Ok(())
}
