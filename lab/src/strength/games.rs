//! Games against an engine at about equal processor time.

use std::ffi::OsStr;
use std::fs;

use anyhow::Context;
use serde_json::{Value, json};

use crate::output::Output;
use crate::player::{player, to_json};
use crate::program::Program;

/// The seconds of a move after which it is lost: the player's own limits are far below.
const LIMIT: &str = "10";

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
        let ours = format!("rival name=ours player=\"{}\"", file.display());
        let games = folder.join("games");
        let [count, seed] = [self.games.to_string(), self.seed.to_string()];
        let mut words: Vec<&OsStr> = vec!["tournament".as_ref()];
        for word in ["--engine", &ours, "--engine", opponent, "--games", &count, "--openings", &self.openings] {
            words.push(word.as_ref());
        }
        for word in ["--seed", &seed, "--st", LIMIT, "--clock", "cpu", "--concurrency", "1", "--out"] {
            words.push(word.as_ref());
        }
        words.push(games.as_os_str());
        program.run(&words)?;
        let table = fs::read_to_string(games.join("table.md"))?;
        let table = table.replacen("# tournament", "", 1);
        Ok(format!("## Games against an engine\n\n{} ms a game for {name}.\n{table}", self.game_ms))
    }
}

/// A player with this time for all moves of a game, at most a second a move, in place of its own limits.
fn limited(name: &str, game_ms: u32) -> anyhow::Result<Value> {
    let mut file = to_json(&player(name)?)?;
    let search =
        file.get_mut("search").with_context(|| format!("{name}: found no search, expected one with a time"))?;
    if let Some(fields) = search.as_object_mut() {
        fields.remove("depth");
    }
    search["time_ms"] = json!(1000);
    search["game_ms"] = json!(game_ms);
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::from_json;

    #[test]
    fn the_player_has_the_time_of_the_game_in_place_of_its_own_limits() {
        for name in ["master", "master-d6", "classic"] {
            let file = limited(name, 200).unwrap();
            from_json(&file).unwrap();
            assert_eq!((&file["search"]["game_ms"], &file["search"]["depth"]), (&json!(200), &Value::Null), "{name}");
        }
        assert!(limited("random", 200).is_err());
    }
}
