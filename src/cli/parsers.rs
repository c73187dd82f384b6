//! Parsers of the program's own files, which the fuzz targets of `tests/library/fuzz` cannot reach otherwise.

use crate::jobs::Job;

/// Reads a file of a job, without the files that it names.
///
/// # Errors
/// It is no job: one line.
pub fn job(bytes: &[u8]) -> Result<(), String> {
    Job::parse(bytes, None).map(|_| ()).map_err(|error| error.to_string())
}

/// Reads the configuration of a tournament.
///
/// # Errors
/// It is no configuration: one line.
#[cfg(unix)]
pub fn tournament(bytes: &[u8]) -> Result<(), String> {
    let value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    crate::tournament::Config::from_json(&value).map(|_| ()).map_err(|error| error.to_string())
}
