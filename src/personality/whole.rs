//! A complete personality: a heading, and the fields of its kind.

use std::path::{Path, PathBuf};

use super::file::{Heading, Provenance};
use super::kind::Kind;
use super::kinds::AlphaBetaSpec;
use crate::board::Objective;
use crate::record::Digest;

/// A usable personality, shipped or from a file, which can make players.
///
/// ```
/// use rival::board::Game;
/// use rival::players::{Options, load};
/// use rival::search::{Limits, SilentObserver};
///
/// let personality = load("people-1000")?; // or the path of a file
/// assert_eq!(personality.name, "people-1000");
/// let mut player = personality.player(&Options::default());
/// player.new_game(1);
/// let report = player.choose(&Game::default(), &Limits::default(), &mut SilentObserver);
/// assert_eq!(report.lines.len(), 1);
/// # Ok::<(), rival::players::PersonalityError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Personality {
    /// The name: printable ASCII without spaces, 1 to 40 characters.
    pub name: String,
    /// The summary for lists, in one line.
    pub summary: String,
    /// The source of the figures.
    pub source: Option<String>,
    /// Other remarks for readers, one paragraph in each entry.
    pub notes: Vec<String>,
    /// The rule that decides its games.
    pub rule: Objective,
    /// The origin, if a program made the personality.
    pub provenance: Option<Provenance>,
    /// The kind of player with its fields.
    pub kind: Kind,
    /// The folder of the file, to which paths in it are relative; empty without a file.
    pub folder: PathBuf,
}

/// The character between the name and the digest of a signature.
const MARK: char = '#';
/// The number of digits of the digest in a signature.
const SIGNED: usize = 6;

/// The name in a signature; `None` if the text is not a signature.
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

    /// The path of a file that the personality names.
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

    /// The name under which an engine introduces itself and appears in files of games, such as `people-1500#f7ca82`:
    /// the personality's name and the start of the digest of everything that decides its moves. A person may have the
    /// name of a player, but not its signature.
    #[must_use]
    pub fn signature(&self) -> String {
        let decisive =
            Heading { name: &self.name, rule: self.rule, summary: "", source: None, notes: &[], provenance: None };
        let digest = Digest::of_bytes(self.kind.spec().to_json(&decisive));
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

    /// True if the game's seed matters, so that two games from one opening may differ.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.kind.spec().is_random()
    }

    /// True if the personality plays by this rule. A random mover plays by any.
    #[must_use]
    pub fn plays_for(&self, rule: Objective) -> bool {
        self.rule == rule || self.kind == Kind::Random
    }

    /// A note that this personality plays for another rule than the games are counted by; `None` if it does not.
    #[must_use]
    pub(crate) fn other_rule(&self, counted: Objective) -> Option<String> {
        let Personality { name, rule, .. } = self;
        (!self.plays_for(counted)).then(|| format!("note: {name} plays for {rule}, the games are counted as {counted}"))
    }

    /// The description as rows: a name and a text each.
    #[must_use]
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        self.kind.spec().describe()
    }

    /// The values of squares as boards: a title and 64 values each, row 1 first. Empty if it has none.
    #[must_use]
    pub fn boards(&self) -> Vec<(String, [f64; 64])> {
        self.kind.spec().boards()
    }
}
