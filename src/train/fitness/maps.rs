//! Fitness of static maps, with games in the batch arena.

use super::contender::opponent;
use super::games::{self, Players};
use super::{Fitness, OpponentError, Opponents, RatingInput};
use crate::board::Objective;
use crate::machine::work;
use crate::operators::Genome;
use crate::personality::{Kind, PersonalityError};
use crate::train::arena::{self, Duel, Order};
use crate::train::optimisers::{Gene, Genes, Start};

/// The opponent name that stands for the published map of the rule.
pub(in crate::train) const PUBLISHED: &str = "published";

/// The number of games that one thread takes at once.
const CHUNK: usize = 1024;

/// Priority maps for one rule.
#[derive(Debug)]
pub(crate) struct Maps {
    rule: Objective,
    genes: Genes,
    /// The named opponents.
    players: Vec<Order>,
}

impl Maps {
    /// Maps of 64 inner priorities in [0, 1]. The opponent [`PUBLISHED`] is the published map of the rule. Each map of
    /// a mixture is an opponent.
    ///
    /// # Errors
    ///
    /// An opponent is not a static map.
    pub(crate) fn new(rule: Objective, opponents: &Opponents) -> Result<Maps, OpponentError> {
        let gene = Gene { start: Start::Uniform(0.0, 1.0), bounds: Some((0.0, 1.0)) };
        let mut players = Vec::new();
        for name in &opponents.players {
            players.extend(match (name.as_str(), rule) {
                (PUBLISHED, Objective::Normal) => load_orders("static-normal", rule)?,
                (PUBLISHED, Objective::Anti) => load_orders("static-anti", rule)?,
                (name, _) => load_orders(name, rule)?,
            });
        }
        Ok(Maps { rule, genes: Genes { genes: vec![gene; 64], normalised: false }, players })
    }
}

impl Players for Maps {
    type Player = Order;

    fn named(&self) -> &[Order] {
        &self.players
    }

    fn player(&self, genome: &[f64]) -> Order {
        Order::new(priorities(genome))
    }

    fn points(&self, orders: &[Order], games: &[Duel], _from: u64, rating: &RatingInput<'_>) -> Vec<u8> {
        points(self.rule, orders, games, rating.threads)
    }
}

/// The points of the first player in each game: 2 for a win, 1 for a draw.
fn points(rule: Objective, orders: &[Order], duels: &[Duel], threads: usize) -> Vec<u8> {
    let chunks = duels.len().div_ceil(CHUNK);
    work::map(threads, chunks, |number| {
        let duels = &duels[number * CHUNK..duels.len().min((number + 1) * CHUNK)];
        let mut points = vec![0; duels.len()];
        arena::play(orders, duels.iter().copied(), |game, end| {
            points[game] = (end.score(rule).signum() + 1) as u8;
        });
        points
    })
    .concat()
}

/// The order in which a static map (a shipped name or a file) plays the squares, or the orders of a mixture's maps.
///
/// # Errors
///
/// There is no such personality, or it is not a static map for this rule.
fn load_orders(name: &str, rule: Objective) -> Result<Vec<Order>, OpponentError> {
    match opponent(name, rule).map_err(with_published)?.kind {
        Kind::StaticMap(priorities) => Ok(vec![Order::new(&priorities)]),
        Kind::MapMixture(spec) => Ok(spec.maps().iter().map(Order::new).collect()),
        other => Err(OpponentError::NoMap { name: name.to_owned(), kind: other.name() }),
    }
}

/// The same error; the published map is among the known names.
fn with_published(error: OpponentError) -> OpponentError {
    match error {
        OpponentError::Personality(PersonalityError::Unknown { name, known }) => {
            PersonalityError::Unknown { name, known: format!("{PUBLISHED}, {known}") }.into()
        }
        other => other,
    }
}

/// The 64 priorities of a genome.
fn priorities(genome: &[f64]) -> &[f64; 64] {
    genome.try_into().expect("a map has 64 genes")
}

impl Fitness for Maps {
    fn genes(&self) -> &Genes {
        &self.genes
    }

    fn rate(&self, genomes: &[Genome], rating: &RatingInput<'_>) -> Vec<f64> {
        games::rate(self, genomes, rating)
    }

    fn payoffs(&self, genomes: &[Genome], rating: &RatingInput<'_>) -> Vec<Vec<f64>> {
        games::payoffs(self, genomes, rating)
    }

    fn kind(&self, genome: &[f64]) -> Kind {
        let priorities = priorities(genome);
        // Only the ranks of squares matter. Among equal priorities the lower square ranks higher.
        let ranks = std::array::from_fn(|square| {
            let before = (0..64).filter(|&other| {
                priorities[other] < priorities[square] || priorities[other] == priorities[square] && other > square
            });
            before.count() as f64
        });
        Kind::StaticMap(Box::new(ranks))
    }
}
