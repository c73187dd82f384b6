//! Long work on threads of this machine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use super::jobs::{Driver, Hands, JobPart, PartResult, Worker};
use crate::machine::work;
use crate::search::Stop;

/// Threads for jobs. Each job uses all cores but one, which the person who plays keeps.
#[derive(Debug)]
pub(super) struct Threads;

impl Hands for Threads {
    /// All threads work on the same rival, one rival after the other.
    fn count(&self) -> usize {
        1
    }

    fn begin(&self, driver: &Arc<Driver>, job: u64, start: Box<dyn FnOnce() + Send>) {
        let driver = driver.clone();
        work::start(move || {
            // Work that panics counts as failed.
            if catch_unwind(AssertUnwindSafe(start)).is_err() {
                let why = "this failed in a way that nobody expected".to_owned();
                driver.hear(job, PartResult::Failed { why });
            }
        });
    }

    fn work(&self, driver: &Arc<Driver>, job: u64, parts: Vec<JobPart>, stop: &Stop) {
        let threads = work::cores().saturating_sub(1).max(1);
        let count = threads.min(parts.len());
        let parts = Arc::new(Mutex::new(parts.into_iter()));
        for _ in 0..count {
            let parts = parts.clone();
            let worker_driver = driver.clone();
            let hearer = driver.clone();
            let tell = Arc::new(move |result| hearer.hear(job, result));
            let worker = Worker { job, threads, stop: stop.clone(), tell };
            self.begin(
                driver,
                job,
                Box::new(move || {
                    // The list is unlocked while the part is done.
                    while let Some(part) = next(&parts) {
                        if worker.stop.is_stopped() {
                            return worker_driver.hear(job, PartResult::Failed { why: "stopped".to_owned() });
                        }
                        worker_driver.hear(job, worker.work(part));
                    }
                }),
            );
        }
    }

    /// The threads notice the stop themselves.
    fn end(&self, _job: u64) {}
}

fn next(parts: &Mutex<std::vec::IntoIter<JobPart>>) -> Option<JobPart> {
    parts.lock().unwrap_or_else(PoisonError::into_inner).next()
}
