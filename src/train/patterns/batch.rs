//! Batches of labelled positions: the specification of a batch, and the file with its labels.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::label::{Labeller, Labels};
use super::positions::{SelfPlay, of_games, of_random_games};
use super::sample::{self, Sample};
use crate::board::Objective;
use crate::eval::Evaluator;
use crate::eval::patterns::digest;
use crate::search::Stop;

/// The format of a file of labels.
pub(crate) const FORMAT: &str = "rival-labels/2";

/// The specification of a batch. Its labelled positions are a pure function of this.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Batch {
    pub rule: Objective,
    pub seed: u64,
    /// The number of positions.
    pub count: usize,
    pub positions: PositionSource,
    pub labels: Labels,
    /// SHA-256 of the weights file that plays and searches; `None` without searches.
    pub evaluation: Option<String>,
    /// SHA-256 of the network file over these weights that plays and searches instead of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
}

/// The source of a batch's positions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PositionSource {
    /// Random games to this number of empty squares.
    Random { empties: u32 },
    /// Games of the evaluation against itself.
    Games(SelfPlay),
    /// These positions, as the text of samples with ignored labels.
    These(String),
}

/// The labels of a batch as a JSON file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LabelFile {
    pub format: String,
    /// See [`Batch::name`].
    pub batch: String,
    /// The rule of the games.
    pub rule: Objective,
    /// SHA-256 of the weights that computed the labels; `None` if all labels are exact.
    pub evaluation: Option<String>,
    /// SHA-256 of the network that computed the labels instead of the weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The samples as text: see [`sample::to_text`].
    pub samples: String,
}

impl Batch {
    /// The name: the SHA-256 of everything that decides the labels.
    #[must_use]
    pub(crate) fn name(&self) -> String {
        digest(serde_json::to_string(self).expect("text and finite numbers are JSON").as_bytes())
    }

    /// The positions with labels 0. `evaluation` must be the one that the batch names.
    #[must_use]
    pub(crate) fn positions<E: Evaluator>(&self, evaluation: Option<&E>) -> Vec<Sample> {
        let mut labeller = Labeller::new(self.rule, evaluation);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let positions = match &self.positions {
            PositionSource::Random { empties } => {
                (0..self.count).map(|_| of_random_games(*empties, &mut rng)).collect()
            }
            PositionSource::Games(games) => of_games(games, self.count, &mut labeller, &mut rng),
            PositionSource::These(text) => {
                sample::from_text(text).unwrap_or_default().into_iter().map(|sample| sample.position).collect()
            }
        };
        positions.into_iter().map(|position| Sample { position, label: 0 }).collect()
    }

    /// Labels the positions from [`Batch::positions`]; `None` if stopped.
    #[must_use]
    pub(crate) fn label<E: Evaluator>(
        &self,
        positions: &[Sample],
        evaluation: Option<&E>,
        stop: &Stop,
    ) -> Option<LabelFile> {
        let mut labeller = Labeller::new(self.rule, evaluation);
        let mut samples = Vec::with_capacity(positions.len());
        for sample in positions {
            if stop.is_stopped() {
                return None;
            }
            samples.push(labeller.label(sample.position, &self.labels));
        }
        Some(self.file(&samples))
    }

    /// The file of these samples.
    pub(super) fn file(&self, samples: &[Sample]) -> LabelFile {
        LabelFile {
            format: FORMAT.to_owned(),
            batch: self.name(),
            rule: self.rule,
            evaluation: self.evaluation.clone(),
            network: self.network.clone(),
            samples: sample::to_text(samples),
        }
    }
}
