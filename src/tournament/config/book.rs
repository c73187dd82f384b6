//! The settings of the openings.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::record::problem::Problem;

/// The most random plies. More would leave too little to play.
const MOST_RANDOM_PLIES: usize = 40;

/// The source and the order of openings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Book {
    #[serde(rename = "openings")]
    pub source: Source,
    pub order: Order,
    /// The number of the first opening.
    pub start: NonZeroUsize,
    /// The most plies of a line that are used. Passes count.
    pub plies: Option<usize>,
    /// True if an exhausted list is repeated in another order.
    pub repeat: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum Source {
    File(PathBuf),
    /// The embedded book.
    Balanced,
    /// This many random plies from the start position.
    Random(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    #[default]
    Sequential,
    Random,
}

impl Default for Source {
    fn default() -> Source {
        Source::Random(8)
    }
}

impl FromStr for Source {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Source, Problem> {
        match text.strip_prefix("random:") {
            None if text == "balanced" => Ok(Source::Balanced),
            None => Ok(Source::File(PathBuf::from(text))),
            Some(plies) => match plies.parse() {
                Ok(plies) if plies <= MOST_RANDOM_PLIES => Ok(Source::Random(plies)),
                _ => Err(Problem::at("", format!("'{text}'"), format!("random:0 to random:{MOST_RANDOM_PLIES}"))),
            },
        }
    }
}

impl TryFrom<String> for Source {
    type Error = Problem;

    fn try_from(text: String) -> Result<Source, Problem> {
        text.parse()
    }
}

impl From<Source> for String {
    fn from(source: Source) -> String {
        source.to_string()
    }
}

impl fmt::Display for Source {
    /// Writes the form of a configuration.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => path.display().fmt(f),
            Source::Balanced => f.write_str("balanced"),
            Source::Random(plies) => write!(f, "random:{plies}"),
        }
    }
}
