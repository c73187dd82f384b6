//! Ladders: ratings of players by matches between them.
//!
//! A run plays matches one after the other and keeps each in its folder when it is over. What follows from them is a
//! pure function of their results, so a run that was stopped goes on by asking for the same matches again.
//!
//! | file | what it holds |
//! |---|---|
//! | `run.json` | the command |
//! | `matches.json` | the matches that are over |
//! | `played.json`, `places.json`, `rung-NN.json`, `table.md` | what was found |

mod people;
mod places;
mod rungs;
mod table;

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::RunError;
use super::people::Watch;
use super::run::files;
use crate::personality::Personality;
use crate::players::duel::Duel;
use crate::record::Digest;
use crate::search::Stop;
use crate::stats::{Encounter, FieldElo, ratings};

/// Random moves before the players take over.
const OPENING: u32 = 8;

/// What is made.
#[derive(Debug, Clone)]
pub(crate) enum Goal {
    /// The ladder of players like people: `played.json`.
    People,
    /// The ladder of the thesis: `rung-01.json` and up.
    Rungs,
    /// The places of these players on the ladder of human-like players, or of the shipped ones without a list:
    /// `places.json`.
    Places(Vec<Personality>),
    /// The ratings of these players, each of which meets this many of those listed after it: `table.md`.
    Table(Vec<Personality>, usize),
}

/// Why a run ends before its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Halt {
    /// It was stopped; finished matches are kept.
    #[error("stopped")]
    Stopped,
    /// Two players, or groups of them, that have not met, or that won or lost every game.
    #[error("found no rating for {0}, expected games that it did not all win or lose: try more --games")]
    Unrated(String),
    /// A file cannot be read or written.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// A match that is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Match {
    a: String,
    b: String,
    /// Distinguishes players of the same name.
    players: String,
    games: u64,
    seed: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Of `a`, 0 to 1, with its 95 % interval.
    score: f64,
    interval: (f64, f64),
}

/// Identifies the run of a folder.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    command: String,
}

/// A run in its folder.
pub(crate) struct Run<'a> {
    folder: PathBuf,
    /// The command that repeats it.
    command: String,
    /// Games of a match.
    games: u64,
    threads: usize,
    stop: &'a Stop,
    watch: &'a dyn Watch,
    over: Vec<Match>,
    /// Held while the run is open, so that no other process works on it.
    _lock: File,
}

const MATCHES: &str = "matches.json";

impl<'a> Run<'a> {
    /// Starts a run in a folder, or continues the one there if it is of the same command and `resume` is true.
    ///
    /// # Errors
    ///
    /// The folder holds something else, it cannot be written, or another process works in it.
    pub(crate) fn open(
        (folder, resume): (&Path, bool),
        (command, games): (String, u64),
        threads: usize,
        stop: &'a Stop,
        watch: &'a dyn Watch,
    ) -> Result<Run<'a>, RunError> {
        let settings = Settings { command: command.clone() };
        let (lock, continues) = files::begin((folder, resume), &settings, |settings| &settings.command, "")?;
        let matches = folder.join(MATCHES);
        let over = if continues && matches.exists() { files::json(&matches)? } else { Vec::new() };
        Ok(Run { folder: folder.to_owned(), command, games, threads, stop, watch, over, _lock: lock })
    }

    /// Plays the missing matches, writes the result, and returns it as a table in Markdown.
    ///
    /// # Errors
    ///
    /// See [`Halt`].
    pub(crate) fn make(&mut self, goal: &Goal) -> Result<String, Halt> {
        match goal {
            Goal::People => people::make(self),
            Goal::Rungs => rungs::make(self),
            Goal::Places(players) => places::make(self, players),
            Goal::Table(players, within) => table::make(self, players, *within),
        }
    }

    /// The match of two players by a seed: the kept one, or a new one.
    fn play(&mut self, a: &Personality, b: &Personality, seed: u64) -> Result<Match, Halt> {
        let players = String::from(Digest::of((a.to_json() + &b.to_json()).as_bytes()));
        let is_known = |known: &&Match| known.players == players && (known.games, known.seed) == (self.games, seed);
        if let Some(known) = self.over.iter().find(is_known) {
            return Ok(known.clone());
        }
        let title = format!("match {}, {} : {}", self.over.len() + 1, a.name, b.name);
        self.watch.begin(&title, self.games as usize, 0);
        let duel = Duel::paired([a, b], self.games, OPENING, seed);
        let results = duel.run_until(self.stop, self.threads, &|| self.watch.step());
        let total = results.total();
        let score = results.score().filter(|_| total.games() == self.games).ok_or(Halt::Stopped)?;
        let (a, b, games, interval) = (a.name.clone(), b.name.clone(), self.games, score.interval_of_share());
        let (wins, draws, losses) = (total.wins, total.draws, total.losses);
        let found = Match { a, b, players, games, seed, wins, draws, losses, score: score.mean, interval };
        self.watch.end(&found.said());
        self.over.push(found.clone());
        files::write_json(&self.folder.join(MATCHES), &self.over)?;
        Ok(found)
    }
}

impl Match {
    /// The score with its 95 % interval.
    fn said(&self) -> String {
        let (low, high) = self.interval;
        format!("{:.3} ({low:.3} to {high:.3})", self.score)
    }

    /// The same of `b`.
    fn said_of_b(&self) -> String {
        let (low, high) = self.interval;
        format!("{:.3} ({:.3} to {:.3})", 1.0 - self.score, 1.0 - high, 1.0 - low)
    }
}

/// Ratings from matches between players; one of them has a fixed rating.
fn rated(names: &[String], matches: &[Match], anchor: (usize, FieldElo)) -> Result<Vec<FieldElo>, Halt> {
    let number = |name: &String| names.iter().position(|known| known == name).unwrap_or(0);
    let of = |found: &Match| {
        let (first, second) = (number(&found.a), number(&found.b));
        [(1.0, found.wins), (0.5, found.draws), (0.0, found.losses)].map(|(points, times)| Encounter {
            first,
            second,
            points,
            games: 1,
            times,
        })
    };
    let encounters: Vec<Encounter> = matches.iter().flat_map(of).filter(|encounter| encounter.times > 0).collect();
    let unrated = |name: &String| Halt::Unrated(name.clone());
    let found = ratings(names.len(), &encounters, &[anchor]).ok_or_else(|| unrated(&names[0]))?;
    let rating =
        |(name, player): (&String, crate::stats::Rating)| player.range.value.map(FieldElo).ok_or_else(|| unrated(name));
    names.iter().zip(found.players).map(rating).collect()
}
