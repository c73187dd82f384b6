//! `rival compare`: how different players' moves are.

use std::fmt::Write as _;

use anyhow::bail;
use serde_json::json;

use super::interrupt;
use super::output::print;
use super::progress::Bar;
use crate::players::diversity::{different, moves, positions};
use crate::players::{Personality, load};

/// Show how often players choose different moves.
///
/// The result for two players is the share of middle-game positions in which they play differently. The positions are
/// every fifth with 12 to 45 empty squares and three natural moves or more, from games of one player against itself.
/// Random choices are new in each position, and the same for all players.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Two players or more: shipped names or files.
    #[arg(value_name = "NAME|FILE", required = true, num_args = 2..)]
    players: Vec<String>,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// The player whose games give the positions, a shipped name or a file; it should favour neither.
    #[arg(long, value_name = "NAME|FILE", default_value = "intermediate")]
    games_of: String,
    /// Decides the games and the random choices in each position.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the table as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let players = args.players.iter().map(|name| load(name)).collect::<Result<Vec<Personality>, _>>()?;
    let source = load(&args.games_of)?;
    if let Some(other) = players.iter().find(|player| !player.plays_for(source.rule)) {
        bail!("{}: found a player for {}, expected one for {} as in the games", other.name, other.rule, source.rule);
    }
    interrupt::at_once("nothing is kept")?;
    let bar = Bar::new("finding positions", args.positions.into());
    let boards = positions(&source, args.positions as usize, args.seed, &|found| bar.set(found as u64));
    drop(bar);
    let bar = Bar::new("choosing moves", (boards.len() * players.len()) as u64);
    let played: Vec<_> = players.iter().map(|player| moves(player, &boards, args.seed, &|| bar.advance())).collect();
    drop(bar);
    let table: Vec<Vec<f64>> = played.iter().map(|a| played.iter().map(|b| different(a, b)).collect()).collect();
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    if args.json {
        return print(json!({ "players": names, "positions": boards.len(), "mismatch": table }).to_string() + "\n");
    }
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0).max("100.0 %".len());
    let mut text = format!("{:width$}", "");
    names.iter().for_each(|name| {
        let _ = write!(text, "  {name:>width$}");
    });
    for (name, row) in names.iter().zip(&table) {
        let _ = write!(text, "\n{name:width$}");
        row.iter().for_each(|share| {
            let _ = write!(text, "  {:>width$}", format!("{:.1} %", 100.0 * share));
        });
    }
    print(text + "\n")
}
