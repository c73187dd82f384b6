//! Long work on threads of its own, with news for the desk.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::search::Stop;
use crate::serve::page::room::{RoomError, Watch};

/// Progress is told so often at most.
const BETWEEN: Duration = Duration::from_millis(150);

/// News of work of kind `K` that ends with a `T`.
#[derive(Debug)]
pub enum WorkNews<K, T> {
    Progress(K, Progress),
    Done(K, Result<T, RoomError>),
}

/// How far work is.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Progress {
    pub done: u64,
    pub of: u64,
    pub what: String,
}

/// Where the news of all work come in.
pub struct Works<K, T> {
    sender: Sender<WorkNews<K, T>>,
    pub news: Receiver<WorkNews<K, T>>,
}

impl<K, T> Default for Works<K, T> {
    fn default() -> Self {
        let (sender, news) = unbounded();
        Works { sender, news }
    }
}

impl<K: Copy + Send + Sync + 'static, T: Send + 'static> Works<K, T> {
    /// Starts work; it ends soon after the stop is set.
    pub fn start(&self, kind: K, work: impl FnOnce(&dyn Watch) -> Result<T, RoomError> + Send + 'static) -> Stop {
        let stop = Stop::default();
        let watch = Teller { kind, sender: self.sender.clone(), stop: stop.clone(), told: Mutex::new(None) };
        thread::spawn(move || {
            let sender = watch.sender.clone();
            // Work that panics has failed, like any other that fails.
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&watch)));
            let failed = |_| Err(RoomError::Failed("this failed in a way that nobody expected".to_owned()));
            let _ = sender.send(WorkNews::Done(kind, result.unwrap_or_else(failed)));
        });
        stop
    }
}

struct Teller<K, T> {
    kind: K,
    sender: Sender<WorkNews<K, T>>,
    stop: Stop,
    told: Mutex<Option<Instant>>,
}

impl<K: Copy + Send + Sync, T: Send> Watch for Teller<K, T> {
    fn progress(&self, done: u64, of: u64, what: &str) {
        let mut told = self.told.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            *told = Some(Instant::now());
            let _ = self.sender.send(WorkNews::Progress(self.kind, Progress { done, of, what: what.to_owned() }));
        }
    }

    fn stop(&self) -> &Stop {
        &self.stop
    }
}
