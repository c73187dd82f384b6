//! The figures of ProbCut for the network's own searches.

use anyhow::{Context, bail};
use rival::board::Objective;
use rival::eval::EvaluationSpec;
use rival::eval::patterns::WeightsFile;
use rival::eval::probcut::ProbCut;
use rival::players::load;
use rival::search::Stop;
use rival::train::patterns::probcut::{Measurement, measure};

use crate::make_masters;
use crate::output::{Output, Shipping};
use crate::play::Play;
use crate::table::{Table, cells};

/// The network of `master` with the figures of ProbCut that its own searches give (ten minutes).
///
/// They are the means and deviations of the differences between searches of two depths, as `rival train patterns`
/// measures them for weights.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The number of searched positions.
    #[arg(long, value_name = "N", default_value_t = 1600)]
    positions: usize,
    /// The deepest search, in plies.
    #[arg(long, value_name = "N", default_value_t = 12)]
    depth: u32,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    shipping: Shipping,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let master = load("master")?;
    let spec = master.alpha_beta().context("master does not search")?;
    let EvaluationSpec::Network(spec) = &spec.evaluation else { bail!("master has no network") };
    let Args { positions, depth, .. } = *args;
    let seed = args.play.seed;
    let measurement = Measurement { positions, depth };
    let threads = args.play.threads();
    let stop = Stop::default();
    let probcut = measure(Objective::Normal, &spec.network, &measurement, seed, threads, &stop, &|| {});
    let mut file = spec.network.file().clone();
    let probcut = probcut.context("too few positions for ProbCut")?;
    let weights = make_masters::shipped_weights()?;
    let weights_probcut = WeightsFile::parse(&weights)?.probcut.context("the weights have no ProbCut")?;
    args.output.report("probcut", &table_of_deviations(&weights_probcut, &probcut).to_string())?;
    file.probcut = Some(probcut);
    let source = format!("lab probcut --positions {positions} --depth {depth} --seed {seed}");
    if file.source.last() != Some(&source) {
        file.source.push(source);
    }
    make_masters::ship([weights, file.to_bytes()], &args.output, args.shipping)
}

/// The standard deviations, in discs, of a search of eight plies from one of two.
fn table_of_deviations(weights: &ProbCut, network: &ProbCut) -> Table {
    let mut table = Table::new("empty squares | weights | network");
    for empties in (16..=52).step_by(4) {
        let (_, weights_deviation) = weights.difference(empties, 8, 2);
        let (_, network_deviation) = network.difference(empties, 8, 2);
        table.row(cells![empties, format!("{weights_deviation:.2}"), format!("{network_deviation:.2}")]);
    }
    table
}
