//! Loads recipes by name or from a file. Errors are one line.

use std::io;

use serde_json::Value;

use super::fitness::OpponentError;
use crate::machine::regular::read_up_to;
use crate::personality::{Problem, check_name, check_text};
use crate::record::fields::FileObject;
use crate::record::places::json_with_tags;
use crate::record::problem::{check_format, json};
use crate::record::text::meant;

/// The largest accepted file, in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// The reason why a recipe cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// No shipped recipe and no file has this name.
    #[error(
        "recipe '{name}': no shipped recipe and no file has this name{}",
        meant(name, known.split(", "), &format!("a file or one of: {known}"))
    )]
    Unknown {
        /// The given name.
        name: String,
        /// The shipped names, separated by commas.
        known: String,
    },
    /// The file cannot be read.
    #[error("{file}: {error}")]
    Read {
        /// The path of the file.
        file: String,
        /// The system's error.
        error: io::Error,
    },
    /// The file is not a usable recipe.
    #[error("{file}: {problem}")]
    File {
        /// The path of the file.
        file: String,
        /// The first error in the file.
        problem: Box<Problem>,
    },
    /// A value cannot be used.
    #[error(transparent)]
    Bad(#[from] Problem),
    /// An opponent of the candidates is not allowed in these games.
    #[error("{place}: {error}")]
    Opponent {
        /// The place of its name.
        place: &'static str,
        /// The reason.
        error: Box<OpponentError>,
    },
}

/// Loads a shipped recipe by name, or the recipe in a file.
pub(super) fn load<R>(
    name_or_file: &str,
    shipped: impl Iterator<Item = (String, R)>,
    parse: fn(&str, &[u8]) -> Result<R, RecipeError>,
) -> Result<R, RecipeError> {
    let mut known = Vec::new();
    for (name, recipe) in shipped {
        if name == name_or_file {
            return Ok(recipe);
        }
        known.push(name);
    }
    let bytes = match read_up_to(name_or_file, LARGEST_FILE + 1) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(RecipeError::Unknown { name: name_or_file.to_owned(), known: known.join(", ") });
        }
        read => read.map_err(|error| RecipeError::Read { file: name_or_file.to_owned(), error })?,
    };
    if bytes.len() as u64 > LARGEST_FILE {
        let problem = Problem::wrong("", "more than a mebibyte: this is no recipe");
        return Err(RecipeError::File { file: name_or_file.to_owned(), problem: Box::new(problem) });
    }
    parse(name_or_file, &bytes)
}

/// Parses the JSON of a recipe with this format and these objects. `file` is only a name for errors.
pub(super) fn from_json<R: serde::de::DeserializeOwned>(
    file: &str,
    bytes: &[u8],
    format: &str,
    objects: fn() -> Vec<FileObject>,
) -> Result<R, RecipeError> {
    let checked = check_format(bytes, format).and_then(|()| check_objects(bytes, &objects()));
    let recipe = checked.and_then(|()| json_with_tags(bytes));
    recipe.map_err(|problem| RecipeError::File { file: file.to_owned(), problem: Box::new(problem.among(objects)) })
}

/// Refuses an array in place of one of these objects, which serde reads as the values of its fields. Other errors are
/// left to its reader.
fn check_objects(bytes: &[u8], objects: &[FileObject]) -> Result<(), Problem> {
    let Ok(file) = json::<Value>(bytes) else { return Ok(()) };
    for object in objects {
        for (place, value) in at(&file, &object.path) {
            if value.is_array() {
                return Err(Problem::at(place, "an array", "a JSON object"));
            }
        }
    }
    Ok(())
}

/// The values at the path of an object, with their places. A path with `[]` has one for each element.
fn at<'a>(file: &'a Value, path: &str) -> Vec<(String, &'a Value)> {
    let mut values = vec![(String::new(), file)];
    for step in path.split('.').filter(|step| !step.is_empty()) {
        let name = step.trim_end_matches("[]");
        let mut inner = Vec::new();
        for (place, value) in values {
            let place = if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
            match value.get(name) {
                Some(Value::Array(list)) if name != step => {
                    inner.extend(list.iter().enumerate().map(|(number, value)| (format!("{place}[{number}]"), value)));
                }
                Some(value) => inner.push((place, value)),
                None => {}
            }
        }
        values = inner;
    }
    values
}

/// The error of a value that cannot be used.
pub(super) fn bad<T>(place: &'static str, found: impl ToString, expected: impl ToString) -> Result<T, RecipeError> {
    Err(Problem::at(place, found.to_string(), expected.to_string()).into())
}

/// Refuses a value outside this range.
pub(super) fn within<T: PartialOrd + ToString>(
    place: impl Into<String>,
    value: T,
    low: T,
    high: T,
) -> Result<(), Problem> {
    if low <= value && value <= high {
        Ok(())
    } else {
        Err(Problem::at(place, value.to_string(), format!("{} to {}", low.to_string(), high.to_string())))
    }
}

/// Refuses a recipe whose name or summary the trained personality's file could not have.
pub(super) fn check_texts(name: &str, source: &str) -> Result<(), Problem> {
    check_name("name", name)?;
    check_text("summary", source)
}

/// The source of a personality that this command trained by a recipe with this summary.
pub(super) fn source(command: &str, summary: &str) -> String {
    format!("{command}: {}.", summary.trim_end_matches('.'))
}
