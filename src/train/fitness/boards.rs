//! Fitness of linear evaluators: ten-number boards and weights of any features, by games at a fixed depth.

use std::num::NonZeroU32;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::contender::play;
use super::games::{self, Players};
use super::{Contender, Fitness, OpponentError, Opponents, RatingInput, part};
use crate::board::Objective;
use crate::eval::probcut::Selectivity;
use crate::eval::{EvaluationSpec, WeightedSpec};
use crate::machine::work;
use crate::operators::Genome;
use crate::operators::normalise::limit;
use crate::personality::{AlphaBetaSpec, Effort, Kind, LARGEST, SearchSpec, TieRule};
use crate::stats::derive;
use crate::train::arena::Duel;
use crate::train::features::TrainableFeature;
use crate::train::optimisers::{Gene, Genes, Start};

/// Standard deviation of a gene in the first population (the report on a score board: N(0, 10)).
const START_DEVIATION: f64 = 10.0;

/// Linear evaluators with a list of features, searched to a fixed depth.
#[derive(Debug)]
pub(crate) struct Boards {
    rule: Objective,
    depth: NonZeroU32,
    features: Vec<TrainableFeature>,
    genes: Genes,
    players: Vec<Contender>,
}

impl Boards {
    /// Evaluators with these features, which must differ. `normalised` scales genomes to mean 0 and largest absolute
    /// value 100.
    ///
    /// # Errors
    ///
    /// An opponent cannot play rated games.
    pub(crate) fn new(
        rule: Objective,
        depth: NonZeroU32,
        features: &[TrainableFeature],
        normalised: bool,
        opponents: &Opponents,
    ) -> Result<Boards, OpponentError> {
        let gene = Gene { start: Start::Normal { mean: 0.0, deviation: START_DEVIATION }, bounds: None };
        let count = features.iter().map(|feature| feature.genes()).sum();
        Ok(Boards {
            rule,
            depth,
            features: features.to_vec(),
            genes: Genes { genes: vec![gene; count], normalised },
            players: opponents.players.iter().map(|name| Contender::load(name, rule)).collect::<Result<_, _>>()?,
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
}

impl Players for Boards {
    type Player = Contender;

    fn named(&self) -> &[Contender] {
        &self.players
    }

    fn player(&self, genome: &[f64]) -> Contender {
        Contender::Search { evaluation: self.evaluation(genome).build(), depth: self.depth.get() }
    }

    fn points(&self, contenders: &[Contender], games: &[Duel], from: u64, rating: &RatingInput<'_>) -> Vec<u8> {
        let seed = derive(derive(rating.seed, part::GAMES), rating.generation);
        work::map(rating.threads, games.len(), |number| {
            let Duel { start, first, second } = games[number];
            let mut rng = ChaCha8Rng::seed_from_u64(derive(seed, from + number as u64));
            let discs = play(&start, [&contenders[first], &contenders[second]], self.rule, &mut rng);
            (discs.signum() + 1) as u8
        })
    }
}

impl Fitness for Boards {
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
        // Only the ratios of weights matter, and a file has no larger ones.
        let mut weights = genome.to_vec();
        limit(&mut weights, LARGEST);
        // Four decimals are more precise than a board can show, and keep files readable. Small weights need more.
        let are_small = weights.iter().all(|weight| weight.abs() < 1.0);
        let round = if are_small { six_digits } else { four_decimals };
        weights.iter_mut().for_each(|weight| *weight = round(*weight));
        Kind::AlphaBeta(AlphaBetaSpec {
            evaluation: self.evaluation(&weights),
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

fn four_decimals(weight: f64) -> f64 {
    (weight * 1e4).round() / 1e4
}

fn six_digits(weight: f64) -> f64 {
    format!("{weight:.5e}").parse().expect("a formatted number is a number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::{Personality, parse};

    /// The weights of discs and stable discs in the file of a player with these genes.
    fn written(genome: [f64; 2]) -> [f64; 2] {
        let features = ["discs", "stable"].map(|name| TrainableFeature::named(name).unwrap());
        let depth = NonZeroU32::new(1).unwrap();
        let boards = Boards::new(Objective::Normal, depth, &features, false, &Opponents::default()).unwrap();
        let json = Personality::new("two", "two weights", Objective::Normal, boards.kind(&genome)).to_json();
        let read: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert!(parse("two", json.as_bytes()).is_ok(), "{json}");
        [0, 1].map(|term| read["features"][term]["weight"].as_f64().unwrap())
    }

    #[test]
    fn weights_have_four_decimals_and_small_ones_six_digits() {
        assert_eq!(written([314.23881, -0.012345]), [314.2388, -0.0123]);
        assert_eq!(written([1.000049, 0.1]), [1.0, 0.1]);
        assert_eq!(written([0.123456789, -0.98765432]), [0.123457, -0.987654]);
        assert_eq!(written([2.3456789e-6, -1.2e-320]), [2.34568e-6, -1.2e-320]);
        assert_eq!(written([0.0, 0.0]), [0.0, 0.0]);
    }

    #[test]
    fn weights_of_any_size_fit_into_a_file() {
        let feature = TrainableFeature::named("symmetric-board").unwrap();
        let depth = NonZeroU32::new(1).unwrap();
        let boards = Boards::new(Objective::Normal, depth, &[feature], true, &Opponents::default()).unwrap();
        let genome: Vec<f64> = (0..boards.genes.len()).map(|gene| 1e30 / (gene + 1) as f64).collect();
        let board = Personality::new("board", "a board", Objective::Normal, boards.kind(&genome));
        let read = parse("board", board.to_json().as_bytes()).unwrap();
        assert_eq!(read.boards()[0].1[0], LARGEST, "{}", board.to_json());
        let ratio = read.boards()[0].1[1] / read.boards()[0].1[0];
        assert!(genome.iter().any(|gene| (gene / genome[0] - ratio).abs() < 1e-9), "{ratio}");
    }
}
