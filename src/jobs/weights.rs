//! Learned evaluations by their digests.

use std::path::PathBuf;

use super::{Files, JobError};
use crate::board::Objective;
use crate::eval::patterns::{Network, NetworkFile, Patterns, PatternsSpec, WeightsFile, shipped};
use crate::machine::regular::read;
use crate::record::Digest;

/// The evaluation of this digest and rule: a shipped one, or that of a file.
///
/// # Errors
///
/// It is not here, or is for the other rule.
pub(super) fn find(name: &str, rule: Objective, files: &Files) -> Result<PatternsSpec, JobError> {
    if let Some(shipped) = shipped::find(name) {
        return of_rule(rule, shipped.clone());
    }
    let (path, bytes) = read_file("evaluation", name, files)?;
    let file = WeightsFile::parse(&bytes).map_err(|error| JobError::Task(format!("evaluation: {error}")))?;
    let patterns = Patterns::new(file, name);
    of_rule(rule, PatternsSpec { file: path.display().to_string(), sha256: name.to_owned(), patterns })
}

/// The network of this digest over these patterns.
///
/// # Errors
///
/// It is not here, or is over other patterns.
pub(super) fn find_network(name: &str, patterns: PatternsSpec, files: &Files) -> Result<Network, JobError> {
    if let Some(shipped) = shipped::find_network(name, &patterns) {
        return Ok(shipped.clone());
    }
    let (_, bytes) = read_file("network", name, files)?;
    let network = NetworkFile::parse(&bytes).and_then(|file| Network::new(&patterns, file, name));
    network.map_err(|error| JobError::Task(format!("network: {error}")))
}

/// A file by its digest, which is that of a field.
fn read_file(field: &str, name: &str, files: &Files) -> Result<(PathBuf, Vec<u8>), JobError> {
    let expected = Digest::try_from(name.to_owned()).map_err(|problem| problem.within(field))?;
    let path = files.find(&expected);
    let path = path.ok_or_else(|| JobError::Task(format!("{field}: found no file with the SHA-256 {expected}")))?;
    let bytes = read(&path)?;
    let found = Digest::of(&bytes);
    if found != expected {
        return Err(JobError::Changed { found, expected });
    }
    Ok((path, bytes))
}

fn of_rule(wanted: Objective, evaluation: PatternsSpec) -> Result<PatternsSpec, JobError> {
    let rule = evaluation.rule();
    if rule == wanted {
        return Ok(evaluation);
    }
    Err(JobError::Task(format!("rule: found {wanted}, expected {rule}, as the weights have")))
}
