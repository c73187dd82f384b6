//! Games of a calibration: a part of `rival train patterns`.

use super::{JobError, Kind, Machine, weights};
use crate::train::patterns::calibrate::{Part as Calibration, PlayedPart};

impl Kind for Calibration {
    type Result = PlayedPart;

    fn run(&self, machine: &Machine<'_>) -> Result<PlayedPart, JobError> {
        self.check().map_err(|problem| JobError::Task(problem.to_string()))?;
        let evaluation = weights::find(&self.evaluation, self.rule, machine.files)?;
        self.play(&evaluation.patterns, &machine.stop, &|| ()).ok_or(JobError::Stopped)
    }
}
