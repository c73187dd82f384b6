//! `rival train rank`: the strongest of many static maps.

use crate::cli::threads::Threads;
use std::fmt::Write;

use anyhow::bail;

use crate::board::Objective;
use crate::cli::output::print;
use crate::cli::words::rule;
use crate::train::openings::Openings;
use crate::train::rank::Field;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Static maps: shipped names, files, or folders of runs, whose champions all take part.
    #[arg(value_name = "NAME|FILE|FOLDER", required = true)]
    maps: Vec<String>,
    /// Add this many maps of random priorities.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    random: u32,
    /// The rule of scoring.
    #[arg(long, value_parser = rule())]
    rule: Objective,
    /// Random plies before the maps take over.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=40))]
    plies: u32,
    /// Openings of each pairing, each with both colours; default: 4, or with --plies 0 the only one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    openings: Option<u32>,
    /// Decides the openings and the random maps.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of maps shown, besides the named ones.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut field = Field::default();
    args.maps.iter().try_for_each(|map| field.admit(map))?;
    field.admit_random(args.random as usize, args.seed);
    if field.len() < 2 {
        bail!("train rank: found {} map, expected two or more", field.len());
    }
    let threads = args.threads.count();
    let most = if args.plies == 0 { 1 } else { 4 };
    let count = args.openings.map_or(most, |count| count as usize);
    if args.plies == 0 && count > 1 {
        bail!("--openings: found {count}, expected 1 with --plies 0, as there is no other");
    }
    let openings = Openings { plies: args.plies, count, redrawn: false };
    let ranked = field.rank(args.rule, openings, args.seed, threads);
    let mut text = format!(
        "{} maps, everybody against everybody from {count} openings of {} random plies, both colours\n",
        ranked.len(),
        args.plies
    );
    for (place, map) in ranked.iter().enumerate() {
        if place < args.top || args.maps.iter().any(|name| name == map.name) {
            writeln!(text, "{:>5}  {:>6.2} %  {}", place + 1, 100.0 * map.score, map.name)?;
        }
    }
    print(text)
}
