//! Labelled positions: a part of `rival train patterns`.

use super::{JobError, Kind, Machine, weights};
use crate::train::patterns::job::{Job as Labels, Labelled};

impl Kind for Labels {
    type Result = Labelled;

    fn run(&self, machine: &Machine<'_>) -> Result<Labelled, JobError> {
        self.check().map_err(|problem| JobError::Task(problem.to_string()))?;
        let find = |digest: &String| weights::find(digest, self.rule, machine.files);
        let evaluation = self.evaluation.as_ref().map(find).transpose()?;
        let found = match (evaluation, &self.network) {
            (Some(patterns), Some(network)) => {
                let network = weights::find_network(network, patterns, machine.files)?;
                self.labelled_unless(&self.positions(Some(&network)), Some(&network), &machine.stop)
            }
            (evaluation, _) => {
                let patterns = evaluation.map(|evaluation| evaluation.patterns);
                self.labelled_unless(&self.positions(patterns.as_ref()), patterns.as_ref(), &machine.stop)
            }
        };
        found.ok_or(JobError::Stopped)
    }
}
