//! Labelling as jobs: a small JSON file, and the labelled positions that follow from it.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::label::{Labeller, Labels};
use super::positions::{Games, of_games, of_random_games};
use super::sample::{self, Sample};
use crate::board::Objective;
use crate::eval::Evaluator;
use crate::eval::patterns::digest;
use crate::search::Stop;

/// The format of a job and of its result.
pub(crate) const FORMAT: &str = "rival-labels/1";

/// Labels for positions. The samples are a pure function of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    pub format: String,
    pub rule: Objective,
    pub seed: u64,
    /// Positions.
    pub count: usize,
    pub positions: Source,
    pub labels: Labels,
    /// SHA-256 of the weights file that plays and searches; none without searches.
    pub evaluation: Option<String>,
    /// SHA-256 of the file of a network over these weights that plays and searches in their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
}

/// Where positions come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Random games up to this many empty squares.
    Random { empties: u32 },
    /// Games of the evaluation with itself.
    Games(Games),
    /// These positions: samples as in a result, whose labels are ignored.
    These(String),
}

/// What a job gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labelled {
    pub format: String,
    /// The job's name.
    pub job: String,
    /// The rule of the games; files of earlier versions do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Objective>,
    /// See [`sample::to_text`].
    pub samples: String,
}

impl Job {
    /// The SHA-256 of its JSON.
    #[must_use]
    pub fn name(&self) -> String {
        digest(self.to_json().as_bytes())
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text and finite numbers are JSON")
    }

    /// The positions of the job with labels 0. `evaluation` is the one that the job names.
    #[must_use]
    pub fn positions<E: Evaluator>(&self, evaluation: Option<&E>) -> Vec<Sample> {
        let mut labeller = Labeller::new(self.rule, evaluation);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let positions = match &self.positions {
            Source::Random { empties } => (0..self.count).map(|_| of_random_games(*empties, &mut rng)).collect(),
            Source::Games(games) => of_games(games, self.count, &mut labeller, &mut rng),
            Source::These(text) => {
                sample::from_text(text).unwrap_or_default().into_iter().map(|sample| sample.position).collect()
            }
        };
        positions.into_iter().map(|position| Sample { position, label: 0 }).collect()
    }

    /// Labels for positions that [`Job::positions`] gave.
    #[must_use]
    pub fn labelled<E: Evaluator>(&self, positions: &[Sample], evaluation: Option<&E>) -> Labelled {
        self.labelled_unless(positions, evaluation, &Stop::default()).expect("nobody stops it")
    }

    /// The same; `None` if stopped.
    #[must_use]
    pub fn labelled_unless<E: Evaluator>(
        &self,
        positions: &[Sample],
        evaluation: Option<&E>,
        stop: &Stop,
    ) -> Option<Labelled> {
        let mut labeller = Labeller::new(self.rule, evaluation);
        let label = |p: &Sample| (!stop.is_stopped()).then(|| labeller.label(p.position, &self.labels));
        let samples: Vec<Sample> = positions.iter().map(label).collect::<Option<_>>()?;
        Some(self.holding(&samples))
    }

    /// These samples as what the job gave.
    pub(super) fn holding(&self, samples: &[Sample]) -> Labelled {
        let (format, samples) = (FORMAT.to_owned(), sample::to_text(samples));
        Labelled { format, job: self.name(), rule: Some(self.rule), samples }
    }
}
