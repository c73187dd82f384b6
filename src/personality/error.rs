//! Why a file is not a usable personality, in one line.

use std::fmt;
use std::io;

use crate::record::text::suggestion;

/// Why a name or a file gave no personality. Displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum PersonalityError {
    /// No shipped personality and no file has this name.
    #[error(
        "personality '{name}': no shipped personality has this name and no file either{meant}, expected a file or one of: \
         {known}",
        name = short(name),
        meant = suggestion(name, known.split(", "))
    )]
    Unknown {
        /// The name, as it was given.
        name: String,
        /// The shipped names, separated by commas.
        known: String,
    },
    /// The file cannot be read.
    #[error("{}: {error}", short(file))]
    Read {
        /// Its path.
        file: String,
        /// The system's error.
        error: io::Error,
    },
    /// The file is no usable personality.
    #[error("{}: {problem}", short(file))]
    Bad {
        /// Its path.
        file: String,
        /// The first thing that is wrong in it.
        problem: Problem,
    },
}

/// An error in a file, and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The path of the field, as `features[2].values`; empty for the whole file.
    pub place: String,
    /// Line and column, from 1, for errors of the text itself.
    pub position: Option<(usize, usize)>,
    /// What the file has there.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

impl Problem {
    /// An error at a place of a file: what was found and what was expected.
    pub fn at(place: impl Into<String>, found: impl fmt::Display, expected: impl fmt::Display) -> Problem {
        Problem {
            place: place.into(),
            position: None,
            found: short(&found.to_string()),
            expected: one_line(&expected.to_string()),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", short(&self.place))?;
        }
        if let Some((line, column)) = self.position {
            // Column 0 is the end of the previous line.
            write!(f, "line {line}, column {}: ", column.max(1))?;
        }
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

/// Escapes control characters, so that a message stays on one line and does not control a terminal.
fn one_line(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

/// One line of at most a hundred characters.
fn short(text: &str) -> String {
    const MAX: usize = 100;
    let start: String = text.chars().take(MAX + 1).collect();
    let line = one_line(&start);
    match line.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
