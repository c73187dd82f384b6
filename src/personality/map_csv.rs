//! A priority map as text: 64 numbers, row 1 first. The square with the largest is played first. The static-player
//! article writes eight lines of eight comma-separated integers.

use std::fmt::Display;
use std::path::Path;

use super::kind::Kind;
use super::values::{LARGEST, quoted};
use super::whole::Personality;
use crate::board::Objective;
use crate::record::problem::Problem;
use crate::record::text::counted;

/// Reads 64 numbers from a text, row 1 first. Characters between them that cannot belong to a number are ignored.
///
/// # Errors
///
/// The text contains something else, or not 64 numbers. The error has the line and the column.
pub fn read(text: &str) -> Result<[f64; 64], Problem> {
    let mut priorities = Vec::with_capacity(64);
    for (line, number) in text.lines().zip(1..) {
        let mut column = 1;
        for word in line.split(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c))) {
            if !word.is_empty() {
                if priorities.len() == 64 {
                    return Err(at(number, column, quoted(word), "the end of the text after 64 numbers"));
                }
                let priority: Option<f64> = word.parse().ok().filter(|priority: &f64| priority.abs() <= LARGEST);
                let expected = "a number from -1000000 to 1000000";
                priorities.push(priority.ok_or_else(|| at(number, column, quoted(word), expected))?);
            }
            column += word.chars().count() + 1;
        }
    }
    let end = text.lines().count() + 1;
    let found = format!("the end of the text after {}", counted(priorities.len(), "number"));
    priorities.try_into().map_err(|_| at(end, 1, found, "64 numbers"))
}

fn at(line: usize, column: usize, found: impl Display, expected: &str) -> Problem {
    Problem { position: Some((line, column)), ..Problem::at("", found, expected) }
}

/// The player of a map in a file, with the file's name. If the name ends in `anti`, as with shipped players, the player
/// plays for the fewest discs.
///
/// # Errors
///
/// See [`read`].
pub(super) fn player(file: &str, text: &str) -> Result<Personality, Problem> {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let is_anti = stem.to_lowercase().ends_with("anti");
    let name: String = stem.chars().map(|c| if c.is_ascii_graphic() && c != '\\' { c } else { '-' }).take(40).collect();
    let rule = if is_anti { Objective::Anti } else { Objective::Normal };
    let kind = Kind::StaticMap(Box::new(read(text)?));
    Ok(Personality::new(&name, "a priority map", rule, kind))
}
