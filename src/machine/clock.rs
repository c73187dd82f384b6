//! The time: the system's, or in a browser that of the page.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use self::page::{Instant, set};

use std::time::Duration;

/// The time since 1970, UTC.
#[must_use]
pub fn since_1970() -> Duration {
    #[cfg(not(target_family = "wasm"))]
    return std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    #[cfg(target_family = "wasm")]
    return page::now();
}

/// The processor time of this process; 0 if the system has no clock for it.
#[must_use]
pub fn processor() -> Duration {
    #[cfg(not(target_family = "wasm"))]
    return cpu_time::ProcessTime::now().as_duration();
    #[cfg(target_family = "wasm")]
    return Duration::ZERO;
}

/// WebAssembly has no clock, so the page provides one.
#[cfg(target_family = "wasm")]
mod page {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The time since 1970.
    type Clock = fn() -> Duration;

    static CLOCK: OnceLock<Clock> = OnceLock::new();

    /// Sets the source of the time. Before this call the time stands still.
    pub fn set(clock: Clock) {
        let _ = CLOCK.set(clock);
    }

    pub(super) fn now() -> Duration {
        CLOCK.get().map_or(Duration::ZERO, |clock| clock())
    }

    /// The used part of [`std::time::Instant`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        #[must_use]
        pub fn now() -> Instant {
            Instant(now())
        }

        /// The time since this moment.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// The time since an earlier moment.
        #[must_use]
        pub(crate) fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// A later moment; `None` if it is too far in the future.
        #[must_use]
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
