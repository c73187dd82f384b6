//! Learned evaluations by their digests.

use super::{Files, JobError};
use crate::board::Objective;
use crate::eval::patterns::{Patterns, WeightsFile, shipped};
use crate::machine::regular::read;
use crate::record::Digest;

/// The evaluation of this digest and rule: a shipped one, or that of a file.
///
/// # Errors
///
/// It is not here, or is for the other rule.
pub(super) fn find(name: &str, rule: Objective, files: &Files) -> Result<Patterns, JobError> {
    let place = |text: String| JobError::Task(format!("evaluation: {text}"));
    let expected = Digest::try_from(name.to_owned()).map_err(|problem| problem.within("evaluation"))?;
    let path = match (shipped::find(name), files.find(&expected)) {
        (Some(shipped), _) => return of_rule(rule, shipped.patterns.clone()),
        (None, path) => path,
    };
    let path = path.ok_or_else(|| place(format!("found no file with the SHA-256 {expected}")))?;
    let bytes = read(&path)?;
    let found = Digest::of(&bytes);
    if found != expected {
        return Err(JobError::Changed { found, expected });
    }
    let file = WeightsFile::parse(&bytes).map_err(|error| place(error.to_string()))?;
    of_rule(rule, Patterns::new(file, name))
}

fn of_rule(wanted: Objective, evaluation: Patterns) -> Result<Patterns, JobError> {
    let rule = evaluation.weights().rule;
    if rule == wanted {
        return Ok(evaluation);
    }
    Err(JobError::Task(format!("rule: found {wanted}, expected {rule}, as the weights have")))
}
