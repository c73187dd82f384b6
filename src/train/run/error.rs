//! The reasons why a run cannot begin or continue, in one line.

use std::path::PathBuf;

use crate::record::run_folder::FolderError;
use crate::train::RecipeError;

/// The reason why a run cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The recipe cannot be run.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The folder of the run cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The run has more finished generations than it is to have.
    #[error("generations: found {wanted}, expected {done} or more, because {} has finished {done}", folder.display())]
    TooFew {
        /// The folder of the run.
        folder: PathBuf,
        /// The number of finished generations.
        done: u64,
        /// The number that the run is to have.
        wanted: u64,
    },
}
