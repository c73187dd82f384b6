//! Compares the speed of the shipped program with a build for this machine.

use std::path::PathBuf;

use anyhow::{Context, bail};

use crate::numbers::{largest, median, smallest};
use crate::output::Output;
use crate::program::Program;
use crate::table::{Table, cells};

/// The smallest accepted median ratio of the speeds.
const LEAST: f64 = 0.95;
/// The measured commands: the words of each, and the start of the output line that ends with the number of positions
/// (leaves of perft, nodes of the others).
const WORKS: [(&str, &str); 4] = [
    ("perft 12", "12 "),
    ("bench --depth 11", "fingerprint "),
    ("bench --player classic --depth 11", "fingerprint "),
    ("bench --player master-d8 --depth 11", "fingerprint "),
];

/// The speed of the shipped program compared with a build for this machine (minutes, Linux).
///
/// Both do the same work in turn, and the order alternates. Speed is the number of positions for each second of
/// processor time, so other work on the machine matters little. The shipped program's time includes handing over to the
/// program for this processor, which reads the weights beside it. Fails if a median ratio is below 0.95.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shipped rival with its lib/ beside it, from an archive of scripts/release.
    #[arg(long, value_name = "PROGRAM")]
    shipped: PathBuf,
    /// Pairs of runs for each work.
    #[arg(long, value_name = "N", default_value_t = 9)]
    pairs: usize,
    /// The build for this machine.
    #[command(flatten)]
    native: Program,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let programs = [&Program::at(args.shipped.clone()), &args.native];
    let mut text = String::new();
    for (name, program) in ["shipped", "native"].iter().zip(programs) {
        let (version, _) = program.run_timed(&["--version"])?;
        let mut starts = Vec::new();
        for _ in 0..args.pairs {
            let (_, used) = program.run_timed(&["perft", "1"])?;
            starts.push(1000.0 * used.as_secs_f64());
        }
        text += &format!("- {name}: {}; starts in {:.0} ms\n", version.trim(), median(&starts));
    }
    let mut table = Table::new("work | shipped, million positions/s | native | shipped : native | pairs between");
    let mut least = f64::INFINITY;
    for (words, line) in WORKS {
        let [shipped, native] = compare(programs, words, line, args.pairs)?;
        let ratios: Vec<f64> = shipped.iter().zip(&native).map(|(shipped, native)| shipped / native).collect();
        let ratio = median(&ratios);
        least = least.min(ratio);
        let medians = [&shipped, &native].map(|speeds| format!("{:.2}", median(speeds)));
        let range = format!("{:.3} and {:.3}", smallest(&ratios), largest(&ratios));
        table.row(cells![format!("`{words}`"), medians[0], medians[1], format!("{ratio:.3}"), range]);
    }
    args.output.report("release-speed", &format!("{text}\n{table}"))?;
    if least < LEAST {
        bail!("found a median ratio of {least:.3}, expected {LEAST} or more");
    }
    Ok(())
}

/// The speeds of both programs, pair by pair.
fn compare(programs: [&Program; 2], words: &str, line: &str, pairs: usize) -> anyhow::Result<[Vec<f64>; 2]> {
    let mut speeds = [Vec::new(), Vec::new()];
    for pair in 0..pairs {
        for turn in 0..2 {
            let which = (pair + turn + 1) % 2;
            speeds[which].push(speed(programs[which], words, line)?);
        }
    }
    Ok(speeds)
}

/// Millions of positions for a second of processor time.
fn speed(program: &Program, words: &str, line: &str) -> anyhow::Result<f64> {
    let (printed, used) = program.run_timed(&words.split(' ').collect::<Vec<_>>())?;
    let line = printed.lines().rev().find_map(|text| text.strip_prefix(line));
    let positions = line.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    let positions = positions.with_context(|| format!("rival {words}: found no number of positions in {printed:?}"))?;
    Ok(positions / used.as_secs_f64() / 1e6)
}
