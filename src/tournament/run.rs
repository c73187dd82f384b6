//! Plays a tournament: workers take games from the schedule and write them to one journal.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::Error;
use super::check::{all_can_begin, all_started, check, clock_note, rule_note};
use super::config::Config;
use super::folder::Folder;
use super::game::Venue;
use super::identity::Identity;
use super::log::Logs;
use super::openings::Openings;
use super::parts::Parts;
use super::played::TournamentGame;
use super::schedule::Pairing;
use super::standing::FollowedTest;
use crate::machine::shard::Shard;
use crate::machine::work::WorkEnd;
use crate::search::Stop;

/// A tournament and its folder, ready to be played or continued.
#[derive(Debug)]
pub(crate) struct Tournament {
    config: Config,
    openings: Openings,
    /// The numbers of the games to play here.
    range: Range<usize>,
    pub folder: Folder,
    /// Notes for the user, before the games.
    notes: Vec<String>,
    /// The program whose command `guard` runs [`super::process::guard::run`].
    guard: PathBuf,
}

impl Tournament {
    /// Opens or creates the folder of a tournament or of a part of it, and adds the games from folders with all parts.
    /// If games are still missing, each engine is first tested to start. `guard` is the program whose command `guard`
    /// runs [`super::process::guard::run`].
    ///
    /// A folder of the same tournament with fewer games or engines is extended. Its games keep their numbers, and the
    /// new engines come last.
    ///
    /// # Errors
    ///
    /// The openings are unusable, an engine does not start, the folder has another tournament, or the parts are not
    /// those of this one. Nothing is then changed.
    pub(crate) fn open(
        mut config: Config,
        path: &Path,
        shard: Option<Shard>,
        parts: &[PathBuf],
        guard: &Path,
        stop: &Stop,
    ) -> Result<Tournament, Error> {
        let existing = Folder::is_there(path).then(|| Folder::identity(path)).transpose()?;
        if let Some(existing) = &existing {
            existing.check_first_engine(&config).map_err(|difference| Folder::other(path, difference))?;
            config.order_engines(existing.names());
        }
        let schedule = config.plan.schedule();
        let openings = Openings::new(&config.openings, config.rules.seed, schedule.encounters())?;
        let range = schedule.games_of(shard.unwrap_or(Shard::WHOLE));
        let each = schedule.games_each();
        let identity = Identity::new(&config, &openings, shard)?;
        let parts = Parts::open(&identity, parts)?;
        let mut notes = openings.notes.clone();
        let mut extended = None;
        let mut introduce = || -> Result<(), Error> {
            let checked = check(&config, guard, stop)?;
            all_started(&config, &checked)?;
            all_can_begin(&config, &checked, &openings)?;
            notes.extend(config.engines.iter().filter_map(|engine| rule_note(engine, config.rules.rule)));
            notes.extend(
                checked
                    .iter()
                    .filter_map(|checked| clock_note(&config.engines[checked.engine], checked.outcome.as_ref().ok()?)),
            );
            Ok(())
        };
        // A new folder is created only after all checks. An existing one is read first, because engines may not be
        // needed.
        let mut folder = if let Some(existing) = &existing {
            let folder = Folder::open(path, |existing| existing.extended(&identity, &openings))?;
            let before = existing.plan.extent();
            let now = folder.identity.plan.extent();
            if before != now {
                extended = Some(format!(
                    "extended from {} engines and {} games each to {} engines and {} games",
                    before.engines, before.games, now.engines, now.games
                ));
            }
            if range.clone().any(|game| folder.journal.due(game, each).is_some() && !parts.has(game)) {
                introduce()?;
            }
            folder
        } else {
            Folder::check_new(path)?;
            if range.clone().any(|game| !parts.has(game)) {
                introduce()?;
            }
            Folder::make(path, identity)?
        };
        parts.add_to(&mut folder)?;
        notes.extend(extended);
        Ok(Tournament { config, openings, range, folder, notes, guard: guard.to_owned() })
    }

    /// Notes for the user before the games.
    #[must_use]
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The number of games to play here, including those already played.
    #[must_use]
    pub(crate) fn games(&self) -> usize {
        self.range.len()
    }

    #[must_use]
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Plays the missing games. `show` gets each game once it is in the folder, and its calls do not overlap.
    ///
    /// # Errors
    ///
    /// A file cannot be written or a process cannot be started; the played games are kept.
    pub(crate) fn run(
        &mut self,
        stop: &Stop,
        show: &(dyn Fn(&TournamentGame, &Folder) + Sync),
    ) -> Result<WorkEnd, Error> {
        let test = self.folder.identity.rules.sprt.filter(|_| self.folder.identity.shard.is_none());
        let mut test = test.map(FollowedTest::new);
        if let Some(test) = &mut test {
            self.folder.follow(test);
        }
        let decided = test.as_ref().is_some_and(|test| test.end.is_some());
        let each = self.folder.schedule.games_each();
        let missing = self.range.clone().filter(|&game| self.folder.journal.due(game, each).is_some()).count();
        let workers = if decided { 0 } else { self.config.concurrency.min(missing) };
        log::info!("tournament: {missing} of {} games to play, {workers} at a time", self.range.len());
        let logs = Logs::open(&self.folder.path().join("logs"), &self.config)?;
        let config = &self.config;
        let openings = &self.openings;
        let guard = &self.guard;
        let work = SharedWork {
            state: Mutex::new(State {
                test,
                folder: &mut self.folder,
                next: self.range.start,
                end: self.range.end,
                playing: BTreeSet::new(),
                decided,
                error: None,
            }),
            stop_on_fault: config.stop_on_fault,
            stop,
            show,
        };
        std::thread::scope(|scope| {
            let work = &work;
            let logs = &logs;
            let play = |place| {
                let mut venue = Venue::new(config, place, guard.clone(), logs, stop.clone());
                while let Some((pairing, attempt)) = work.next() {
                    work.done(pairing, venue.play(pairing, attempt, openings.get(pairing.encounter)));
                }
                venue.close();
            };
            for place in 1..workers {
                // If the system gives no more threads, fewer games run at a time.
                if std::thread::Builder::new().spawn_scoped(scope, move || play(place)).is_err() {
                    break;
                }
            }
            if workers > 0 {
                play(0);
            }
        });
        let state = work.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.error {
            Some(error) => Err(error),
            None if state.decided || !stop.is_stopped() => Ok(WorkEnd::Done),
            None => Ok(WorkEnd::Stopped),
        }
    }
}

/// The state that workers share.
struct SharedWork<'t> {
    state: Mutex<State<'t>>,
    stop_on_fault: bool,
    stop: &'t Stop,
    show: &'t (dyn Fn(&TournamentGame, &Folder) + Sync),
}

struct State<'t> {
    folder: &'t mut Folder,
    /// The number of the first game that is neither played nor in progress.
    next: usize,
    end: usize,
    /// Numbers of the games in progress.
    playing: BTreeSet<usize>,
    /// The SPRT, if there is one; never for a shard, because it lacks games.
    test: Option<FollowedTest>,
    decided: bool,
    error: Option<Error>,
}

impl SharedWork<'_> {
    /// The next game to play, and the number of its attempt.
    fn next(&self) -> Option<(Pairing, u32)> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.next < state.end && !self.stop.is_stopped() && state.error.is_none() {
            let game = state.next;
            state.next += 1;
            let due = state.folder.journal.due(game, state.folder.schedule.games_each());
            if let Some(attempt) = due.filter(|_| !state.playing.contains(&game)) {
                state.playing.insert(game);
                return Some((state.folder.schedule.pairing(game)?, attempt));
            }
        }
        None
    }

    /// Handles the outcome of a game.
    fn done(&self, pairing: Pairing, outcome: Result<TournamentGame, Error>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.playing.remove(&pairing.game);
        match outcome {
            Ok(game) => self.accept(&mut state, game),
            Err(Error::Stopped) => {}
            Err(error) => self.fail(&mut state, error),
        }
    }

    fn accept(&self, state: &mut State<'_>, game: TournamentGame) {
        log::info!(
            "game {}: {} - {}: {:?}, fault {:?}",
            game.game,
            game.black,
            game.white,
            game.termination,
            game.fault
        );
        // After the SPRT's decision the remaining games are not awaited.
        if state.decided || state.error.is_some() {
            return;
        }
        match state.folder.journal.add(game.clone()) {
            Err(error) => return self.fail(state, error),
            Ok(()) => (self.show)(&game, state.folder),
        }
        if let Some(fault) = game.fault.as_ref().filter(|_| self.stop_on_fault && !game.is_to_repeat()) {
            let engine = fault.engine.clone();
            return self.fail(state, Error::StoppedOnFault { engine, game: game.game });
        }
        // The game may have to be repeated with the others of its encounter.
        let each = state.folder.schedule.games_each();
        state.next = state.next.min(game.number() / each * each);
        let Some(test) = &mut state.test else { return };
        state.folder.follow(test);
        if test.end.is_some() {
            log::info!("the SPRT has ended; running games do not count");
            state.decided = true;
            self.stop.stop();
        }
    }

    fn fail(&self, state: &mut State<'_>, error: Error) {
        log::error!("the tournament ends: {error}");
        state.error.get_or_insert(error);
        self.stop.stop();
    }
}
