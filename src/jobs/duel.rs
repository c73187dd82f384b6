//! Games of two personalities inside the process: those of a calibration, of a ladder, of `rival match`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Files, JobError, Kind, Machine};
use crate::board::Objective;
use crate::players::duel::{Duel as Games, Seat};
use crate::players::{self, Personality};
use crate::record::Digest;

/// Some games of a match in pairs with swapped colours, identical to those of `rival match` with the same seed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Duel {
    pub players: [Player; 2],
    /// How the games are counted.
    pub rule: Objective,
    /// Random moves before the players take over.
    pub opening_plies: u32,
    pub seed: u64,
    /// The number of the first game, from 0.
    pub first: u64,
    pub games: u64,
}

/// A personality: a shipped one, or the content of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Player {
    Shipped(Shipped),
    Content(Content),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shipped {
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Content {
    pub personality: Value,
}

/// The fields of a personality that name a file beside it by its digest.
const BESIDE: [&str; 3] = ["weights", "network", "book"];

impl Player {
    /// The player of this name or file, so that a machine without the file can play it, and the files that it names
    /// by digest, which that machine needs too.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(crate) fn of(name_or_file: &str) -> Result<(Player, BTreeMap<Digest, PathBuf>), JobError> {
        let personality = load(name_or_file)?;
        let is_file = name_or_file.ends_with(".json") || name_or_file.contains(['/', std::path::MAIN_SEPARATOR]);
        if !is_file {
            return Ok((Player::Shipped(Shipped { name: name_or_file.to_owned() }), BTreeMap::new()));
        }
        let content: Value =
            serde_json::from_str(&personality.to_json()).map_err(|error| JobError::Task(error.to_string()))?;
        let mut files = BTreeMap::new();
        for file in BESIDE.iter().filter_map(|field| content[field]["file"].as_str()) {
            let path = std::path::absolute(personality.beside(file))?;
            // Shipped weights need no file.
            if path.is_file() {
                files.insert(Digest::of_file(&path)?, path);
            }
        }
        Ok((Player::Content(Content { personality: content }), files))
    }

    /// The personality. Its weights are looked for by digest.
    ///
    /// # Errors
    ///
    /// It is not usable, or its weights are not here.
    pub(crate) fn personality(&self, files: &Files) -> Result<Personality, JobError> {
        match self {
            Player::Shipped(Shipped { name }) => load(name),
            Player::Content(Content { personality }) => {
                let mut content = personality.clone();
                for field in BESIDE {
                    let digest = content[field]["sha256"].as_str().map(str::to_owned);
                    let path = digest.and_then(|digest| files.find(&Digest::try_from(digest).ok()?));
                    if let Some(path) = path.as_deref().and_then(Path::to_str) {
                        content[field]["file"] = path.into();
                    }
                }
                let parsed = crate::personality::parse("personality", content.to_string().as_bytes());
                parsed.map_err(|error| JobError::Task(error.to_string()))
            }
        }
    }
}

fn load(name: &str) -> Result<Personality, JobError> {
    players::load(name).map_err(|error| JobError::Task(error.to_string()))
}

/// The discs of each game for the first player, which has Black in games with even numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DuelGames {
    pub first: u64,
    pub discs: Vec<i32>,
}

impl Kind for Duel {
    type Result = DuelGames;

    fn run(&self, machine: &Machine<'_>) -> Result<DuelGames, JobError> {
        let [a, b] = [self.players[0].personality(machine.files)?, self.players[1].personality(machine.files)?];
        let last = self.first.checked_add(self.games);
        let last = last.ok_or_else(|| JobError::Task("games: found too many".to_owned()))?;
        let duel = Games {
            players: [&a, &b],
            rule: self.rule,
            games: last,
            opening_plies: self.opening_plies,
            seat: Seat::Both,
            seed: self.seed,
        };
        let outcomes = duel.part(self.first..last, &mut duel.seated(), &machine.stop, &|| ());
        let discs = outcomes.ok_or(JobError::Stopped)?.into_iter().map(|outcome| outcome.discs).collect();
        Ok(DuelGames { first: self.first, discs })
    }
}
