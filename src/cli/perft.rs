//! `rival perft`: counts move sequences, to check and time the rules.

use std::time::Instant;

use super::output::print;
use super::progress::Bar;
use crate::board::{self, Passes, Position, kernel, squares};

/// Count the move sequences of a length: a check of the rules.
///
/// It runs on one core without a hash table.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Length of the sequences in plies.
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
}

/// Depths up to this take less than a second.
const IN_PARTS: u32 = 9;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    for depth in 1..=args.depth {
        let start = Instant::now();
        let leaves = count(depth);
        let seconds = start.elapsed().as_secs_f64();
        let speed = leaves as f64 / seconds / 1e6;
        print(format!("{depth:>2} {leaves:>20} {seconds:>10.3} s {speed:>9.1} Mnodes/s\n"))?;
    }
    print(format!("instruction set: {}\n", kernel::NAME))
}

fn successors(position: &Position) -> Vec<Position> {
    squares(position.moves()).map(|square| position.play(square)).collect()
}

/// Counts in parts, to show progress. The first two plies have no passes, so the parts add up to the whole.
fn count(depth: u32) -> u64 {
    if depth <= IN_PARTS {
        return board::perft(&Position::START, depth, Passes::Ply);
    }
    let parts: Vec<Position> = successors(&Position::START).iter().flat_map(successors).collect();
    let bar = Bar::new(format!("depth {depth}"), parts.len() as u64);
    parts.iter().map(|position| board::perft(position, depth - 2, Passes::Ply)).inspect(|_| bar.advance()).sum()
}
