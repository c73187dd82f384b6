//! The text form of the static-player article: eight lines of eight comma-separated integers, row 1 first; the largest
//! is played first.

use std::fmt::Display;
use std::path::Path;

use super::kind::Kind;
use super::values::quoted;
use super::whole::Personality;
use crate::board::Objective;
use crate::record::problem::Problem;

/// The priorities as ranks 0 to 63. Equal priorities get the ranks in which they would be played: the first in the
/// order of squares has the highest.
///
/// ```
/// use rival::personality::map_csv;
/// let priorities = std::array::from_fn(|square| if square == 0 { 7.5 } else { 0.25 });
/// assert!(map_csv::write(&priorities).starts_with("63,62,61,60,59,58,57,56\n55,"));
/// ```
#[must_use]
pub fn write(priorities: &[f64; 64]) -> String {
    let mut order: Vec<usize> = (0..64).collect();
    order.sort_by(|&a, &b| priorities[b].total_cmp(&priorities[a]));
    let mut ranks = [0; 64];
    for (rank, square) in (0..64).rev().zip(order) {
        ranks[square] = rank;
    }
    let row = |row: &[i32]| row.iter().map(i32::to_string).collect::<Vec<_>>().join(",") + "\n";
    ranks.chunks(8).map(row).collect()
}

/// The priorities of eight lines of eight comma-separated integers; any integers, spaces, a comma at the end of a line
/// and empty lines at the end are allowed.
///
/// # Errors
///
/// Anything else: the line and column, what was found and what was expected.
pub fn read(text: &str) -> Result<[f64; 64], Problem> {
    let mut lines = text.trim_start_matches('\u{feff}').trim_end().lines();
    let mut priorities = [0.0; 64];
    for (row, number) in priorities.chunks_mut(8).zip(1..) {
        let line = lines.next().ok_or_else(|| at(number, 1, "the end of the file", "8 lines of 8 integers"))?;
        read_row(line, number, row)?;
    }
    match lines.next() {
        None => Ok(priorities),
        Some(line) => Err(at(9, 1, quoted(line), "the end of the file after 8 lines")),
    }
}

fn read_row(line: &str, number: usize, row: &mut [f64]) -> Result<(), Problem> {
    let mut fields = line.trim_end().trim_end_matches(',').split(',');
    let mut column = 1;
    for priority in row {
        let field = fields.next().ok_or_else(|| at(number, column, "the end of the line", "8 integers"))?;
        let integer = field.trim().parse().ok().filter(|integer: &i32| integer.unsigned_abs() <= 1_000_000);
        let expected = "an integer from -1000000 to 1000000";
        *priority = f64::from(integer.ok_or_else(|| at(number, column, quoted(field), expected))?);
        column += field.chars().count() + 1;
    }
    match fields.next() {
        None => Ok(()),
        Some(field) => Err(at(number, column, quoted(field), "the end of the line after 8 integers")),
    }
}

fn at(line: usize, column: usize, found: impl Display, expected: &str) -> Problem {
    Problem { position: Some((line, column)), ..Problem::at("", found, expected) }
}

/// The player of a file with such a map. The file's name is its name; one that ends in `anti`, as those of shipped
/// players do, is for fewest discs.
///
/// # Errors
///
/// See [`read`].
pub(super) fn player(file: &str, text: &str) -> Result<Personality, Problem> {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem.chars().map(|c| if c.is_ascii_graphic() && c != '\\' { c } else { '-' }).take(40).collect();
    let rule = if name.ends_with("anti") { Objective::Anti } else { Objective::Normal };
    let kind = Kind::StaticMap(Box::new(read(text)?));
    Ok(Personality::new(&name, "a priority map", rule, kind))
}
