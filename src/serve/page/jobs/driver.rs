//! Drives jobs: divides each into parts for workers, and stores their results.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::parts::{JobPart, PartResult};
use super::work::{NextStep, Result, Work, again};
use super::{Job, Jobs, Reporter};
use crate::search::Stop;
use crate::serve::page::person::exercises::RemovedMistakes;
use crate::serve::page::person::facts;
use crate::serve::page::store::{Storage, Store};

/// The most workers that a job may lose. A loss may have other causes than the part.
const LOSSES: u32 = 3;

/// Does the parts of jobs: threads of this machine, or workers of a browser.
pub(in crate::serve::page) trait Hands: Debug + Send + Sync {
    /// The number of shares for the making of rivals; 0 if another desk does the jobs.
    fn count(&self) -> usize;

    /// Runs the start of a job, in the background if possible.
    fn begin(&self, driver: &Arc<Driver>, job: u64, start: Box<dyn FnOnce() + Send>);

    /// Does parts of a job, and reports the result of each to [`Driver::hear`].
    fn work(&self, driver: &Arc<Driver>, job: u64, parts: Vec<JobPart>, stop: &Stop);

    /// Called when a job is over.
    fn end(&self, job: u64);
}

/// Runs the present jobs.
#[derive(Debug)]
pub(in crate::serve::page) struct Driver {
    hands: Box<dyn Hands>,
    store: Store,
    /// The number of the last job.
    last: AtomicU64,
    running: Mutex<BTreeMap<u64, Arc<Running>>>,
    removed: RemovedMistakes,
    /// Locked while a result is reported. Otherwise facts that another job read earlier might arrive later.
    reporting: Mutex<()>,
}

#[derive(Debug)]
struct Running {
    reporter: Reporter,
    /// Locked while results are stored, which may take long.
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The number of lost workers.
    lost: u32,
    work: Work,
    /// Results that come later are ignored.
    is_over: bool,
}

impl Driver {
    pub(in crate::serve::page) fn new(hands: Box<dyn Hands>, store: Store) -> Driver {
        Driver {
            hands,
            store,
            last: AtomicU64::new(0),
            running: Mutex::default(),
            removed: RemovedMistakes::default(),
            reporting: Mutex::default(),
        }
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Running>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, job: u64) -> Option<Arc<Running>> {
        self.running().get(&job).cloned()
    }

    /// Divides a job into parts.
    fn start(self: &Arc<Self>, job: u64, what: Job) {
        let Some(running) = self.find(job) else { return };
        if let Job::Measure { player, change, .. } = &what
            && !change.is_empty()
        {
            let changed = change.apply(&*self.store, player, &self.removed);
            // No answer of the page contains a path.
            let changed = changed.map_err(|error| error.to_string().replace(&self.store.place(), ""));
            running.reporter.end_change(changed);
        }
        let cut = Work::new(what, self.hands.count(), &*self.store, &self.removed);
        let mut state = running.state();
        let next = cut.map(|(work, parts)| {
            state.work = work;
            state.work.show(&running.reporter);
            if parts.is_empty() { NextStep::Over } else { NextStep::Parts(parts) }
        });
        self.go_on(&running, state, job, next);
    }

    /// Handles the result of a part.
    pub(in crate::serve::page) fn hear(self: &Arc<Self>, job: u64, result: PartResult) {
        let Some(running) = self.find(job) else { return };
        let mut state = running.state();
        if state.is_over {
            return;
        }
        let next = state.hear(result, &*self.store, &self.removed);
        state.work.show(&running.reporter);
        self.go_on(&running, state, job, next);
    }

    fn go_on(self: &Arc<Self>, running: &Running, mut state: MutexGuard<'_, State>, job: u64, next: Result<NextStep>) {
        let result = match next {
            Ok(NextStep::Wait) => return,
            Ok(NextStep::Parts(parts)) => {
                drop(state);
                return self.hands.work(self, job, parts, &running.reporter.stop);
            }
            Ok(NextStep::Over) => Ok(()),
            Err(error) => Err(error.to_string()),
        };
        state.is_over = true;
        // Judged games are kept even if the job fails.
        let kept = state.work.keep(&*self.store).map_err(|error| error.to_string());
        drop(state);
        self.running().remove(&job);
        self.hands.end(job);
        // No answer of the page contains a path.
        let result = result.and(kept).map_err(|why| why.replace(&self.store.place(), ""));
        let _reporting = self.reporting.lock().unwrap_or_else(PoisonError::into_inner);
        running.reporter.finish(result.map(|()| facts(&*self.store)));
    }

    /// Ends jobs that are no longer wanted.
    #[cfg(feature = "web")]
    pub(in crate::serve::page) fn stop_unwanted(self: &Arc<Self>) {
        let jobs = self.running();
        let unwanted = jobs.iter().filter(|(_, running)| running.reporter.stop.is_stopped());
        let unwanted: Vec<u64> = unwanted.map(|(&job, _)| job).collect();
        drop(jobs);
        unwanted.into_iter().for_each(|job| self.hear(job, PartResult::Failed { why: "stopped".to_owned() }));
    }
}

impl Jobs for Driver {
    fn begin(self: Arc<Self>, what: Job, reporter: Reporter) {
        if self.hands.count() == 0 {
            return;
        }
        let job = 1 + self.last.fetch_add(1, Ordering::Relaxed);
        let state = Mutex::new(State { lost: 0, work: Work::New, is_over: false });
        self.running().insert(job, Arc::new(Running { reporter, state }));
        let driver = self.clone();
        self.hands.begin(&self, job, Box::new(move || driver.start(job, what)));
    }
}

impl Running {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn hear(&mut self, result: PartResult, store: &dyn Storage, removed: &RemovedMistakes) -> Result<NextStep> {
        if let PartResult::Lost { part, why } = result {
            self.lost += 1;
            return if self.lost > LOSSES { Err(why.into()) } else { again(&part, store) };
        }
        self.work.hear(result, store, removed)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use crossbeam_channel::{Receiver, unbounded};

    use super::*;
    use crate::board::Color;
    use crate::record::transcript;
    use crate::serve::page::jobs::{News, Worker};
    use crate::serve::page::person::changes::ProfileChange;
    use crate::serve::page::person::changes::tests::{bad_game, examined};
    use crate::serve::page::person::exercises::{OWN, examined_mistakes};
    use crate::serve::page::person::{KEEP, PROFILE, profile};
    use crate::serve::page::store::{Files, WatchedFiles};
    use crate::serve::page::tell::Task;
    use crate::strength::person::{Opponent, PersonGame, Profile};

    /// Workers that wait. The test does the parts.
    #[derive(Debug, Default, Clone)]
    struct Waiting(Arc<Mutex<Vec<JobPart>>>);

    impl Hands for Waiting {
        fn count(&self) -> usize {
            2
        }

        fn begin(&self, _driver: &Arc<Driver>, _job: u64, start: Box<dyn FnOnce() + Send>) {
            start();
        }

        fn work(&self, _driver: &Arc<Driver>, _job: u64, parts: Vec<JobPart>, _stop: &Stop) {
            self.0.lock().unwrap().extend(parts);
        }

        fn end(&self, _job: u64) {}
    }

    static GAMES: LazyLock<Vec<PersonGame>> = LazyLock::new(|| {
        let texts = ["f5d6c3d3c4f4", "f5f6e6f4g5d6", "f5d6c5f4e3c6"];
        texts.iter().map(|text| PersonGame::new(&transcript::parse(text).unwrap(), Color::Black)).collect()
    });

    fn measuring(folder: &std::path::Path) -> (Arc<Driver>, Vec<JobPart>, Waiting, Receiver<News>) {
        measuring_on(Arc::new(Files::new(folder)))
    }

    fn measuring_on(store: Store) -> (Arc<Driver>, Vec<JobPart>, Waiting, Receiver<News>) {
        measuring_games(store, GAMES.clone())
    }

    fn measuring_games(store: Store, games: Vec<PersonGame>) -> (Arc<Driver>, Vec<JobPart>, Waiting, Receiver<News>) {
        let hands = Waiting::default();
        let driver = Arc::new(Driver::new(Box::new(hands.clone()), store));
        let (sender, news) = unbounded();
        let change = Arc::default();
        let job = Job::Measure { player: "Ann".to_owned(), games, all: false, change };
        driver.clone().begin(job, Reporter::new(Task::Measure, sender));
        let parts = std::mem::take(&mut *hands.0.lock().unwrap());
        (driver, parts, hands, news)
    }

    fn judged(part: &JobPart) -> PartResult {
        Worker { job: 1, threads: 1, stop: Stop::default(), tell: Arc::new(|_| ()) }.work(part.clone())
    }

    fn kept(driver: &Driver) -> Vec<u64> {
        profile(&*driver.store).unwrap().iter().flat_map(|profile| &profile.games).map(PersonGame::id).collect()
    }

    fn result(news: &Receiver<News>) -> Option<std::result::Result<(), String>> {
        news.try_iter().find_map(|news| match news {
            News::Done(_, result) => Some(result.map(|_| ())),
            _ => None,
        })
    }

    #[test]
    fn games_are_kept_in_their_order_in_whatever_order_they_are_judged() {
        let folder = tempfile::tempdir().unwrap();
        let (driver, parts, _, news) = measuring(folder.path());
        for number in [2, 0, 1] {
            assert_eq!(result(&news), None);
            driver.hear(1, judged(&parts[number]));
        }
        assert_eq!(kept(&driver), GAMES.iter().map(PersonGame::id).collect::<Vec<_>>());
        assert_eq!(result(&news), Some(Ok(())));
        // The job is over, so a late result is ignored.
        driver.hear(1, PartResult::Failed { why: "late".to_owned() });
        assert_eq!(result(&news), None);
    }

    #[test]
    fn copies_of_a_game_complete_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let store: Store = Arc::new(Files::new(folder.path()));
        let mut game = GAMES[0].clone();
        let (driver, parts, ..) = measuring_games(store.clone(), vec![game.clone()]);
        driver.hear(1, judged(&parts[0]));
        game.opponent = Opponent::shipped("people-1200");
        let (driver, parts, _, news) = measuring_games(store, vec![game.clone()]);
        assert!(parts.is_empty(), "its moves are judged already");
        assert_eq!(result(&news), Some(Ok(())));
        let games = profile(&*driver.store).unwrap().unwrap().games;
        assert_eq!(games.iter().map(|game| &game.opponent).collect::<Vec<_>>(), [&game.opponent]);
        assert!(!games[0].values().is_empty());
    }

    #[test]
    fn the_profile_is_changed_before_games_are_measured() {
        let folder = tempfile::tempdir().unwrap();
        let store: Store = Arc::new(Files::new(folder.path()));
        let (driver, parts, ..) = measuring_on(store.clone());
        parts.iter().for_each(|part| driver.hear(1, judged(part)));
        let (sender, news) = unbounded();
        let out = [GAMES[1].id()].into();
        let change = Arc::new(ProfileChange { out, ..ProfileChange::default() });
        let job = Job::Measure { player: "Ann".to_owned(), games: Vec::new(), all: false, change };
        driver.clone().begin(job, Reporter::new(Task::Measure, sender));
        let Ok(News::Changed(changed)) = news.recv() else { panic!("not changed") };
        assert_eq!(changed.unwrap().gone[0].0, 1);
        assert_eq!((kept(&driver), result(&news)), (vec![GAMES[0].id(), GAMES[2].id()], Some(Ok(()))));
        // No lock can be taken where a folder has its name.
        let lock = folder.path().join("profile.json.lock");
        std::fs::remove_file(&lock).unwrap();
        std::fs::create_dir(&lock).unwrap();
        let (sender, news) = unbounded();
        let change = Arc::new(ProfileChange { out: [GAMES[0].id()].into(), ..ProfileChange::default() });
        let job = Job::Measure { player: "Ann".to_owned(), games: Vec::new(), all: false, change };
        driver.clone().begin(job, Reporter::new(Task::Measure, sender));
        let Ok(News::Changed(changed)) = news.recv() else { panic!("not changed") };
        assert!(changed.unwrap_err().starts_with("profile.json: "));
    }

    #[test]
    fn a_search_that_was_running_when_a_game_was_removed_brings_no_exercise_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let is_slow = Arc::new(AtomicBool::new(false));
        let ((slow, begun), (end, wait)) = (unbounded(), unbounded::<()>());
        let is_slow_now = is_slow.clone();
        let watched = WatchedFiles::new(folder.path(), move |name| {
            if name == OWN && is_slow_now.swap(false, Ordering::SeqCst) {
                slow.send(()).unwrap();
                wait.recv().unwrap();
            }
        });
        let store: Store = Arc::new(watched);
        let [game, _] = bad_game();
        let games = Profile { player: "Ann".to_owned(), games: vec![game.clone()] }.to_json();
        store.write(PROFILE, games.as_bytes()).unwrap();
        let driver = Arc::new(Driver::new(Box::new(Waiting::default()), store.clone()));
        let search = |driver: &Arc<Driver>| {
            driver.clone().begin(Job::FindExercises, Reporter::new(Task::Exercises, unbounded().0));
        };
        search(&driver);
        let mut results = examined(&game).into_iter().map(|own| PartResult::Examined { own });
        driver.hear(1, results.next().unwrap());
        assert_eq!(examined_mistakes(&*store).len(), 1);
        // One result is being stored when the game is removed.
        is_slow.store(true, Ordering::SeqCst);
        let result = results.next().unwrap();
        let keeper = driver.clone();
        let keeping = std::thread::spawn(move || keeper.hear(1, result));
        begun.recv().unwrap();
        let remover = driver.clone();
        let change = Arc::new(ProfileChange { out: [game.id()].into(), ..ProfileChange::default() });
        let removing = std::thread::spawn(move || {
            let job = Job::Measure { player: "Ann".to_owned(), games: Vec::new(), all: false, change };
            remover.begin(job, Reporter::new(Task::Measure, unbounded().0));
        });
        // Long enough for the removal, if it did not wait.
        std::thread::sleep(Duration::from_millis(300));
        end.send(()).unwrap();
        keeping.join().unwrap();
        removing.join().unwrap();
        assert_eq!(examined_mistakes(&*store), []);
        // Another one arrives afterwards.
        driver.hear(1, results.next().unwrap());
        assert_eq!(examined_mistakes(&*store), []);
        // A new search keeps what it finds in the restored game.
        store.write(PROFILE, games.as_bytes()).unwrap();
        search(&driver);
        driver.hear(3, results.next().unwrap());
        assert_eq!(examined_mistakes(&*store).len(), 1);
    }

    #[test]
    fn what_was_judged_before_a_failure_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (driver, parts, _, news) = measuring(folder.path());
        driver.hear(1, judged(&parts[1]));
        let why = format!("{}: broken", folder.path().join("x").display());
        driver.hear(1, PartResult::Failed { why });
        assert_eq!((kept(&driver), result(&news)), (vec![GAMES[1].id()], Some(Err("x: broken".to_owned()))));
    }

    #[test]
    fn a_job_can_begin_while_the_games_of_another_are_being_written() {
        let folder = tempfile::tempdir().unwrap();
        let is_slow = Arc::new(AtomicBool::new(false));
        let ((slow, begun), (end, wait)) = (unbounded(), unbounded::<()>());
        let is_slow_now = is_slow.clone();
        let watched = WatchedFiles::new(folder.path(), move |name| {
            if name == PROFILE && is_slow_now.swap(false, Ordering::SeqCst) {
                slow.send(()).unwrap();
                wait.recv().unwrap();
            }
        });
        let (driver, parts, _, news) = measuring_on(Arc::new(watched));
        let results: Vec<PartResult> = parts.iter().map(judged).collect();
        is_slow.store(true, Ordering::SeqCst);
        let writer = driver.clone();
        let writing = std::thread::spawn(move || results.into_iter().for_each(|result| writer.hear(1, result)));
        begun.recv().unwrap();
        let (sender, other_news) = unbounded();
        let beginner = driver.clone();
        let beginning = std::thread::spawn(move || {
            beginner.begin(Job::FindThemes, Reporter::new(Task::Themes, sender));
        });
        let is_over = other_news.recv_timeout(Duration::from_secs(10));
        end.send(()).unwrap();
        beginning.join().unwrap();
        writing.join().unwrap();
        assert!(is_over.is_ok());
        assert_eq!((kept(&driver).len(), result(&news)), (3, Some(Ok(()))));
    }

    #[test]
    fn facts_that_were_read_before_those_of_another_job_arrive_before_them() {
        let folder = tempfile::tempdir().unwrap();
        let is_slow = Arc::new(AtomicBool::new(false));
        let ((slow, begun), (end, wait)) = (unbounded(), unbounded::<()>());
        let is_slow_now = is_slow.clone();
        let watched = WatchedFiles::new(folder.path(), move |name| {
            // The facts are read after the profile.
            if name == KEEP && is_slow_now.swap(false, Ordering::SeqCst) {
                slow.send(()).unwrap();
                wait.recv().unwrap();
            }
        });
        let hands = Waiting::default();
        let driver = Arc::new(Driver::new(Box::new(hands.clone()), Arc::new(watched)));
        let (sender, news) = unbounded();
        let (player, games, change) = ("Ann".to_owned(), GAMES.clone(), Arc::default());
        let job = Job::Measure { player, games, all: false, change };
        driver.clone().begin(job, Reporter::new(Task::Measure, sender.clone()));
        let results: Vec<PartResult> = hands.0.lock().unwrap().iter().map(judged).collect();
        is_slow.store(true, Ordering::SeqCst);
        let other = driver.clone();
        let finding = std::thread::spawn(move || other.begin(Job::FindThemes, Reporter::new(Task::Themes, sender)));
        begun.recv().unwrap();
        let measuring = std::thread::spawn(move || results.into_iter().for_each(|result| driver.hear(1, result)));
        // Long enough for the facts with the games, if they did not wait.
        std::thread::sleep(Duration::from_millis(300));
        end.send(()).unwrap();
        finding.join().unwrap();
        measuring.join().unwrap();
        let games = news.try_iter().filter_map(|news| match news {
            News::Done(_, result) => Some(result.unwrap().mistakes.len()),
            News::Progress(..) | News::Changed(_) => None,
        });
        assert_eq!(games.collect::<Vec<_>>(), [0, 3]);
    }

    #[test]
    fn lost_parts_are_done_again_but_not_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let (driver, parts, hands, news) = measuring(folder.path());
        let part = serde_json::to_string(&parts[0]).unwrap();
        for number in 1..=4 {
            assert_eq!(result(&news), None);
            driver.hear(1, PartResult::Lost { part: part.clone(), why: format!("loss {number}") });
        }
        assert_eq!(hands.0.lock().unwrap().len(), 3);
        assert_eq!(result(&news), Some(Err("loss 4".to_owned())));
    }
}
