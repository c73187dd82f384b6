//! The person's storage, by names of files.
//!
//! | name | what it is |
//! |---|---|
//! | `settings.json` | the name, and the panels to show |
//! | `current.json` | the present game, with its moves as GGF |
//! | `left/000001.json` | games kept for later, in the form of `current.json` |
//! | `games/000001.ggf`, `.json` | finished games, and data that GGF cannot hold |
//! | `profile.json`, `rivals/` | the profile of the person, and the rivals (see `person`) |
//! | `rivals.keep.json` | the rivals that stay when new ones are made |
//! | `placement.json` | the number of games in the profile before the placement |
//! | `removed.json` | the ids of removed games that the profile still has |
//! | `exercises.json` | the tries of exercises |
//! | `exercises.own.json` | the person's examined mistakes, with the exercises that they make |
//! | `exercises.days.json` | the answers to the exercises of the days |
//! | `files/` | copies of files whose games were added |
//!
//! These files belong to this machine alone:
//!
//! | file | what it is |
//! |---|---|
//! | `tournaments/` | WTHOR files that were opened, for the explorer |
//! | `lock`, `address` | the process that serves the folder; the address has its key, and only the user can read it |

#[cfg(feature = "cli")]
mod files;
mod games;
#[cfg(feature = "cli")]
mod lock;
#[cfg(feature = "web")]
mod memory;
mod pack;
#[cfg(test)]
mod watch;

#[cfg(feature = "cli")]
pub(crate) use files::Files;
pub(super) use games::{FOLDER as GAMES, LoadedGame, StoredGame};
#[cfg(feature = "cli")]
pub(super) use lock::Lock;
#[cfg(feature = "web")]
pub(super) use memory::Memory;
pub(super) use pack::{Snapshot, unpack};
#[cfg(test)]
pub(super) use watch::WatchedFiles;

use std::fmt::Debug;
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::record::KeptError;
use crate::strength::person::Profile;

/// The file of the present game.
pub(super) const CURRENT: &str = "current.json";
/// The folder of the rivals. A folder is replaced in two steps, and the next start does what a killed one left undone.
pub(super) const RIVALS: &str = "rivals";

/// Storage by names like `games/000001.ggf`: a folder of this machine, or a browser's substitute for one.
pub(crate) trait Storage: Debug + Send + Sync {
    /// The content under a name.
    ///
    /// # Errors
    /// There is no content ([`io::ErrorKind::NotFound`]), or it cannot be read.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;

    /// Stores content in one step.
    ///
    /// # Errors
    /// It cannot be stored; the old content remains.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Removes the content under a name and below it, if there is any.
    ///
    /// # Errors
    /// It exists but cannot be removed.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// The names in a folder.
    fn list(&self, folder: &str) -> Vec<String>;

    /// Changes or creates a profile while no other program writes it.
    ///
    /// # Errors
    /// It exists but cannot be read, or it cannot be stored.
    fn change_profile(&self, name: &str, change: &mut dyn FnMut(Option<Profile>) -> Profile) -> Result<(), KeptError>;

    /// Replaces one folder by another.
    ///
    /// # Errors
    /// It cannot be moved.
    fn put_in_place(&self, from: &str, to: &str) -> io::Result<()>;

    /// The path before the names in the system's messages.
    fn place(&self) -> String;
}

/// A shared storage.
pub(super) type Store = Arc<dyn Storage>;

impl dyn Storage + '_ {
    /// The JSON value under a name; `None` if there is none.
    ///
    /// # Errors
    /// The file cannot be read, or this program has not written it.
    pub(crate) fn load<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, KeptError> {
        let path = Path::new(name);
        match self.read(name) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| KeptError::bad(path, error)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(KeptError::io(path)(error)),
        }
    }

    /// The same; `None` if the file is damaged, too. Its damage is named where it is [loaded](Self::load) first.
    pub(crate) fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.load(name).ok().flatten()
    }

    /// Stores a value as JSON. A damaged file is [put aside](Self::put_aside) first.
    ///
    /// # Errors
    /// See [`Storage::write`].
    pub(crate) fn put<T: Serialize + DeserializeOwned>(&self, name: &str, value: &T) -> io::Result<()> {
        if self.load::<T>(name).is_err() {
            self.put_aside(name)?;
        }
        self.write(name, (serde_json::to_string_pretty(value).map_err(io::Error::other)? + "\n").as_bytes())
    }

    /// Copies `NAME.json` to `NAME.before.json`, because it is going to be overwritten.
    ///
    /// # Errors
    /// It cannot be read, or the copy cannot be written.
    pub(crate) fn put_aside(&self, name: &str) -> io::Result<()> {
        let copy = Path::new(name).with_extension("before.json");
        self.write(&copy.to_string_lossy(), &self.read(name)?)
    }

    /// The largest number at the start of a name in a folder. Damaged files count, so that no file is overwritten.
    pub(crate) fn last_number(&self, folder: &str) -> u64 {
        let names = self.list(folder);
        let numbers = names.iter().filter_map(|name| name.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
        numbers.max().map_or(0, |number: u32| number.into())
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_put_aside_before_it_is_overwritten_and_an_intact_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        assert_eq!(store.load::<Vec<u64>>("files/index.json").unwrap(), None);
        for number in [1, 2] {
            store.put("files/index.json", &vec![number]).unwrap();
        }
        assert_eq!(store.list("files"), ["index.json"]);
        store.write("files/index.json", b"[1, ").unwrap();
        let error = store.load::<Vec<u64>>("files/index.json").unwrap_err().to_string();
        assert!(error.starts_with("files/index.json: "), "{error}");
        store.put("files/index.json", &vec![3_u64]).unwrap();
        assert_eq!(store.read("files/index.before.json").unwrap(), b"[1, ");
        assert_eq!(store.load("files/index.json").unwrap(), Some(vec![3_u64]));
    }

    #[test]
    fn numbers_are_counted_from_all_names() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        assert_eq!(store.last_number("games"), 0);
        for name in ["games/000002.json", "games/000003.ggf", "files/012-a.ggf", "files/index.json", "games/x9"] {
            store.write(name, b"").unwrap();
        }
        assert_eq!(["games", "files"].map(|folder| store.last_number(folder)), [3, 12]);
    }
}
