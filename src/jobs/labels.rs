//! Labelled positions: a part of `rival train patterns`.

use super::{JobError, Kind, Machine, weights};
use crate::train::patterns::job::{Job as Labels, Labelled};

impl Kind for Labels {
    type Result = Labelled;

    fn run(&self, machine: &Machine<'_>) -> Result<Labelled, JobError> {
        self.check().map_err(|problem| JobError::Task(problem.to_string()))?;
        let find = |digest: &String| weights::find(digest, self.rule, machine.files);
        let evaluation = self.evaluation.as_ref().map(find).transpose()?;
        let positions = self.positions(evaluation.as_ref());
        self.labelled_unless(&positions, evaluation.as_ref(), &machine.stop).ok_or(JobError::Stopped)
    }
}
