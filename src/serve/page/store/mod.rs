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
mod watched;

#[cfg(feature = "cli")]
pub(crate) use files::Files;
pub(super) use games::{Kept, KeptGame};
#[cfg(feature = "cli")]
pub(super) use lock::Lock;
#[cfg(feature = "web")]
pub(super) use memory::Memory;
pub(super) use pack::{pack, unpack};
#[cfg(test)]
pub(super) use watched::Watched;

use std::fmt::Debug;
use std::io;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::record::KeptError;
use crate::strength::person::Profile;

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
    /// The JSON value under a name; `None` if it is missing or not written by this program.
    pub(crate) fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_slice(&self.read(name).ok()?).ok()
    }

    /// Stores a value as JSON.
    ///
    /// # Errors
    /// See [`Storage::write`].
    pub(crate) fn put(&self, name: &str, value: &impl Serialize) -> io::Result<()> {
        self.write(name, (serde_json::to_string_pretty(value).map_err(io::Error::other)? + "\n").as_bytes())
    }
}
