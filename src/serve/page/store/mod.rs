//! The data folder: everything that is kept of a person.
//!
//! | file | what it is |
//! |---|---|
//! | `settings.json` | name, what is shown |
//! | `current.json` | the game in hand, with its moves as GGF |
//! | `games/000001.ggf`, `.json` | finished games, and what GGF has no room for |
//! | `placement.json` | where the placement begins among the games of the profile |
//! | `files/` | games that were added from files, as they were |
//! | `passes.json` | what lets browsers in that were let in before; readable for the user alone |
//! | `lock`, `address` | which process serves the folder; the address has its key, and is readable for the user alone |
//!
//! The profile and the rivals are the room's. Each file is written in one step.

mod games;
mod lock;

pub use games::{Kept, KeptGame};
pub use lock::{Held, Lock};

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::machine::files::replace;

/// A file that is larger was not written by this program.
const LARGEST: u64 = 16 << 20;

/// The folder.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    #[must_use]
    pub fn new(folder: &Path) -> Store {
        Store { folder: folder.to_owned() }
    }

    /// The path of a file in the folder.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// What a file says; `None` if it is not there, or is nothing that this program has written.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_slice(&self.bytes(name)?).ok()
    }

    /// The content of a file; `None` if it is not there or too large.
    pub fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.path(name);
        let length = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?.len();
        if length > LARGEST { None } else { fs::read(&path).ok() }
    }

    /// Writes a file in one step; folders on its way are made.
    ///
    /// # Errors
    /// It cannot be written; what was there is still there.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.path(name);
        self.make()?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        replace(&path, bytes)
    }

    /// Makes the folder if it is not there, for the user alone: whoever reads the key can play in the user's name.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(&self) -> io::Result<()> {
        if self.folder.is_dir() {
            return Ok(());
        }
        if let Some(parent) = self.folder.parent() {
            fs::create_dir_all(parent)?;
        }
        #[cfg_attr(not(unix), expect(unused_mut))]
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder)
    }

    /// Writes a file that only the user may read.
    ///
    /// # Errors
    /// See [`Store::write`].
    pub fn write_private(&self, name: &str, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        self.write(name, bytes)?;
        #[cfg(unix)]
        fs::set_permissions(self.path(name), std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        Ok(())
    }

    /// The same as JSON.
    ///
    /// # Errors
    /// See [`Store::write`].
    pub fn write_json(&self, name: &str, value: &impl Serialize) -> io::Result<()> {
        self.write(name, serde_json::to_string_pretty(value).map_err(io::Error::other)? + "\n")
    }

    /// Removes a file, if it is there.
    ///
    /// # Errors
    /// It is there and cannot be removed.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}
