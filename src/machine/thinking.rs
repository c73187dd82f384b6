//! The clock of thinking players: the system's, or the processor time of this program if a referee counts that.

use std::cell::Cell;
use std::env;
use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

use super::{clock, work};

/// The environment variable that a referee sets to [`BY_PROCESSOR`] if it counts processor time.
pub(crate) const CLOCK: &str = "RIVAL_CLOCK";
/// The value of [`CLOCK`] for processor time.
pub(crate) const BY_PROCESSOR: &str = "cpu";

/// The start of the system clock; `None` if the clock counts processor time.
static BEGUN: OnceLock<Option<clock::Instant>> = OnceLock::new();

/// Makes this clock count the processor time of this program, as the variable of a referee does. It has no effect once
/// the clock was read.
pub fn count_processor_time() {
    let _ = BEGUN.set(None);
}

fn begun() -> Option<clock::Instant> {
    *BEGUN.get_or_init(begin)
}

fn begin() -> Option<clock::Instant> {
    let counts_processor_time = env::var_os(CLOCK).is_some_and(|value| value == BY_PROCESSOR);
    (!counts_processor_time).then(clock::Instant::now)
}

/// The longest time for which [`ProcessorReading::rules_out`] trusts a reading, in case that the process may use more
/// cores for a moment than it was told.
const TRUSTED: Duration = Duration::from_micros(200);

/// A reading of the processor time. It takes a system call: more than a microsecond on a virtual machine.
#[derive(Debug, Clone, Copy)]
struct ProcessorReading {
    processor: Duration,
    /// The system's time just before.
    at: clock::Instant,
}

impl ProcessorReading {
    fn take() -> ProcessorReading {
        let at = clock::Instant::now();
        ProcessorReading { processor: clock::processor(), at }
    }

    /// True if the processor time cannot be as late as `moment` when this system's time has gone by since the reading:
    /// it grows by that time on each core at most.
    fn rules_out(self, moment: Instant, since: Duration, cores: u32) -> bool {
        since < TRUSTED && self.processor + since * cores < moment.0
    }
}

thread_local! {
    /// The last reading of this thread.
    static LAST_READING: Cell<Option<ProcessorReading>> = const { Cell::new(None) };
}

/// A moment by this clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// The present moment.
    #[must_use]
    pub fn now() -> Instant {
        Instant(begun().map_or_else(clock::processor, |begun| begun.elapsed()))
    }

    /// True if this moment has passed. It costs less than [`Instant::now`] if it is asked for often.
    #[must_use]
    pub(crate) fn has_passed(self) -> bool {
        static CORES: OnceLock<u32> = OnceLock::new();
        if begun().is_some() {
            return Instant::now() >= self;
        }
        let cores = *CORES.get_or_init(|| work::cores() as u32);
        let last = LAST_READING.get();
        if last.is_some_and(|last| last.rules_out(self, last.at.elapsed(), cores)) {
            return false;
        }
        let reading = ProcessorReading::take();
        LAST_READING.set(Some(reading));
        reading.processor >= self.0
    }

    /// The time since this moment.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Instant::now().saturating_duration_since(self)
    }

    /// The time since an earlier moment.
    #[must_use]
    pub(crate) fn saturating_duration_since(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// A later moment; `None` if it is too far in the future.
    #[must_use]
    pub fn checked_add(self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_rules_out_what_all_cores_together_cannot_have_reached() {
        let reading = ProcessorReading { processor: Duration::from_millis(5), at: clock::Instant::now() };
        let moment = |microseconds: u64| Instant(Duration::from_micros(5_000 + microseconds));
        let since = Duration::from_micros(100);
        // Two cores use 200 microseconds in 100.
        assert_eq!([199, 200, 201].map(|later| reading.rules_out(moment(later), since, 2)), [false, false, true]);
        // An old reading says nothing.
        assert!(!reading.rules_out(moment(1_000_000), TRUSTED, 2));
    }

    #[test]
    fn a_moment_passes_once() {
        let moment = Instant::now() + Duration::from_millis(2);
        while !moment.has_passed() {}
        assert!(Instant::now() >= moment);
    }
}
