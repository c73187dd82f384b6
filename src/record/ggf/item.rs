//! A move item: `F5`, `F5/-0.60`, `F5//4.795`, `F5/1.00/2.0`.

use std::fmt;
use std::str::FromStr;

use super::GgfError;
use crate::board::Move;
use crate::record::clock::{number, seconds};
use crate::record::game::MoveNote;
use crate::record::text::{decimal, shown};

/// A move with the mover's evaluation in discs and the time in seconds. Each may be unknown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveItem {
    /// The move.
    pub mv: Move,
    /// The note with the move.
    pub note: MoveNote,
}

impl FromStr for MoveItem {
    type Err = GgfError;

    /// Reads a move or a pass in any form and case. A decimal comma counts as a point. A value that is not a number
    /// (Java's NaN and Infinity) and a negative time are unknown.
    fn from_str(text: &str) -> Result<MoveItem, GgfError> {
        let wrong = || GgfError::Item(shown(text));
        let mut fields = text.trim().split('/').map(str::trim);
        let mv = fields.next().unwrap_or_default().parse().map_err(|_| wrong())?;
        let eval = match fields.next().unwrap_or_default() {
            "" | "NaN" | "Infinity" | "-Infinity" => None,
            eval => Some(number(eval).ok_or_else(wrong)?),
        };
        let seconds = match fields.next().unwrap_or_default() {
            "" | "NaN" | "Infinity" | "-Infinity" => None,
            time if number(time).is_some_and(|time| time < 0.0) => None,
            time => Some(seconds(time).ok_or_else(wrong)?),
        };
        match fields.next() {
            None => Ok(MoveItem { mv, note: MoveNote { eval, depth: None, seconds } }),
            Some(_) => Err(wrong()),
        }
    }
}

impl fmt::Display for MoveItem {
    /// Writes NBoard's form: upper case, `PA` for a pass.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Pass => f.write_str("PA")?,
            Move::Place(square) => f.write_str(&square.to_string().to_uppercase())?,
        }
        match (self.note.eval, self.note.seconds) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{}", decimal(eval)),
            (None, Some(seconds)) => write!(f, "//{}", decimal(seconds)),
            (Some(eval), Some(seconds)) => write!(f, "/{}/{}", decimal(eval), decimal(seconds)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Square;

    fn item(mv: &str, eval: Option<f64>, seconds: Option<f64>) -> MoveItem {
        MoveItem { mv: mv.parse().unwrap(), note: MoveNote { eval, depth: None, seconds } }
    }

    #[test]
    fn reads_every_form() {
        for (text, expected) in [
            ("F5", item("f5", None, None)),
            ("F5/-0.60", item("f5", Some(-0.6), None)),
            ("F5//4.795", item("f5", None, Some(4.795))),
            ("F5/1.00/2.0", item("f5", Some(1.0), Some(2.0))),
            ("f5/1,25/1.0E-5", item("f5", Some(1.25), Some(1e-5))),
            ("F5/NaN/2", item("f5", None, Some(2.0))),
            ("d3//1:02.5", item("d3", None, Some(62.5))),
            ("PA", item("pass", None, None)),
            ("PASS", item("pass", None, None)),
            ("--", item("pass", None, None)),
            ("pa/0.00/0.1", item("pass", Some(0.0), Some(0.1))),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["", "/1", "F9", "F5/x", "F5//x", "F5/1/2/3", "F5 1", "F5/1e999", "Ｆ5"] {
            assert!(text.parse::<MoveItem>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(square in 0u8..64, pass: bool, eval in proptest::option::of(-64.0..64.0), seconds in proptest::option::of(0.0..1e6)) {
            let mv = if pass { Move::Pass } else { Square::new(square).unwrap().into() };
            let item = MoveItem { mv, note: MoveNote { eval, depth: None, seconds } };
            prop_assert_eq!(item.to_string().parse(), Ok(item));
        }

        #[test]
        fn never_panics(text in "[a-hpA-H1-9/.,:E-]{0,12}|.{0,20}") {
            let _ = text.parse::<MoveItem>();
        }
    }
}
