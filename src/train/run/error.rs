//! Why a run cannot begin or go on: always one line.

use std::io;
use std::path::PathBuf;

use crate::train::RecipeError;

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    #[error(
        "{folder}: found {found}, expected a new or an empty folder; to go on with a run: \
         rival train --resume {folder}",
        folder = folder.display()
    )]
    Occupied { folder: PathBuf, found: String },
    #[error("{}: found no run, expected a folder that `rival train` made", folder.display())]
    NoRun { folder: PathBuf },
    #[error("{}: another process is at work on this run", folder.display())]
    Locked { folder: PathBuf },
    #[error("{}: damaged: {problem}", file.display())]
    Damaged { file: PathBuf, problem: String },
    #[error("found {found} players whose strength other games tell, expected 2 or more: more games of more players")]
    Few { found: usize },
    #[error("{}: cannot be read: {error}", file.display())]
    Read { file: PathBuf, error: io::Error },
    #[error("{}: cannot be written: {error}", file.display())]
    Write { file: PathBuf, error: io::Error },
}
