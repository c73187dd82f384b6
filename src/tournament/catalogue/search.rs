//! Searches for engines' programs and for entries.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use super::Entry;
use crate::machine::program::started_file;
use crate::tournament::programs::{self, GAMES, from_home, runs};

/// The folders with the user's entries and programs.
#[derive(Debug, Clone, Default)]
pub(crate) struct SearchPath {
    given: Vec<PathBuf>,
}

/// The user's folder, which is always searched.
#[must_use]
pub(super) fn folder_of_the_user() -> Option<PathBuf> {
    ProjectDirs::from("", "", "rival").map(|dirs| dirs.data_dir().join("engines"))
}

impl SearchPath {
    /// The given folders and the one that is always searched.
    #[must_use]
    pub(crate) fn new(given: &[PathBuf]) -> SearchPath {
        SearchPath { given: given.iter().map(from_home).chain(folder_of_the_user()).collect() }
    }

    #[must_use]
    pub(crate) fn folders(&self) -> &[PathBuf] {
        &self.given
    }

    /// Finds the program of an entry: in `dir`, in each folder and its subfolders, or in PATH.
    #[must_use]
    pub(crate) fn find(&self, entry: &Entry, dir: Option<&Path>) -> Option<PathBuf> {
        if entry.name == "rival" {
            return started_file().ok();
        }
        let mut folders = Vec::new();
        for folder in dir.into_iter().chain(self.given.iter().map(PathBuf::as_path)) {
            folders.push(folder.to_owned());
            folders.extend(subfolders(folder));
        }
        folders.extend(programs::folders());
        folders.iter().find_map(|folder| entry.programs.iter().find_map(|name| in_folder(folder, name)))
    }

    /// The searched folders in words, for messages.
    #[must_use]
    pub(crate) fn searched_folders(&self, dir: Option<&Path>) -> String {
        let folders = dir.into_iter().chain(self.given.iter().map(PathBuf::as_path));
        let quoted = folders.map(|folder| format!("'{}'", folder.display()));
        quoted.chain(["PATH".to_owned(), GAMES.to_owned()]).collect::<Vec<_>>().join(", ")
    }
}

/// The folders in a folder, each with its `bin`, in the order of their names.
fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let listed = folder.read_dir().into_iter().flatten().flatten();
    let mut inner: Vec<PathBuf> = listed.map(|file| file.path()).filter(|path| path.is_dir()).collect();
    inner.sort();
    inner.into_iter().flat_map(|path| [path.join("bin"), path]).collect()
}

/// The program with this name in a folder.
fn in_folder(folder: &Path, name: &str) -> Option<PathBuf> {
    let Some(start) = name.strip_suffix('*') else {
        return Some(folder.join(name)).filter(|path| runs(path));
    };
    let files = folder.read_dir().ok()?.flatten();
    let named = files.filter(|file| file.file_name().to_str().is_some_and(|name| name.starts_with(start)));
    named.map(|file| file.path()).filter(|path| runs(path)).min()
}
