//! Ranks many static maps by a round robin from random openings.

use std::path::Path;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::arena::Order;
use super::fitness::{Unfit, load_order, scores};
use super::openings::Openings;
use super::run::{Run, RunError};
use crate::board::Objective;
use crate::operators::ranking::{by_fitness, round_robin};
use crate::stats::derive;

/// A map among others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ranked<'a> {
    pub name: &'a str,
    /// Mean score, 0 to 1.
    pub score: f64,
}

/// Maps to rank, by name.
#[derive(Debug, Default)]
pub(crate) struct Field {
    names: Vec<String>,
    orders: Vec<Order>,
}

/// Why a map cannot take part.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RankError {
    #[error(transparent)]
    Unfit(#[from] Unfit),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("{folder}: found a run that does not train maps, expected one that does")]
    NoMaps { folder: String },
}

impl Field {
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.orders.len()
    }

    fn add(&mut self, name: String, order: Order) {
        self.names.push(name);
        self.orders.push(order);
    }

    /// Adds the map of a name or file, or the champions of the last generations in a run's folder.
    ///
    /// # Errors
    ///
    /// There is no such map, or it is not a map.
    pub(crate) fn admit(&mut self, name: &str) -> Result<(), RankError> {
        if !Path::new(name).is_dir() {
            self.add(name.to_owned(), load_order(name)?);
            return Ok(());
        }
        let (run, _) = Run::open(Path::new(name))?;
        let champions = run.champion_maps().ok_or_else(|| RankError::NoMaps { folder: name.to_owned() })?;
        for (number, priorities) in champions.iter().enumerate() {
            self.add(format!("{name}#{number}"), Order::new(priorities));
        }
        Ok(())
    }

    /// Adds maps of random priorities.
    pub(crate) fn admit_random(&mut self, count: usize, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(derive(seed, 1));
        for number in 0..count {
            self.add(format!("random#{number}"), Order::new(&std::array::from_fn(|_| rng.random())));
        }
    }

    /// A round robin from each opening with both colours; the strongest first.
    #[must_use]
    pub(crate) fn rank(&self, rule: Objective, openings: Openings, seed: u64, threads: usize) -> Vec<Ranked<'_>> {
        let starts = openings.positions(derive(seed, 2), 0);
        let scores = scores(rule, &self.orders, round_robin(self.len()), &starts, threads);
        by_fitness(&scores).into_iter().map(|i| Ranked { name: &self.names[i], score: scores[i] }).collect()
    }
}
