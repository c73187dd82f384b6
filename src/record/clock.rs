//! A player's clock as GGF writes it: `[h:]m:ss[/increment][/grace]`.

use std::fmt;
use std::str::FromStr;

use super::problem::Problem;

/// The time of a player in seconds, none of them negative.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Clock {
    /// The main time, without overtime.
    pub main: f64,
    /// The increment after each move; a pass is not a move here.
    pub increment: f64,
    /// The grace time. It is added once, when the main time has run out.
    pub grace: f64,
}

impl Clock {
    /// All the time available for the next move, in seconds.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.main + self.grace
    }

    /// The clock after `seconds` of thinking. Once the main time is used up, the increment is lost.
    #[must_use]
    pub fn charge(self, seconds: f64) -> Clock {
        let rest = self.main - seconds;
        Clock { main: rest.max(0.0), grace: (self.grace + rest.min(0.0)).max(0.0), ..self }
    }

    /// The clock with the increment of a move added.
    #[must_use]
    pub fn earn(self) -> Clock {
        Clock { main: self.main + self.increment, ..self }
    }
}

impl FromStr for Clock {
    type Err = Problem;

    /// Reads `[h:]m:ss` or plain seconds, then the increment and the grace time in the same form. Each may be empty.
    fn from_str(text: &str) -> Result<Clock, Problem> {
        let mut parts = text.split('/');
        match (part_seconds(parts.next()), part_seconds(parts.next()), part_seconds(parts.next()), parts.next()) {
            (Some(main), Some(increment), Some(grace), None) => Ok(Clock { main, increment, grace }),
            _ => {
                let found = format!("'{}'", super::text::shown(text));
                Err(Problem::at("", found, "a clock like 5:00, 1:05:00/10 or 15:00//2:00"))
            }
        }
    }
}

/// The seconds of a part of a clock, 0 if it is empty or missing.
fn part_seconds(part: Option<&str>) -> Option<f64> {
    let part = part.unwrap_or_default();
    if part.trim().is_empty() {
        return Some(0.0);
    }
    // GGS may add options to a part, as in `0:15,1:0`. They concern numbers of moves and are dropped.
    match part.split_once(',') {
        Some((time, _)) if time.contains(':') => seconds(time),
        _ => seconds(part),
    }
}

/// The seconds in `[h:]m:ss` or a plain number, with a decimal point or comma; `None` if negative or infinite.
#[must_use]
pub fn seconds(text: &str) -> Option<f64> {
    let mut total = 0.0;
    let mut fields = 0;
    for field in text.trim().split(':') {
        let value = number(field).filter(|value| *value >= 0.0)?;
        total = total * 60.0 + value;
        fields += 1;
    }
    (fields <= 3 && f64::is_finite(total)).then_some(total)
}

/// A finite number with a decimal point or comma, possibly with an exponent as Java writes it.
#[must_use]
pub fn number(text: &str) -> Option<f64> {
    text.trim().replace(',', ".").parse::<f64>().ok().filter(|value| value.is_finite())
}

/// Seconds as `m:ss` or, from an hour on, `h:mm:ss`. Below a minute they are a plain number. A fraction is written only
/// if there is one.
fn write_seconds(seconds: f64) -> String {
    let whole_minutes = (seconds / 60.0).floor();
    let rest = seconds - whole_minutes * 60.0;
    if whole_minutes < 1.0 {
        return rest.to_string();
    }
    let zero = if rest < 10.0 { "0" } else { "" };
    let hours = (whole_minutes / 60.0).floor();
    let minutes = whole_minutes % 60.0;
    if hours >= 1.0 { format!("{hours}:{minutes:02}:{zero}{rest}") } else { format!("{minutes}:{zero}{rest}") }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_seconds(self.main))?;
        if self.increment > 0.0 {
            write!(f, "/{}", write_seconds(self.increment))?;
        } else if self.grace > 0.0 {
            f.write_str("/")?;
        }
        if self.grace > 0.0 {
            write!(f, "/{}", write_seconds(self.grace))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clock(main: f64, increment: f64, grace: f64) -> Clock {
        Clock { main, increment, grace }
    }

    #[test]
    fn reads_every_form() {
        for (text, expected) in [
            ("30", clock(30.0, 0.0, 0.0)),
            ("5:00", clock(300.0, 0.0, 0.0)),
            ("1:05:00/10", clock(3900.0, 10.0, 0.0)),
            ("05:00//02:00", clock(300.0, 0.0, 120.0)),
            ("15:00/5/2:00", clock(900.0, 5.0, 120.0)),
            ("0:00", clock(0.0, 0.0, 0.0)),
            ("5:00/0:05,1:0/2:00,N25", clock(300.0, 5.0, 120.0)),
            ("4,5/0.5", clock(4.5, 0.5, 0.0)),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["5:", "x", "-1", "1:2:3:4", "1/2/3/4", "inf", "NaN", "1e999"] {
            assert!(text.parse::<Clock>().is_err(), "{text}");
        }
    }

    #[test]
    fn charges_main_time_then_grace() {
        let start = clock(10.0, 2.0, 30.0);
        assert_eq!(start.charge(4.0), clock(6.0, 2.0, 30.0));
        assert_eq!(start.charge(4.0).earn(), clock(8.0, 2.0, 30.0));
        assert_eq!(start.charge(15.0), clock(0.0, 2.0, 25.0));
        assert_eq!(start.charge(99.0), clock(0.0, 2.0, 0.0));
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(main in 0u32..100_000, tenths in 0u32..10, increment in 0u32..4000, grace in 0u32..4000) {
            let clock = clock(f64::from(main) + f64::from(tenths) / 8.0, increment.into(), grace.into());
            prop_assert_eq!(clock.to_string().parse(), Ok(clock));
        }
    }
}
