//! The text form of the static-player article: eight lines of eight comma-separated integers, row 1 first; the largest
//! is played first.

use super::error::PersonalityError;
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

/// The priorities of eight lines of eight comma-separated integers; any integers, spaces and empty lines at the end are
/// allowed.
///
/// # Errors
/// Anything else: one line with the file's name, the line, and what was found.
pub fn read(file: &str, text: &str) -> Result<[f64; 64], PersonalityError> {
    let bad = |place: String, found: String, expected: &str| PersonalityError::Bad {
        file: file.to_owned(),
        problem: Problem::at(place, found, expected),
    };
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').trim_end().lines().collect();
    if lines.len() != 8 {
        return Err(bad(String::new(), format!("{} lines", lines.len()), "8 lines of 8 integers"));
    }
    let mut priorities = [0.0; 64];
    for (row, line) in lines.into_iter().enumerate() {
        let fields: Vec<&str> = line.trim().trim_end_matches(',').split(',').collect();
        if fields.len() != 8 {
            return Err(bad(
                format!("line {}", row + 1),
                format!("{} fields", fields.len()),
                "8 integers with commas between",
            ));
        }
        for (column, field) in fields.into_iter().enumerate() {
            let place = format!("line {}, field {}", row + 1, column + 1);
            let number: i32 = field
                .trim()
                .parse()
                .ok()
                .filter(|n: &i32| n.unsigned_abs() <= 1_000_000)
                .ok_or_else(|| bad(place, format!("{field:?}"), "an integer from -1000000 to 1000000"))?;
            priorities[row * 8 + column] = f64::from(number);
        }
    }
    Ok(priorities)
}
