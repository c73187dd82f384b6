//! MAP-Elites compared with the thesis's genetic algorithm: the number of different rivals of even strength that each
//! finds in the same number of games (J.-B. Mouret and J. Clune, "Illuminating search spaces by mapping elites", 2015).

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::geometry::grow;
use rival::board::square::CORNERS;
use rival::board::{Color, Move, Objective, points};
use rival::eval::features::{Frontier, Stable};
use rival::eval::{Evaluator, Leaf, Term, WeightedSpec, WeightedSum};
use rival::machine::work;
use rival::players::duel::{opening_board, play};
use rival::players::{Options, Personality, load};
use rival::stats::{derive, draw_normal};

use super::genetic::{self, OPENING, Settings, Weights, cycle, first, rate};
use crate::journal::{Journal, Resuming};
use crate::mismatch::mismatch;
use crate::numbers::{quantile, range};
use crate::output::Output;
use crate::play::Play;
use crate::rivals_thesis::agent;
use crate::table::{Table, cells};

/// The measures of an individual's play: frontier, moves left to the opponent, stable discs, squares next to empty
/// corners.
const BEHAVIOURS: usize = 4;
/// Parts into which each behaviour is divided.
const BINS: usize = 3;
/// Individuals whose play fixes the borders of the bins.
const SCOUTS: usize = 100;
/// The range of moves that are measured, by the discs on the board.
const MEASURED: std::ops::RangeInclusive<u32> = 12..=44;
/// Standard deviation of a mutation, in powers of ten.
const STEP: f64 = 0.3;
/// Rivals that each method delivers.
const RIVALS: usize = 20;
/// Games that rate these rivals.
const RATED: u64 = 200;
/// The largest distance from one half that counts as even.
const EVEN: f64 = 0.05;
/// Two rivals are different if they play different moves in at least this share of positions.
const DIFFERENT: f64 = 0.25;
/// Positions in which rivals are compared.
const POSITIONS: usize = 300;

/// MAP-Elites and the thesis's genetic algorithm in the same number of games, by several seeds (8 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Runs of each method, with seeds from `--seed` on.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    runs: u64,
    /// Cycles of the genetic algorithm, of 2,400 games each.
    #[arg(long, value_name = "N", default_value_t = 15)]
    cycles: u32,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut journal = Journal::open(&args.output.folder("map-elites")?, args.resuming)?;
    let agent = agent()?;
    let mut differences: [Vec<Vec<Vec<f64>>>; 2] = Default::default();
    for seed in args.play.seed..args.play.seed + args.runs {
        let settings = Settings { cycles: args.cycles, ..Settings::chapter_6(0.001, seed, args.play.threads()) };
        differences[0].push(journal.part(&format!("MGG, {} cycles, seed {seed}", args.cycles), || {
            let mut population = first(&settings);
            (0..settings.cycles).for_each(|number| cycle(&settings, number, &mut population, &agent));
            even_rivals(&settings, &population, &agent)
        })?);
        differences[1].push(journal.part(&format!("MAP-Elites, {} cycles, seed {seed}", args.cycles), || {
            let population = Archive::evolved(&settings, &agent).rivals();
            even_rivals(&settings, &population, &agent)
        })?);
    }
    let mut table = Table::new("method | rivals within 0.05 of even, of 20 | pairs of them that differ in 25 %");
    for (name, runs) in ["MGG-best2, beta 0.001", "MAP-Elites"].iter().zip(&differences) {
        let even = range(runs.iter().map(|shares| shares.len() as f64), 0);
        let different = range(runs.iter().map(|shares| different_pairs(shares) as f64), 0);
        table.row(cells![name, even, different]);
    }
    let games = args.cycles * 2400;
    args.output.report(
        "map-elites",
        &format!(
            "Medians of {} runs of {games} games each, with the least and the largest; rivals are rated by {RATED} \
             other games.\n\n{table}",
            args.runs
        ),
    )
}

/// Rates rivals with new games. Returns, for each pair of even ones, the share of positions in which they differ.
fn even_rivals(settings: &Settings, population: &[Weights], agent: &Personality) -> anyhow::Result<Vec<Vec<f64>>> {
    let ratings = rate(settings, population, agent, RATED);
    let even: Vec<Personality> = ratings
        .iter()
        .filter(|(_, score)| (score - 0.5).abs() <= EVEN)
        .map(|(weights, _)| settings.player("individual", weights))
        .collect();
    Ok(mismatch(&even, &load("intermediate")?, POSITIONS, 1))
}

/// The pairs of rivals that differ enough.
fn different_pairs(shares: &[Vec<f64>]) -> usize {
    let rows = shares.iter().enumerate();
    rows.map(|(number, row)| row.iter().skip(number + 1).filter(|share| **share >= DIFFERENT).count()).sum()
}

/// The points and the behaviour of an individual in its games against the agent.
struct Trial {
    points: f64,
    behaviour: [f64; BEHAVIOURS],
}

/// An individual with the results of all its games.
#[derive(Debug, Clone, Copy)]
struct Elite {
    weights: Weights,
    points: f64,
    games: u64,
}

impl Elite {
    /// The distance from an even score, with a margin that shrinks with the number of games; smaller is better.
    fn unevenness(&self) -> f64 {
        let games = self.games as f64;
        (self.points / games - 0.5).abs() + (0.25 / games).sqrt()
    }
}

/// The most even individual of each kind of play.
struct Archive {
    /// The inner borders of the bins of each behaviour.
    borders: [[f64; BINS - 1]; BEHAVIOURS],
    elites: BTreeMap<[usize; BEHAVIOURS], Elite>,
}

impl Archive {
    /// The archive after as many games as the genetic algorithm of these settings plays.
    fn evolved(settings: &Settings, agent: &Personality) -> Archive {
        let families = settings.cycles as usize * settings.population / 2;
        let mut trials_left = families * (2 + settings.children);
        let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
        let examiner = Examiner::new(settings, agent);
        let mut scouts = Vec::new();
        for number in 0..SCOUTS.min(trials_left) {
            let (low, high) = genetic::RANGE;
            let weights: Weights = [0; 3].map(|_| random_weight(low, high, &mut rng));
            scouts.push((weights, examiner.trial(&weights, derive(settings.seed, number as u64))));
        }
        trials_left -= scouts.len();
        let borders = std::array::from_fn(|behaviour| {
            let values: Vec<f64> = scouts.iter().map(|(_, trial)| trial.behaviour[behaviour]).collect();
            std::array::from_fn(|border| quantile(&values, (border + 1) as f64 / BINS as f64))
        });
        let mut archive = Archive { borders, elites: BTreeMap::new() };
        for (weights, trial) in &scouts {
            archive.challenge(*weights, trial, settings.games, None);
        }
        while trials_left > 0 {
            let seed = derive(settings.seed, (SCOUTS + trials_left) as u64);
            let parents: Vec<&Elite> = archive.elites.values().collect();
            let parent = parents[rng.random_range(0..parents.len())].weights;
            let child = parent.map(|weight| mutated(weight, &mut rng));
            let trial = examiner.trial(&child, seed);
            trials_left -= 1;
            // The defender plays again at each challenge; otherwise a lucky elite would never leave.
            let defender = archive.elites.get(&archive.cell(&trial)).copied();
            let again = defender.filter(|_| trials_left > 0).map(|elite| {
                trials_left -= 1;
                examiner.trial(&elite.weights, derive(seed, 1)).points
            });
            archive.challenge(child, &trial, settings.games, again);
        }
        archive
    }

    fn cell(&self, trial: &Trial) -> [usize; BEHAVIOURS] {
        std::array::from_fn(|behaviour| {
            self.borders[behaviour].iter().filter(|border| trial.behaviour[behaviour] > **border).count()
        })
    }

    /// Puts an individual into its cell if it is more even than the present one, which may have played `again`.
    fn challenge(&mut self, weights: Weights, trial: &Trial, games: u64, again: Option<f64>) {
        let challenger = Elite { weights, points: trial.points, games };
        let elite = self.elites.entry(self.cell(trial)).or_insert(challenger);
        if let Some(points) = again {
            elite.points += points;
            elite.games += games;
        }
        if challenger.unevenness() < elite.unevenness() {
            *elite = challenger;
        }
    }

    /// The most even individuals.
    fn rivals(&self) -> Vec<Weights> {
        let mut elites: Vec<&Elite> = self.elites.values().collect();
        elites.sort_by(|a, b| a.unevenness().total_cmp(&b.unevenness()));
        elites.iter().take(RIVALS).map(|elite| elite.weights).collect()
    }
}

/// A weight whose logarithm is uniform.
fn random_weight(low: f64, high: f64, rng: &mut ChaCha8Rng) -> f64 {
    let [low, high] = [low, high].map(libm::log10);
    libm::pow(10.0, low + rng.random::<f64>() * (high - low)).round()
}

/// A weight mutated by a normal step of its logarithm.
fn mutated(weight: f64, rng: &mut ChaCha8Rng) -> f64 {
    let (low, high) = genetic::RANGE;
    libm::pow(10.0, libm::log10(weight) + STEP * draw_normal(rng)).clamp(low, high).round()
}

/// Plays individuals against the agent, and measures their play.
struct Examiner<'a> {
    settings: &'a Settings,
    agent: &'a Personality,
    frontier: WeightedSum,
    stable: WeightedSum,
}

impl<'a> Examiner<'a> {
    fn new(settings: &'a Settings, agent: &'a Personality) -> Examiner<'a> {
        Examiner {
            settings,
            agent,
            frontier: evaluation_by(Term::new(Frontier, 1.0)),
            stable: evaluation_by(Term::new(Stable, 1.0)),
        }
    }

    /// Plays pairs of games on random openings with colours swapped.
    fn trial(&self, weights: &Weights, seed: u64) -> Trial {
        let individual = self.settings.player("individual", weights);
        let games = self.settings.games as usize;
        let all = work::map(self.settings.threads, games, |number| self.game(&individual, number as u64, seed));
        let mut behaviour = [0.0; BEHAVIOURS];
        let mut points = 0.0;
        for trial in &all {
            points += trial.points;
            behaviour.iter_mut().zip(trial.behaviour).for_each(|(sum, value)| *sum += value / games as f64);
        }
        Trial { points, behaviour }
    }

    fn game(&self, individual: &Personality, number: u64, seed: u64) -> Trial {
        let color = if number.is_multiple_of(2) { Color::Black } else { Color::White };
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut players = [individual, self.agent].map(|player| player.player(&options));
        for (player, side) in players.iter_mut().zip(1..) {
            player.new_game(derive(derive(seed, number), side));
        }
        let game = play(opening_board(derive(seed, number / 2), OPENING), color, &mut players);
        let mut behaviour = [0.0; BEHAVIOURS];
        let mut moves = 0.0;
        for (board, choice) in game.history() {
            let Move::Place(square) = *choice else { continue };
            if board.to_move != color || !MEASURED.contains(&(64 - board.position.empties())) {
                continue;
            }
            let after = board.position.play(square);
            let leaf = Leaf { position: after, before: None, passes: 0 };
            let empty_corners = CORNERS & !(after.own | after.opp);
            let figures = [
                -f64::from(self.frontier.evaluate(&leaf)),
                f64::from(after.moves().count_ones()),
                -f64::from(self.stable.evaluate(&leaf)),
                f64::from(u8::from(grow(empty_corners) & square.bit() != 0)),
            ];
            behaviour.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
            moves += 1.0;
        }
        let discs = game.board().score(color, Objective::Normal);
        Trial { points: points(discs), behaviour: behaviour.map(|sum| sum / f64::max(moves, 1.0)) }
    }
}

/// An evaluation by one feature.
fn evaluation_by(term: Term) -> WeightedSum {
    WeightedSum::new(&WeightedSpec { terms: vec![term], points_per_disc: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(points: f64) -> Trial {
        Trial { points, behaviour: [0.0, 1.5, 3.0, 0.0] }
    }

    #[test]
    fn a_lucky_elite_leaves_when_its_luck_ends() {
        let mut archive = Archive { borders: [[1.0, 2.0]; BEHAVIOURS], elites: BTreeMap::new() };
        archive.challenge([1.0; 3], &trial(10.0), 20, None);
        archive.challenge([2.0; 3], &trial(11.0), 20, Some(10.0));
        assert_eq!(archive.rivals(), [[1.0; 3]]);
        // An even score from fewer games is better than 20 of 60.
        archive.challenge([3.0; 3], &trial(10.0), 20, Some(0.0));
        assert_eq!(archive.rivals(), [[3.0; 3]]);
        archive.challenge([4.0; 3], &Trial { points: 0.0, behaviour: [9.0; BEHAVIOURS] }, 20, None);
        assert_eq!(archive.rivals(), [[3.0; 3], [4.0; 3]]);
    }

    #[test]
    fn the_seed_decides_on_any_number_of_threads() {
        let agent = load("beginner").unwrap();
        let [one, three, other] = [(1, 1), (1, 3), (2, 1)].map(|(seed, threads)| {
            let chapter_6 = Settings::chapter_6(0.001, seed, threads);
            let settings = Settings { population: 4, children: 8, games: 2, cycles: 8, depth: 1, ..chapter_6 };
            Archive::evolved(&settings, &agent).rivals()
        });
        assert_eq!(one, three);
        assert_ne!(one, other);
    }
}
