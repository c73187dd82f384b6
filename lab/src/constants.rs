//! The constants of the shipped weights and of the network, one for each number of empty squares: the mean error of
//! values, and the constants that correct it.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rival::board::{Game, Objective, Position};
use rival::eval::patterns::{Network, NetworkFile, Patterns, PatternsSpec, UNIT, WeightsFile, digest};
use rival::eval::{Evaluation, EvaluationSpec, Evaluator, Leaf};
use rival::machine::work;
use rival::players::load;
use rival::record::archive::Archive;
use rival::search::{Limits, Plan, Query, Searcher, SilentObserver};
use rival::stats::{Mean, derive};

use crate::archive::{Folder, drawn_order};
use crate::claims::position;
use crate::games::least_image;
use crate::make_masters;
use crate::output::{Output, Shipping};
use crate::play::Play;
use crate::table::{Table, cells};

/// Megabytes of the hash table of a search: little, because each position gets a new table.
const HASH: u64 = 16;
/// Plies of the opening searches whose values are corrected.
const PLIES: RangeInclusive<u32> = 8..=14;
/// The searches that give the true value are up to this many plies deeper.
const DEEPER: u32 = 4;

/// The mean error of `master`'s values at each number of empty squares, and constants without it (20 minutes).
///
/// The truth is the exact score up to `--exact-to` empty squares. Above, it is the mean of two searches, one of even
/// and one of odd depth, that end where the constants are already corrected. From `--opening` on, a player sees
/// positions only through a search, so the values of searches are corrected: they start 8 to 14 plies earlier, from
/// positions weighted by how often people reach them, and their truth is the mean of searches 1 to 4 plies deeper.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The first year of the archive whose games are used. Constants are fitted on some years and tested on others.
    #[arg(long, value_name = "YEAR", default_value_t = 1999)]
    year: u32,
    /// The number of years that are used.
    #[arg(long, value_name = "N", default_value_t = 1)]
    years: u32,
    #[command(flatten)]
    folder: Folder,
    /// Positions at each number of empty squares, each from another game.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: usize,
    /// The fewest empty squares.
    #[arg(long, value_name = "N", default_value_t = 1)]
    from: u32,
    /// The most empty squares.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(..=60))]
    to: u32,
    /// Scores are exact up to this many empty squares.
    #[arg(long, value_name = "N", default_value_t = 20)]
    exact_to: u32,
    /// From this many empty squares on, values of searches are corrected.
    #[arg(long, value_name = "N", default_value_t = 42)]
    opening: u32,
    /// Games for each number of empty squares whose positions are searched.
    #[arg(long, value_name = "N", default_value_t = 400)]
    roots: usize,
    /// Plies of the shallower of the two searches.
    #[arg(long, value_name = "N", default_value_t = 11)]
    depth: u32,
    /// A network over the shipped weights, to ship in place of the shipped one: its constants become those with which
    /// its mean values in people's positions are the shipped network's (seconds). The weights stay as they are.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    shipping: Shipping,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let archive = args.folder.people(args.year..=args.year + args.years - 1)?;
    let mut masters = Masters::shipped(args.exact_to, args.depth)?;
    if let Some(path) = &args.network {
        return follow(path, &masters, &archive, args);
    }
    let mut table = Table::new("empty squares | positions | patterns | network");
    for empties in args.from..=args.to {
        let order = drawn_order(&archive, derive(args.play.seed, u64::from(empties)));
        let games = order.iter().map(|&number| archive.games[number].game());
        let (count, biases) = if empties < args.opening || empties + PLIES.start() > 60 {
            let positions: Vec<Position> =
                games.filter_map(|game| position(&game, empties, 1)).take(args.positions).collect();
            (positions.len(), masters.biases(empties, &positions, args.play.threads())?)
        } else {
            let roots = Root::drawn(games.take(args.roots), empties);
            (args.roots, masters.searched_biases(empties, &roots, args.play.threads())?)
        };
        masters.correct(empties, biases);
        let [patterns, network] = biases.map(|bias| format!("{:+.2} ± {:.2}", bias.mean, bias.error.unwrap_or(0.0)));
        eprintln!("{empties}: {patterns}, {network}");
        table.row(cells![empties, count, patterns, network]);
    }
    let Masters { mut weights, mut network, .. } = masters;
    let Args { year, years, from, to, positions, roots, exact_to, depth, .. } = args;
    let seed = args.play.seed;
    let command = format!(
        "lab constants --year {year} --years {years} --from {from} --to {to} --positions {positions} --roots {roots} \
         --exact-to {exact_to} --depth {depth} --seed {seed}"
    );
    weights.weights.source.push(command.clone());
    network.source.push(command);
    let weights = weights.to_bytes();
    network.weights = digest(&weights);
    make_masters::ship([weights, network.to_bytes()], &args.output, args.shipping)?;
    args.output.report("constants", &table.to_string())
}

/// Ships the network of this file with constants that keep the mean values of the shipped one.
fn follow(path: &Path, shipped: &Masters, archive: &Archive, args: &Args) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    let mut file = NetworkFile::parse(&fs::read(path).with_context(name)?).with_context(name)?;
    let network = Network::new(&shipped.spec, file.clone(), "").with_context(name)?;
    let before = Network::new(&shipped.spec, shipped.network.clone(), "")?;
    let mut table = Table::new("empty squares | positions | new - shipped");
    for empties in args.from..=args.to {
        let order = drawn_order(archive, derive(args.play.seed, u64::from(empties)));
        let games = order.iter().map(|&number| archive.games[number].game());
        let positions: Vec<Position> =
            games.filter_map(|game| position(&game, empties, 1)).take(args.positions).collect();
        let values: Vec<f64> = positions.iter().map(|position| discs(&before, position)).collect();
        let Some(difference) = bias(&network, &positions, &values) else { continue };
        file.outputs[empties as usize].constant -= (difference.mean * f64::from(UNIT)).round() as i16;
        let error = difference.error.unwrap_or(0.0);
        table.row(cells![empties, positions.len(), format!("{:+.2} ± {error:.2}", difference.mean)]);
    }
    let Args { year, years, from, to, positions, .. } = args;
    file.source.push(format!(
        "lab constants --network {} --year {year} --years {years} --from {from} --to {to} --positions {positions} \
         --seed {}",
        name(),
        args.play.seed
    ));
    make_masters::ship([make_masters::shipped_weights()?, file.to_bytes()], &args.output, args.shipping)?;
    args.output.report("constants", &table.to_string())
}

/// The shipped files while their constants are being corrected.
struct Masters {
    spec: PatternsSpec,
    weights: WeightsFile,
    network: NetworkFile,
    plan: Plan,
    depth: u32,
}

impl Masters {
    fn shipped(exact_to: u32, depth: u32) -> anyhow::Result<Masters> {
        let master = load("master")?;
        let spec = master.alpha_beta().context("master does not search")?;
        let EvaluationSpec::Network(network) = &spec.evaluation else { bail!("master has no network") };
        let selectivity = spec.search.selectivity;
        let plan = Plan { selectivity, solve_from: exact_to, ..Plan::new(Objective::Normal) };
        let patterns = network.patterns.clone();
        let weights = patterns.patterns.file().clone();
        Ok(Masters { spec: patterns, weights, network: network.network.file().clone(), plan, depth })
    }

    /// The weights and the network with the present constants.
    fn evaluations(&self) -> anyhow::Result<(PatternsSpec, Network)> {
        let patterns = Patterns::new(self.weights.clone(), &self.spec.sha256);
        let spec = PatternsSpec { patterns, ..self.spec.clone() };
        let network = Network::new(&spec, self.network.clone(), "")?;
        Ok((spec, network))
    }

    /// The mean errors of both values in these positions, which all have this number of empty squares.
    fn biases(&self, empties: u32, positions: &[Position], threads: usize) -> anyhow::Result<[Mean; 2]> {
        let (spec, network) = self.evaluations()?;
        let evaluation = Evaluation::Network(network.clone());
        let truths = work::map(threads, positions.len(), |number| self.truth(&positions[number], &evaluation));
        let truths = truths.into_iter().collect::<anyhow::Result<Vec<f64>>>()?;
        let biases = [bias(&spec.patterns, positions, &truths), bias(&network, positions, &truths)];
        let [Some(of_patterns), Some(of_network)] = biases else { bail!("no position has {empties} empty squares") };
        Ok([of_patterns, of_network])
    }

    /// The mean errors of both values at the end of searches from these roots, for the side to move at the end. All
    /// searches end at this number of empty squares.
    fn searched_biases(&self, empties: u32, roots: &[Root], threads: usize) -> anyhow::Result<[Mean; 2]> {
        let (spec, network) = self.evaluations()?;
        let mut biases = Vec::new();
        for evaluation in [Evaluation::Patterns(spec.patterns), Evaluation::Network(network)] {
            let errors = work::map(threads, roots.len(), |number| {
                let root = &roots[number].position;
                let depth = root.empties() - empties;
                let value = self.value(root, depth, &evaluation)?;
                let mut deeper = 0.0;
                for plies in 1..=DEEPER {
                    deeper += self.value(root, depth + plies, &evaluation)? / f64::from(DEEPER);
                }
                Ok(if depth.is_multiple_of(2) { value - deeper } else { deeper - value })
            });
            let errors = errors.into_iter().collect::<anyhow::Result<Vec<f64>>>()?;
            let weighted = roots.iter().zip(errors).flat_map(|(root, error)| std::iter::repeat_n(error, root.games));
            biases.push(Mean::estimate(weighted).context("no position of the opening is at this distance")?);
        }
        Ok([biases[0], biases[1]])
    }

    /// Subtracts the mean errors of both values from the constants for this number of empty squares.
    fn correct(&mut self, empties: u32, [of_patterns, of_network]: [Mean; 2]) {
        let at = empties as usize;
        for (constant, bias) in [
            (&mut self.weights.weights.constants[at], of_patterns),
            (&mut self.network.outputs[at].constant, of_network),
        ] {
            *constant -= (bias.mean * f64::from(UNIT)).round() as i16;
        }
    }

    /// The value of a position in discs.
    fn truth(&self, position: &Position, evaluation: &Evaluation) -> anyhow::Result<f64> {
        let first = self.value(position, self.depth, evaluation)?;
        if position.empties() <= self.plan.solve_from {
            return Ok(first);
        }
        Ok((first + self.value(position, self.depth + 1, evaluation)?) / 2.0)
    }

    /// The value of a search of this depth in discs.
    fn value(&self, position: &Position, depth: u32, evaluation: &Evaluation) -> anyhow::Result<f64> {
        let mut searcher = Searcher::new(HASH, 1)?;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let query = Query { position: *position, plan: &self.plan, limits: &limits, lines: 1 };
        Ok(searcher.search_with(query, evaluation, &mut SilentObserver).lines[0].value.discs())
    }
}

/// A position of the opening. Searches of [`PLIES`] from it end at some number of empty squares.
struct Root {
    position: Position,
    /// The number of games with this position or an image of it.
    games: usize,
}

impl Root {
    /// A root from each game, with the distances taken in turn.
    fn drawn(games: impl Iterator<Item = Game>, empties: u32) -> Vec<Root> {
        let distances: Vec<u32> = PLIES.filter(|plies| empties + plies <= 60).collect();
        let mut roots: BTreeMap<_, Root> = BTreeMap::new();
        for (game, plies) in games.zip(distances.into_iter().cycle()) {
            let Some(position) = position(&game, empties + plies, 1) else { continue };
            roots.entry(least_image(&position)).or_insert(Root { position, games: 0 }).games += 1;
        }
        roots.into_values().collect()
    }
}

/// The mean of value minus truth in discs.
fn bias(evaluator: &impl Evaluator, positions: &[Position], truths: &[f64]) -> Option<Mean> {
    Mean::estimate(positions.iter().zip(truths).map(|(position, truth)| discs(evaluator, position) - truth))
}

/// The static value of a position in discs.
fn discs(evaluator: &impl Evaluator, &position: &Position) -> f64 {
    let leaf = Leaf { position, before: None, passes: 0 };
    f64::from(evaluator.evaluate(&leaf)) / evaluator.units_per_disc()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit_ordering::{EMPTIES, random_position};

    /// The constants of patterns and network, fitted after these errors were planted.
    fn fitted(planted: i16) -> [i16; 2] {
        let at = EMPTIES as usize;
        let positions: Vec<Position> = (0..).filter_map(random_position).take(20).collect();
        let mut masters = Masters::shipped(EMPTIES, 1).unwrap();
        masters.weights.weights.constants[at] += planted;
        masters.network.outputs[at].constant -= planted;
        let biases = masters.biases(EMPTIES, &positions, 1).unwrap();
        masters.correct(EMPTIES, biases);
        [masters.weights.weights.constants[at], masters.network.outputs[at].constant]
    }

    #[test]
    fn planted_constants_are_taken_away() {
        for (first, second) in fitted(0).into_iter().zip(fitted(150)) {
            // Constants are rounded.
            assert!((first - second).abs() <= 1, "{first} {second}");
        }
    }
}
