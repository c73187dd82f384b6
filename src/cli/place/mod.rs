//! `rival place`: the strength of a person or an engine, by games against opponents chosen from game to game.

#[cfg(unix)]
mod engine;
mod terminal;

use std::path::PathBuf;

use anyhow::bail;

use super::games::whole;
use super::output::{check, print};
use super::standing;
use crate::record::kept::find;
use crate::strength::person::placement::{next_rung, placed_games, shared_profile};
use crate::strength::person::{PLACEMENT, Profile, Rung};

/// Find out your strength, or an engine's, in ten games.
///
/// The opponent is the player of `people-0600` to `people-2200` nearest to the estimate so far. Without --engine you
/// play in the terminal, and your profile keeps the games.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Place this engine, a command that speaks GTP or NBoard, instead of a person at the terminal.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// The engine's protocol.
    #[arg(long, value_enum, default_value_t = Protocol::Gtp, requires = "engine")]
    proto: Protocol,
    /// Seconds for each move of the engine; default: no limit.
    #[arg(long, value_name = "SECONDS", requires = "engine")]
    st: Option<f64>,
    /// The engine's depth in plies, or `own` if its command line sets it; required for NBoard.
    #[arg(long, value_name = "N|own", requires = "engine")]
    depth: Option<String>,
    /// Games of the placement; those already in the profile count.
    #[arg(long, value_name = "N", default_value_t = PLACEMENT as u16,
        value_parser = clap::value_parser!(u16).range(1..=1000))]
    games: u16,
    /// The profile that the games are added to. Default: for a person the page's, for an engine none.
    #[arg(short, long, visible_alias = "out", value_name = "FILE")]
    profile: Option<PathBuf>,
    /// The player's name in a new profile.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Decides every random choice of the opponents; default: new each time.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print JSON at the end, as `rival measure` does.
    #[arg(long)]
    json: bool,
}

/// The protocols of engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Protocol {
    Gtp,
    Nboard,
}

/// The estimate between two games.
#[derive(Debug)]
struct Placing {
    /// Where it is kept.
    path: Option<PathBuf>,
    profile: Profile,
    /// Games of the placement, with those of earlier calls.
    wanted: usize,
    seed: u64,
}

impl Placing {
    fn open(args: &Args) -> anyhow::Result<Placing> {
        let shared = || args.engine.is_none().then(shared_profile);
        let path = args.profile.clone().or_else(shared);
        let found = path.as_deref().map(find).transpose()?.flatten();
        if let Some(path) = args.profile.as_deref() {
            check(path)?;
        }
        let profile = match found {
            Some(found) => {
                let profile: Profile = whole(found);
                if let Some(name) = args.player.as_ref().filter(|name| **name != profile.player) {
                    let path = path.unwrap_or_default();
                    bail!("--player: found {name:?}, expected {:?} as {} says", profile.player, path.display());
                }
                profile
            }
            None => {
                let usual = if args.engine.is_some() { "engine" } else { "you" };
                Profile::new(args.player.as_deref().unwrap_or(usual))
            }
        };
        let seed = args.seed.unwrap_or_else(rand::random);
        Ok(Placing { path, profile, wanted: args.games.into(), seed })
    }

    /// The number of the next game, from 0, and its opponent; `None` if the placement is done.
    fn next(&self) -> Option<(usize, &'static Rung)> {
        let number = placed_games(&self.profile);
        (number < self.wanted).then(|| (number, next_rung(Some(&self.profile))))
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut placing = Placing::open(args)?;
    match &args.engine {
        None => terminal::run(&mut placing)?,
        #[cfg(unix)]
        Some(command) => engine::run(&mut placing, command, args)?,
        #[cfg(not(unix))]
        Some(_) => anyhow::bail!("--engine: engines are started on Linux and macOS only"),
    }
    if placing.profile.games.is_empty() {
        return print("no game was finished: there is no estimate\n");
    }
    print(if args.json { standing::json(&placing.profile) } else { standing::text(&placing.profile) })
}
