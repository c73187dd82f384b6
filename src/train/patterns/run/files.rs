//! The files of a run's folder: their names, and reading them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::board::Objective;
use crate::eval::patterns::{WeightsFile, digest};
use crate::train::RunError;
use crate::train::patterns::job::{FORMAT, Job, Labelled};
use crate::train::patterns::sample::{self, Sample};
use crate::train::run::files;

pub(super) const FITTED: &str = "fitted.weights";
pub(super) const ERRORS: &str = "errors.json";
pub(super) const SHIFTS: &str = "shifts.json";
pub(super) const CALIBRATED: &str = "calibrated.weights";
pub(super) const WEIGHTS: &str = "patterns.weights";
pub(super) const MATCH: &str = "match.json";
/// Positions of other games, as the text of samples.
pub(super) const ARCHIVE: &str = "archive.txt";

pub(super) fn positions_name(number: usize) -> String {
    format!("positions/{number:06}.json")
}

pub(super) fn labels_name(number: usize) -> String {
    format!("labels/{number:06}.json")
}

pub(super) fn make(folder: &Path) -> Result<(), RunError> {
    fs::create_dir_all(folder).map_err(|error| RunError::Write { file: folder.to_owned(), error })
}

pub(super) fn missing(file: PathBuf) -> RunError {
    RunError::Damaged { file, problem: "found nothing, expected what an earlier stage makes".to_owned() }
}

/// The weights in a file, and the file's digest.
pub(super) fn read_weights(path: &Path) -> Result<(WeightsFile, String), RunError> {
    let bytes = match files::read(path) {
        Err(RunError::Read { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(missing(path.to_owned()));
        }
        other => other?,
    };
    let file = WeightsFile::parse(&bytes)
        .map_err(|error| RunError::Damaged { file: path.to_owned(), problem: error.to_string() })?;
    Ok((file, digest(&bytes)))
}

/// The JSON files of a folder of labels, in the order of their names.
pub(crate) fn label_files(folder: &Path) -> Result<Vec<PathBuf>, RunError> {
    let mut names: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(|error| RunError::Read { file: folder.to_owned(), error })?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    names.sort();
    Ok(names)
}

/// The job's name and the samples in a file of labels, which must be of this rule if it says its own.
pub(crate) fn parse_labels(path: &Path, rule: Objective) -> Result<(String, Vec<Sample>), RunError> {
    let damaged = |problem: String| RunError::Damaged { file: path.to_owned(), problem };
    let found: Labelled = files::json(path)?;
    if found.format != FORMAT {
        return Err(damaged(format!("format: found {:?}, expected {FORMAT:?}", found.format)));
    }
    if let Some(other) = found.rule.filter(|found| *found != rule) {
        return Err(damaged(format!("rule: found {other}, expected {rule}, as the weights have")));
    }
    let samples = sample::from_text(&found.samples);
    samples.map(|samples| (found.job, samples)).ok_or_else(|| damaged("found no samples".to_owned()))
}

/// The samples in a file, which must be those of this job.
pub(super) fn read_labels(path: &Path, job: &Job) -> Result<Vec<Sample>, RunError> {
    let (found, samples) = parse_labels(path, job.rule)?;
    let job = job.name();
    if found == job {
        return Ok(samples);
    }
    let problem = format!("found the samples of job {found:.12}, expected those of {job:.12}");
    Err(RunError::Damaged { file: path.to_owned(), problem })
}
