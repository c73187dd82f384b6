//! Times of a tournament.

use std::num::ParseFloatError;
use std::ops::Deref;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A time of a tournament, at most a week; in files a number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub(crate) struct Seconds(Duration);

/// A number that is not such a time.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(crate) enum SecondsError {
    #[error("found {0}, expected seconds from 0 to 604800")]
    Range(f64),
    #[error(transparent)]
    Number(#[from] ParseFloatError),
}

impl Seconds {
    /// A time of this many milliseconds.
    #[must_use]
    pub(super) const fn milliseconds(count: u64) -> Seconds {
        Seconds(Duration::from_millis(count))
    }
}

impl Deref for Seconds {
    type Target = Duration;

    fn deref(&self) -> &Duration {
        &self.0
    }
}

impl From<Seconds> for Duration {
    fn from(seconds: Seconds) -> Duration {
        seconds.0
    }
}

impl TryFrom<f64> for Seconds {
    type Error = SecondsError;

    fn try_from(seconds: f64) -> Result<Seconds, SecondsError> {
        let is_plausible = (0.0..=604_800.0).contains(&seconds);
        is_plausible.then(|| Seconds(Duration::from_secs_f64(seconds))).ok_or(SecondsError::Range(seconds))
    }
}

impl From<Seconds> for f64 {
    fn from(seconds: Seconds) -> f64 {
        seconds.0.as_secs_f64()
    }
}

impl FromStr for Seconds {
    type Err = SecondsError;

    fn from_str(text: &str) -> Result<Seconds, SecondsError> {
        text.parse::<f64>()?.try_into()
    }
}
