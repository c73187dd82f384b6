//! Places an engine: the tournament's referee, with opponents that are processes of this program.

use anyhow::{Context, bail};
use serde_json::json;

use super::{Args, Placing, Protocol};
use crate::board::Color;
use crate::cli::complaint::complain;
use crate::cli::interrupt;
use crate::cli::tournament::{of_an_engine, own_program};
use crate::people::Judge;
use crate::search::Stop;
use crate::stats::derive;
use crate::strength::person::placement::{against_rung, place_by, said};
use crate::strength::person::{Rung, estimate, rungs};
use crate::tournament::config::Config;
use crate::tournament::{self, Termination, series};

const NAME: &str = "engine";

pub(super) fn run(placing: &mut Placing, command: &str, args: &Args) -> anyhow::Result<()> {
    let own = own_program()?;
    let config = config(placing, command, args, &own.display().to_string())?;
    let stop = interrupt::stop()?;
    let mut judge = Judge::shipped();
    let (mut trouble, mut met) = (None, None);
    let mut next = |last: Option<tournament::Played>| {
        if let Some((game, rung)) = last.zip(met)
            && let Err(error) = take(placing, &game, rung, &mut judge, &stop)
        {
            trouble = Some(error);
            return None;
        }
        let (number, rung) = placing.next()?;
        let other = config.engines.iter().position(|engine| engine.name == rung.name)?;
        met = Some(rung);
        Some(if number.is_multiple_of(2) { [0, other] } else { [other, 0] })
    };
    let finished = series(&config, &own, &stop, &mut next)?;
    match trouble {
        Some(error) => Err(error),
        None if finished => Ok(()),
        None => bail!("stopped{}", if placing.path.is_some() { "; the same command continues" } else { "" }),
    }
}

/// The engine and all rungs of the ladder; only opponents that are met are started.
fn config(placing: &Placing, command: &str, args: &Args, own: &str) -> anyhow::Result<Config> {
    let proto = if args.proto == Protocol::Gtp { "gtp" } else { "nboard" };
    let mut engines = vec![json!({ "name": NAME, "cmd": command, "proto": proto })];
    if let Some(seconds) = args.st {
        engines[0]["st"] = json!(seconds);
    }
    if let Some(depth) = &args.depth {
        engines[0]["depth"] = depth.parse::<u32>().map_or_else(|_| json!(depth), |plies| json!(plies));
    }
    for rung in rungs() {
        let words = [own, "gtp", "--player", &rung.name, "--no-explain"];
        engines.push(json!({ "name": rung.name, "cmd": words, "proto": "gtp" }));
    }
    // 31 bits: what every engine can read.
    let seed = derive(placing.seed, 0) >> 33;
    let value = json!({
        "engines": engines, "games": 2, "concurrency": 1, "seed": seed, "log": false, "timeouts": { "start": 60 },
    });
    of_an_engine(&value)
}

/// Adds a played game against a rung.
fn take(
    placing: &mut Placing,
    game: &tournament::Played,
    rung: &Rung,
    judge: &mut Judge,
    stop: &Stop,
) -> anyhow::Result<()> {
    if let Some(fault) = &game.fault {
        bail!("--engine: found {} in game {}: {}", fault.kind.name(), game.game, fault.detail);
    }
    let side = if game.black == NAME { Color::Black } else { Color::White };
    let board = game.replay().context("the record of a game was lost")?;
    let mut played = against_rung(&board, side, rung);
    if game.termination == Termination::Resigned {
        played = played.resigned(board.board().to_move != side);
    }
    let words = match &placing.path {
        Some(path) => {
            let placed = place_by(path, &placing.profile.player, played, placing.wanted, stop)?;
            placing.profile = placed.profile;
            placed.said
        }
        None => {
            let judged = played.judge(judge, stop).context("stopped")?;
            if placing.profile.add([judged]) == 0 {
                bail!("--engine: found game {} to be one that was played before; another --seed may help", game.game);
            }
            said(&placing.profile, &estimate(&placing.profile), &rung.name, placing.wanted)
        }
    };
    complain!("{words}");
    Ok(())
}
