//! The limits of an engine in a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::seconds::Seconds;
use crate::record::problem::Problem;

/// Limits of one engine. Without any, only the time-out against hanging applies.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limits {
    #[serde(rename = "tc")]
    pub clock: Option<TimeControl>,
    /// The time for each move.
    #[serde(rename = "st")]
    pub per_move: Option<Seconds>,
    pub depth: Option<Depth>,
    pub nodes: Option<u64>,
}

impl Limits {
    /// These limits, with missing ones taken from `common`: the time, and the depth or the number of nodes.
    #[must_use]
    pub(super) fn or(self, common: Limits) -> Limits {
        let time = if self.clock.is_some() || self.per_move.is_some() { self } else { common };
        let effort = if self.depth.is_some() || self.nodes.is_some() { self } else { common };
        Limits { clock: time.clock, per_move: time.per_move, depth: effort.depth, nodes: effort.nodes }
    }

    /// The depth that is sent to the engine.
    #[must_use]
    pub(crate) const fn plies(&self) -> Option<u32> {
        match self.depth {
            Some(Depth::Plies(plies)) => Some(plies),
            Some(Depth::Own) | None => None,
        }
    }
}

/// The depth of an engine's search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    Plies(u32),
    /// No depth is sent, because the engine's command line or settings define it.
    Own,
}

/// The word that stands for [`Depth::Own`].
const OWN: &str = "own";

impl Serialize for Depth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Depth::Plies(plies) => serializer.serialize_u32(*plies),
            Depth::Own => serializer.serialize_str(OWN),
        }
    }
}

impl<'de> Deserialize<'de> for Depth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Depth, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match &value {
            Value::String(text) if text == OWN => Ok(Depth::Own),
            _ => match value.as_u64().and_then(|plies| u32::try_from(plies).ok()) {
                Some(plies) => Ok(Depth::Plies(plies)),
                None => Err(D::Error::custom(format!("found {value}, expected plies, 60 at most, or \"{OWN}\""))),
            },
        }
    }
}

impl FromStr for Depth {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Depth, Problem> {
        match text.parse() {
            Ok(plies) => Ok(Depth::Plies(plies)),
            Err(_) if text == OWN => Ok(Depth::Own),
            Err(_) => Err(Problem::at("", format!("{text:?}"), "plies or own")),
        }
    }
}

impl fmt::Display for Depth {
    /// Writes the form of a configuration.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Plies(plies) => plies.fmt(f),
            Depth::Own => OWN.fmt(f),
        }
    }
}

/// Time for the whole game, with an increment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub(crate) struct TimeControl {
    pub base: Duration,
    pub increment: Duration,
}

/// The form of a time control.
const CLOCK_FORM: &str = "seconds and increment like \"10+0.1\" or \"5:00+1\"";

/// The time controls instead of one for some moves. A side has 30 moves or a few more.
const ALL_MOVES: &str = "that for all (about 30 a side) like \"10+0.1\", or st for each move";

fn read_time_control(text: &str) -> Option<TimeControl> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (minutes, rest) = base.split_once(':').unwrap_or(("0", base));
    let minutes: u32 = minutes.parse().ok()?;
    let base = seconds(minutes.into())? * 60 + seconds(rest.parse().ok()?)?;
    (!base.is_zero()).then_some(TimeControl { base, increment: seconds(increment.parse().ok()?)? })
}

impl FromStr for TimeControl {
    type Err = Problem;

    /// Reads `10+0.1` (seconds and increment) or `5:00+1` (minutes and seconds).
    fn from_str(text: &str) -> Result<TimeControl, Problem> {
        // Other programs read this as 40 moves in 10 seconds.
        if text.contains('/') {
            return Err(Problem::at("", format!("'{text}', a time for some moves"), ALL_MOVES));
        }
        read_time_control(text).ok_or_else(|| Problem::at("", format!("'{text}'"), CLOCK_FORM))
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => text.parse().map_err(D::Error::custom),
            other => Err(D::Error::custom(format!("found {other}, expected {CLOCK_FORM}"))),
        }
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    /// Writes the form that `from_str` reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

fn seconds(value: f64) -> Option<Duration> {
    Seconds::try_from(value).ok().map(Duration::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_time_controls() {
        for (text, base, increment) in
            [("1:00+0.5", 60.0, 0.5), ("10+0.1", 10.0, 0.1), ("5:30+2", 330.0, 2.0), ("0.5", 0.5, 0.0)]
        {
            let [base, increment] = [base, increment].map(Duration::from_secs_f64);
            assert_eq!(text.parse(), Ok(TimeControl { base, increment }));
        }
        for bad in ["", "0", "+1", "-1", "1+-1", "a", "1:2:3", "nan", "inf", "1e99", "20/60"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
        let message = "40/10".parse::<TimeControl>().unwrap_err().to_string();
        let expected = "found '40/10', a time for some moves, expected that for all (about 30 a side) like \"10+0.1\", \
                        or st for each move";
        assert_eq!(message, expected);
    }
}
