//! The options of a tournament in the form of the file and the command line. Only their form is checked.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::book::{Order, Source};
use super::limits::{Depth, Limits, TimeControl};
use super::seconds::Seconds;
use super::{ClockKind, Protocol, Restart, Timeouts};
use crate::board::Objective;
use crate::record::Format;
use crate::record::fields::FileObject;
use crate::record::problem::{self, Problem};
use crate::stats::{FieldElo, Sprt};
use crate::tournament::catalogue::EngineFields;
use crate::tournament::claims::{Draw, Resign};
use crate::tournament::schedule::Pairings;
use crate::tournament::words::{fields, object, split};

/// The format of a configuration file, which may be left out.
pub(crate) const FORMAT: &str = "rival-tournament/1";

/// A configuration file and the objects in it.
pub(crate) fn file_objects() -> Vec<FileObject> {
    vec![
        FileObject::at::<Options>(""),
        FileObject::at::<EngineOptions>("engines[]"),
        FileObject::at::<Resign>("resign"),
        FileObject::at::<Draw>("draw"),
        FileObject::at::<Sprt>("sprt"),
        FileObject::at::<Timeouts>("timeouts"),
    ]
}

/// The options of a tournament: each is a field of a configuration file, and most are flags of the same name.
#[derive(Debug, Clone, Default, PartialEq, clap::Args, Serialize, Deserialize)]
#[group(skip)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    /// The format of the file.
    #[arg(skip)]
    pub format: Option<String>,
    /// The title.
    #[arg(skip)]
    pub name: Option<String>,
    /// An engine of `rival engines`, such as `edax` or `'ntest depth=12'`, or any other: `name=A cmd="rival gtp
    /// --player bp" proto=gtp|nboard [tc= st= depth=N|own nodes= dir= env.X= init= memory_mb= restart=game log=false]`.
    #[arg(long = "engine", value_name = "FIELDS")]
    pub engines: Vec<EngineFields>,
    /// Look for the programs of such engines, and for entries of your own, in this folder too.
    #[arg(long, value_name = "DIR")]
    pub look_in: Vec<PathBuf>,
    /// Fields of every engine that does not set them itself: `tc=10+0.1 margin=0.1`.
    #[arg(long, value_name = "FIELDS", value_parser = fields)]
    pub each: Option<Map<String, Value>>,
    /// Games between each two engines; default: 100.
    #[arg(long, value_name = "N")]
    pub games: Option<usize>,
    #[arg(long, value_name = "SOURCE", help = format!(
        "`random:PLIES`, `balanced` (a book of our own), or a file of lines (.txt, .xot) or of games or positions: {}; \
         default: {}",
        Format::extensions(None),
        Source::default()
    ))]
    pub openings: Option<Source>,
    /// The order of a file's openings; default: sequential.
    #[arg(long, value_name = "ORDER", value_enum)]
    pub order: Option<Order>,
    /// The first opening to use; default: 1.
    #[arg(long, value_name = "N")]
    pub start: Option<NonZeroUsize>,
    /// Plies of each opening to play; default: all.
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,
    /// Draw an exhausted list again, in another order.
    #[arg(long)]
    pub repeat: bool,
    /// Each opening once, not twice with swapped colours.
    #[arg(long)]
    pub no_pairs: bool,
    /// Game clock in seconds: base and increment; default: none.
    #[arg(long, value_name = "10+0.1")]
    pub tc: Option<TimeControl>,
    /// The time that clocks and limits count: real time (the default), or the processor time of an engine and its child
    /// processes (Linux).
    #[arg(long, value_name = "CLOCK", value_enum)]
    pub clock: Option<ClockKind>,
    /// Seconds for each move; default: no limit.
    #[arg(long, value_name = "SECONDS")]
    pub st: Option<Seconds>,
    /// Depth in plies, or `own`: the engines' command lines say it; default: no limit.
    #[arg(long, value_name = "N|own")]
    pub depth: Option<Depth>,
    /// Positions to search for each move; default: no limit.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Decides openings and every seeded player; default: 1.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Games at a time, at most the number of cores; default: 1.
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    /// Allow more games at a time than there are cores.
    #[arg(long)]
    pub force_concurrency: bool,
    /// The most engines running at a time; the least recently used one ends first; default: 8, or two for each game.
    #[arg(long, value_name = "N")]
    pub processes: Option<usize>,
    /// Stop after the first game that ends by a fault of an engine. The same command continues.
    #[arg(long)]
    pub stop_on_fault: bool,
    /// Pairings: all engines (the default), or the first engine against all others.
    #[arg(long, value_name = "FORM", value_enum)]
    pub schedule: Option<Pairings>,
    /// The winner: the side with the most discs (the default), or with the fewest.
    #[arg(long, value_name = "RULE")]
    pub rule: Option<Objective>,
    /// Adjudicate by exact search from this many empty squares on; default: never.
    #[arg(long, value_name = "EMPTIES")]
    pub adjudicate: Option<u32>,
    /// An engine loses if it reports being this far behind at this many of its moves in a row: `moves=3 discs=20
    /// [twosided=true]`.
    #[arg(long, value_name = "FIELDS", value_parser = object::<Resign>)]
    pub resign: Option<Resign>,
    /// A game is drawn if both report an even value at this many moves in a row: `moves=4 discs=1 [from=0]`.
    #[arg(long, value_name = "FIELDS", value_parser = object::<Draw>)]
    pub draw: Option<Draw>,
    /// Give each game processors of its own: all, or a list like 0-3,6; default: the system decides.
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "all", require_equals = true)]
    pub affinity: Option<Affinity>,
    /// Stop when one of two differences is accepted: `elo0=0 elo1=10 [alpha=0.05 beta=0.05 model=normalised|logistic]`.
    #[arg(long, value_name = "FIELDS", value_parser = object::<Sprt>)]
    pub sprt: Option<Sprt>,
    /// Seconds, here the defaults: `start=10 reply=60 late=5 quit=0.5 margin=0.05`.
    #[arg(long, value_name = "FIELDS", value_parser = object::<Timeouts>)]
    pub timeouts: Option<Timeouts>,
    /// The fixed rating of an engine; the others are relative to it; default: the mean is 0.
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor)]
    #[serde(with = "anchors")]
    pub anchors: Vec<(String, FieldElo)>,
    /// False: no traffic logs.
    #[arg(skip)]
    pub log: Option<bool>,
}

impl Options {
    /// These options, with missing ones taken from `other`. A flag that is not set counts as missing.
    ///
    /// # Errors
    ///
    /// A path is not UTF-8.
    pub(crate) fn over(&self, other: &Options) -> Result<Options, Problem> {
        let mut all = fields_of(other)?;
        all.extend(fields_of(self)?.into_iter().filter(|(_, value)| !is_nothing(value)));
        problem::value(Value::Object(all))
    }

    /// The limits of engines without their own.
    pub(super) fn limits(&self) -> Limits {
        Limits { clock: self.tc, per_move: self.st, depth: self.depth, nodes: self.nodes }
    }
}

fn fields_of(options: &Options) -> Result<Map<String, Value>, Problem> {
    match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(other) => Err(Problem::at("", other, "options")),
        Err(error) => Err(Problem::at("", error, "options of plain text")),
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// An engine.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EngineOptions {
    pub name: String,
    #[serde(deserialize_with = "command_words")]
    pub cmd: Vec<String>,
    pub proto: Protocol,
    pub dir: Option<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    #[serde(default)]
    pub init: Vec<String>,
    pub tc: Option<TimeControl>,
    pub st: Option<Seconds>,
    pub depth: Option<Depth>,
    pub nodes: Option<u64>,
    pub memory_mb: Option<u64>,
    pub margin: Option<Seconds>,
    #[serde(default)]
    pub restart: Restart,
    pub log: Option<bool>,
}

impl EngineOptions {
    pub(super) fn limits(&self) -> Limits {
        Limits { clock: self.tc, per_move: self.st, depth: self.depth, nodes: self.nodes }
    }
}

/// The words of a command: a list, or one line that is split at spaces and quotes as by a shell.
fn command_words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(line) => split(&line).map_err(D::Error::custom),
        words => serde_json::from_value(words).map_err(D::Error::custom),
    }
}

/// The processors for the games: all that this process may use, or some of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Affinity {
    All(bool),
    Some(String),
}

impl<'de> Deserialize<'de> for Affinity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Affinity, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Bool(all) => Ok(Affinity::All(all)),
            Value::String(list) => Ok(Affinity::Some(list)),
            other => Err(D::Error::custom(format!("found {other}, expected true, or processors like \"0-3,6\""))),
        }
    }
}

impl From<&str> for Affinity {
    fn from(text: &str) -> Affinity {
        if text == "all" { Affinity::All(true) } else { Affinity::Some(text.to_owned()) }
    }
}

/// An anchor: an engine and its rating.
fn anchor(text: &str) -> Result<(String, FieldElo), String> {
    let pair = text.rsplit_once('=').and_then(|(name, elo)| Some((name.to_owned(), FieldElo(elo.parse().ok()?))));
    pair.filter(|(_, elo)| elo.0.is_finite()).ok_or_else(|| "expected NAME=ELO".to_owned())
}

/// Reads anchors, which are an object in a file.
mod anchors {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::stats::FieldElo;

    pub(super) fn serialize<S: Serializer>(anchors: &[(String, FieldElo)], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(anchors.iter().map(|(name, elo)| (name, elo)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, FieldElo)>, D::Error> {
        Ok(BTreeMap::deserialize(deserializer)?.into_iter().collect())
    }
}
