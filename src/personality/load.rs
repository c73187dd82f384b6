//! Loads personalities by name or from a file.

use std::path::Path;

use super::error::PersonalityError;
use super::map_csv;
use super::parse::{LARGEST_FILE, parse_in};
use super::shipped;
use super::whole::Personality;
use crate::machine::regular::{STANDARD_INPUT, read_up_to};
use crate::record::text::decode;

/// Loads a shipped personality or a file. An argument that ends in `.json` or `.csv` or contains a folder is a file.
/// Any other is a shipped name, or else a file; `-` is standard input. A file whose name ends in `.csv` is a priority
/// map ([`map_csv`]).
///
/// # Errors
///
/// The name is unknown, or the file cannot be read or used: one line with the place and the reason.
pub fn load(name_or_file: &str) -> Result<Personality, PersonalityError> {
    let ends_with = |end: &str| name_or_file.to_ascii_lowercase().ends_with(end);
    let is_map = ends_with(".csv");
    let is_path = is_map || ends_with(".json") || name_or_file.contains(['/', std::path::MAIN_SEPARATOR]);
    if !is_path {
        if let Some(personality) = shipped::find(name_or_file) {
            return Ok(personality);
        }
        if name_or_file != STANDARD_INPUT && !Path::new(name_or_file).exists() {
            return Err(PersonalityError::Unknown {
                name: name_or_file.to_owned(),
                known: shipped::names().join(", "),
            });
        }
    }
    let bytes = read_up_to(name_or_file, LARGEST_FILE + 1)
        .map_err(|error| PersonalityError::Read { file: name_or_file.to_owned(), error })?;
    if is_map && bytes.len() as u64 <= LARGEST_FILE {
        let map = map_csv::player(name_or_file, &decode(&bytes));
        return map.map_err(|problem| PersonalityError::Bad { file: name_or_file.to_owned(), problem });
    }
    let folder = Path::new(name_or_file).parent().unwrap_or(Path::new(""));
    parse_in(folder, name_or_file, &bytes)
}
