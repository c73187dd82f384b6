//! Fitness of static maps, by the batch arena.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Fitness, Measure, Opponents, Rating, Unfit, part};
use crate::board::{Objective, Position};
use crate::eval::symmetric;
use crate::machine::work;
use crate::operators::Genome;
use crate::operators::playoff::{meetings, survivors};
use crate::personality::{self, Kind};
use crate::stats::derive;
use crate::train::arena::{self, Duel, Order};
use crate::train::optimisers::{Gene, Genes, Start};

/// The opponent's name for the published map of the rule.
pub(super) const PUBLISHED: &str = "published";

/// Games that one thread takes at once.
const CHUNK: usize = 4096;

/// Games that are listed at a time.
const BLOCK: usize = 1 << 20;

/// Priority maps of one rule.
#[derive(Debug)]
pub(crate) struct Maps {
    rule: Objective,
    genes: Genes,
    /// The named opponents.
    players: Vec<Order>,
}

impl Maps {
    /// Maps of 64 genes, or of ten with the board's eight-fold symmetry; inner priorities in [0, 1]. The opponent
    /// [`PUBLISHED`] is the published map of the rule.
    ///
    /// # Errors
    ///
    /// An opponent is not a static map.
    pub(crate) fn new(rule: Objective, symmetric: bool, opponents: &Opponents) -> Result<Maps, Unfit> {
        let gene = Gene { start: Start::Uniform(0.0, 1.0), bounds: Some((0.0, 1.0)) };
        let players = opponents.players.iter().map(|name| match (name.as_str(), rule) {
            (PUBLISHED, Objective::Normal) => load_order("static-normal"),
            (PUBLISHED, Objective::Anti) => load_order("static-anti"),
            (name, _) => load_order(name),
        });
        Ok(Maps {
            rule,
            genes: Genes { genes: vec![gene; if symmetric { 10 } else { 64 }], normalised: false },
            players: players.collect::<Result<_, Unfit>>()?,
        })
    }

    fn order(&self, genome: &[f64]) -> Order {
        Order::new(&priorities(genome))
    }

    /// The mean score of the first `count` in these pairings from each start.
    fn meet(
        &self,
        orders: &[Order],
        pairs: impl Iterator<Item = (usize, usize)>,
        starts: &[Position],
        count: usize,
        threads: usize,
    ) -> Vec<f64> {
        let mut scores = scores(self.rule, orders, pairs, starts, threads);
        scores.truncate(count);
        scores
    }

    fn opponents(&self, opponents: &Opponents, rating: &Rating<'_>) -> Vec<Order> {
        let mut rng = ChaCha8Rng::seed_from_u64(derive(rating.seed, part::RANDOM));
        let random: Vec<Genome> = (0..opponents.random).map(|_| self.genes.draw(&mut rng)).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(derive(derive(rating.seed, part::CHAMPIONS), rating.generation));
        let champions = rating.hall.sample(opponents.champions, &mut rng);
        let drawn = random.iter().chain(champions).map(|genome| self.order(genome));
        self.players.iter().copied().chain(drawn).collect()
    }
}

/// The points of the first player of each game: 2 a win, 1 a draw.
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

/// The mean score of each order, 0 to 1, when these pairs (the first moves first) meet from each start; 0 without a
/// game.
#[must_use]
pub(crate) fn scores(
    rule: Objective,
    orders: &[Order],
    pairs: impl Iterator<Item = (usize, usize)>,
    starts: &[Position],
    threads: usize,
) -> Vec<f64> {
    let (mut won, mut games) = (vec![0_u64; orders.len()], vec![0_u64; orders.len()]);
    let mut pairs = pairs.peekable();
    // In blocks, so that a million pairs need no memory of their own.
    while pairs.peek().is_some() {
        let block = pairs.by_ref().take((BLOCK / starts.len().max(1)).max(1));
        let duels: Vec<Duel> =
            block.flat_map(|(first, second)| starts.iter().map(move |&start| Duel { start, first, second })).collect();
        for (duel, points) in duels.iter().zip(points(rule, orders, &duels, threads)) {
            won[duel.first] += u64::from(points);
            won[duel.second] += u64::from(2 - points);
            games[duel.first] += 1;
            games[duel.second] += 1;
        }
    }
    won.iter().zip(&games).map(|(&won, &games)| won as f64 / (2 * games.max(1)) as f64).collect()
}

/// The order in which the static map of this name or file plays the squares.
///
/// # Errors
///
/// There is no such personality, or it is not a static map.
pub(crate) fn load_order(name: &str) -> Result<Order, Unfit> {
    match personality::load(name)?.kind {
        Kind::StaticMap(priorities) => Ok(Order::new(&priorities)),
        other => Err(Unfit::NoMap { name: name.to_owned(), kind: other.name() }),
    }
}

/// The 64 priorities of a genome.
fn priorities(genome: &[f64]) -> [f64; 64] {
    match <&[f64; 10]>::try_from(genome) {
        Ok(ten) => symmetric(ten),
        Err(_) => genome.try_into().expect("a map has 10 or 64 genes"),
    }
}

impl Fitness for Maps {
    fn genes(&self) -> &Genes {
        &self.genes
    }

    fn rate(&self, genomes: &[Genome], rating: &Rating<'_>) -> Vec<f64> {
        let mut orders: Vec<Order> = genomes.iter().map(|genome| self.order(genome)).collect();
        let count = orders.len();
        let starts = rating.measure.openings().positions(derive(rating.seed, part::OPENINGS), rating.generation);
        match rating.measure {
            Measure::RoundRobin { .. } => {
                let pairs = crate::operators::ranking::round_robin(count);
                self.meet(&orders, pairs, &starts, count, rating.threads)
            }
            Measure::Pool { opponents, .. } => {
                orders.extend(self.opponents(opponents, rating));
                let others = count..orders.len();
                let pairs = (0..count).flat_map(|i| others.clone().flat_map(move |j| [(i, j), (j, i)]));
                self.meet(&orders, pairs, &starts, count, rating.threads)
            }
            Measure::Playoff { .. } => {
                let mut queue: Vec<usize> = (0..count).collect();
                while queue.len() > rating.keep {
                    let pairs = meetings(&queue, rating.keep);
                    let duel = |(n, &(first, second)): (usize, &(usize, usize))| Duel {
                        start: starts[n % starts.len()],
                        first,
                        second,
                    };
                    let duels: Vec<Duel> = pairs.iter().enumerate().map(duel).collect();
                    // A draw goes to the second, as in the report.
                    let won = points(self.rule, &orders, &duels, rating.threads);
                    let winners: Vec<usize> =
                        pairs.iter().zip(won).map(|(&(a, b), won)| if won == 2 { a } else { b }).collect();
                    queue = survivors(&queue, &winners);
                }
                (0..count).map(|i| f64::from(u8::from(queue.contains(&i)))).collect()
            }
        }
    }

    fn kind(&self, genome: &[f64]) -> Kind {
        let priorities = priorities(genome);
        // Only ranks of squares count; among equal priorities the lower square ranks higher.
        let rank = |square: usize| {
            let before = |other: usize| {
                priorities[other] < priorities[square] || priorities[other] == priorities[square] && other > square
            };
            (0..64).filter(|&other| before(other)).count() as f64
        };
        Kind::StaticMap(Box::new(std::array::from_fn(rank)))
    }
}
