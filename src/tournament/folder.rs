//! The results folder of a tournament.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use super::Error;
use super::fault::FaultKind;
use super::identity::{FORMAT, Identity};
use super::journal::Journal;
use super::played::{OpeningRecord, Played, Termination};
use super::schedule::Schedule;
use super::standing::{Standing, standing};
use crate::machine::files;
use crate::machine::regular::{read, regular};
use crate::record::ggf;
use crate::record::problem::{self, Problem};

/// An open results folder, locked against other processes.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    pub identity: Identity,
    pub journal: Journal,
    pub schedule: Schedule,
    _lock: File,
}

impl Folder {
    /// Makes the folder of a tournament.
    ///
    /// # Errors
    ///
    /// The folder is not empty, another process has it, or it cannot be written. Nothing in it was changed then.
    pub(crate) fn make(path: &Path, identity: Identity) -> Result<Folder, Error> {
        fs::create_dir_all(path).map_err(|error| Error::file(path, error))?;
        Folder::check_new(path)?;
        Folder::write_identity(path, &identity)?;
        Folder::locked(path, identity)
    }

    /// Opens the folder of a tournament. `now` gives the new configuration from the present one; an extended one is
    /// written.
    ///
    /// # Errors
    ///
    /// The folder has another tournament, another process has it, or it cannot be read or written. Nothing in it was
    /// changed then.
    pub(crate) fn open(path: &Path, now: impl FnOnce(&Identity) -> Result<Identity, Problem>) -> Result<Folder, Error> {
        let found = Folder::identity(path)?;
        let config = path.join("config.json");
        let identity = now(&found).map_err(|difference| {
            let difference = Box::new(difference);
            Error::OtherTournament { path: config.clone(), difference }
        })?;
        // The journal is read before any change, so that an unusable one changes nothing.
        let folder = Folder::locked(path, identity.clone())?;
        if identity != found {
            Folder::write_identity(path, &identity)?;
            return folder.relocked();
        }
        Ok(folder)
    }

    fn write_identity(path: &Path, identity: &Identity) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(identity).unwrap_or_default() + "\n";
        replace(&path.join("config.json"), text.as_bytes())
    }

    fn locked(path: &Path, identity: Identity) -> Result<Folder, Error> {
        let lock = Folder::lock(path)?;
        files::clear(path, Duration::ZERO);
        let schedule = identity.plan.schedule();
        let journal = Journal::open(&path.join("games.jsonl"), &identity, &schedule)?;
        Ok(Folder { path: path.to_owned(), identity, journal, schedule, _lock: lock })
    }

    /// Locks the new file, because the lock was on the replaced one.
    fn relocked(self) -> Result<Folder, Error> {
        let lock = Folder::lock(&self.path)?;
        Ok(Folder { _lock: lock, ..self })
    }

    fn lock(path: &Path) -> Result<File, Error> {
        let config = path.join("config.json");
        let lock = regular(&config).map_err(|error| Error::file(&config, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(lock),
            Err(TryLockError::WouldBlock) => Err(Error::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(Error::file(&config, error)),
        }
    }

    /// True if there is a tournament's folder.
    #[must_use]
    pub(crate) fn is_there(path: &Path) -> bool {
        path.join("config.json").exists()
    }

    /// Checks that a new folder can be made here.
    ///
    /// # Errors
    ///
    /// There are other files.
    pub(crate) fn check_new(path: &Path) -> Result<(), Error> {
        match fs::read_dir(path) {
            Ok(mut entries) => entries.next().map_or(Ok(()), |_| Err(Error::NotOurs(path.to_owned()))),
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(path, error)),
            Err(_) => Ok(()),
        }
    }

    /// Reads a folder's tournament.
    ///
    /// # Errors
    ///
    /// There is no such folder, or it has no tournament.
    pub(crate) fn identity(path: &Path) -> Result<Identity, Error> {
        let config = path.join("config.json");
        let text = read(&config).map_err(|error| Error::file(&config, error))?;
        let wrong = |problem| Error::Line { path: config.clone(), line: 1, problem: Box::new(problem) };
        let json = |problem| Error::Json { path: config.clone(), problem };
        let value: serde_json::Value = problem::json(&text).map_err(json)?;
        if value["format"] != FORMAT {
            return Err(wrong(Problem::at("", format!("format {}", value["format"]), format!("{FORMAT:?}"))));
        }
        let identity: Identity = problem::value(value).map_err(json)?;
        identity.check().map_err(wrong)?;
        Ok(identity)
    }

    #[must_use]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    #[must_use]
    pub(crate) fn standing(&self) -> Standing {
        standing(&self.identity, &self.schedule, self.journal.games())
    }

    /// Writes `results.json` and `games.ggf`: the games in schedule order, without anything that depends on time, and
    /// without games after an SPRT's decision.
    ///
    /// # Errors
    ///
    /// A file cannot be written or read.
    pub(crate) fn write_results(&self, standing: &Standing) -> Result<(), Error> {
        let Identity { name, rules, .. } = &self.identity;
        let counts = |number: usize| rules.sprt.is_none() || number < standing.games;
        let how = self.identity.how();
        // Only the first game has the comment, because it is true of all.
        let mut comment = how.iter().map(|(name, text)| format!("{name}: {text}")).collect::<Vec<_>>().join(". ");
        let date = how.iter().find(|(name, _)| name == "date").map(|(_, date)| date.clone()).unwrap_or_default();
        let mut text = String::new();
        for game in self.journal.whole() {
            let game = game?;
            if !counts(game.number()) {
                continue;
            }
            if let Some(mut record) = game.to_record(name, rules.rule) {
                record.date.clone_from(&date);
                text.push_str(&ggf::write_with(&record, &std::mem::take(&mut comment)));
                text.push('\n');
            }
        }
        replace(&self.path.join("games.ggf"), text.as_bytes())?;
        let games = self.journal.games().filter(|game| counts(game.number()));
        let games = games.map(GameLine::of).collect();
        let results = Results { format: "rival-tournament-results/1", how: how.into_iter().collect(), standing, games };
        let mut text = serde_json::to_vec_pretty(&results).unwrap_or_default();
        text.push(b'\n');
        replace(&self.path.join("results.json"), &text)
    }

    /// Writes another file into the folder.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        replace(&self.path.join(name), text.as_bytes())
    }
}

/// `results.json`: the same however the games were played.
#[derive(Serialize)]
struct Results<'a> {
    format: &'static str,
    how: BTreeMap<String, String>,
    standing: &'a Standing,
    games: Vec<GameLine<'a>>,
}

/// A game without anything that can depend on time.
#[derive(Serialize)]
struct GameLine<'a> {
    game: usize,
    encounter: usize,
    black: &'a str,
    white: &'a str,
    opening: &'a OpeningRecord,
    seed: u64,
    moves: &'a str,
    points: Option<f64>,
    score: Option<i32>,
    termination: Termination,
    fault: Option<FaultLine<'a>>,
}

#[derive(Serialize)]
struct FaultLine<'a> {
    engine: &'a str,
    kind: FaultKind,
}

impl<'a> GameLine<'a> {
    fn of(game: &'a Played) -> GameLine<'a> {
        GameLine {
            game: game.game,
            encounter: game.encounter,
            black: &game.black,
            white: &game.white,
            opening: &game.opening,
            seed: game.seed,
            moves: &game.moves,
            points: game.points,
            score: game.score,
            termination: game.termination,
            fault: game.fault.as_ref().map(|fault| FaultLine { engine: &fault.engine, kind: fault.kind }),
        }
    }
}

/// Writes a file whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    files::replace(path, bytes).map_err(|error| Error::file(path, error))
}
