//! Only one page uses a folder: two would both own the present game.

use std::fs::{File, TryLockError};
use std::time::Duration;

use super::Files;
use super::pack::folders;
use crate::machine::files::clear;
use crate::serve::page::store::RIVALS;

/// The age at which a temporary file counts as abandoned. Commands write to the folder, too.
const KILLED: Duration = Duration::from_secs(3600);

/// Held while the folder is served. Without a file if nothing can be written. The system releases it when the process
/// ends.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "the lock is held as long as the file is open")] Option<File>);

impl Lock {
    /// Locks the folder; `None` if another process serves it.
    pub(crate) fn take(files: &Files) -> Option<Lock> {
        let path = files.path("lock");
        let writable = files.make().and_then(|()| File::options().create(true).truncate(false).write(true).open(&path));
        // A read-only folder may still be locked by a process that can write.
        let Ok(file) = writable.or_else(|_| File::open(&path)) else { return Some(Lock(None)) };
        match file.try_lock() {
            Ok(()) => {
                files.repair(RIVALS);
                for folder in folders().chain(["", "rivals.new/run", "tournaments"]) {
                    clear(&files.path(folder), KILLED);
                }
                Some(Lock(Some(file)))
            }
            Err(TryLockError::WouldBlock) => None,
            // The file system has no locks.
            Err(TryLockError::Error(_)) => Some(Lock(None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_page_left_is_removed_and_rivals_that_it_was_replacing_are_there() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(folder.path());
        let old = std::time::SystemTime::now() - 2 * KILLED;
        let folders = ["", "games", "left", "files", "rivals.new/run", "rivals.new", "rivals.old", "tournaments"];
        let paths = folders.map(|name| folder.path().join(name).join(".rival-Ab3dEf.tmp"));
        for path in &paths {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::File::create(path).unwrap().set_modified(old).unwrap();
        }
        std::fs::write(folder.path().join("rivals.old/x.json"), "").unwrap();
        let _lock = Lock::take(&files).unwrap();
        assert_eq!(paths.map(|path| path.exists()), [false; 8]);
        let names = std::fs::read_dir(folder.path().join("rivals")).unwrap();
        assert_eq!(names.map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>(), ["x.json"]);
    }

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
