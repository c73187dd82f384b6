//! Reads an engine's move as the GUI does: the text after the move cannot make it invalid.

use crate::board::Move;
use crate::record::clock::{number, seconds};
use crate::record::problem::Problem;
use crate::record::text::shown;
use crate::wire::text::quote;

/// The content of a line after `===`.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The move.
    pub mv: Move,
    /// The value in discs for the mover.
    pub eval: Option<f64>,
    /// The time for the move in seconds.
    pub seconds: Option<f64>,
    /// The text after the move, if part of it is unreadable.
    pub unreadable: Option<String>,
}

/// The largest accepted number. Larger ones are neither discs nor seconds.
const LARGEST: f64 = 1e6;

impl Answer {
    /// Reads `MOVE/EVAL/SECONDS`. NBoard requires only the move, and Edax writes spaces instead of slashes.
    ///
    /// # Errors
    /// There is no move.
    ///
    /// ```
    /// use rival::wire::nboard::Answer;
    /// assert_eq!(Answer::parse("F5 0.00 0.1").unwrap(), Answer::parse("f5/0/0.1").unwrap());
    /// assert_eq!(Answer::parse("F5/nan/1").unwrap().unreadable.as_deref(), Some("/nan/1"));
    /// ```
    pub fn parse(text: &str) -> Result<Answer, Problem> {
        let text = text.trim();
        let end = text.find(|c: char| c == '/' || c.is_whitespace()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        let mv = word.parse().map_err(|_| {
            let found = format!("'{}'", quote(&format!("=== {text}")));
            Problem::at("", found, "=== MOVE/EVAL/SECONDS")
        })?;
        let rest = rest.trim();
        let fields: Vec<&str> = match rest.strip_prefix('/') {
            Some(rest) => rest.split('/').map(str::trim).collect(),
            None if rest.contains('/') => rest.split('/').map(str::trim).collect(),
            None => rest.split_whitespace().collect(),
        };
        let [eval, time] = [0, 1].map(|index| fields.get(index).copied().unwrap_or_default());
        let eval = read(eval, |text| number(text).filter(|eval| eval.abs() <= LARGEST));
        // A negative time comes from a clock that ran backwards, and counts as missing.
        let is_negative = number(time).is_some_and(|time| time < 0.0);
        let time = read(time, |text| seconds(text).filter(|time| *time <= LARGEST));
        let time = if is_negative { Ok(None) } else { time };
        let is_readable = eval.is_ok() && time.is_ok() && fields.len() <= 2;
        Ok(Answer {
            mv,
            eval: eval.unwrap_or(None),
            seconds: time.unwrap_or(None),
            unreadable: (!is_readable).then(|| shown(rest)),
        })
    }
}

/// Reads a field that may be empty. Java writes an unknown number as NaN.
fn read(text: &str, value: impl Fn(&str) -> Option<f64>) -> Result<Option<f64>, ()> {
    match text {
        "" | "NaN" | "Infinity" | "-Infinity" => Ok(None),
        text => value(text).map(Some).ok_or(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_nboard_takes_is_a_move() {
        for (text, eval, seconds, unreadable) in [
            ("F5", None, None, None),
            ("f5 ", None, None, None),
            ("F5/-0.60", Some(-0.6), None, None),
            ("F5//4.795", None, Some(4.795), None),
            ("F5 0.00 0.1", Some(0.0), Some(0.1), None),
            ("F5\t+2,5", Some(2.5), None, None),
            ("F5 1.00/2.0", Some(1.0), Some(2.0), None),
            ("F5 / 1.00 / 2.0", Some(1.0), Some(2.0), None),
            ("F5/NaN/Infinity", None, None, None),
            ("F5/1/-2", Some(1.0), None, None),
            ("F5/nan/1", None, Some(1.0), Some("/nan/1")),
            ("F5/--/1", None, Some(1.0), Some("/--/1")),
            ("F5/100%/1", None, Some(1.0), Some("/100%/1")),
            ("F5/1e999/1", None, Some(1.0), Some("/1e999/1")),
            ("F5/1e300/1e300", None, None, Some("/1e300/1e300")),
            ("F5/1/soon", Some(1.0), None, Some("/1/soon")),
            ("F5/1/2/3", Some(1.0), Some(2.0), Some("/1/2/3")),
            ("F5 0.5 0.1 from the book", Some(0.5), Some(0.1), Some("0.5 0.1 from the book")),
            ("F5/\u{202e}x", None, None, Some("/?x")),
        ] {
            let mv = "f5".parse().unwrap();
            let expected = Answer { mv, eval, seconds, unreadable: unreadable.map(str::to_owned) };
            assert_eq!(Answer::parse(text), Ok(expected), "{text}");
        }
        assert_eq!(Answer::parse("PA/1").unwrap().mv, Move::Pass);
        for text in ["", "/", "F9/1", "F5F6", "resign", "5"] {
            assert!(Answer::parse(text).is_err(), "{text}");
        }
    }
}
