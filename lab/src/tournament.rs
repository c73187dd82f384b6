//! Tournaments of two players over GTP, through the program `rival`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::{Value, json};

use crate::program::Program;

/// A tournament of two players, one game after the other.
pub(crate) struct Tournament<'a> {
    pub program: &'a Program,
    /// The names of the engines and their players: shipped names or files.
    pub engines: [(&'a str, &'a str); 2],
    pub games: u64,
    /// True if games come in pairs with swapped colours.
    pub pairs: bool,
    pub seed: u64,
}

impl Tournament<'_> {
    /// Plays the tournament in a new folder; an earlier one is removed.
    ///
    /// # Errors
    /// The program fails, or the folder cannot be written.
    pub(crate) fn play(&self, folder: &Path) -> anyhow::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        let rival = self.program.path()?;
        let engines: Vec<Value> = self
            .engines
            .iter()
            .map(|(name, player)| {
                // An agent that adapts is to learn from these games.
                let env = json!({"RIVAL_LESSONS": "yes"});
                json!({"name": name, "cmd": [rival, "gtp", "--player", player], "proto": "gtp", "env": env})
            })
            .collect();
        let config = json!({
            "engines": engines, "games": self.games, "no_pairs": !self.pairs, "seed": self.seed, "concurrency": 1,
        });
        let file = folder.with_extension("json");
        fs::write(&file, config.to_string()).with_context(|| file.display().to_string())?;
        self.program.run(&["tournament".as_ref(), file.as_os_str(), "--out".as_ref(), folder.as_os_str()])?;
        Ok(())
    }

    /// Plays the tournament, and returns the points of the first engine, game by game.
    ///
    /// # Errors
    /// As for [`Tournament::play`].
    pub(crate) fn points(&self, folder: &Path) -> anyhow::Result<Vec<f64>> {
        self.play(folder)?;
        let path = folder.join("games.jsonl");
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let mut games = Vec::new();
        for line in text.lines() {
            let game: Value = serde_json::from_str(line)?;
            let black = game["points"].as_f64().with_context(|| format!("{}: found no points", path.display()))?;
            let points = if game["black"] == self.engines[0].0 { black } else { 1.0 - black };
            games.push((game["game"].as_u64(), points));
        }
        games.sort_by_key(|(number, _)| *number);
        Ok(games.into_iter().map(|(_, points)| points).collect())
    }
}

/// The file of a tournament's games.
pub(crate) fn games_file(folder: &Path) -> PathBuf {
    folder.join("games.ggf")
}
