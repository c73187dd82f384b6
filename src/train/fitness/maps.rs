//! Fitness of static maps, by the batch arena.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Fitness, Measure, Opponents, Rating, Unfit, part};
use crate::board::{Objective, Position};
use crate::eval::symmetric;
use crate::players::personality::{self, Kind};
use crate::stats::derive;
use crate::train::arena::{self, Duel, Order};
use crate::train::operators::Genome;
use crate::train::operators::playoff::{meetings, survivors};
use crate::train::optimisers::{Gene, Genes, Start};
use crate::train::parallel;

/// Games that one thread takes at a time.
const CHUNK: usize = 4096;

/// Priority maps of one rule.
#[derive(Debug)]
pub struct Maps {
    rule: Objective,
    genes: Genes,
    /// The named opponents.
    players: Vec<Order>,
}

impl Maps {
    /// Maps of 64 genes, or of ten if they are to have the board's eight-fold symmetry; inner priorities in [0, 1].
    ///
    /// # Errors
    /// An opponent is not a static map.
    pub fn new(rule: Objective, symmetric: bool, opponents: &Opponents) -> Result<Maps, Unfit> {
        let gene = Gene { start: Start::Uniform(0.0, 1.0), bounds: Some((0.0, 1.0)) };
        let players = opponents.players.iter().map(|name| match personality::load(name)?.kind {
            Kind::StaticMap(priorities) => Ok(Order::new(&priorities)),
            other => Err(Unfit::NoMap { name: name.clone(), kind: other.name() }),
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

    /// Twice the points (2 a win, 1 a draw) of the first player of each game.
    fn points(&self, orders: &[Order], duels: &[Duel], threads: usize) -> Vec<u32> {
        let chunks = duels.len().div_ceil(CHUNK);
        parallel::map(threads, chunks, |number| {
            let duels = &duels[number * CHUNK..duels.len().min((number + 1) * CHUNK)];
            let mut points = vec![0; duels.len()];
            arena::play(orders, duels.iter().copied(), |game, end| {
                points[game] = (end.score(self.rule).signum() + 1) as u32;
            });
            points
        })
        .concat()
    }

    /// Everybody meets everybody in the list from each start, both colours; the mean score of the first `count`.
    fn meet(
        &self,
        orders: &[Order],
        pairs: impl Iterator<Item = (usize, usize)>,
        starts: &[Position],
        count: usize,
        threads: usize,
    ) -> Vec<f64> {
        let duels: Vec<Duel> =
            pairs.flat_map(|(first, second)| starts.iter().map(move |&start| Duel { start, first, second })).collect();
        let (mut points, mut games) = (vec![0_u64; orders.len()], vec![0_u64; orders.len()]);
        for (duel, won) in duels.iter().zip(self.points(orders, &duels, threads)) {
            points[duel.first] += u64::from(won);
            points[duel.second] += u64::from(2 - won);
            games[duel.first] += 1;
            games[duel.second] += 1;
        }
        (0..count).map(|i| points[i] as f64 / (2 * games[i].max(1)) as f64).collect()
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
                let pairs = crate::train::operators::ranking::round_robin(count);
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
                    // A draw goes to the second, as the report has it.
                    let won = self.points(&orders, &duels, rating.threads);
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
        // The rank of a square is all that counts; of equal priorities the lower square ranks higher.
        let rank = |square: usize| {
            let before = |other: usize| {
                priorities[other] < priorities[square] || priorities[other] == priorities[square] && other > square
            };
            (0..64).filter(|&other| before(other)).count() as f64
        };
        Kind::StaticMap(Box::new(std::array::from_fn(rank)))
    }
}
