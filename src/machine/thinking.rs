//! The clock of thinking players: the system's, or the processor time of this program if a referee counts that.

use std::env;
use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

use super::clock;

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

/// A moment by this clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// The present moment.
    #[must_use]
    pub fn now() -> Instant {
        Instant(begun().map_or_else(clock::processor, |begun| begun.elapsed()))
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
