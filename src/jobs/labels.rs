//! Labelled positions: a part of `rival train patterns`.

use super::{JobError, Kind, Machine};
use crate::eval::patterns::{Patterns, Weights, shipped};
use crate::record::Digest;
use crate::train::patterns::job::{Job as Labels, Labelled};

impl Kind for Labels {
    type Result = Labelled;

    fn run(&self, machine: &Machine<'_>) -> Result<Labelled, JobError> {
        self.check().map_err(JobError::Task)?;
        let evaluation = self.evaluation.as_ref().map(|digest| weights(self, digest, machine)).transpose()?;
        let positions = self.positions(evaluation.as_ref());
        self.labelled_unless(&positions, evaluation.as_ref(), &machine.stop).ok_or(JobError::Stopped)
    }
}

/// The evaluation that the job names.
fn weights(job: &Labels, name: &str, machine: &Machine<'_>) -> Result<Patterns, JobError> {
    let place = |text: String| JobError::Task(format!("evaluation: {text}"));
    let expected = Digest::try_from(name.to_owned()).map_err(place)?;
    let path = match (shipped::find(name), machine.files.find(&expected)) {
        (Some(shipped), _) => return of_rule(job, shipped.patterns.clone()),
        (None, path) => path,
    };
    let path = path.ok_or_else(|| place(format!("found no file with the SHA-256 {expected}")))?;
    let bytes = std::fs::read(&path)?;
    let found = Digest::of(&bytes);
    if found != expected {
        return Err(JobError::Changed { found, expected });
    }
    let weights = Weights::parse(&bytes).map_err(|error| place(error.to_string()))?;
    of_rule(job, Patterns::new(weights, name))
}

fn of_rule(job: &Labels, evaluation: Patterns) -> Result<Patterns, JobError> {
    let rule = evaluation.weights().rule;
    if rule == job.rule {
        return Ok(evaluation);
    }
    Err(JobError::Task(format!("rule: found {}, expected {rule}, as the weights have", job.rule)))
}
