//! Files that keep their last good version beside them, with `.old` added to the name, and that several processes
//! change in turn, by a lock on an empty file with `.lock` added.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::files;
use super::regular::{append, read};

/// Where the version before the last one is kept.
#[must_use]
pub fn old(path: &Path) -> PathBuf {
    beside(path, ".old")
}

/// A file of this name with something added to it.
#[must_use]
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Reads a file. If it is damaged and the version before it is not, that one is taken, with what is wrong beside it.
///
/// # Errors
/// Neither can be read: what is wrong with the first.
pub fn load<T, E>(path: &Path, read: impl Fn(&Path) -> Result<T, E>) -> Result<(T, Option<E>), E> {
    match read(path) {
        Ok(found) => Ok((found, None)),
        Err(error) => match read(&old(path)) {
            Ok(found) => Ok((found, Some(error))),
            Err(_) => Err(error),
        },
    }
}

/// Waits until no other process changes the file; the next one waits until the result is dropped.
///
/// # Errors
/// The lock cannot be made.
pub fn lock(path: &Path) -> io::Result<File> {
    let lock = append(&beside(path, ".lock"))?;
    lock.lock()?;
    Ok(lock)
}

/// Writes a file in one step; what was there, if it is good, stays as [`old`].
///
/// # Errors
/// The path and the reason; what was there is then still there.
pub fn save(path: &Path, text: &str, is_good: impl Fn(&Path) -> bool) -> Result<(), (PathBuf, io::Error)> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error| (path.clone(), error)
    };
    // What is there and is no file (a pipe, a device) has no old content.
    let is_file = !path.exists() || path.is_file();
    if is_file && is_good(path) {
        let bytes = read(path).map_err(at(path))?;
        files::replace(&old(path), bytes).map_err(at(&old(path)))?;
    }
    files::replace_named(path, text).map_err(at(path))
}
