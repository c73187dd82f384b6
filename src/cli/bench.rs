//! `rival bench`: what the search does with fixed positions, and how fast.

use std::process::ExitCode;
use std::time::Duration;

use super::output::print;
use crate::board::{Objective, Position};
use crate::search::bench::{DEPTH, ENDGAME, FINGERPRINT, HASH, MIDGAME, Shapes};
use crate::search::{Limits, Plan, Report, Searcher, Silent, Ties};

/// Search fixed positions to a fixed depth: the number of positions visited is the fingerprint of the search.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Depth of the middle-game positions in plies.
    #[arg(long, value_name = "N", default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Threads; with more than one the number of positions differs from run to run.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Megabytes of the hash table.
    #[arg(long, value_name = "MB", default_value_t = HASH)]
    hash: u64,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut searcher = Searcher::new(args.hash, args.threads)?;
    let middle = part("middle game", &MIDGAME, |position| search(&mut searcher, position, args.depth))?;
    let end = part("endgame", &ENDGAME, |position| search(&mut searcher, position, position.empties()))?;
    print(format!("fingerprint {}\n", middle + end))?;
    if args.depth == DEPTH && args.hash == HASH && args.threads == 1 && middle + end != FINGERPRINT {
        print(format!("the fingerprint in src/search/bench.rs is {FINGERPRINT}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn search(searcher: &mut Searcher, position: &Position, depth: u32) -> Report {
    let plan = Plan { objective: Objective::Normal, first_depth: 1, solve_from: 0, ties: Ties::First, threads: 1 };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.search(position, &Shapes, &plan, &limits, 1, &mut Silent)
}

/// Searches the positions, says what was found, and returns the number of positions visited.
fn part(name: &str, positions: &[Position], mut search: impl FnMut(&Position) -> Report) -> anyhow::Result<u64> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for position in positions {
        let report = search(position);
        nodes += report.nodes;
        time += report.elapsed;
        let line = report.lines.first().expect("no game of the set is over");
        print(format!(
            "{:>2} empties {:>4} {:>7.2} {:>12} nodes {:>8.3} s\n",
            position.empties(),
            line.pv[0].to_string(),
            line.discs,
            report.nodes,
            report.elapsed.as_secs_f64()
        ))?;
    }
    let seconds = time.as_secs_f64();
    print(format!("{name}: {nodes} nodes, {seconds:.3} s, {:.2} Mnodes/s\n", nodes as f64 / seconds / 1e6))?;
    Ok(nodes)
}
