//! The heading: the fields that every personality has.

use serde::{Deserialize, Serialize};

use super::object::raw;
use crate::board::Objective;

/// The format that this program reads and writes.
pub(crate) const FORMAT: &str = "rival/1";

/// A heading as in the file, with only the types checked.
#[derive(Debug)]
pub(crate) struct RawHeading {
    pub name: String,
    pub kind: String,
    pub rule: String,
    pub summary: String,
    pub source: Option<String>,
    pub notes: Vec<String>,
    pub provenance: Option<Provenance>,
}

raw! {
    /// The origin of a personality, which only readers use.
    #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Provenance {
        /// The command that made it.
        pub command: Option<String>,
        /// The seed of the training run.
        pub seed: Option<u64>,
        /// The number of the generation, from 0.
        pub generation: Option<u64>,
        /// The fitness, in units of the command.
        pub fitness: Option<f64>,
        /// The date of the training, as `YYYY-MM-DD`.
        pub date: Option<String>,
    }
}

/// A heading to write, without the format and the kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heading<'a> {
    pub name: &'a str,
    pub rule: Objective,
    pub summary: &'a str,
    pub source: Option<&'a str>,
    pub notes: &'a [String],
    pub provenance: Option<&'a Provenance>,
}
