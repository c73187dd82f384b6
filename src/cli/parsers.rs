//! Parsers of the program's own files, for the fuzz targets of `tests/library/fuzz`.

use std::path::Path;

use crate::serve::page::{Files, Storage};

/// Reads the page's game number 1 in this folder.
#[must_use]
pub fn kept_game(folder: &Path) -> bool {
    let store: &dyn Storage = &Files::new(folder);
    store.game(1).is_some()
}

/// Prepares to continue the tournament in a folder, as the command does.
///
/// # Errors
///
/// The folder has no usable tournament. The error is one line.
#[cfg(unix)]
pub fn played(folder: &Path) -> anyhow::Result<()> {
    let _ = crate::tournament::records(&folder.join("games.jsonl"))?;
    let folder = crate::tournament::Folder::open(folder, |identity| Ok(identity.clone()))?;
    Ok(folder.write_results(&folder.standing(), &folder.identity.how())?)
}

/// Reads the configuration of a tournament.
///
/// # Errors
///
/// It is not a configuration. The error is one line.
#[cfg(unix)]
pub fn tournament(bytes: &[u8]) -> anyhow::Result<()> {
    Ok(crate::tournament::Config::new(&crate::record::problem::json(bytes)?).map(|_| ())?)
}
