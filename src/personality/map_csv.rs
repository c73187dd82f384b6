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

/// The characters between numbers, beside white space. The last three are those of Chinese and Japanese input.
const SEPARATORS: &str = ",;|()[]{}\"'\u{ff0c}\u{ff1b}\u{3001}";
/// The typographic minus, which spreadsheets and documents write.
const MINUS: char = '\u{2212}';

/// Reads 64 numbers from a text, row 1 first. White space, commas, semicolons, bars, brackets and quotation marks
/// separate them.
///
/// # Errors
///
/// The text contains something else, or not 64 numbers. The error has the line and the column.
pub fn read(text: &str) -> Result<[f64; 64], Problem> {
    let text = text.trim_start_matches('\u{feff}');
    let mut priorities = Vec::with_capacity(64);
    for (line, line_number) in text.lines().zip(1..) {
        let mut column = 1;
        for word in line.split(is_separator) {
            if !word.is_empty() {
                if priorities.len() == 64 {
                    return Err(at(line_number, column, quoted(word), "the end of the text after 64 numbers"));
                }
                let priority: Option<f64> = number(word).filter(|priority| priority.abs() <= LARGEST);
                let expected = "a number from -1000000 to 1000000";
                priorities.push(priority.ok_or_else(|| at(line_number, column, quoted(word), expected))?);
            }
            column += word.chars().count() + 1;
        }
    }
    let end = text.lines().count() + 1;
    let found = format!("the end of the text after {}", counted(priorities.len(), "number"));
    priorities.try_into().map_err(|_| at(end, 1, found, "64 numbers"))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || SEPARATORS.contains(c)
}

fn number(word: &str) -> Option<f64> {
    match word.strip_prefix(MINUS) {
        // A second sign is none of a number.
        Some(amount) if !amount.starts_with(['+', '-']) => amount.parse().ok().map(|amount: f64| -amount),
        Some(_) => None,
        None => word.parse().ok(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_signs_in_every_script() {
        let row = "[1; -20 | 3,\u{a0}\u{2212}4.5, '5', \"+6\", (7), {8}]\n";
        let expected = [1.0, -20.0, 3.0, -4.5, 5.0, 6.0, 7.0, 8.0];
        assert_eq!(read(&row.repeat(8)).unwrap()[..8], expected);
        let as_spreadsheets_write = format!("\u{feff}{}", row.replace(',', "\u{ff0c}").repeat(8));
        assert_eq!(read(&as_spreadsheets_write).unwrap()[..8], expected);
        for (text, found) in [
            ("1, \u{2013}20", "line 1, column 4: found \"\u{2013}20\""),
            ("1\n2 \u{2212}-3", "line 2, column 3: found \"\u{2212}-3\""),
            ("\u{b7}1", "line 1, column 1: found \"\u{b7}1\""),
        ] {
            let message = read(text).unwrap_err().to_string();
            assert_eq!(message, format!("{found}, expected a number from -1000000 to 1000000"));
        }
    }
}
