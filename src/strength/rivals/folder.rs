//! The folder of rivals: their files, and the state of an interrupted run.

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::machine::files;
use crate::machine::regular::read;
use crate::personality::{Personality, PersonalityError, parse};
use crate::record::problem::Problem;

/// The subfolder for the run's own files, so that they are not among the rivals.
const RUN: &str = "run";
/// The file that marks a folder of rivals and identifies its run.
const SETTINGS: &str = "settings";

/// A folder that rivals are made in.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    shelf: Arc<dyn Shelf>,
}

/// What holds the files of a folder: the disk, or what a browser has for one.
pub trait Shelf: Debug + Send + Sync {
    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// It is not there, or cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Writes a file in one step.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    fn write(&self, path: &Path, text: String) -> io::Result<()>;
}

#[derive(Debug)]
struct Disk;

impl Shelf for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        read(path)
    }

    fn write(&self, path: &Path, text: String) -> io::Result<()> {
        files::replace(path, text)
    }
}

/// Why a folder is unusable. Displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file of the folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    #[error(
        "{}: found a folder with other files in it, expected a new or an empty one, or one of rivals",
        .0.display()
    )]
    /// The folder in the field has other files.
    Strange(PathBuf),
    /// The folder has a run with other settings.
    #[error("{}: found the run of other rivals: {difference}, or an empty folder", path.display())]
    Other {
        /// The path of the run's settings.
        path: PathBuf,
        /// The first setting that differs.
        difference: Box<Problem>,
    },
    /// A file differs from what an earlier run wrote.
    #[error("{}: found {error}, expected what an earlier run has written", path.display())]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// What stands there.
        error: String,
    },
    /// A personality of the folder cannot be read.
    #[error(transparent)]
    Personality(#[from] PersonalityError),
}

impl Folder {
    /// The folder of a run with these settings, made if needed. Other files in it are never touched.
    ///
    /// # Errors
    ///
    /// It has other files, or a run with other settings, or cannot be written.
    pub fn open(path: &Path, settings: &serde_json::Value) -> Result<Folder, FolderError> {
        let folder = Folder { path: path.to_owned(), shelf: Arc::new(Disk) };
        let io = |error| FolderError::Io { path: path.to_owned(), error };
        if let Some(found) = folder.get(SETTINGS)? {
            return match Problem::difference(&found, settings, String::new()) {
                None => Ok(folder),
                Some(difference) => {
                    Err(FolderError::Other { path: folder.file(SETTINGS), difference: Box::new(difference) })
                }
            };
        }
        if path.exists() && std::fs::read_dir(path).map_err(io)?.any(|entry| !is_own(entry.as_ref())) {
            return Err(FolderError::Strange(path.to_owned()));
        }
        std::fs::create_dir_all(path.join(RUN)).map_err(io)?;
        folder.mark(settings)?;
        Ok(folder)
    }

    /// The folder of a run that is not on disk: the caller knows whose it is.
    #[must_use]
    pub fn on(shelf: Arc<dyn Shelf>) -> Folder {
        Folder { path: PathBuf::new(), shelf }
    }

    /// Notes what decides the run, so that another one does not go on with it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn mark(&self, settings: &serde_json::Value) -> Result<(), FolderError> {
        self.keep(SETTINGS, settings)
    }

    /// What a run has under this name.
    fn file(&self, name: &str) -> PathBuf {
        self.path.join(RUN).join(format!("{name}.json"))
    }

    /// Where the rival of this name is.
    #[must_use]
    pub fn rival(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.json"))
    }

    /// The value kept under this name, if there is one.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, FolderError> {
        let path = self.file(name);
        match self.shelf.read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FolderError::Io { path, error }),
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(value) => Ok(Some(value)),
                Err(error) => Err(FolderError::Damaged { path, error: error.to_string() }),
            },
        }
    }

    /// Keeps a value for a resumed run.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn keep(&self, name: &str, value: &impl Serialize) -> Result<(), FolderError> {
        // Keys are text and numbers finite.
        let text = serde_json::to_string_pretty(value).unwrap_or_default() + "\n";
        self.write(self.file(name), text)
    }

    /// The personality kept under this name, if there is one.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn personality(&self, name: &str) -> Result<Option<Personality>, FolderError> {
        let Some(value) = self.get::<serde_json::Value>(name)? else { return Ok(None) };
        Ok(Some(parse(&self.file(name).display().to_string(), value.to_string().as_bytes())?))
    }

    /// Keeps a personality for a resumed run.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn keep_personality(&self, name: &str, personality: &Personality) -> Result<(), FolderError> {
        self.write(self.file(name), personality.to_json())
    }

    /// Writes a rival, under its name.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write_rival(&self, rival: &Personality) -> Result<(), FolderError> {
        self.write(self.rival(&rival.name), rival.to_json())
    }

    fn write(&self, path: PathBuf, text: String) -> Result<(), FolderError> {
        self.shelf.write(&path, text).map_err(|error| FolderError::Io { path, error })
    }
}

/// True for files that a run killed at its start may leave.
fn is_own(entry: Result<&std::fs::DirEntry, &io::Error>) -> bool {
    let Ok(entry) = entry else { return false };
    let is_empty = |path: PathBuf| std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    entry.file_name() == RUN && is_empty(entry.path())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_folder_is_its_own_or_refused() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("rivals");
        let folder = Folder::open(&path, &json!({"seed": 1})).unwrap();
        folder.keep("x", &json!([1, 2])).unwrap();
        assert_eq!(folder.get::<Vec<u32>>("x").unwrap(), Some(vec![1, 2]));
        assert_eq!(Folder::open(&path, &json!({"seed": 1})).unwrap().get::<Vec<u32>>("y").unwrap(), None);
        let error = Folder::open(&path, &json!({"seed": 2})).unwrap_err().to_string();
        assert!(
            error.ends_with("found the run of other rivals: seed: found 1, expected 2, or an empty folder"),
            "{error}"
        );
        std::fs::write(folder.file("x"), "[1").unwrap();
        assert!(folder.get::<Vec<u32>>("x").unwrap_err().to_string().contains("x.json: found EOF"));

        assert_eq!(folder.personality("agent").unwrap(), None);
        let agent = crate::players::load("people-1000").unwrap();
        folder.keep_personality("agent", &agent).unwrap();
        assert_eq!(Folder::open(&path, &json!({"seed": 1})).unwrap().personality("agent").unwrap(), Some(agent));
        std::fs::write(folder.file("agent"), "{}").unwrap();
        assert!(folder.personality("agent").unwrap_err().to_string().contains("agent.json: "));

        let strange = place.path().join("home");
        std::fs::create_dir(&strange).unwrap();
        std::fs::write(strange.join("letter.txt"), "dear").unwrap();
        let error = Folder::open(&strange, &json!({})).unwrap_err().to_string();
        assert!(
            error.ends_with("found a folder with other files in it, expected a new or an empty one, or one of rivals")
        );
        assert_eq!(std::fs::read_dir(&strange).unwrap().count(), 1);
        std::fs::remove_file(strange.join("letter.txt")).unwrap();
        assert!(Folder::open(&strange, &json!({})).is_ok());
    }
}
