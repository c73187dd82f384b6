//! Times of a tournament.

use std::ops::Deref;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::record::problem::Problem;

/// A time of at most a week. In files it is a number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub(crate) struct Seconds(Duration);

impl Seconds {
    /// A time given in milliseconds.
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
    type Error = Problem;

    fn try_from(seconds: f64) -> Result<Seconds, Problem> {
        if (0.0..=604_800.0).contains(&seconds) {
            Ok(Seconds(Duration::from_secs_f64(seconds)))
        } else {
            Err(Problem::at("", seconds, "seconds from 0 to 604800"))
        }
    }
}

impl From<Seconds> for f64 {
    fn from(seconds: Seconds) -> f64 {
        seconds.0.as_secs_f64()
    }
}

impl FromStr for Seconds {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Seconds, Problem> {
        let seconds: f64 = text.parse().map_err(|_| Problem::at("", format!("'{text}'"), "a number of seconds"))?;
        seconds.try_into()
    }
}
