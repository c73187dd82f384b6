//! `rival disc-scale`: measures the field `points_per_disc` of a linear personality.

use anyhow::{Context, bail};

use super::output::print;
use super::progress::Bar;
use crate::players::{disc_scale, load};

/// Find how many points of a linear player one disc is worth.
///
/// It is measured on games that the player plays against itself.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A shipped name or a personality file.
    #[arg(value_name = "NAME|FILE")]
    personality: String,
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let personality = load(&args.personality)?;
    if personality.alpha_beta().is_none() {
        bail!("{}: found kind \"{}\", expected \"linear\"", args.personality, personality.kind.name());
    }
    let bar = Bar::new("playing games", args.games);
    let slope = disc_scale::measure(&personality, args.games, args.seed, &|| bar.advance());
    drop(bar);
    let slope = slope.context("every value or every result was 0")?;
    if slope.slope <= 0.0 {
        bail!("{}: found values that do not rise with the result, expected some that do", args.personality);
    }
    print(format!(
        "points_per_disc {:.4} ({} positions, correlation with the result {:.3})\n",
        1.0 / slope.slope,
        slope.count,
        slope.correlation
    ))
}
