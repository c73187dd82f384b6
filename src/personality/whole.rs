//! A personality as a whole: a heading, and what its kind says.

use std::path::{Path, PathBuf};

use super::file::{Heading, Provenance};
use super::kind::Kind;
use super::kinds::AlphaBetaSpec;
use crate::board::Objective;

/// A usable personality.
#[derive(Debug, Clone, PartialEq)]
pub struct Personality {
    /// Printable ASCII without spaces, 1 to 40 characters.
    pub name: String,
    /// One line for lists.
    pub summary: String,
    /// Where the figures come from.
    pub source: Option<String>,
    /// What else a reader should know, a paragraph an entry.
    pub notes: Vec<String>,
    /// What it plays for.
    pub rule: Objective,
    /// How it was made, if a program made it.
    pub provenance: Option<Provenance>,
    /// What kind of player it is, with all that kind needs.
    pub kind: Kind,
    /// The folder that its file is in; empty if it is from no file. The relative paths in it begin there.
    pub folder: PathBuf,
}

impl Personality {
    /// A personality that a program makes, from no file.
    #[must_use]
    pub fn new(name: &str, summary: &str, rule: Objective, kind: Kind) -> Personality {
        Personality {
            name: name.to_owned(),
            summary: summary.to_owned(),
            source: None,
            notes: Vec::new(),
            rule,
            provenance: None,
            kind,
            folder: PathBuf::new(),
        }
    }

    /// A file that it names.
    #[must_use]
    pub fn beside(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.join(path)
    }

    /// The text of a file that gives this personality again.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.kind.spec().to_json(&Heading {
            name: &self.name,
            rule: self.rule,
            summary: &self.summary,
            source: self.source.as_deref(),
            notes: &self.notes,
            provenance: self.provenance.as_ref(),
        })
    }

    /// The evaluation and the search of a personality that is one and the other, and nothing else.
    #[must_use]
    pub const fn alpha_beta(&self) -> Option<&AlphaBetaSpec> {
        match &self.kind {
            Kind::AlphaBeta(spec) => Some(spec),
            _ => None,
        }
    }

    /// True if the same game, seed and limits always give the same move: no time limit of its own decides how deep it
    /// looks.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.kind.spec().is_deterministic()
    }

    /// True if the game's seed decides something: two games from one opening may differ.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.kind.spec().is_random()
    }

    /// True if the personality plays for this: a random mover plays for nothing, so it plays for anything.
    #[must_use]
    pub fn plays_for(&self, rule: Objective) -> bool {
        self.rule == rule || self.kind == Kind::Random
    }

    /// What there is to say of how it decides: the name of a row and its text.
    #[must_use]
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        self.kind.spec().describe()
    }

    /// What it values on the squares: titles, and 64 values each, row 1 first. Empty if there is nothing to draw.
    #[must_use]
    pub fn boards(&self) -> Vec<(String, [f64; 64])> {
        self.kind.spec().boards()
    }
}
