//! What an engine may spend on a game.

use std::str::FromStr;
use std::time::Duration;

/// Limits of one engine. None at all is possible: then only the time-out for hanging engines holds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits {
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub per_move: Option<Duration>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

/// Time for the whole game, and what each move adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    pub base: Duration,
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    /// `10+0.1`: seconds and increment; `5:00+1`: minutes and seconds.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let read = || {
            let (minutes, rest) = base.split_once(':').unwrap_or(("0", base));
            let base = seconds(minutes.parse::<u32>().ok()?.into())? * 60 + seconds(rest.parse().ok()?)?;
            (!base.is_zero()).then_some(TimeControl { base, increment: seconds(increment.parse().ok()?)? })
        };
        read().ok_or_else(|| format!("found '{text}', expected seconds and increment like 10+0.1, or 5:00+1"))
    }
}

/// A time that makes sense in a tournament: not negative, no more than a week.
pub(super) fn seconds(value: f64) -> Option<Duration> {
    (0.0..=604_800.0).contains(&value).then(|| Duration::from_secs_f64(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_time_controls() {
        let of = |base: f64, increment: f64| TimeControl {
            base: Duration::from_secs_f64(base),
            increment: Duration::from_secs_f64(increment),
        };
        assert_eq!("10+0.1".parse(), Ok(of(10.0, 0.1)));
        assert_eq!("5:30+2".parse(), Ok(of(330.0, 2.0)));
        assert_eq!("0.5".parse(), Ok(of(0.5, 0.0)));
        for bad in ["", "0", "+1", "-1", "1+-1", "a", "1:2:3", "nan", "inf", "1e99"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }
}
