//! Personalities by name or from a file.

use std::io::{self, Read};
use std::path::Path;

use super::error::{PersonalityError, Problem};
use super::file::File;
use super::{Personality, shipped};
use crate::record::file::regular;

/// A file that is larger is not a personality.
const LARGEST_FILE: u64 = 1 << 20;

/// The personality of a shipped name, or of a file: an argument that ends in `.json` or has a folder in it is a file, and so is any other that no
/// shipped personality bears, if there is such a file.
///
/// # Errors
/// The name is unknown, the file cannot be read, or it is not a usable personality: one line that says where and why.
pub fn load(name_or_file: &str) -> Result<Personality, PersonalityError> {
    let is_path = name_or_file.ends_with(".json") || name_or_file.contains(['/', std::path::MAIN_SEPARATOR]);
    if !is_path {
        if let Some(personality) = shipped::find(name_or_file) {
            return Ok(personality);
        }
        if !Path::new(name_or_file).exists() {
            return Err(PersonalityError::Unknown {
                name: name_or_file.to_owned(),
                known: shipped::names().join(", "),
            });
        }
    }
    let bytes = read(name_or_file).map_err(|error| PersonalityError::Read { file: name_or_file.to_owned(), error })?;
    parse(name_or_file, &bytes)
}

fn read(file: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular(file)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The personality that these bytes are; `file` is only its name in errors.
///
/// # Errors
/// The bytes are not a usable personality.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Personality, PersonalityError> {
    let bad = |problem| PersonalityError::Bad { file: file.to_owned(), problem };
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(bad(Problem::at("", "more than a mebibyte", "a personality")));
    }
    File::parse(bytes).and_then(Personality::try_from).map_err(bad)
}
