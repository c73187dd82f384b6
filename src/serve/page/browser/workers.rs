//! Long work in a browser. Each part has its own worker.

use std::sync::Arc;

use super::{Tell, tell};
use crate::search::Stop;
use crate::serve::page::jobs::{Driver, Hands, JobPart, PartResult, Worker};

/// The number of workers for parts; 0 if another desk has them.
#[derive(Debug)]
pub(super) struct Workers(pub usize);

impl Hands for Workers {
    fn count(&self) -> usize {
        self.0
    }

    fn begin(&self, _driver: &Arc<Driver>, _job: u64, start: Box<dyn FnOnce() + Send>) {
        start();
    }

    fn work(&self, _driver: &Arc<Driver>, job: u64, parts: Vec<JobPart>, _stop: &Stop) {
        let parts = parts.iter().map(|part| serde_json::to_string(part).expect("strings and numbers are JSON"));
        tell(&Tell::Begin { job, parts: parts.collect() }, &[]);
    }

    fn end(&self, job: u64) {
        tell(&Tell::Stop { job }, &[]);
    }
}

/// Does a part in its own worker.
pub(super) fn work(job: u64, part: &str) {
    let report = move |found| tell(&Tell::Found { job, found }, &[]);
    let worker = Worker { job, threads: 1, stop: Stop::default(), tell: Arc::new(report) };
    report(match serde_json::from_str(part) {
        Ok(part) => worker.work(part),
        Err(error) => PartResult::Failed { why: error.to_string() },
    });
}
