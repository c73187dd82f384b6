//! The folder of a long run: its lock, its settings, its checkpoints and its other files. A run that was killed at any
//! moment continues when it is started again.
//!
//! | file | what it holds |
//! |---|---|
//! | `lock` | nothing; the process that works in the folder has locked it |
//! | [`Layout::settings`] | what decides the run, as JSON |
//! | a checkpoint `NAME`, and `NAME.old` | the state of the run, and the state before it |
//!
//! Every file is written beside its place and renamed. Files that a killed process did not rename are removed once the
//! next process has the lock.

mod checkpoint;
mod error;
mod file;

pub use error::FolderError;
pub use file::{json, read, write, write_json};

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::problem::{self, Problem};
use crate::machine::{files, regular};

/// The files that mark a folder as one of a kind of run.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// The file with the settings. A folder that has it has a run.
    pub settings: &'static str,
    /// Files that a new run writes before its settings.
    pub before: &'static [&'static str],
}

/// The folder of a run, which this process has locked.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    layout: Layout,
    /// The lock, which the system releases when the process ends.
    _lock: File,
}

const LOCK: &str = "lock";
/// The number of attempts to lock, with pauses, because a killed process may hold its files for a moment.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(10);

impl Layout {
    /// Settings in `run.json`, and no files before them.
    pub const RUN: Layout = Layout { settings: "run.json", before: &[] };
}

impl RunFolder {
    /// True if the folder has a run.
    #[must_use]
    pub fn is_in(path: &Path, layout: Layout) -> bool {
        path.join(layout.settings).exists()
    }

    /// Checks that a run can begin in a folder: the folder is missing, or has only files of a run that was killed at
    /// its start.
    ///
    /// # Errors
    ///
    /// The folder has a run or other files, or cannot be read.
    pub fn check_new(path: &Path, layout: Layout) -> Result<(), FolderError> {
        if RunFolder::is_in(path, layout) {
            return Err(FolderError::Begun(path.to_owned()));
        }
        check_empty(path, path, layout)
    }

    /// Opens the folder of a new run, and creates it if needed. The run begins when its settings are written.
    ///
    /// # Errors
    ///
    /// Those of [`check_new`](RunFolder::check_new); another process works in it, or it cannot be written.
    pub fn create(path: &Path, layout: Layout) -> Result<RunFolder, FolderError> {
        RunFolder::check_new(path, layout)?;
        let folder = RunFolder::lock(path, layout)?;
        // Another process may have begun a run in the meantime.
        RunFolder::check_new(path, layout)?;
        Ok(folder)
    }

    /// Opens the folder of a run that continues.
    ///
    /// # Errors
    ///
    /// There is no run, or another process works on it.
    pub fn open(path: &Path, layout: Layout) -> Result<RunFolder, FolderError> {
        if !RunFolder::is_in(path, layout) {
            return Err(FolderError::NoRun(path.to_owned()));
        }
        RunFolder::lock(path, layout)
    }

    /// Begins a run with these settings, or continues a run in the folder that has the same ones. The second value is
    /// true if it continues, which it does only if `resume` is true.
    ///
    /// # Errors
    ///
    /// The folder has another run or other files, another process works in it, or it cannot be read or written.
    pub fn begin(
        path: &Path,
        layout: Layout,
        settings: &impl Serialize,
        resume: bool,
    ) -> Result<(RunFolder, bool), FolderError> {
        if resume && RunFolder::is_in(path, layout) {
            let folder = RunFolder::open(path, layout)?;
            folder.check_same(layout.settings, &folder.settings::<Value>()?, settings)?;
            return Ok((folder, true));
        }
        let folder = RunFolder::create(path, layout)?;
        folder.write_settings(settings)?;
        Ok((folder, false))
    }

    fn lock(path: &Path, layout: Layout) -> Result<RunFolder, FolderError> {
        let settings = path.join(layout.settings);
        let settings_folder = files::folder(&settings);
        let failed = |error| FolderError::Write { file: settings_folder.join(LOCK), error };
        fs::create_dir_all(settings_folder).map_err(|error| FolderError::Write { file: path.to_owned(), error })?;
        let lock = regular::append(&settings_folder.join(LOCK)).map_err(failed)?;
        for _ in 0..TRIES {
            match lock.try_lock() {
                Ok(()) => {
                    // No other process writes here, so old temporary files are removed.
                    clear(path);
                    clear(settings_folder);
                    return Ok(RunFolder { path: path.to_owned(), layout, _lock: lock });
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        Err(FolderError::Locked(path.to_owned()))
    }

    /// The folder's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The settings of the run.
    ///
    /// # Errors
    ///
    /// They cannot be read, or are those of another kind of work.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T, FolderError> {
        let file = self.path.join(self.layout.settings);
        problem::json(&read(&file)?).map_err(|problem| match problem.unknown {
            Some(_) => FolderError::OtherWork { file, problem: Box::new(problem) },
            None => FolderError::damaged(&file, problem.to_string()),
        })
    }

    /// Writes the settings of a new run, or the changed settings of a run.
    ///
    /// # Errors
    ///
    /// See [`write()`].
    pub fn write_settings(&self, settings: &impl Serialize) -> Result<(), FolderError> {
        self.write_json(self.layout.settings, settings)
    }

    /// Checks that this file of the folder has the same settings.
    ///
    /// # Errors
    ///
    /// The error is the first difference. The command is compared last, because it repeats other settings.
    pub fn check_same(&self, name: &str, present: &impl Serialize, wanted: &impl Serialize) -> Result<(), FolderError> {
        let values = [json_value(present), json_value(wanted)];
        let mut others = values.clone();
        for object in others.iter_mut().filter_map(Value::as_object_mut) {
            object.remove("command");
        }
        let difference = Problem::difference(&others[0], &others[1], String::new())
            .or_else(|| Problem::difference(&values[0], &values[1], String::new()));
        difference.map_or(Ok(()), |difference| {
            Err(FolderError::Other { file: self.path.join(name), difference: Box::new(difference) })
        })
    }

    /// Writes a file of the run: see [`write()`].
    ///
    /// # Errors
    ///
    /// See [`write()`].
    pub fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> Result<(), FolderError> {
        write(&self.path.join(name), bytes)
    }

    /// Writes a value as a JSON file of the run.
    ///
    /// # Errors
    ///
    /// See [`write()`].
    pub fn write_json(&self, name: impl AsRef<Path>, value: &impl Serialize) -> Result<(), FolderError> {
        write_json(&self.path.join(name), value)
    }

    /// All bytes of a file of the run; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn find(&self, name: impl AsRef<Path>) -> Result<Option<Vec<u8>>, FolderError> {
        let file = self.path.join(name);
        // In a folder of another user a link could lead to any file of this user.
        regular::check_writable(&file).map_err(|error| FolderError::Read { file: file.clone(), error })?;
        match read(&file) {
            Err(error) if error.is_missing() => Ok(None),
            bytes => bytes.map(Some),
        }
    }

    /// Writes the state of the run. An intact previous state stays beside it.
    ///
    /// # Errors
    ///
    /// One of the files cannot be written; the last state remains.
    pub fn save(&self, name: &str, state: &impl Serialize) -> Result<(), FolderError> {
        checkpoint::save(&self.path.join(name), state)
    }

    /// The newest intact state of the run, and the error of a newer damaged one. `None` without a state.
    ///
    /// # Errors
    ///
    /// All states are damaged or unreadable.
    pub fn restore<T: DeserializeOwned>(&self, name: &str) -> Result<Option<(T, Option<FolderError>)>, FolderError> {
        checkpoint::restore(&self.path.join(name))
    }

    /// Reads a JSON file of the run.
    ///
    /// # Errors
    ///
    /// See [`json`].
    pub fn json<T: DeserializeOwned>(&self, name: impl AsRef<Path>) -> Result<T, FolderError> {
        json(&self.path.join(name))
    }
}

/// A value as JSON. Settings contain only names, texts and finite numbers.
fn json_value(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("names, texts and finite numbers are JSON")
}

/// Checks that a run's folder has only files from before its settings and temporary files of a killed process.
fn check_empty(folder: &Path, path: &Path, layout: Layout) -> Result<(), FolderError> {
    let failed = |error| FolderError::Write { file: folder.to_owned(), error };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(failed)?,
    };
    let settings = path.join(layout.settings);
    let settings_folder = files::folder(&settings);
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path() == settings_folder && entry.path().is_dir() {
            check_empty(settings_folder, path, layout)?;
            continue;
        }
        let is_early = layout.before.iter().any(|early| entry.path() == path.join(early));
        if !is_early && entry.path() != settings_folder.join(LOCK) && !files::is_temporary(&name) {
            return Err(FolderError::Occupied { folder: folder.to_owned(), found: name });
        }
    }
    Ok(())
}

/// Removes temporary files from a folder and those below it, except from folders with their own lock.
fn clear(folder: &Path) {
    files::clear(folder, Duration::ZERO);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !entry.path().join(LOCK).exists() {
            clear(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const PLAIN: Layout = Layout { before: &["recipe.json"], ..Layout::RUN };
    const NESTED: Layout = Layout { settings: "run/settings.json", before: &[] };

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_run_begins_once_and_continues_with_the_same_settings() {
        let place = tempfile::tempdir().unwrap();
        for (name, layout) in [("plain", PLAIN), ("nested", NESTED)] {
            let path = place.path().join(name);
            assert!(matches!(RunFolder::open(&path, layout), Err(FolderError::NoRun(_))));
            let settings = json!({"command": "run --seed 1", "seed": 1});
            let (folder, continues) = RunFolder::begin(&path, layout, &settings, true).unwrap();
            assert!(!continues && folder.settings::<Value>().unwrap() == settings);
            let error = RunFolder::begin(&path, layout, &settings, true).unwrap_err().to_string();
            assert!(error.ends_with("another process is using this folder"), "{error}");
            drop(folder);
            assert!(RunFolder::begin(&path, layout, &settings, true).unwrap().1);
            let error = RunFolder::begin(&path, layout, &settings, false).unwrap_err().to_string();
            assert!(error.ends_with("or --resume to go on with the run"), "{error}");
            for (other, expected) in [
                (json!({"command": "run --seed 2", "seed": 2}), "seed: found 1, expected 2"),
                (json!({"command": "walk", "seed": 1}), "command: found \"run --seed 1\", expected \"walk\""),
            ] {
                let error = RunFolder::begin(&path, layout, &other, true).unwrap_err().to_string();
                let advice = "give the same options, or another folder";
                assert!(error.ends_with(&format!("the folder holds another run: {expected}: {advice}")), "{error}");
            }
        }
    }

    #[test]
    fn what_a_process_left_at_its_start_is_removed_and_other_files_are_not_touched() {
        let place = tempfile::tempdir().unwrap();
        const HALF: &str = ".rival-Ab3dEf.tmp";
        for (name, layout, early) in [("plain", PLAIN, "recipe.json"), ("nested", NESTED, "run/lock")] {
            let path = place.path().join(name);
            let half = path.join(layout.settings).with_file_name(HALF);
            fs::create_dir_all(half.parent().unwrap()).unwrap();
            [path.join(HALF), half.clone(), path.join(early)].iter().for_each(|file| fs::write(file, "").unwrap());
            let (folder, _) = RunFolder::begin(&path, layout, &json!({}), false).unwrap();
            assert!(!path.join(HALF).exists() && !half.exists(), "{:?}", names(&path));
            // Files of a run in a folder below belong to that run.
            let inner = path.join("inner");
            let other = RunFolder::create(&inner, PLAIN).unwrap();
            folder.write("deep/er/file", "").unwrap();
            [inner.join(HALF), path.join("deep/er").join(HALF)].iter().for_each(|file| fs::write(file, "").unwrap());
            drop(folder);
            RunFolder::open(&path, layout).unwrap();
            assert!(inner.join(HALF).exists() && names(&path.join("deep/er")) == ["file"]);
            drop(other);
        }
        for (file, layout) in [("letter.txt", PLAIN), ("run/letter.txt", NESTED), ("run", NESTED)] {
            let path = place.path().join("home");
            fs::create_dir_all(path.join(file).parent().unwrap()).unwrap();
            fs::write(path.join(file), "dear").unwrap();
            let error = RunFolder::create(&path, layout).unwrap_err().to_string();
            assert!(error.ends_with("expected a new or an empty folder"), "{error}");
            assert_eq!(fs::read_to_string(path.join(file)).unwrap(), "dear");
            assert_eq!(names(&path).len(), 1);
            fs::remove_dir_all(&path).unwrap();
        }
    }
}
