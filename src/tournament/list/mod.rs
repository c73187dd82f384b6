//! Any number of tournaments as one rating list, per class of clocks.

mod class;
mod collect;
mod rate;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub(crate) use collect::Collector;
pub(crate) use rate::{Line, Rated, rate};

/// The format of a list.
pub(crate) const FORMAT: &str = "rival-list/1";

/// The results of tournaments, summed up so that others can be added.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sums {
    /// The class of the clocks that all its games have.
    pub class: String,
    /// The beginning of the SHA-256 of each tournament's first game, by which it is known again. Lists of earlier
    /// versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tournaments: Vec<String>,
    pub engines: Vec<Listed>,
    pub meetings: Vec<Met>,
}

/// An engine by what decides its play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listed {
    pub name: String,
    /// Its words without the program; files among them by their digests.
    pub arguments: Vec<String>,
    /// The beginning of the SHA-256 of its program.
    pub program: String,
    /// Depth, nodes and time.
    pub limits: String,
    /// Seconds of its moves, by the tournaments' clocks, and their number; moves without a time are not counted.
    pub seconds: f64,
    pub moves: u64,
    /// Faults by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<String, u64>,
}

impl Listed {
    /// True for the same engine.
    #[must_use]
    fn is(&self, other: &Listed, by_name: bool) -> bool {
        let same = self.arguments == other.arguments && self.program == other.program && self.limits == other.limits;
        self.name == other.name && (by_name || same)
    }
}

/// The games of two engines, from the view of the first; both are places in [`Sums::engines`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Met {
    pub first: usize,
    pub second: usize,
    /// Whole pairs: LL, LD, WL, DD, WD, WW.
    #[serde(default)]
    pub pairs: [u64; 6],
    /// Games beside them: won, drawn, lost.
    #[serde(default)]
    pub singles: [u64; 3],
}
