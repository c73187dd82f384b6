//! The labels of a generation as jobs: a run does them itself, or takes their results from elsewhere.

use super::calibrate::Part;
use super::job::{self, Job, Source};
use super::recipe::{self, Generation, Recipe};
use super::sample::{self, Sample};
use crate::personality::Problem;
use crate::stats::derive;
use crate::train::recipe_error::within;

/// Positions of one job in a run.
pub(crate) const JOB: usize = 5_000;
/// The part of a run's seed for labels.
pub(crate) const LABELS: u64 = 201;
/// Generations count from here in that part; smaller numbers are for growth.
const GENERATIONS: u64 = 1_000;

impl Recipe {
    /// The jobs of a generation from 1 on, in a run with this seed: games of the evaluation with this digest, then the
    /// positions of an archive. `None` if the recipe has no such generation.
    #[must_use]
    pub fn label_jobs(&self, seed: u64, generation: usize, evaluation: &str, archive: &[Sample]) -> Option<Vec<Job>> {
        let Generation { positions, games, labels, .. } = *self.generations.get(generation.checked_sub(1)?)?;
        let seed = derive(derive(seed, LABELS), GENERATIONS + generation as u64);
        let job = |number: usize, count: usize, positions: Source| Job {
            network: None,
            format: job::FORMAT.to_owned(),
            rule: self.rule,
            seed: derive(seed, number as u64),
            count,
            positions,
            labels,
            evaluation: Some(evaluation.to_owned()),
        };
        let of_games = (0..positions.div_ceil(JOB))
            .map(|number| job(number, JOB.min(positions - number * JOB), Source::Games(games)));
        let of_archive = archive
            .chunks(JOB)
            .map(|samples| Job { seed: 0, ..job(0, samples.len(), Source::These(sample::to_text(samples))) });
        Some(of_games.chain(of_archive).collect())
    }
}

impl Job {
    /// Checks a job of any origin.
    ///
    /// # Errors
    ///
    /// It cannot be done: one line with the place, what was found and what was expected.
    pub fn check(&self) -> Result<(), Problem> {
        if self.format != job::FORMAT {
            return Err(Problem::at("format", format!("{:?}", self.format), format!("{:?}", job::FORMAT)));
        }
        let mut exact = false;
        within("count", self.count, 1, 1_000_000)?;
        recipe::labels(&self.labels)?;
        match &self.positions {
            Source::Random { empties } => {
                exact = *empties <= self.labels.exact_to;
                within("positions.random.empties", *empties, 1, 60)?;
            }
            Source::Games(games) => recipe::games(games)?,
            Source::These(_) => {}
        }
        if let Source::These(text) = &self.positions {
            let samples =
                sample::from_text(text).ok_or_else(|| Problem::at("positions.these", "no samples", "some"))?;
            if samples.len() != self.count {
                return Err(Problem::at("count", self.count, samples.len()));
            }
            if let Some(number) = samples.iter().position(|sample| sample.position.moves() == 0) {
                let found = format!("no move in position {number}");
                return Err(Problem::at("positions.these", found, "one or more"));
            }
        }
        match &self.evaluation {
            None if !exact => Err(Problem::at("evaluation", "none", "the SHA-256 of a weights file")),
            _ => Ok(()),
        }
    }
}

impl Part {
    /// Checks whether the games can be played.
    ///
    /// # Errors
    ///
    /// The place, what was found and what was expected.
    pub fn check(&self) -> Result<(), Problem> {
        let most = self.calibration.games;
        recipe::calibration(&self.calibration)?;
        within("games", self.games, 1, most)?;
        within("first", self.first, 0, most - self.games)
    }
}
