//! `rival bench`: the search of fixed positions, and its speed.

use std::time::Duration;

use anyhow::ensure;

use super::duration;
use super::interrupt;
use super::output::print;
use crate::board::{Board, Color, Game, Objective, Position};
use crate::players;
use crate::search::bench::{DEPTH, ENDGAME, FINGERPRINT, HASH, MIDGAME, Shapes};
use crate::search::{Certainty, Limits, Plan, Query, Report, Searcher, SilentObserver};

/// Time the search and show its fingerprint.
///
/// It searches fixed positions to a fixed depth; the number of positions visited is the fingerprint.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The personality that searches, by name or file, instead of a fixed evaluator.
    #[arg(long, value_name = "NAME|FILE")]
    player: Option<String>,
    /// Depth of the middle-game positions in plies.
    #[arg(long, value_name = "N", default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Search each middle-game position for this many seconds instead of to a depth, and show the depth reached; needs
    /// --player.
    #[arg(long, value_name = "SECONDS", value_parser = duration::seconds, requires = "player", conflicts_with = "depth")]
    time: Option<Duration>,
    /// Threads; with more than one the number of positions varies.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Megabytes of the hash table.
    #[arg(long, value_name = "MB", default_value_t = HASH)]
    hash: u64,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    interrupt::at_once("the positions above are searched")?;
    let mut searcher = Searcher::new(args.hash, args.threads)?;
    let total = match &args.player {
        Some(name) => {
            let options = players::Options { threads: args.threads, hash_mb: args.hash };
            let mut player = players::load(name)?.player(&options);
            ensure!(player.evaluates(), "--player: found {}, expected a player that evaluates", player.name());
            player.new_game(0);
            if args.time.is_some() {
                let limits = Limits { time: args.time, ..Limits::default() };
                part("middle game", &MIDGAME, |position| {
                    player.rank(&game(position), 1, &limits, &mut SilentObserver)
                })?;
                return Ok(());
            }
            parts(args.depth, |position, depth| player.rank(&game(position), 1, &to_depth(depth), &mut SilentObserver))?
        }
        None => parts(args.depth, |position, depth| {
            let plan = Plan::new(Objective::Normal);
            let query = Query { position: *position, plan: &plan, limits: &to_depth(depth), lines: 1 };
            searcher.search(query, &Shapes, &mut SilentObserver)
        })?,
    };
    print(format!("fingerprint {total}\n"))?;
    let comparable = args.player.is_none() && args.depth == DEPTH && args.hash == HASH && args.threads == 1;
    if comparable && total != FINGERPRINT {
        print(format!("the fingerprint in src/search/bench.rs is {FINGERPRINT}\n"))?;
    }
    Ok(())
}

fn game(position: &Position) -> Game {
    Game::new(Board { position: *position, to_move: Color::Black })
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Runs both parts, and returns the number of visited positions.
fn parts(depth: u32, mut search: impl FnMut(&Position, u32) -> Report) -> anyhow::Result<u64> {
    let middle = part("middle game", &MIDGAME, |position| search(position, depth))?;
    let end = part("endgame", &ENDGAME, |position| search(position, position.empties()))?;
    Ok(middle + end)
}

/// Searches the positions, prints the result, and returns the number of visited positions.
fn part(name: &str, positions: &[Position], mut search: impl FnMut(&Position) -> Report) -> anyhow::Result<u64> {
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for position in positions {
        let report = search(position);
        nodes += report.nodes;
        time += report.elapsed;
        let line = report.lines.first().expect("no game of the set is over");
        print(format!(
            "{:>2} empties {:>4} {:>7.2} depth {:>4} {:>12} nodes {:>8.3} s\n",
            position.empties(),
            line.pv[0].to_string(),
            line.value.discs(),
            depth(report.certainty()),
            report.nodes,
            report.elapsed.as_secs_f64()
        ))?;
    }
    let seconds = time.as_secs_f64();
    print(format!("{name}: {nodes} nodes, {seconds:.3} s, {:.2} Mnodes/s\n", nodes as f64 / seconds / 1e6))?;
    Ok(nodes)
}

/// The depth of a search in words: a number of plies, or the end of the game.
fn depth(certainty: Certainty) -> String {
    match certainty {
        Certainty::Depth(_) | Certainty::Likely { .. } => certainty.to_string(),
        Certainty::WinLossDraw | Certainty::Exact => "end".to_owned(),
    }
}
