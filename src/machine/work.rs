//! Work spread over threads, with results that do not depend on their number, and work in the background.
//!
//! A browser has no threads: there, work waits until the page's worker takes the next step of it.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use crossbeam_channel::Receiver;

use super::clock::Instant;
use super::memory;

/// The outcome of long work that can be stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkEnd {
    /// All requested work is done.
    Done,
    /// The work was stopped. Finished parts are kept.
    Stopped,
}

/// The cores that this process may use, 1 or more.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The results of `job` for the numbers below `count`, in order. `job` must be a pure function of the number, and
/// `threads` is 1 or more.
pub fn map<T: Send>(threads: usize, count: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    map_with(threads, count, || (), |(), number| job(number))
}

/// The same for jobs that can fail. After a failure no further job begins.
pub fn try_map<T: Send, E: Send>(
    threads: usize,
    count: usize,
    job: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    try_map_with(threads, count, || (), |(), number| job(number))
}

/// The same for jobs with something that is costly to make: each thread makes one. It must not affect the results.
pub fn map_with<S, T: Send>(
    threads: usize,
    count: usize,
    make: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let Ok(results) = try_map_with(threads, count, make, |state, number| Ok::<T, Infallible>(job(state, number)));
    results
}

/// Both: see [`try_map`] and [`map_with`].
pub fn try_map_with<S, T: Send, E: Send>(
    threads: usize,
    count: usize,
    make: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    if threads <= 1 || count <= 1 {
        let mut state = make();
        return (0..count).map(|number| job(&mut state, number)).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let work = || {
        let mut state = make();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let result = job(&mut state, number);
            if result.is_err() {
                next.store(count, Ordering::Relaxed);
            }
            done.lock().expect("no job panics while it holds the list").push((number, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            // With fewer threads than requested the result takes longer.
            if Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let mut done = done.into_inner().expect("the threads have ended");
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Starts a thread that runs this work. If the system gives no thread, the program ends with a line.
pub(crate) fn start(work: impl FnOnce() + Send + 'static) {
    if let Err(error) = Builder::new().spawn(work) {
        memory::end(format_args!("the system cannot start another thread: {error}"));
    }
}

/// Starts work in the background: the function is called until it returns true.
pub fn begin(is_last: impl FnMut() -> bool + Send + 'static) {
    #[cfg(not(target_family = "wasm"))]
    threads::put(Box::new(is_last));
    #[cfg(target_family = "wasm")]
    steps::put(Box::new(is_last));
}

/// Waits for a message from background work; `None` at the deadline, or if no more messages can come.
pub(crate) fn receive<T>(messages: &Receiver<T>, deadline: Option<Instant>) -> Option<T> {
    #[cfg(not(target_family = "wasm"))]
    return match deadline {
        None => messages.recv().ok(),
        Some(deadline) => messages.recv_deadline(deadline).ok(),
    };
    #[cfg(target_family = "wasm")]
    loop {
        if let Ok(message) = messages.try_recv() {
            return Some(message);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) || !steps::take() {
            return None;
        }
    }
}

/// Idle threads are reused, because starting a thread takes longer than many searches.
#[cfg(not(target_family = "wasm"))]
mod threads {
    use std::sync::mpsc::{Sender, channel};
    use std::sync::{Mutex, PoisonError};

    type Work = Box<dyn FnMut() -> bool + Send>;

    static WAITING: Mutex<Vec<Sender<Work>>> = Mutex::new(Vec::new());
    /// The most idle threads; others end after their work.
    const MOST: usize = 4;

    /// Gives work to an idle thread, or to a new one.
    pub(super) fn put(work: Work) {
        match WAITING.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            Some(thread) => thread.send(work).expect("an idle thread waits for work"),
            None => super::start(|| run(work)),
        }
    }

    fn run(mut work: Work) {
        let (sender, receiver) = channel();
        loop {
            while !work() {}
            // The work's memory is freed before the next work begins.
            drop(work);
            {
                let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
                if waiting.len() >= MOST {
                    return;
                }
                waiting.push(sender.clone());
            }
            work = receiver.recv().expect("this thread has a sender itself");
        }
    }
}

/// The queue of background work on systems without threads.
#[cfg(target_family = "wasm")]
pub mod steps {
    use std::cell::{Cell, RefCell};
    use std::collections::VecDeque;

    type Work = Box<dyn FnMut() -> bool>;

    thread_local! {
        static WAITING: RefCell<VecDeque<Work>> = const { RefCell::new(VecDeque::new()) };
        static LISTENER: Cell<Option<fn()>> = const { Cell::new(None) };
    }

    pub(super) fn put(work: Work) {
        WAITING.with_borrow_mut(|waiting| waiting.push_back(work));
    }

    /// Takes a step of the work that has waited longest; false if the queue is empty.
    pub fn take() -> bool {
        let Some(mut is_last) = WAITING.with_borrow_mut(VecDeque::pop_front) else { return false };
        if !is_last() {
            put(is_last);
        }
        true
    }

    /// True if there is work in the queue.
    #[must_use]
    pub fn is_waiting() -> bool {
        WAITING.with_borrow(|waiting| !waiting.is_empty())
    }

    /// Sets the function that [`tell`] calls.
    pub fn listen(listener: fn()) {
        LISTENER.set(Some(listener));
    }

    /// Reports a message in the middle of a step.
    pub fn tell() {
        if let Some(listener) = LISTENER.get() {
            listener();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 7] {
            assert_eq!(map(threads, 100, |n| n * n), (0..100).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn works_in_turn_share_threads_and_one_that_panics_stops_no_other() {
        let (sender, results) = crossbeam_channel::unbounded();
        let mut threads = std::collections::BTreeSet::new();
        for number in 0..100 {
            let sender = sender.clone();
            let mut steps = 0;
            begin(move || {
                assert!(number != 50, "this panic is wanted");
                steps += 1;
                if steps == 3 {
                    sender.send((number, format!("{:?}", std::thread::current().id()))).unwrap();
                }
                steps == 3
            });
            if number != 50 {
                let (found, thread) = results.recv().unwrap();
                assert_eq!(found, number);
                threads.insert(thread);
            }
        }
        // A thread may become idle shortly after its work has answered; meanwhile another one is started.
        assert!(threads.len() < 50, "{threads:?}");
    }

    #[test]
    fn each_thread_makes_what_it_needs_once() {
        for threads in [1, 3, 200] {
            let made = AtomicUsize::new(0);
            let results = map_with(threads, 50, || made.fetch_add(1, Ordering::Relaxed), |_, number| number);
            assert_eq!(results.len(), 50);
            assert!((1..=threads.min(50)).contains(&made.into_inner()));
        }
    }
}
