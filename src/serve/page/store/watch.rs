//! A folder that tells which files are read and changed, for tests.

use std::fmt;
use std::io;
use std::path::Path;

use super::{Files, Storage};
use crate::record::KeptError;
use crate::strength::person::Profile;

/// Called with the name of a file before it is used.
type Watch = Box<dyn Fn(&str) + Send + Sync>;

pub(crate) struct WatchedFiles {
    files: Files,
    watch: Watch,
}

impl fmt::Debug for WatchedFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.files.fmt(f)
    }
}

impl WatchedFiles {
    pub(crate) fn new(folder: &Path, watch: impl Fn(&str) + Send + Sync + 'static) -> WatchedFiles {
        WatchedFiles { files: Files::new(folder), watch: Box::new(watch) }
    }
}

impl Storage for WatchedFiles {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        (self.watch)(name);
        self.files.read(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        (self.watch)(name);
        self.files.write(name, bytes)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        (self.watch)(name);
        self.files.remove(name)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.files.list(folder)
    }

    fn change_profile(&self, name: &str, change: &mut dyn FnMut(Option<Profile>) -> Profile) -> Result<(), KeptError> {
        (self.watch)(name);
        self.files.change_profile(name, change)
    }

    fn put_in_place(&self, from: &str, to: &str) -> io::Result<()> {
        self.files.put_in_place(from, to)
    }

    fn place(&self) -> String {
        self.files.place()
    }
}
