//! The results folder of a tournament.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Error;
use super::fault::FaultKind;
use super::journal::Journal;
use super::played::{OpeningRecord, Played, Termination};
use super::standing::{Frame, Standing, standing};
use crate::record::ggf;

/// What a folder's tournament is: `config.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    pub format: String,
    pub frame: Frame,
    /// The part of the schedule and how many parts there are, from 1.
    pub shard: Option<[usize; 2]>,
    pub details: Value,
}

impl Identity {
    /// The first place at which two tournaments differ; the frame first, for that is what users change.
    fn difference(&self, other: &Identity) -> Option<String> {
        // Anchors change no game.
        let of = |identity: &Identity| {
            let frame = Frame { anchors: Default::default(), ..identity.frame.clone() };
            Identity { frame, ..identity.clone() }
        };
        let (own, other) = (of(self), of(other));
        difference(&json!(own.frame), &json!(other.frame), "frame".to_owned())
            .or_else(|| difference(&json!(own), &json!(other), String::new()))
    }
}

/// The format of `config.json`.
pub const FORMAT: &str = "rival-tournament-folder/1";

/// An open results folder; no other process can have it open.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    pub identity: Identity,
    pub journal: Journal,
    _lock: File,
}

impl Folder {
    /// Opens the folder of a tournament, or makes it.
    ///
    /// # Errors
    /// The folder holds something else, another process has it, or it cannot be read or written. Nothing in it was changed then.
    pub fn open(path: &Path, identity: Identity) -> Result<Folder, Error> {
        let config = path.join("config.json");
        if Folder::is_there(path) {
            let found = Folder::identity(path)?;
            if let Some(difference) = found.difference(&identity) {
                return Err(Error::OtherTournament { path: config, difference });
            }
        } else {
            let fault = |error| Error::file(path, error);
            fs::create_dir_all(path).map_err(fault)?;
            Folder::check_new(path)?;
            replace(&config, (serde_json::to_string_pretty(&identity).unwrap_or_default() + "\n").as_bytes())?;
        }
        let lock = File::open(&config).map_err(|error| Error::file(&config, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(Error::file(&config, error)),
        }
        let journal = Journal::open(&path.join("games.jsonl"), &identity.frame)?;
        Ok(Folder { path: path.to_owned(), identity, journal, _lock: lock })
    }

    /// True if there is a tournament's folder.
    #[must_use]
    pub fn is_there(path: &Path) -> bool {
        path.join("config.json").exists()
    }

    /// Finds out whether a new folder can be made here.
    ///
    /// # Errors
    /// There are other files.
    pub fn check_new(path: &Path) -> Result<(), Error> {
        match fs::read_dir(path) {
            Ok(mut entries) => entries.next().map_or(Ok(()), |_| Err(Error::NotOurs(path.to_owned()))),
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(path, error)),
            Err(_) => Ok(()),
        }
    }

    /// Reads what a folder's tournament is.
    ///
    /// # Errors
    /// There is no such folder, or it is not one of a tournament.
    pub fn identity(path: &Path) -> Result<Identity, Error> {
        let config = path.join("config.json");
        let text = fs::read_to_string(&config).map_err(|error| Error::file(&config, error))?;
        let identity: Identity = serde_json::from_str(&text).map_err(|error| Error::Line {
            path: config.clone(),
            line: error.line(),
            message: error.to_string(),
        })?;
        if identity.format == FORMAT {
            Ok(identity)
        } else {
            Err(Error::Line {
                path: config,
                line: 1,
                message: format!("found format {}, expected {FORMAT}", identity.format),
            })
        }
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    #[must_use]
    pub fn standing(&self) -> Standing {
        standing(&self.identity.frame, self.journal.games())
    }

    /// Writes `results.json` and `games.ggf`: the games in the order of the schedule, nothing in them that depends on time. Those that an SPRT
    /// did not wait for are left out.
    ///
    /// # Errors
    /// A file cannot be written or read.
    pub fn write_results(&self, standing: &Standing) -> Result<(), Error> {
        let frame = &self.identity.frame;
        let counts = |number: usize| frame.sprt.is_none() || number < standing.games;
        let mut text = String::new();
        for game in self.journal.whole() {
            let game = game?;
            if !counts(game.number()) {
                continue;
            }
            if let Some(record) = game.to_record(&frame.name, frame.objective()) {
                text.push_str(&ggf::write(&record));
                text.push('\n');
            }
        }
        replace(&self.path.join("games.ggf"), text.as_bytes())?;
        let games = self.journal.games().filter(|game| counts(game.number()));
        let games = games.map(GameLine::of).collect();
        let results = Results { format: "rival-tournament-results/1", standing, games };
        let mut text = serde_json::to_vec_pretty(&results).unwrap_or_default();
        text.push(b'\n');
        replace(&self.path.join("results.json"), &text)
    }

    /// Writes another file into the folder.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        replace(&self.path.join(name), text.as_bytes())
    }
}

/// `results.json`: what must be the same however the games were played.
#[derive(Serialize)]
struct Results<'a> {
    format: &'static str,
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

/// Writes a file by way of a temporary one beside it.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || {
        use std::os::unix::fs::PermissionsExt;
        // Temporary files are private; this one becomes a file like any other.
        let mut file = tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|error| Error::file(path, error))
}

/// The first place at which two configurations differ.
fn difference(found: &Value, expected: &Value, place: String) -> Option<String> {
    match (found, expected) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            let inner = |key: &String| {
                let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
                difference(a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null), place)
            };
            keys.map(inner).find_map(|difference| difference)
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            (0..a.len()).find_map(|at| difference(&a[at], &b[at], format!("{place}[{at}]")))
        }
        _ if found == expected => None,
        _ => Some(format!("{place}: found {found}, expected {expected}")),
    }
}
