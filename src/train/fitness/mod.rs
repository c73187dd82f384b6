//! Fitness: the strength of genomes as the mean score of their games, 0 to 1.

mod boards;
mod contender;
mod games;
mod maps;

pub(crate) use boards::Boards;
pub(crate) use contender::{Contender, OpponentError};
pub(crate) use maps::Maps;
pub(super) use maps::PUBLISHED;

use serde::{Deserialize, Serialize};

use super::league::{LeaguePlan, Mixture};
use super::openings::Openings;
use super::optimisers::Genes;
use crate::operators::Genome;
use crate::operators::hall::Hall;
use crate::personality::Kind;

/// The opponents of a generation's individuals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Measure {
    /// The other individuals, in games with both colours.
    RoundRobin {
        /// The openings of its games.
        openings: Openings,
    },
    /// The other individuals in a play-off queue, with one game for each meeting, until the method's number of parents
    /// is left. These have the fitness 1, the others 0.
    Playoff {
        /// The openings of its games.
        openings: Openings,
    },
    /// The same opponents for all individuals, with both colours.
    Pool {
        /// The opponents of every individual.
        opponents: Opponents,
        /// The openings of its games.
        openings: Openings,
    },
    /// Opponents that the run finds itself, with both colours. For each opening one is drawn, the same for all
    /// individuals.
    League {
        /// How the opponents are found.
        plan: LeaguePlan,
        /// The openings of its games.
        openings: Openings,
    },
}

impl Measure {
    /// The openings of its games.
    #[must_use]
    pub const fn openings(&self) -> &Openings {
        match self {
            Measure::RoundRobin { openings }
            | Measure::Playoff { openings }
            | Measure::Pool { openings, .. }
            | Measure::League { openings, .. } => openings,
        }
    }

    /// The same measure with other openings.
    #[must_use]
    pub fn on(&self, openings: Openings) -> Measure {
        match self {
            // The winner of a play-off is partly lucky, so a round robin makes the final choice.
            Measure::RoundRobin { .. } | Measure::Playoff { .. } => Measure::RoundRobin { openings },
            Measure::Pool { opponents, .. } => Measure::Pool { opponents: opponents.clone(), openings },
            Measure::League { plan, .. } => Measure::League { plan: *plan, openings },
        }
    }
}

/// The opponents of a pool.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponents {
    /// Shipped personalities or files. One that is named twice plays twice as many games.
    #[serde(default)]
    pub players: Vec<String>,
    /// The number of individuals drawn like those of the first population, the same in all generations.
    #[serde(default)]
    pub random: usize,
    /// The number of champions from past generations, newly drawn in each, so that the population does not forget how
    /// to beat them.
    #[serde(default)]
    pub champions: usize,
    /// True if one opponent is drawn for each opening, the same for all individuals. Otherwise all opponents play each
    /// opening.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn: bool,
}

/// The inputs of a rating, apart from the genomes.
#[derive(Debug, Clone, Copy)]
pub struct RatingInput<'a> {
    pub measure: &'a Measure,
    /// The number of genomes that a play-off keeps.
    pub keep: usize,
    /// The seed of the run.
    pub seed: u64,
    pub generation: u64,
    pub hall: &'a Hall,
    /// The opponents in a league.
    pub opponents: &'a Mixture,
    /// The number of threads, 1 or more. It does not change the result.
    pub threads: usize,
}

/// Turns genomes into players and rates them.
pub trait Fitness: std::fmt::Debug + Send + Sync {
    /// The description of an individual's genes.
    fn genes(&self) -> &Genes;

    /// The fitness of each genome.
    fn rate(&self, genomes: &[Genome], rating: &RatingInput<'_>) -> Vec<f64>;

    /// The score, 0 to 1, of each genome against each other, from the rating's openings with both colours.
    fn payoffs(&self, genomes: &[Genome], rating: &RatingInput<'_>) -> Vec<Vec<f64>>;

    /// The kind of personality that a genome describes.
    fn kind(&self, genome: &[f64]) -> Kind;
}

/// The parts of a rating's seed, so that draws for one part never change another.
mod part {
    pub(super) const OPENINGS: u64 = 1;
    pub(super) const CHAMPIONS: u64 = 2;
    pub(super) const RANDOM: u64 = 3;
    pub(super) const GAMES: u64 = 4;
    pub(super) const OPPONENTS: u64 = 5;
}
