//! The figures of ProbCut for the network's own searches.

use anyhow::{Context, bail};
use rival::board::Objective;
use rival::eval::EvaluationSpec;
use rival::players::load;
use rival::search::Stop;
use rival::train::patterns::probcut::{Measurement, measure};

use crate::make_masters;
use crate::output::{Output, Shipping};
use crate::play::Play;

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
    file.probcut = Some(probcut.context("too few positions for ProbCut")?);
    file.source.push(format!("lab probcut --positions {positions} --depth {depth} --seed {seed}"));
    make_masters::ship([make_masters::shipped_weights()?, file.to_bytes()], &args.output, args.shipping)
}
