//! A browser's substitute for a folder: names and contents in memory. The page keeps a copy on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Storage;
use crate::record::KeptError;
use crate::strength::person::Profile;

/// Called at each change with the name and the new content, if there is one.
type OnChange = fn(&str, Option<&[u8]>);

/// The stored files.
pub(crate) struct Memory {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    changed: OnChange,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.files().keys()).finish()
    }
}

impl Memory {
    pub(crate) fn new(changed: OnChange) -> Memory {
        Memory { files: Mutex::default(), changed }
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a file that was stored earlier.
    pub(crate) fn put_in(&self, name: String, bytes: Vec<u8>) {
        self.files().insert(name, bytes);
    }
}

/// True for this name and for names below it.
fn is_in(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

impl Storage for Memory {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.files().get(name).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let before = self.files().insert(name.to_owned(), bytes.to_owned());
        if before.as_deref() != Some(bytes) {
            (self.changed)(name, Some(bytes));
        }
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let mut files = self.files();
        let removed: Vec<String> = files.keys().filter(|known| is_in(known, name)).cloned().collect();
        for name in &removed {
            files.remove(name);
            (self.changed)(name, None);
        }
        Ok(())
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let below = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let files = self.files();
        let names = files.keys().filter_map(|name| name.strip_prefix(&below)?.split('/').next());
        names.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn change_profile(&self, name: &str, change: &mut dyn FnMut(Option<Profile>) -> Profile) -> Result<(), KeptError> {
        let path = Path::new(name);
        let profile = self.read(name).ok().map(|bytes| Profile::parse(path, &bytes)).transpose()?;
        self.write(name, change(profile).to_json().as_bytes()).map_err(KeptError::io(path))
    }

    fn put_in_place(&self, from: &str, to: &str) -> io::Result<()> {
        self.remove(to)?;
        let names: Vec<String> = self.files().keys().filter(|name| is_in(name, from)).cloned().collect();
        for name in names {
            self.write(&name.replacen(from, to, 1), &self.read(&name)?)?;
        }
        self.remove(from)
    }

    fn place(&self) -> String {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_folder() {
        let memory = Memory::new(|_, _| ());
        for name in ["games/000001.ggf", "games/000001.json", "rivals/a/b", "rivals.new/x", "settings.json"] {
            memory.write(name, name.as_bytes()).unwrap();
        }
        assert_eq!(memory.list("games"), ["000001.ggf", "000001.json"]);
        assert_eq!(memory.list(""), ["games", "rivals", "rivals.new", "settings.json"]);
        assert_eq!(memory.read("rivals/a/b").unwrap(), b"rivals/a/b");
        memory.put_in_place("rivals.new", "rivals").unwrap();
        assert_eq!((memory.list("rivals"), memory.list("rivals.new")), (vec!["x".to_owned()], vec![]));
        memory.write("rivals.new/x", b"").unwrap();
        memory.remove("rivals").unwrap();
        memory.remove("absent").unwrap();
        assert_eq!(memory.read("rivals/a/b").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(memory.list(""), ["games", "rivals.new", "settings.json"]);
    }
}
