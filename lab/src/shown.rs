//! The values that a human-like player shows, beside those of a deeper search.

use std::path::PathBuf;

use anyhow::bail;
use rival::stats::signed;
use serde::Deserialize;

use crate::numbers::mean;
use crate::output::{Output, project};
use crate::program::Program;
use crate::table::{Table, cells};

/// Moves of a game, from the first to the last.
const PARTS: [(u32, u32); 3] = [(1, 20), (21, 40), (41, 60)];

/// The values that a human-like player shows, beside a deeper search's (minutes).
///
/// Values of a chosen move are those of depth 4, hints before `set depth` those of depth 8.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games; default: tests/data/WTH_1977.wtb.
    #[arg(value_name = "FILE")]
    games: Option<PathBuf>,
    /// The player.
    #[arg(long, value_name = "NAME|FILE", default_value = "people-1100")]
    player: String,
    /// Its depths.
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "4,8")]
    depths: Vec<u32>,
    /// The depth of master.
    #[arg(long, value_name = "N", default_value_t = 12)]
    against: u32,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    output: Output,
}

/// A line of `rival analyze --json`, in discs for the side to move.
#[derive(Debug, Deserialize)]
struct Analysed {
    ply: u32,
    legal: u32,
    #[serde(default)]
    best_value: f64,
    #[serde(default)]
    loss: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new("depth | moves | positions | mean error | 95 of 100 within | of losses: RMSE");
    let truth = analysed(args, "master", args.against)?;
    for depth in &args.depths {
        let shown = analysed(args, &args.player, *depth)?;
        for (from, to) in PARTS {
            let pairs =
                shown.iter().zip(&truth).filter(|(_, truth)| truth.legal > 0 && (from..=to).contains(&truth.ply));
            let pairs: Vec<(&Analysed, &Analysed)> = pairs.collect();
            if pairs.is_empty() {
                bail!("found no position of moves {from} to {to}, expected some");
            }
            table.row([cells![depth, format!("{from}-{to}"), pairs.len()], figures(&pairs)].concat());
        }
    }
    args.output.report("shown", &table.to_string())
}

fn analysed(args: &Args, player: &str, depth: u32) -> anyhow::Result<Vec<Analysed>> {
    let games = args.games.clone().unwrap_or_else(|| project().join("tests/data/WTH_1977.wtb"));
    let games = games.to_string_lossy();
    let words = ["analyze", &games, "--player", player, "--depth", &depth.to_string(), "--json"];
    let printed = args.program.run(&words)?;
    Ok(printed.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// The mean error of the values, the distance within which 95 of 100 lie, and the error of the losses.
fn figures(pairs: &[(&Analysed, &Analysed)]) -> Vec<String> {
    let errors: Vec<f64> = pairs.iter().map(|(shown, truth)| shown.best_value - truth.best_value).collect();
    let losses: Vec<f64> = pairs.iter().map(|(shown, truth)| (shown.loss - truth.loss).powi(2)).collect();
    let mut distances: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
    distances.sort_by(f64::total_cmp);
    let within = distances[(0.95 * distances.len() as f64).ceil() as usize - 1];
    cells![signed(mean(&errors), 1), format!("{within:.1}"), format!("{:.1}", mean(&losses).sqrt())]
}
