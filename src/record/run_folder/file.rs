//! Files that are read and written whole.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::FolderError;
use crate::machine::{files, regular};
use crate::record::problem;

/// All bytes of a file.
///
/// # Errors
///
/// It cannot be read.
pub fn read(file: &Path) -> Result<Vec<u8>, FolderError> {
    regular::read(file).map_err(|error| FolderError::Read { file: file.to_owned(), error })
}

/// Reads a JSON file.
///
/// # Errors
///
/// It cannot be read, or holds something else.
pub fn json<T: DeserializeOwned>(file: &Path) -> Result<T, FolderError> {
    problem::json(&read(file)?).map_err(|problem| FolderError::damaged(file, problem.to_string()))
}

/// Writes a file whole or not at all, and makes its folder if needed.
///
/// # Errors
///
/// The file cannot be written; the old content is then still there.
pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FolderError> {
    let made = fs::create_dir_all(files::folder(file));
    made.and_then(|()| files::replace(file, bytes)).map_err(|error| FolderError::Write { file: file.to_owned(), error })
}

/// The same for a value as JSON.
///
/// # Errors
///
/// See [`write()`].
pub fn write_json(file: &Path, value: &impl Serialize) -> Result<(), FolderError> {
    let text = serde_json::to_string_pretty(value).expect("names, texts and finite numbers are JSON");
    write(file, text + "\n")
}
