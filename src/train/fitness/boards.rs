//! Fitness of linear evaluators: ten-number boards and weights of any features, by games at a fixed depth.

use std::num::NonZeroU32;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::contender::play;
use super::{Contender, Fitness, Measure, Opponents, Rating, Unfit, part};
use crate::board::{Objective, Position};
use crate::eval::probcut::Selectivity;
use crate::eval::{EvaluationSpec, WeightedSpec};
use crate::machine::work;
use crate::operators::Genome;
use crate::operators::playoff::{meetings, survivors};
use crate::operators::ranking::round_robin;
use crate::personality::{AlphaBetaSpec, Effort, Kind, SearchSpec, TieRule};
use crate::stats::derive;
use crate::train::features::Weighed;
use crate::train::optimisers::{Gene, Genes, Start};

/// Deviation of a gene in the first population (the report on a score board: N(0, 10)).
const START_DEVIATION: f64 = 10.0;

/// Linear evaluators over a list of features, searched to a fixed depth.
#[derive(Debug)]
pub(crate) struct Boards {
    rule: Objective,
    depth: NonZeroU32,
    features: Vec<Weighed>,
    genes: Genes,
    players: Vec<Contender>,
}

/// One game to be played.
#[derive(Clone, Copy)]
struct RatedGame {
    start: Position,
    players: [usize; 2],
}

impl Boards {
    /// Evaluators of these features, each once. `normalised`: genomes are brought to mean 0 and largest 100.
    ///
    /// # Errors
    ///
    /// An opponent cannot play rated games.
    pub(crate) fn new(
        rule: Objective,
        depth: NonZeroU32,
        features: &[Weighed],
        normalised: bool,
        opponents: &Opponents,
    ) -> Result<Boards, Unfit> {
        let gene = Gene { start: Start::Normal { mean: 0.0, deviation: START_DEVIATION }, bounds: None };
        let count = features.iter().map(|feature| feature.genes()).sum();
        Ok(Boards {
            rule,
            depth,
            features: features.to_vec(),
            genes: Genes { genes: vec![gene; count], normalised },
            players: opponents.players.iter().map(|name| Contender::load(name)).collect::<Result<_, _>>()?,
        })
    }

    fn evaluation(&self, genome: &[f64]) -> EvaluationSpec {
        let mut rest = genome;
        let mut terms = Vec::new();
        for feature in &self.features {
            let (own, others) = rest.split_at(feature.genes());
            terms.push(feature.term(own));
            rest = others;
        }
        EvaluationSpec::Weighted(WeightedSpec { terms, points_per_disc: None })
    }

    fn contender(&self, genome: &[f64]) -> Contender {
        Contender::Search { evaluation: self.evaluation(genome).build(), depth: self.depth.get() }
    }

    /// The first player's result of each game, in discs. The numbers of the games, from `from` on, decide their random
    /// choices.
    fn results(&self, contenders: &[Contender], games: &[RatedGame], from: u64, rating: &Rating<'_>) -> Vec<i32> {
        let seed = derive(derive(rating.seed, part::GAMES), rating.generation);
        work::map(rating.threads, games.len(), |number| {
            let RatedGame { start, players } = games[number];
            let mut rng = ChaCha8Rng::seed_from_u64(derive(seed, from + number as u64));
            play(&start, players.map(|player| &contenders[player]), self.rule, &mut rng)
        })
    }

    /// The mean score of the first `count` in these pairings from each start.
    fn meet(
        &self,
        contenders: &[Contender],
        pairs: impl Iterator<Item = (usize, usize)>,
        starts: &[Position],
        count: usize,
        rating: &Rating<'_>,
    ) -> Vec<f64> {
        let games: Vec<RatedGame> =
            pairs.flat_map(|(a, b)| starts.iter().map(move |&start| RatedGame { start, players: [a, b] })).collect();
        let (mut points, mut played) = (vec![0; contenders.len()], vec![0_u32; contenders.len()]);
        for (game, discs) in games.iter().zip(self.results(contenders, &games, 0, rating)) {
            let [first, second] = game.players;
            points[first] += discs.signum() + 1;
            points[second] += 1 - discs.signum();
            played[first] += 1;
            played[second] += 1;
        }
        (0..count).map(|i| f64::from(points[i]) / f64::from(2 * played[i].max(1))).collect()
    }

    /// One game a meeting, until `keep` are left: those have fitness 1.
    fn playoff(&self, contenders: &[Contender], starts: &[Position], rating: &Rating<'_>) -> Vec<f64> {
        let mut queue: Vec<usize> = (0..contenders.len()).collect();
        let mut number = 0;
        while queue.len() > rating.keep {
            let pairs = meetings(&queue, rating.keep);
            let game =
                |(n, &(a, b)): (usize, &(usize, usize))| RatedGame { start: starts[n % starts.len()], players: [a, b] };
            let games: Vec<RatedGame> = pairs.iter().enumerate().map(game).collect();
            let results = self.results(contenders, &games, number, rating);
            number += games.len() as u64;
            // A draw goes to the second, as in the report.
            let winners: Vec<usize> =
                pairs.iter().zip(results).map(|(&(a, b), discs)| if discs > 0 { a } else { b }).collect();
            queue = survivors(&queue, &winners);
        }
        (0..contenders.len()).map(|i| f64::from(u8::from(queue.contains(&i)))).collect()
    }

    fn opponents(&self, opponents: &Opponents, rating: &Rating<'_>) -> Vec<Contender> {
        let mut rng = ChaCha8Rng::seed_from_u64(derive(rating.seed, part::RANDOM));
        let random: Vec<Genome> = (0..opponents.random).map(|_| self.genes.draw(&mut rng)).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(derive(derive(rating.seed, part::CHAMPIONS), rating.generation));
        let champions = rating.hall.sample(opponents.champions, &mut rng);
        let drawn = random.iter().chain(champions).map(|genome| self.contender(genome));
        self.players.iter().cloned().chain(drawn).collect()
    }
}

impl Fitness for Boards {
    fn genes(&self) -> &Genes {
        &self.genes
    }

    fn rate(&self, genomes: &[Genome], rating: &Rating<'_>) -> Vec<f64> {
        let mut contenders: Vec<Contender> = genomes.iter().map(|genome| self.contender(genome)).collect();
        let count = contenders.len();
        let starts = rating.measure.openings().positions(derive(rating.seed, part::OPENINGS), rating.generation);
        match rating.measure {
            Measure::RoundRobin { .. } => self.meet(&contenders, round_robin(count), &starts, count, rating),
            Measure::Playoff { .. } => self.playoff(&contenders, &starts, rating),
            Measure::Pool { opponents, .. } => {
                contenders.extend(self.opponents(opponents, rating));
                let others = count..contenders.len();
                let pairs = (0..count).flat_map(|i| others.clone().flat_map(move |j| [(i, j), (j, i)]));
                self.meet(&contenders, pairs, &starts, count, rating)
            }
        }
    }

    fn kind(&self, genome: &[f64]) -> Kind {
        // Six digits are more than a board can show, and keep files readable.
        let rounded: Vec<f64> = genome.iter().map(|gene| (gene * 1e4).round() / 1e4).collect();
        Kind::AlphaBeta(AlphaBetaSpec {
            evaluation: self.evaluation(&rounded),
            search: SearchSpec {
                selectivity: Selectivity::OFF,
                effort: Effort::Depth(self.depth),
                solve_from: 0,
                ties: TieRule::First,
                natural: false,
            },
            book: None,
        })
    }
}
