//! Files that are read and written completely.

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
/// It cannot be read, or has other content.
pub fn json<T: DeserializeOwned>(file: &Path) -> Result<T, FolderError> {
    problem::json(&read(file)?).map_err(|problem| FolderError::damaged(file, problem.to_string()))
}

/// Writes a file completely or not at all, and creates its folder if needed.
///
/// # Errors
///
/// The file cannot be written; the old content remains.
pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FolderError> {
    let made = fs::create_dir_all(files::folder(file));
    made.and_then(|()| files::replace(file, bytes)).map_err(|error| FolderError::Write { file: file.to_owned(), error })
}

/// Writes a value as JSON in the same way.
///
/// # Errors
///
/// See [`write()`].
pub fn write_json(file: &Path, value: &impl Serialize) -> Result<(), FolderError> {
    let text = serde_json::to_string_pretty(value).expect("names, texts and finite numbers are JSON");
    write(file, text + "\n")
}
