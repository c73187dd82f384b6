//! The files of a run's folder, each written whole or not at all.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::RunError;
use crate::machine::files;
use crate::machine::regular::{self, regular};
use crate::record::problem;

pub(crate) const RUN: &str = "run.json";

/// A killed process may hold its files for a moment.
const LOCK_TRIES: u32 = 50;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// Makes the folder. An existing one may only hold what a run killed at its start left.
pub(crate) fn prepare(folder: &Path) -> Result<(), RunError> {
    let failed = |error| RunError::Write { file: folder.to_owned(), error };
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(folder).map_err(|error| RunError::Read { file: folder.to_owned(), error })? {
        let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
        if name != RUN && !files::is_temporary(&name) {
            return Err(RunError::Occupied { folder: folder.to_owned(), found: name });
        }
    }
    Ok(())
}

/// Begins a run of a command in a folder, or continues the one there if it has the same settings and `resume` is true.
/// Returns the locked file of its settings, `run.json`, which is to be held while the run is open, and whether it
/// continues. `same` says what else than the command is the same.
///
/// # Errors
///
/// The folder holds something else, it cannot be written, or another process works in it.
pub fn begin<T: PartialEq + Serialize + DeserializeOwned>(
    (folder, resume): (&Path, bool),
    settings: &T,
    command: fn(&T) -> &str,
    same: &str,
) -> Result<(File, bool), RunError> {
    let file = folder.join(RUN);
    let continues = resume && file.exists();
    if continues {
        let found: T = json(&file)?;
        if found != *settings {
            let [found, expected] = [command(&found), command(settings)];
            let problem = format!("found the run of `{found}`, expected that of `{expected}`{same}");
            return Err(RunError::Damaged { file, problem });
        }
    } else {
        prepare(folder)?;
        write_json(&file, settings)?;
    }
    Ok((lock(&file)?, continues))
}

/// Opens a file for this process alone.
pub(crate) fn lock(file: &Path) -> Result<File, RunError> {
    let open = regular(file).map_err(|error| RunError::Read { file: file.to_owned(), error })?;
    for _ in 0..LOCK_TRIES {
        match open.try_lock() {
            Ok(()) => {
                // No other process writes here now.
                files::clear(files::folder(file), Duration::ZERO);
                return Ok(open);
            }
            Err(fs::TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Err(fs::TryLockError::Error(error)) => return Err(RunError::Read { file: file.to_owned(), error }),
        }
    }
    Err(RunError::Locked { folder: file.parent().unwrap_or(file).to_owned() })
}

pub(crate) fn read(file: &Path) -> Result<Vec<u8>, RunError> {
    regular::read(file).map_err(|error| RunError::Read { file: file.to_owned(), error })
}

/// The value in a file of JSON.
///
/// # Errors
///
/// The file cannot be read, or holds something else.
pub fn json<T: DeserializeOwned>(file: &Path) -> Result<T, RunError> {
    problem::json(&read(file)?)
        .map_err(|problem| RunError::Damaged { file: file.to_owned(), problem: problem.to_string() })
}

/// Writes a file whole or not at all.
///
/// # Errors
///
/// The file cannot be written; the old content is then still there.
pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> Result<(), RunError> {
    files::replace(file, bytes).map_err(|error| RunError::Write { file: file.to_owned(), error })
}

/// Writes a value as JSON, whole or not at all.
///
/// # Errors
///
/// The file cannot be written; the old content is then still there.
pub fn write_json(file: &Path, value: &impl Serialize) -> Result<(), RunError> {
    let json = serde_json::to_string_pretty(value).expect("names, strings and finite numbers are JSON");
    write(file, format!("{json}\n"))
}
