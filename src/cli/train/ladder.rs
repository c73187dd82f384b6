//! `rival train ladder`: the places of players, by matches between them.

use crate::cli::threads::Threads;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;

use crate::cli::complaint::complain;
use crate::cli::interrupt;
use crate::cli::output::print;
use crate::cli::progress::Progress;
use crate::players::{Personality, load};
use crate::train::ladder::{Goal, Halt, Run};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to make: people: `played.json`, the rating of each setting of the kind human; places: `places.json`, the
    /// places of players on that ladder; rungs: the thesis's ladder, `rung-01.json` and up; table: the ratings of
    /// players in the order of a ladder.
    #[arg(value_enum)]
    what: What,
    /// Personalities: those for places (default: the shipped ones) or for a table, the weakest first.
    #[arg(value_name = "NAME|FILE")]
    players: Vec<String>,
    /// The run's folder: a new or an empty one.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Continue the run in the folder, if there is one.
    #[arg(long)]
    resume: bool,
    /// Games of each match, an even number. Default: people 600, places 40, rungs 2000, table 400.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: Option<u32>,
    /// For a table: each player meets this many of those before it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    within: usize,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    People,
    Places,
    Rungs,
    Table,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let players: Vec<Personality> = args.players.iter().map(|name| load(name)).collect::<Result<_, _>>()?;
    let (name, usual, goal) = match args.what {
        What::People => ("people", 600, Goal::People),
        What::Rungs => ("rungs", 2000, Goal::Rungs),
        What::Places => ("places", 40, Goal::Places(players)),
        What::Table if players.len() < 2 => bail!("table: found {} players, expected two or more", players.len()),
        What::Table => ("table", 400, Goal::Table(players, args.within.max(1))),
    };
    if matches!(goal, Goal::People | Goal::Rungs) && !args.players.is_empty() {
        bail!("{}: found a player, expected none for {name}", args.players[0]);
    }
    let games = args.games.unwrap_or(usual);
    if !games.is_multiple_of(2) {
        bail!("--games: found {games}, expected an even number, as each opening is played with both colours");
    }
    let mut command = format!("rival train ladder {name}");
    args.players.iter().for_each(|player| command += &format!(" {player}"));
    command += &format!(" --games {games}");
    if args.what == What::Table && args.within > 1 {
        command += &format!(" --within {}", args.within);
    }
    let threads = args.threads.count();
    let (stop, progress) = (interrupt::stop()?, Progress::default());
    let made = Run::open((&args.out, args.resume), (command, games.into()), threads, &stop, &progress)?.make(&goal);
    progress.clear();
    match made {
        Ok(table) => print(table)?,
        Err(Halt::Stopped) => {
            complain!("rival: stopped; the same command with --resume goes on");
            return Ok(ExitCode::FAILURE);
        }
        Err(error) => return Err(error.into()),
    }
    Ok(ExitCode::SUCCESS)
}
