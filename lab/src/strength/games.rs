//! Games against an engine at about equal processor time.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use crate::output::Output;
use crate::player::{player, to_json};
use crate::program::Program;

/// The opponent and the games.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Games {
    /// The opponent, as after --engine of rival tournament: 'name=ntest dir=DIR cmd="./ntest x" proto=nboard depth=12'.
    #[arg(long, value_name = "ENGINE")]
    opponent: Option<String>,
    /// Games, half of them with each colour; two for each of the 128 balanced openings.
    #[arg(long, value_name = "N", default_value_t = 256)]
    games: u32,
    /// The player's milliseconds for all moves of a game. The report says the ratio to what the opponent used.
    #[arg(long, value_name = "MS", default_value_t = 200)]
    game_ms: u32,
    /// Openings, as for rival tournament.
    #[arg(long, value_name = "KIND|FILE", default_value = "balanced")]
    openings: String,
    /// The seed of the openings.
    #[arg(long, value_name = "N", default_value_t = 21)]
    seed: u64,
}

impl Games {
    pub(super) fn has_opponent(&self) -> bool {
        self.opponent.is_some()
    }

    /// Plays the games, and returns the table of the tournament. An earlier tournament in the folder is continued.
    pub(super) fn section(&self, program: &Program, name: &str, output: &Output) -> anyhow::Result<String> {
        let opponent = self.opponent.as_deref().context("no opponent")?;
        let folder = output.folder("strength")?;
        let file = folder.join("player.json");
        fs::write(&file, limited(name, self.game_ms)?.to_string())?;
        let ours = json!({
            "name": name, "cmd": [program.path()?.as_path(), Path::new("nboard"), Path::new("--player"), &file], "proto": "nboard",
        });
        let config = folder.join("tournament.json");
        let settings = json!({
            "engines": [ours], "games": self.games, "st": 10, "clock": "cpu", "seed": self.seed, "concurrency": 1,
            "openings": self.openings,
        });
        fs::write(&config, settings.to_string())?;
        let games = folder.join("games");
        let mut words = vec!["tournament".into(), config.into_os_string(), "--engine".into(), opponent.into()];
        words.extend(["--out".into(), games.clone().into_os_string()]);
        program.run(&words)?;
        let table = fs::read_to_string(games.join("table.md"))?;
        Ok(format!("## Games against an engine\n\n{} ms a game for {name}.\n\n{table}", self.game_ms))
    }
}

/// A player with this time for all moves of a game, at most a second a move.
fn limited(name: &str, game_ms: u32) -> anyhow::Result<Value> {
    let mut file = to_json(&player(name)?)?;
    let search =
        file.get_mut("search").with_context(|| format!("{name}: found no search, expected one with a time"))?;
    search["time_ms"] = json!(1000);
    search["game_ms"] = json!(game_ms);
    Ok(file)
}
