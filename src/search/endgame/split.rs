//! Work that threads share: the later moves of one position, once its first has been searched ("young brothers wait").
//!
//! A position is shared only while a thread is idle. A thread that has finished its part helps only threads at the same
//! position, so that it returns as soon as that position is done.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::entry::Level;
use super::order::Candidate;
use crate::board::Square;

/// The moves of one position that several threads search against the same bound.
#[derive(Debug)]
pub(super) struct Split {
    /// The shared position whose search contains this one.
    parent: Option<Arc<Split>>,
    pub alpha: i32,
    pub level: Level,
    /// The number of empty squares after each of the moves.
    pub empties: u32,
    moves: Vec<Candidate>,
    next: AtomicUsize,
    /// The number of threads at work here, without the owner. It changes only under the pool's lock.
    helpers: AtomicUsize,
    stopped: AtomicBool,
    best: Mutex<(i32, Option<Square>)>,
}

impl Split {
    pub(super) fn new(
        parent: Option<Arc<Split>>,
        moves: Vec<Candidate>,
        empties: u32,
        alpha: i32,
        level: Level,
        best: (i32, Option<Square>),
    ) -> Split {
        Split {
            parent,
            alpha,
            level,
            empties,
            moves,
            next: AtomicUsize::new(0),
            helpers: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            best: Mutex::new(best),
        }
    }

    /// The next free move.
    pub(super) fn take(&self) -> Option<&Candidate> {
        if self.is_stopped() {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Relaxed))
    }

    /// A move's score; one above `alpha` ends the work.
    pub(super) fn report(&self, score: i32, square: Square) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if score > best.0 {
            *best = (score, Some(square));
        }
        if score > self.alpha {
            self.stopped.store(true, Relaxed);
        }
    }

    pub(super) fn best(&self) -> (i32, Option<Square>) {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if the result is known here or in a position above.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_stopped())
    }

    fn has_work(&self) -> bool {
        self.next.load(Relaxed) < self.moves.len() && !self.is_stopped()
    }

    fn descends_from(self: &Arc<Split>, ancestor: &Arc<Split>) -> bool {
        let mut split = Some(self);
        while let Some(inner) = split {
            if Arc::ptr_eq(inner, ancestor) {
                return true;
            }
            split = inner.parent.as_ref();
        }
        false
    }
}

/// The list of shared positions.
type OpenSplits<'a> = MutexGuard<'a, Vec<Arc<Split>>>;

/// Positions that idle threads can help with.
#[derive(Debug, Default)]
pub(super) struct Pool {
    open: Mutex<Vec<Arc<Split>>>,
    changed: Condvar,
    idle: AtomicUsize,
    closed: AtomicBool,
    /// The number of changes so far, for waiting threads. It changes only under the lock.
    changes: AtomicUsize,
}

/// The number of times that a waiting thread looks for a change before it sleeps. That takes some tens of microseconds,
/// as waking a thread would.
const LOOKS: usize = 2000;

impl Pool {
    fn lock(&self) -> OpenSplits<'_> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if a thread waits for work.
    #[inline]
    pub(super) fn wants_work(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    pub(super) fn open(&self, split: &Arc<Split>) {
        let mut open = self.lock();
        open.push(split.clone());
        self.tell(open);
    }

    /// Withdraws a split, so that no more threads join it.
    pub(super) fn withdraw(&self, split: &Arc<Split>) {
        self.lock().retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Waits for work and joins it: any work, or only work below a split that the caller waits for. `None` if no more
    /// work comes, because the pool is closed or that split is finished.
    pub(super) fn join(&self, awaited: Option<&Arc<Split>>) -> Option<Arc<Split>> {
        let mut open = self.lock();
        loop {
            let finished = match awaited {
                Some(split) => split.helpers.load(Relaxed) == 0,
                None => self.closed.load(Relaxed),
            };
            if finished {
                return None;
            }
            // The oldest split is nearest to the root and has the most work.
            let mut fitting =
                open.iter().filter(|split| split.has_work() && awaited.is_none_or(|top| split.descends_from(top)));
            if let Some(split) = fitting.next() {
                split.helpers.fetch_add(1, Relaxed);
                return Some(split.clone());
            }
            self.idle.fetch_add(1, Relaxed);
            open = self.wait(open);
            self.idle.fetch_sub(1, Relaxed);
        }
    }

    /// Waits for a change.
    fn wait<'a>(&'a self, open: OpenSplits<'a>) -> OpenSplits<'a> {
        let seen = self.changes.load(Relaxed);
        drop(open);
        for _ in 0..LOOKS {
            if self.changes.load(Relaxed) != seen {
                break;
            }
            spin_loop();
        }
        let open = self.lock();
        if self.changes.load(Relaxed) != seen {
            return open;
        }
        self.changed.wait(open).unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the waiting threads after a change.
    fn tell(&self, open: OpenSplits<'_>) {
        self.changes.fetch_add(1, Relaxed);
        drop(open);
        self.changed.notify_all();
    }

    /// Notes that a helper has finished its part.
    pub(super) fn leave(&self, split: &Split) {
        let open = self.lock();
        if split.helpers.fetch_sub(1, Relaxed) == 1 {
            self.tell(open);
        }
    }

    /// Ends waiting threads, because the whole job is done.
    pub(super) fn close(&self) {
        let open = self.lock();
        self.closed.store(true, Relaxed);
        self.tell(open);
    }
}
