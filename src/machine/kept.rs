//! Files that keep their previous good version as `.old`, and that several processes change in turn, by a lock on an
//! empty file (`.lock`).

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::files;
use super::regular::{append, read};

/// The path of the previous version.
#[must_use]
pub fn old(path: &Path) -> PathBuf {
    beside(path, ".old")
}

/// This file's name with a suffix.
#[must_use]
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Reads a file. If it is damaged and the previous version is intact, returns that one with the error.
///
/// # Errors
///
/// Neither can be read: the error of the first.
pub fn load<T, E>(path: &Path, read: impl Fn(&Path) -> Result<T, E>) -> Result<(T, Option<E>), E> {
    match read(path) {
        Ok(found) => Ok((found, None)),
        Err(error) => match read(&old(path)) {
            Ok(found) => Ok((found, Some(error))),
            Err(_) => Err(error),
        },
    }
}

/// Waits until no other process changes the file. Others wait until the result is dropped.
///
/// # Errors
///
/// The lock cannot be made.
pub fn lock(path: &Path) -> io::Result<File> {
    let lock = append(&beside(path, ".lock"))?;
    lock.lock()?;
    Ok(lock)
}

/// Writes a file in one step; the previous content, if it is intact, stays as [`old`].
///
/// # Errors
///
/// The path and the reason; the previous content is then still there.
pub fn save(path: &Path, text: &str, is_good: impl Fn(&Path) -> bool) -> Result<(), (PathBuf, io::Error)> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error| (path.clone(), error)
    };
    // A pipe or a device has no old content.
    let is_file = !path.exists() || path.is_file();
    if is_file && is_good(path) {
        let bytes = read(path).map_err(at(path))?;
        files::replace(&old(path), bytes).map_err(at(&old(path)))?;
    }
    files::replace_named(path, text).map_err(at(path))
}
