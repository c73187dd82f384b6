//! The reasons why a run cannot begin or continue, in one line.

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
}
