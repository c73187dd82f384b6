//! The files in a run's folder: their names, and weights.

use std::path::Path;

use crate::eval::patterns::{WeightsFile, digest};
use crate::record::run_folder::{FolderError, read};

pub(super) const FITTED: &str = "fitted.weights";
pub(super) const ERRORS: &str = "errors.json";
pub(super) const SHIFTS: &str = "shifts.json";
pub(super) const CALIBRATED: &str = "calibrated.weights";
pub(super) const WEIGHTS: &str = "patterns.weights";
pub(super) const MATCH: &str = "match.json";
/// The file with positions from other games, as the text of samples.
pub(super) const ARCHIVE: &str = "archive.txt";

pub(super) fn positions_name(number: usize) -> String {
    format!("positions/{number:06}.json")
}

/// The weights in a file, and the file's digest.
pub(super) fn read_weights(path: &Path) -> Result<(WeightsFile, String), FolderError> {
    let bytes = match read(path) {
        Err(FolderError::Read { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(FolderError::Missing(path.to_owned()));
        }
        other => other?,
    };
    let file = WeightsFile::parse(&bytes)
        .map_err(|error| FolderError::Damaged { file: path.to_owned(), problem: error.to_string() })?;
    Ok((file, digest(&bytes)))
}
