//! Long work, as the desk asks for it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::tell::{Facts, Progress, Task};
use crate::search::Stop;
use crate::strength::person::Played;
use crate::strength::rivals::Observer;

/// The least time between two reports of progress within a step.
const BETWEEN: Duration = Duration::from_millis(150);

/// Who does long work. What it finds is kept in the storage of the desk, step by step: work that was broken off goes on
/// where it was.
pub trait Jobs: Send + Sync {
    /// Begins a job and returns at once; the watch gets its progress and its result.
    fn begin(&self, job: Job, watch: Watch);
}

/// What is to be done.
#[derive(Debug)]
pub enum Job {
    /// Adds games of the person of this name to what is known, but for those that are known; with `all`, the finished
    /// ones that are kept too.
    Measure { player: String, games: Vec<Played>, all: bool },
    /// Makes rivals for the person as strong as is known, in the place of those that are there.
    MakeRivals,
}

/// News of a job.
#[derive(Debug)]
pub enum News {
    Progress(Task, Progress),
    /// It is over: what is known now, or why it failed.
    Done(Task, Result<Facts, String>),
}

/// Follows a job, and can stop it.
#[derive(Debug, Clone)]
pub struct Watch {
    task: Task,
    news: Sender<News>,
    stop: Stop,
    told: Arc<Mutex<Option<(Instant, String)>>>,
}

impl Watch {
    pub fn new(task: Task, news: Sender<News>) -> Watch {
        Watch { task, news, stop: Stop::default(), told: Arc::default() }
    }

    /// The job is over.
    pub fn end(&self, result: Result<Facts, String>) {
        let _ = self.news.send(News::Done(self.task, result));
    }
}

impl Observer for Watch {
    fn progress(&self, done: u64, of: u64, what: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.as_ref().is_none_or(|(at, step)| step != what || at.elapsed() >= BETWEEN) {
            *told = Some((Instant::now(), what.to_owned()));
            let progress = Progress { done, of, what: what.to_owned(), stopping: false };
            let _ = self.news.send(News::Progress(self.task, progress));
        }
    }

    fn stop(&self) -> &Stop {
        &self.stop
    }
}
