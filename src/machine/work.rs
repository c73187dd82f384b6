//! Work spread over threads, with results that do not depend on their number.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The cores that this process may use, 1 or more.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The results of `job` for the numbers below `count`, in order; each is a pure function of its number. `threads` is 1
/// or more.
pub fn map<T: Send>(threads: usize, count: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    map_with(threads, count, || (), |(), number| job(number))
}

/// The same for jobs that need something costly to make: each thread makes one. It must not affect the results.
pub fn map_with<S, T: Send>(
    threads: usize,
    count: usize,
    make: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    if threads <= 1 || count <= 1 {
        let mut own = make();
        return (0..count).map(|number| job(&mut own, number)).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(count) {
            scope.spawn(|| {
                let mut own = make();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = job(&mut own, number);
                    done.lock().expect("no job panics while it holds the list").push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("the threads have ended");
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
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
    fn each_thread_makes_what_it_needs_once() {
        for threads in [1, 3, 200] {
            let made = AtomicUsize::new(0);
            let make = || made.fetch_add(1, Ordering::Relaxed);
            assert_eq!(map_with(threads, 50, make, |_, number| number).len(), 50);
            assert!((1..=threads.min(50)).contains(&made.into_inner()));
        }
    }
}
