//! Playing a tournament: workers that take games from the schedule, and one journal they write to.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::Error;
use super::check::{all_started, check, clock_note};
use super::config::Config;
use super::folder::{FORMAT, Folder, Identity};
use super::game::{Halt, Table};
use super::log::Logs;
use super::openings::Openings;
use super::played::Played;
use super::schedule::{Schedule, Slot};
use super::standing::{Frame, Standing};
use crate::search::Stop;
use crate::stats::Verdict;

/// A tournament with its folder, ready to be played or played on.
#[derive(Debug)]
pub struct Tournament {
    config: Config,
    schedule: Schedule,
    openings: Openings,
    /// The games that are to be played here.
    range: Range<usize>,
    pub folder: Folder,
    /// What the user should know before the games begin.
    notes: Vec<String>,
    /// The program whose command `guard` runs [`super::process::guard::run`].
    guard: PathBuf,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Every game was played, or the test has decided.
    Complete,
    Stopped,
}

/// Follows a run.
pub trait Observer: Sync {
    /// A game was played and is in the folder. Calls do not overlap.
    fn played(&self, game: &Played, folder: &Folder);
}

struct State<'t> {
    folder: &'t mut Folder,
    decided: bool,
    error: Option<Error>,
}

impl Tournament {
    /// Opens the folder for a tournament, or makes it, after each engine has shown that it starts, should games be missing. A shard is a part
    /// and the number of parts, from 1. `guard` is the program whose command `guard` runs [`super::process::guard::run`].
    ///
    /// # Errors
    /// The openings cannot be used, an engine does not start, or the folder is another tournament's; nothing was changed then.
    pub fn open(
        config: Config,
        path: &Path,
        shard: Option<[usize; 2]>,
        guard: &Path,
        stop: &Stop,
    ) -> Result<Tournament, Error> {
        let frame = Frame::of(&config);
        let schedule = frame.schedule();
        let openings = Openings::new(&config.openings, config.seed, schedule.encounters())?;
        let range = match shard {
            None => 0..schedule.games(),
            Some([number, count]) => schedule.shard(number - 1, count),
        };
        let details = config.details(openings.digest());
        let identity = Identity { format: FORMAT.to_owned(), frame, shard, details };
        let mut notes = openings.notes.clone();
        let mut introduce = || -> Result<(), Error> {
            let checked = check(&config, guard, stop)?;
            all_started(&config, &checked)?;
            notes.extend(
                checked
                    .iter()
                    .filter_map(|checked| clock_note(&config.engines[checked.engine], checked.outcome.as_ref().ok()?)),
            );
            Ok(())
        };
        // A new folder is made when all is well, and one that is there is looked at first: it may need no engine.
        let folder = if Folder::is_there(path) {
            let folder = Folder::open(path, identity)?;
            if range.clone().any(|game| !folder.journal.has(game)) {
                introduce()?;
            }
            folder
        } else {
            Folder::check_new(path)?;
            introduce()?;
            Folder::open(path, identity)?
        };
        Ok(Tournament { config, schedule, openings, range, folder, notes, guard: guard.to_owned() })
    }

    /// What the user should know before the games begin.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Games to be played here, those that have been played included.
    #[must_use]
    pub fn games(&self) -> usize {
        self.range.len()
    }

    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Plays the games that are missing.
    ///
    /// # Errors
    /// A file cannot be written or a process cannot be started; the games that were played are kept.
    pub fn run(&mut self, stop: &Stop, observer: &dyn Observer) -> Result<Ended, Error> {
        let decided = self.is_decided();
        let missing: Vec<Slot> = if decided {
            Vec::new()
        } else {
            self.range
                .clone()
                .filter(|&game| !self.folder.journal.has(game))
                .map(|game| self.schedule.slot(game))
                .collect()
        };
        let logs_folder = self.folder.path().join("logs");
        let logs = Logs::open(&logs_folder, &self.config)?;
        let workers = self.config.concurrency.min(missing.len());
        let queue = Mutex::new(missing.into_iter());
        let whole = self.folder.identity.shard.is_none();
        let state = Mutex::new(State { folder: &mut self.folder, decided, error: None });
        let (config, openings, guard) = (&self.config, &self.openings, &self.guard);
        let next = || lock(&queue).next().filter(|_| !stop.is_stopped());
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    let mut table = Table::new(config, guard.clone(), &logs, stop.clone());
                    while let Some(slot) = next() {
                        match table.play(slot, openings.get(slot.encounter)) {
                            Ok(played) => lock(&state).accept(played, whole, stop, observer),
                            Err(Halt::Stopped) => break,
                            Err(Halt::Machine(error)) => lock(&state).fail(Error::Machine(error), stop),
                        }
                    }
                    table.close();
                });
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.error {
            Some(error) => Err(error),
            None if state.decided || !stop.is_stopped() => Ok(Ended::Complete),
            None => Ok(Ended::Stopped),
        }
    }

    /// A shard cannot decide a test alone.
    fn is_decided(&self) -> bool {
        self.folder.identity.shard.is_none() && is_decided(&self.folder.standing())
    }
}

fn is_decided(standing: &Standing) -> bool {
    standing.sprt.as_ref().is_some_and(|test| test.verdict != Verdict::Undecided)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State<'_> {
    fn accept(&mut self, game: Played, whole: bool, stop: &Stop, observer: &dyn Observer) {
        // A test that has decided waits for no game.
        if self.decided || self.error.is_some() {
            return;
        }
        if let Err(error) = self.folder.journal.add(game.clone()) {
            self.fail(error, stop);
            return;
        }
        observer.played(&game, self.folder);
        if whole && self.folder.identity.frame.sprt.is_some() && is_decided(&self.folder.standing()) {
            self.decided = true;
            stop.stop();
        }
    }

    fn fail(&mut self, error: Error, stop: &Stop) {
        self.error.get_or_insert(error);
        stop.stop();
    }
}
