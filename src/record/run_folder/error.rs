//! The errors of folders of runs.

use std::io;
use std::path::{Path, PathBuf};

use crate::machine::shard::PartsError;
use crate::record::problem::Problem;

/// The reason why a run cannot begin or continue in a folder. It is displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder of a new run has other files.
    #[error("{}: found {found}, expected a new or an empty folder", folder.display())]
    Occupied {
        /// The folder.
        folder: PathBuf,
        /// The name of one of the files.
        found: String,
    },
    /// The folder of a new run already has a run.
    #[error("{}: found a run, expected a new or an empty folder, or --resume to go on with the run", .0.display())]
    Begun(PathBuf),
    /// The folder has no run.
    #[error("{}: found no run, expected a folder that this command has made", .0.display())]
    NoRun(PathBuf),
    /// Another process works in the folder.
    #[error("{}: another process is using this folder", .0.display())]
    Locked(PathBuf),
    /// The folder has a run with other settings.
    #[error("{}: the folder holds another run: {difference}{}", file.display(), advice(difference))]
    Other {
        /// The file of the settings.
        file: PathBuf,
        /// The first setting that differs.
        difference: Box<Problem>,
    },
    /// The folder has the settings of another kind of work, such as a whole where a part is expected.
    #[error("{}: found another kind of run, expected one that this command makes: {problem}", file.display())]
    OtherWork {
        /// The file of the settings.
        file: PathBuf,
        /// The first field that the settings of this command do not have.
        problem: Box<Problem>,
    },
    /// A file of the run is damaged.
    #[error("{}: damaged: {problem}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The error in it.
        problem: String,
    },
    /// A file has other content than this work needs.
    #[error("{}: {problem}", file.display())]
    OtherContent {
        /// The file.
        file: PathBuf,
        /// What was found and what was expected.
        problem: String,
    },
    /// A stage needs a file that an earlier one makes.
    #[error("{}: there is no such file: run the earlier stages first", .0.display())]
    Missing(PathBuf),
    /// The folders are not the parts of one run.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// A file cannot be read.
    #[error("{}: cannot be read: {error}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written: {error}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// The advice about a setting that differs. A problem without an expected value has its own.
fn advice(difference: &Problem) -> &'static str {
    if difference.expected.is_some() { ": give the same options, or another folder" } else { "" }
}

impl FolderError {
    pub(super) fn damaged(file: &Path, problem: String) -> FolderError {
        FolderError::Damaged { file: file.to_owned(), problem }
    }

    /// True if the file does not exist.
    pub(super) fn is_missing(&self) -> bool {
        matches!(self, FolderError::Read { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}
