//! The labels of a generation as batches. A run makes them itself, or takes the files of `rival train labels`.

use serde::{Deserialize, Serialize};

use super::batch::{Batch, PositionSource};
use super::label::Labels;
use super::positions::SelfPlay;
use super::recipe::{Generation, Recipe};
use super::sample::{self, Sample};
use crate::board::Objective;
use crate::stats::derive;

/// Positions of a batch.
pub(crate) const BATCH: usize = 5_000;
/// The number of the part of a run's seed that is for labels.
pub(crate) const LABELS: u64 = 201;
/// The first number of generations in that part; smaller numbers are for growth.
const GENERATIONS: u64 = 1_000;

/// The specification of the labels of a generation from 1 on, which come from games of an evaluation against itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LabelPlan {
    pub rule: Objective,
    /// The seed of the run.
    pub seed: u64,
    pub generation: usize,
    pub positions: usize,
    pub games: SelfPlay,
    pub labels: Labels,
    /// SHA-256 of the weights file that plays and searches.
    pub evaluation: String,
    /// SHA-256 of the network file over these weights that plays and searches instead of them.
    pub network: Option<String>,
}

impl Recipe {
    /// The plan for a generation from 1 on, in a run with this seed. The weights with this digest compute the labels.
    /// `None` if the recipe has no such generation.
    #[must_use]
    pub(crate) fn label_plan(&self, seed: u64, generation: usize, evaluation: &str) -> Option<LabelPlan> {
        let Generation { positions, games, labels, .. } = *self.generations.get(generation.checked_sub(1)?)?;
        let evaluation = evaluation.to_owned();
        Some(LabelPlan { rule: self.rule, seed, generation, positions, games, labels, evaluation, network: None })
    }
}

impl LabelPlan {
    /// The number of batches of games.
    #[must_use]
    pub(crate) fn batches(&self) -> usize {
        self.positions.div_ceil(BATCH)
    }

    /// A batch of games by its number, from 0.
    #[must_use]
    pub(crate) fn batch(&self, number: usize) -> Batch {
        let seed = derive(derive(self.seed, LABELS), GENERATIONS + self.generation as u64);
        let count = BATCH.min(self.positions - number * BATCH);
        self.batch_of(derive(seed, number as u64), count, PositionSource::Games(self.games))
    }

    /// Batches of given positions, which come after those of games.
    #[must_use]
    pub(crate) fn batches_of(&self, archive: &[Sample]) -> Vec<Batch> {
        let batches = archive.chunks(BATCH);
        batches
            .map(|samples| self.batch_of(0, samples.len(), PositionSource::These(sample::to_text(samples))))
            .collect()
    }

    fn batch_of(&self, seed: u64, count: usize, positions: PositionSource) -> Batch {
        Batch {
            rule: self.rule,
            seed,
            count,
            positions,
            labels: self.labels,
            evaluation: Some(self.evaluation.clone()),
            network: self.network.clone(),
        }
    }
}
