//! The experiment of the score-board report: its play-off, and other ways to train ten numbers.

use std::fs;
use std::path::Path;

use anyhow::Context;
use rival::players::{Personality, load};
use serde_json::Value;

use crate::journal::Resuming;
use crate::output::{Output, Shipping};
use crate::play::{Play, percent};
use crate::program::{Program, trained};
use crate::table::{Table, cells};

/// Games of each match: from random openings, with colours swapped.
const GAMES: u64 = 2000;
const OPENING_PLIES: u32 = 8;

/// The trainings: the name of a run, and the words of `rival train`.
const RUNS: [(&str, &str); 7] = [
    ("playoff-1", "board --recipe board-playoff --mutation 0.1 --generations 56 --seed 1"),
    ("playoff-2", "board --recipe board-playoff --mutation 0.2 --generations 23 --seed 2"),
    ("board-pool-1", "board --recipe board-pool --name board --seed 1"),
    ("board-pool-2", "board --recipe board-pool --name board --seed 2"),
    ("board-1", "board --recipe board --name board --seed 1"),
    ("board-2", "board --recipe board --name board --seed 2"),
    ("spsa", "board --recipe board-spsa --seed 1"),
];
/// Recipes that are trained with two seeds.
const TWICE: [&str; 2] = ["board-pool", "board"];

/// The score-board report: its play-off, a fixed pool of opponents, CMA-ES and SPSA (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    shipping: Shipping,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder("train-boards")?;
    let hand_made = load("board-hand")?;
    let mut table = Table::new("run | score against the hand-made board | spread, first and last generation");
    for (name, words) in RUNS {
        let run_folder = folder.join(name);
        let board = args.program.train(words, &run_folder, args.resuming.resume)?;
        table.row(cells![name, score(args.play, [&board, &hand_made]), spreads(&run_folder)?]);
    }
    let mut pairs = Table::new("recipe | seed 1 against seed 2");
    for recipe in TWICE {
        let first = trained(&folder.join(format!("{recipe}-1")))?;
        let second = trained(&folder.join(format!("{recipe}-2")))?;
        pairs.row(cells![recipe, score(args.play, [&first, &second])]);
    }
    args.shipping.engine(&folder.join("board-1"), "board")?;
    let text = format!(
        "Scores in {GAMES} games, three plies, random openings of {OPENING_PLIES} plies, with their 95 % \
         intervals.\n\n{table}\n{pairs}"
    );
    args.output.report("train-boards", &text)
}

fn score(play: Play, players: [&Personality; 2]) -> String {
    percent(&play.paired(players, GAMES, OPENING_PLIES))
}

/// The spread of the population in the first and in the last generation of a run's log.
fn spreads(folder: &Path) -> anyhow::Result<String> {
    let path = folder.join("log.jsonl");
    let log = fs::read_to_string(&path).with_context(|| format!("{}: the log cannot be read", path.display()))?;
    let mut ends = Vec::new();
    for line in log.lines().take(1).chain(log.lines().last()) {
        let entry: Value = serde_json::from_str(line)?;
        ends.push(format!("{:.1}", entry["spread"].as_f64().unwrap_or_default()));
    }
    Ok(ends.join(" and "))
}
