//! Errors in names and files of personalities.

use std::io;

use crate::record::problem::{Problem, short, short_path};
use crate::record::text::meant;

/// The reason why a name or a file gave no personality. It is displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum PersonalityError {
    /// No shipped personality and no file has this name.
    #[error(
        "personality '{name}': no shipped personality and no file has this name{}",
        meant(name, known.split(", "), "a file or a name that `rival players` lists"),
        name = short(name)
    )]
    Unknown {
        /// The given name.
        name: String,
        /// The shipped names, separated by commas.
        known: String,
    },
    /// The file cannot be read.
    #[error("{}: {error}", short_path(file))]
    Read {
        /// The path of the file.
        file: String,
        /// The system's error.
        error: io::Error,
    },
    /// The file is not a usable personality.
    #[error("{}: {problem}", short_path(file))]
    Bad {
        /// The path of the file.
        file: String,
        /// The first error in it.
        problem: Problem,
    },
}
