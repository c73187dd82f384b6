//! A whole personality: a heading, and the fields of its kind.

use std::path::{Path, PathBuf};

use super::file::{Heading, Provenance};
use super::kind::Kind;
use super::kinds::AlphaBetaSpec;
use crate::board::Objective;
use crate::record::Digest;

/// A usable personality: a shipped one or a file, and a player of it.
///
/// ```
/// use rival::board::Game;
/// use rival::players::{Options, load};
/// use rival::search::{Limits, Silent};
///
/// let personality = load("people-1000")?; // or the path of a file
/// assert_eq!(personality.name, "people-1000");
/// let mut player = personality.player(&Options::default());
/// player.new_game(1);
/// let report = player.choose(&Game::default(), &Limits::default(), &mut Silent);
/// assert_eq!(report.lines.len(), 1);
/// # Ok::<(), rival::players::PersonalityError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Personality {
    /// Printable ASCII without spaces, 1 to 40 characters.
    pub name: String,
    /// One line for lists.
    pub summary: String,
    /// The source of the figures.
    pub source: Option<String>,
    /// Other remarks for readers, a paragraph an entry.
    pub notes: Vec<String>,
    /// The rule that it plays for.
    pub rule: Objective,
    /// Its origin, if a program made it.
    pub provenance: Option<Provenance>,
    /// The kind of player with its fields.
    pub kind: Kind,
    /// The folder of its file, to which the paths in it are relative; empty without a file.
    pub folder: PathBuf,
}

/// The character between the name and the digest of a signature.
const MARK: char = '#';
/// The number of digits of the digest in a signature.
const SIGNED: usize = 6;

/// The name in a signature; `None` for a text that is none.
#[must_use]
pub fn signed_name(text: &str) -> Option<&str> {
    let (name, digits) = text.rsplit_once(MARK)?;
    let is_digest = digits.len() == SIGNED && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_digest && !name.is_empty()).then_some(name)
}

impl Personality {
    /// A personality made by a program, without a file.
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

    /// The text of a file with this personality.
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

    /// The name that an engine gives itself, which programs write into files of games: the personality's name and the
    /// beginning of the digest of all that decides its moves, `people-1500#f7ca82`. A person may have the name of a
    /// player, but not its signature.
    #[must_use]
    pub fn signature(&self) -> String {
        let decisive =
            Heading { name: &self.name, rule: self.rule, summary: "", source: None, notes: &[], provenance: None };
        let digest = Digest::of(self.kind.spec().to_json(&decisive));
        format!("{}{MARK}{}", self.name, &digest.as_str()[..SIGNED])
    }

    /// The evaluation and the search; `None` for other kinds.
    #[must_use]
    pub const fn alpha_beta(&self) -> Option<&AlphaBetaSpec> {
        match &self.kind {
            Kind::AlphaBeta(spec) => Some(spec),
            _ => None,
        }
    }

    /// True if the game's seed matters: two games from one opening may differ.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.kind.spec().is_random()
    }

    /// True if the personality plays for this rule. A random mover plays for any.
    #[must_use]
    pub fn plays_for(&self, rule: Objective) -> bool {
        self.rule == rule || self.kind == Kind::Random
    }

    /// Its description: names of rows and their texts.
    #[must_use]
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        self.kind.spec().describe()
    }

    /// Its values of the squares as boards: a title and 64 values each, row 1 first. Empty if it has none.
    #[must_use]
    pub fn boards(&self) -> Vec<(String, [f64; 64])> {
        self.kind.spec().boards()
    }
}
