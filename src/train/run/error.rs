//! Why a run cannot begin or continue, in one line.

use std::io;
use std::path::PathBuf;

use crate::record::run_folder::FolderError;
use crate::train::RecipeError;

/// Why a run cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The recipe cannot be run.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The folder of the run cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The folder of a new run is not empty.
    #[error("{}: found {found}, expected a new or an empty folder, or --resume to go on with its run", folder.display())]
    Occupied {
        /// The folder.
        folder: PathBuf,
        /// What is in it already.
        found: String,
    },
    /// Another process works in the folder.
    #[error("{}: another process is at work on this run", folder.display())]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// A file of the run is damaged.
    #[error("{}: damaged: {problem}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
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
