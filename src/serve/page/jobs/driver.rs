//! Drives jobs: divides each into parts for workers, and stores their results.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::parts::{JobPart, PartResult};
use super::work::{Next, Result, Work, again};
use super::{Job, Jobs, Reporter};
use crate::search::Stop;
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
    running: Mutex<BTreeMap<u64, Running>>,
}

#[derive(Debug)]
struct Running {
    reporter: Reporter,
    /// The number of lost workers.
    lost: u32,
    work: Work,
}

impl Driver {
    pub(in crate::serve::page) fn new(hands: Box<dyn Hands>, store: Store) -> Driver {
        Driver { hands, store, last: AtomicU64::new(0), running: Mutex::default() }
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<u64, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Divides a job into parts.
    fn start(self: &Arc<Self>, job: u64, what: Job) {
        let cut = Work::of(what, self.hands.count(), &*self.store);
        let mut jobs = self.running();
        let Some(running) = jobs.get_mut(&job) else { return };
        let next = cut.map(|(work, parts)| {
            running.work = work;
            running.work.show(&running.reporter);
            if parts.is_empty() { Next::Over } else { Next::Parts(parts) }
        });
        self.go_on(jobs, job, next);
    }

    /// Handles the result of a part.
    pub(in crate::serve::page) fn hear(self: &Arc<Self>, job: u64, found: PartResult) {
        let mut jobs = self.running();
        let Some(running) = jobs.get_mut(&job) else { return };
        let next = running.hear(found, &*self.store);
        self.go_on(jobs, job, next);
    }

    fn go_on(self: &Arc<Self>, mut jobs: MutexGuard<'_, BTreeMap<u64, Running>>, job: u64, next: Result<Next>) {
        let result = match next {
            Ok(Next::Wait) => return,
            Ok(Next::Parts(parts)) => {
                let stop = jobs.get(&job).map(|running| running.reporter.stop.clone()).unwrap_or_default();
                drop(jobs);
                return self.hands.work(self, job, parts, &stop);
            }
            Ok(Next::Over) => Ok(()),
            Err(error) => Err(error.to_string()),
        };
        let Some(mut running) = jobs.remove(&job) else { return };
        // Judged games are kept even if the job fails.
        let kept = running.work.keep(&*self.store).map_err(|error| error.to_string());
        drop(jobs);
        self.hands.end(job);
        // No answer of the page contains a path.
        let result = result.and(kept).map_err(|why| why.replace(&self.store.place(), ""));
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
        self.running().insert(job, Running { reporter, lost: 0, work: Work::New });
        let driver = self.clone();
        self.hands.begin(&self, job, Box::new(move || driver.start(job, what)));
    }
}

impl Running {
    fn hear(&mut self, found: PartResult, store: &dyn Storage) -> Result<Next> {
        if let PartResult::Lost { part, why } = found {
            self.lost += 1;
            return if self.lost > LOSSES { Err(why.into()) } else { again(&part, store) };
        }
        let next = self.work.hear(found, store)?;
        self.work.show(&self.reporter);
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use crossbeam_channel::{Receiver, unbounded};

    use super::*;
    use crate::board::Color;
    use crate::record::transcript;
    use crate::serve::page::jobs::{News, Worker};
    use crate::serve::page::person::profile;
    use crate::serve::page::store::Files;
    use crate::serve::page::tell::Task;
    use crate::strength::person::PersonGame;

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
        let hands = Waiting::default();
        let driver = Arc::new(Driver::new(Box::new(hands.clone()), Arc::new(Files::new(folder))));
        let (sender, news) = unbounded();
        let job = Job::Measure { player: "Ann".to_owned(), games: GAMES.clone(), all: false };
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
    fn what_was_judged_before_a_failure_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (driver, parts, _, news) = measuring(folder.path());
        driver.hear(1, judged(&parts[1]));
        let why = format!("{}: broken", folder.path().join("x").display());
        driver.hear(1, PartResult::Failed { why });
        assert_eq!((kept(&driver), result(&news)), (vec![GAMES[1].id()], Some(Err("x: broken".to_owned()))));
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
