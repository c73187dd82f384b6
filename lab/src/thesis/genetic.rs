//! Chapters 6 and 7 of the thesis: a genetic algorithm (MGG-best2 with BLX-alpha in log space) looks for weights that
//! score one half against the agent and are far apart.

use std::num::NonZeroU32;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use rival::board::Objective;
use rival::eval::features::{Discs, Frontier, Mobility, Stable};
use rival::eval::probcut::Selectivity;
use rival::eval::{EvaluationSpec, MoveCount, Term, WeightedSpec};
use rival::personality::{AlphaBetaSpec, Effort, Kind, SearchSpec, TieRule};
use rival::players::Personality;
use rival::players::duel::Duel;
use rival::stats::derive;

/// Weights of frontier, mobility and stable discs. The weight of the disc difference is fixed at 100.
pub(crate) type Weights = [f64; 3];

const DISCS: f64 = 100.0;
/// The least and the largest weight.
pub(crate) const RANGE: (f64, f64) = (1.0, 10_000.0);
/// BLX-alpha: a child's gene lies in its parents' interval, widened on both sides by this share of its length.
const ALPHA: f64 = 0.5;
/// The least distance in the measure of likeness, so that two equal individuals have a finite one.
const LEAST_DISTANCE: f64 = 1e-6;
/// Random moves at the start of each game; the thesis does not say how its games differ.
pub(crate) const OPENING: u32 = 4;

/// The parameters that the thesis varies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub population: usize,
    pub children: usize,
    /// Games of an individual against the agent, an even number.
    pub games: u64,
    pub cycles: u32,
    /// The weights of the first population.
    pub start: (f64, f64),
    /// Search depth of an individual in plies.
    pub depth: u32,
    /// True if individuals play natural moves only.
    pub natural: bool,
    /// The penalty for likeness. With infinity the evenness is ignored.
    pub beta: f64,
    pub seed: u64,
    pub threads: usize,
}

impl Settings {
    /// The settings of chapter 6.
    pub(crate) const fn chapter_6(beta: f64, seed: u64, threads: usize) -> Settings {
        Settings {
            population: 20,
            children: 10,
            games: 20,
            cycles: 15,
            start: (100.0, 1000.0),
            depth: 3,
            natural: false,
            beta,
            seed,
            threads,
        }
    }

    /// The settings of chapter 7, for human subjects.
    pub(crate) const fn chapter_7(seed: u64, threads: usize) -> Settings {
        let chapter_6 = Settings::chapter_6(0.001, seed, threads);
        Settings { cycles: 10, start: (1.0, 2000.0), depth: 2, natural: true, ..chapter_6 }
    }

    /// The player with these weights.
    pub(crate) fn player(&self, name: &str, weights: &Weights) -> Personality {
        player(name, weights, self.depth, self.natural)
    }

    /// The score of these weights against the agent.
    fn score(&self, weights: &Weights, agent: &Personality, games: u64, seed: u64) -> f64 {
        let individual = self.player("individual", weights);
        let duel = Duel::paired([&individual, agent], games, OPENING, seed);
        duel.run(self.threads, &|| {}).score().map_or(0.5, |score| score.mean)
    }
}

fn player(name: &str, weights: &Weights, depth: u32, natural: bool) -> Personality {
    let [frontier, mobility, stable] = *weights;
    let terms = vec![
        Term::new(Frontier, frontier),
        Term::new(Mobility(MoveCount::AroundMove), mobility),
        Term::new(Stable, stable),
        Term::new(Discs, DISCS),
    ];
    let evaluation = EvaluationSpec::Weighted(WeightedSpec { terms, points_per_disc: None });
    let search = SearchSpec {
        selectivity: Selectivity::OFF,
        effort: Effort::Depth(NonZeroU32::new(depth).unwrap_or(NonZeroU32::MIN)),
        solve_from: 0,
        ties: TieRule::Random,
        natural,
    };
    let summary = format!("frontier {frontier}, mobility {mobility}, stable discs {stable}, discs {DISCS}");
    let kind = Kind::AlphaBeta(AlphaBetaSpec { evaluation, search, book: None });
    Personality {
        source: Some("Made by lab thesis-rivals.".to_owned()),
        ..Personality::new(name, &summary, Objective::Normal, kind)
    }
}

/// The thesis's f_wr: 1 for an even score, 0 for winning all or no games.
pub(crate) fn evenness(score: f64) -> f64 {
    4.0 * (0.5 - (0.5 - score).abs()).powi(2)
}

/// The square of the distance of two individuals in log space.
pub(crate) fn distance(a: &Weights, b: &Weights) -> f64 {
    a.iter().zip(b).map(|(a, b)| (libm::log10(*a) - libm::log10(*b)).powi(2)).sum()
}

/// The thesis's f_sim: how similar one of `all` is to the others.
pub(crate) fn likeness(number: usize, all: &[Weights]) -> f64 {
    let others = all.iter().enumerate().filter(|&(other, _)| other != number);
    others.map(|(_, other)| 1.0 / distance(&all[number], other).max(LEAST_DISTANCE)).sum::<f64>() / all.len() as f64
}

/// The weights of the last population, each with its score in this many games.
pub(crate) fn rate(
    settings: &Settings,
    population: &[Weights],
    agent: &Personality,
    games: u64,
) -> Vec<(Weights, f64)> {
    let seed = derive(settings.seed, u64::MAX);
    let mut ratings = Vec::new();
    for weights in population {
        ratings.push((*weights, settings.score(weights, agent, games, seed)));
    }
    ratings
}

/// The first population.
pub(crate) fn first(settings: &Settings) -> Vec<Weights> {
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let (low, high) = settings.start;
    (0..settings.population).map(|_| [0; 3].map(|_| rng.random_range(low..=high).round())).collect()
}

/// Runs one cycle on a population. Cycles are numbered from 0, and a run can continue from any of them.
pub(crate) fn cycle(settings: &Settings, number: u32, population: &mut [Weights], agent: &Personality) {
    let seed = derive(settings.seed, u64::from(number));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for family in 0..population.len() / 2 {
        let (a, b) = pair(population.len(), &mut rng);
        let mut all = population.to_vec();
        for _ in 0..settings.children {
            all.push(child(&population[a], &population[b], &mut rng));
        }
        // A family has one set of openings, because its members are compared with each other.
        let games = derive(seed, family as u64);
        let members: Vec<usize> = [a, b].into_iter().chain(population.len()..all.len()).collect();
        let fitness = members.iter().map(|&member| {
            let penalty = likeness(member, &all);
            if settings.beta.is_infinite() {
                return -penalty;
            }
            evenness(settings.score(&all[member], agent, settings.games, games)) - settings.beta * penalty
        });
        let [best, second] = best_two(&fitness.collect::<Vec<f64>>());
        (population[a], population[b]) = (all[members[best]], all[members[second]]);
    }
}

/// Two different numbers below `count`, which must be 2 or more.
fn pair(count: usize, rng: &mut impl RngExt) -> (usize, usize) {
    let first = rng.random_range(0..count);
    let second = rng.random_range(0..count - 1);
    (first, if second >= first { second + 1 } else { second })
}

/// A child by BLX-alpha on the logarithms of the weights (L. J. Eshelman and J. D. Schaffer, "Real-coded genetic
/// algorithms and interval-schemata", 1993).
fn child(a: &Weights, b: &Weights, rng: &mut impl RngExt) -> Weights {
    std::array::from_fn(|gene| {
        let low = libm::log10(a[gene].min(b[gene]));
        let high = libm::log10(a[gene].max(b[gene]));
        let beyond = ALPHA * (high - low);
        let logarithm = low - beyond + rng.random::<f64>() * (high - low + 2.0 * beyond);
        libm::pow(10.0_f64, logarithm).clamp(RANGE.0, RANGE.1).round()
    })
}

/// The numbers of the two fittest of a family (MGG-best2: H. Satoh, M. Yamamura and S. Kobayashi, "Minimal generation
/// gap model for GAs considering both exploration and exploitation", 1996).
fn best_two(fitness: &[f64]) -> [usize; 2] {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    [order[0], order[1]]
}

/// Three individuals that score near one half: the two farthest apart in log space, then the one with the largest sum
/// of distances from both. Fewer if not enough are near.
pub(crate) fn three(individuals: &[(Weights, f64)]) -> Vec<usize> {
    const NEAR: f64 = 0.1;
    let near: Vec<usize> = (0..individuals.len()).filter(|&i| (individuals[i].1 - 0.5).abs() <= NEAR).collect();
    let apart = |a: usize, b: usize| distance(&individuals[a].0, &individuals[b].0).sqrt();
    let pairs = near.iter().enumerate().flat_map(|(i, &a)| near[i + 1..].iter().map(move |&b| (a, b)));
    let Some((a, b)) = pairs.max_by(|&(a, b), &(c, d)| apart(a, b).total_cmp(&apart(c, d))) else { return near };
    let sum = |c: usize| apart(a, c) + apart(b, c);
    let third = near.into_iter().filter(|&c| c != a && c != b).max_by(|&c, &d| sum(c).total_cmp(&sum(d)));
    [a, b].into_iter().chain(third).collect()
}

#[cfg(test)]
mod tests {
    use rival::players::load;

    use super::*;

    #[test]
    fn fitness_is_that_of_the_thesis() {
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(evenness), [0.0, 0.25, 1.0, 0.25, 0.0]);
        let all = [[1.0, 10.0, 100.0], [10.0, 10.0, 100.0], [1.0, 10.0, 1.0]];
        assert_eq!([distance(&all[0], &all[1]), distance(&all[0], &all[2])], [1.0, 4.0]);
        assert!((likeness(0, &all) - (1.0 + 0.25) / 3.0).abs() < 1e-12);
    }

    #[test]
    fn children_fill_the_widened_interval_of_their_parents_in_log_space() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let children: Vec<Weights> =
            (0..5_000).map(|_| child(&[100.0, 50.0, 1.0], &[1_000.0, 50.0, 10_000.0], &mut rng)).collect();
        let least = children.iter().map(|child| child[0]).fold(f64::MAX, f64::min);
        let largest = children.iter().map(|child| child[0]).fold(f64::MIN, f64::max);
        // The range is 10^1.5 to 10^3.5. The extremes of thousands of draws lie within 3 % of its ends.
        assert!((31.0..33.0).contains(&least) && (3_067.0..=3_162.0).contains(&largest), "{least} {largest}");
        assert!(children.iter().all(|child| child[1] == 50.0 && (RANGE.0..=RANGE.1).contains(&child[2])));
    }

    #[test]
    fn pairs_are_different_and_all_come() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut counts = [[0; 4]; 4];
        for _ in 0..12_000 {
            let (a, b) = pair(4, &mut rng);
            counts[a][b] += 1;
        }
        for (a, row) in counts.iter().enumerate() {
            for (b, &count) in row.iter().enumerate() {
                // The standard error is 30.
                assert!(if a == b { count == 0 } else { (850..1_150).contains(&count) }, "{a} {b} {count}");
            }
        }
        assert_eq!(best_two(&[0.1, 0.7, 0.3, 0.9]), [3, 1]);
    }

    #[test]
    fn three_are_those_of_table_6_2_among_others() {
        let table = [
            ([1183.0, 6130.0, 7417.0], 0.52),
            ([612.0, 1378.0, 8009.0], 0.54),
            ([692.0, 693.0, 1844.0], 0.485),
            ([1.0, 1.0, 1.0], 0.39),
            ([900.0, 1500.0, 5000.0], 0.5),
        ];
        let mut chosen = three(&table);
        chosen.sort_unstable();
        assert_eq!(chosen, [0, 1, 2]);
        assert_eq!(three(&table[..1]), [0]);
        assert!(three(&table[3..4]).is_empty());
    }

    #[test]
    fn the_seed_decides_on_any_number_of_threads() {
        let agent = load("beginner").unwrap();
        let [population, on_three_threads, other_seed] = [(1, 1), (1, 3), (2, 1)].map(|(seed, threads)| {
            let chapter_6 = Settings::chapter_6(0.001, seed, threads);
            let settings = Settings { population: 4, children: 3, games: 4, cycles: 2, depth: 1, ..chapter_6 };
            let mut population = first(&settings);
            (0..settings.cycles).for_each(|number| cycle(&settings, number, &mut population, &agent));
            population
        });
        assert_eq!(population, on_three_threads);
        assert_ne!(population, other_seed);
        assert!(population.iter().flatten().all(|w| (RANGE.0..=RANGE.1).contains(w) && w.fract() == 0.0));
    }
}
