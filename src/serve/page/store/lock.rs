//! One page a folder: two would each believe that the game is theirs.

use std::fs::{File, TryLockError};
use std::time::Duration;

use super::Files;
use crate::machine::files::clear;

/// Commands write here too: a temporary file that has not been touched for so long is nobody's.
const KILLED: Duration = Duration::from_secs(3600);

/// Held while the folder is served; without a file where nothing can be written, so that nothing can be held. The
/// system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "the lock is held as long as the file is open")] Option<File>);

impl Lock {
    /// Takes the folder; `None` if another process serves it.
    pub(crate) fn take(files: &Files) -> Option<Lock> {
        let path = files.path("lock");
        let writable = files.make().and_then(|()| File::options().create(true).truncate(false).write(true).open(&path));
        // A read-only folder may still be held by a process that may write.
        let Ok(file) = writable.or_else(|_| File::open(&path)) else { return Some(Lock(None)) };
        match file.try_lock() {
            Ok(()) => {
                for folder in ["", "games", "rivals", "rivals.new", "rivals.new/run"] {
                    clear(&files.path(folder), KILLED);
                }
                Some(Lock(Some(file)))
            }
            Err(TryLockError::WouldBlock) => None,
            // A file system without locks.
            Err(TryLockError::Error(_)) => Some(Lock(None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_taken_once() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(&folder.path().join("data"));
        let lock = Lock::take(&files);
        assert!(lock.is_some());
        assert!(Lock::take(&files).is_none());
        drop(lock);
        assert!(Lock::take(&files).is_some());
    }
}
