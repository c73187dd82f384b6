//! The folder of rivals: their files, and the state of an interrupted run.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::agent::Person;
use crate::personality::{Personality, parse};
use crate::record::problem::{Problem, json};
use crate::record::run_folder::{FolderError, Layout, RunFolder};

/// The subfolder for the run's own files, so that they are not among the rivals.
const RUN: &str = "run";
/// The file that identifies the run.
const SETTINGS: &str = "settings";
/// The file of the person.
const PERSON: &str = "person";
/// The file of the agent, whose rivals are made.
const AGENT: &str = "agent";
const LAYOUT: Layout = Layout { settings: "run/settings.json", before: &[] };

/// A folder in which rivals are made.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    shelf: Arc<dyn Shelf>,
}

/// The place of a folder's files: the disk, or a browser's storage.
pub trait Shelf: Debug + Send + Sync {
    /// The bytes of a file; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError>;

    /// Writes a file in one step.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    fn write(&self, name: &str, text: String) -> Result<(), FolderError>;
}

impl Shelf for RunFolder {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        self.find(name)
    }

    fn write(&self, name: &str, text: String) -> Result<(), FolderError> {
        RunFolder::write(self, name, text)
    }
}

impl Folder {
    /// Opens the folder of a run with these settings, and creates it if needed. Other files in it are never changed.
    ///
    /// # Errors
    ///
    /// It has other files, or a run with other settings, another process works in it, or it cannot be written.
    pub fn open(path: &Path, settings: &serde_json::Value) -> Result<Folder, FolderError> {
        let (folder, _) = RunFolder::begin(path, LAYOUT, settings, true)?;
        Ok(Folder { path: path.to_owned(), shelf: Arc::new(folder) })
    }

    /// Opens the folder of a run with these settings on a shelf.
    ///
    /// # Errors
    ///
    /// It has a run with other settings, or it cannot be written.
    pub fn on(shelf: Arc<dyn Shelf>, settings: &serde_json::Value) -> Result<Folder, FolderError> {
        let folder = Folder { path: PathBuf::new(), shelf };
        match folder.get(SETTINGS)? {
            None => folder.keep(SETTINGS, settings)?,
            Some(known) => {
                if let Some(difference) = Problem::difference(&known, settings, String::new()) {
                    return Err(FolderError::Other { file: file(SETTINGS).into(), difference: Box::new(difference) });
                }
            }
        }
        Ok(folder)
    }

    /// The path of the rival with this name.
    #[must_use]
    pub fn rival(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.json"))
    }

    /// The stored value with this name, if there is one.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, FolderError> {
        let Some(bytes) = self.shelf.read(&file(name))? else { return Ok(None) };
        json(&bytes).map(Some).map_err(|problem| self.damaged(name, problem.to_string()))
    }

    fn damaged(&self, name: &str, problem: String) -> FolderError {
        FolderError::Damaged { file: self.path.join(file(name)), problem }
    }

    /// Stores a value, so that a resumed run can use it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn keep(&self, name: &str, value: &impl Serialize) -> Result<(), FolderError> {
        // Serialization cannot fail, because keys are text and numbers are finite.
        let text = serde_json::to_string_pretty(value).unwrap_or_default() + "\n";
        self.shelf.write(&file(name), text)
    }

    /// The person whose rivals are made, as the profile was at the beginning, if the run has begun.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn person(&self) -> Result<Option<Person>, FolderError> {
        self.get(PERSON)
    }

    /// Stores the person, so that a resumed run can use it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn keep_person(&self, person: &Person) -> Result<(), FolderError> {
        self.keep(PERSON, person)
    }

    /// The stored agent, if there is one.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn agent(&self) -> Result<Option<Personality>, FolderError> {
        let Some(bytes) = self.shelf.read(&file(AGENT))? else { return Ok(None) };
        parse(AGENT, &bytes).map(Some).map_err(|error| self.damaged(AGENT, error.to_string()))
    }

    /// Stores the agent, so that a resumed run can use it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn keep_agent(&self, agent: &Personality) -> Result<(), FolderError> {
        self.shelf.write(&file(AGENT), agent.to_json())
    }

    /// Writes a rival, under its name.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write_rival(&self, rival: &Personality) -> Result<(), FolderError> {
        self.shelf.write(&format!("{}.json", rival.name), rival.to_json())
    }
}

/// The name of the file for the value with this name.
fn file(name: &str) -> String {
    format!("{RUN}/{name}.json")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_folder_keeps_the_parts_of_its_run() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("rivals");
        let settings = json!({ "seed": 1 });
        let folder = Folder::open(&path, &settings).unwrap();
        folder.keep("x", &json!([1, 2])).unwrap();
        assert_eq!(folder.get::<Vec<u32>>("x").unwrap(), Some(vec![1, 2]));
        assert_eq!(folder.get::<Vec<u32>>("y").unwrap(), None);
        std::fs::write(path.join("run/x.json"), "[1").unwrap();
        let error = folder.get::<Vec<u32>>("x").unwrap_err().to_string();
        assert!(error.contains("run/x.json: damaged: "), "{error}");
        assert_eq!(folder.agent().unwrap(), None);
        let agent = crate::players::load("people-1000").unwrap();
        folder.keep_agent(&agent).unwrap();
        drop(folder);
        let error = Folder::open(&path, &json!({ "seed": 2 })).unwrap_err().to_string();
        assert!(error.contains("another run: seed: found 1, expected 2: give the same options"), "{error}");
        let folder = Folder::open(&path, &settings).unwrap();
        assert_eq!(folder.agent().unwrap(), Some(agent));
        std::fs::write(path.join("run/agent.json"), "{}").unwrap();
        let error = folder.agent().unwrap_err().to_string();
        assert!(error.contains("run/agent.json: damaged: agent: "), "{error}");
    }
}
