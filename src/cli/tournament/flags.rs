//! The flags of `rival tournament`: the fields of the configuration file, one by one.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, bail};
use serde_json::{Map, Value, json};

use crate::machine::regular::regular;
use crate::machine::shard::Shard;
use crate::record::Format;
use crate::record::file::bytes;
use crate::record::problem;
use crate::stats::FieldElo;
use crate::tournament::config::{Depth, fields};

/// Every flag overrides the field of the file.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Flags {
    /// The configuration; see docs/tournament.md.
    #[arg(value_name = "CONFIG.json")]
    config: Option<PathBuf>,
    /// An engine of `rival engines`, such as `edax` or `'ntest depth=12'`, or any other: `name=A cmd="rival gtp
    /// --player bp" proto=gtp|nboard [tc= st= depth=N|own nodes= dir= env.X= init= memory_mb= restart=game log=false]`.
    #[arg(long = "engine", value_name = "FIELDS")]
    engines: Vec<String>,
    /// Look for the programs of such engines, and for entries of your own, in this folder too.
    #[arg(long, value_name = "DIR")]
    look_in: Vec<PathBuf>,
    /// Fields of every engine that does not set them itself: `tc=10+0.1 margin=0.1`.
    #[arg(long, value_name = "FIELDS")]
    each: Option<String>,
    /// Games between each two engines.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    #[arg(long, value_name = "SOURCE", help = format!(
        "`random:PLIES`, `balanced` (a book of our own), or a file of lines (.txt, .xot) or of games or positions: {}",
        Format::extensions(None)
    ))]
    openings: Option<String>,
    /// The order of a file's openings.
    #[arg(long, value_name = "ORDER", value_parser = ["sequential", "random"])]
    order: Option<String>,
    /// The first opening to use, from 1.
    #[arg(long, value_name = "N")]
    start: Option<usize>,
    /// Plies of each opening to play.
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Draw an exhausted list again, in another order.
    #[arg(long)]
    repeat: bool,
    /// Each opening once, not twice with swapped colours.
    #[arg(long)]
    no_pairs: bool,
    /// Game clock in seconds: base and increment.
    #[arg(long, value_name = "10+0.1")]
    tc: Option<String>,
    /// What clocks and time limits count: real time, or the processor time of an engine and its child processes
    /// (Linux).
    #[arg(long, value_name = "CLOCK", value_parser = ["wall", "cpu"])]
    clock: Option<String>,
    /// Seconds for each move.
    #[arg(long, value_name = "SECONDS")]
    st: Option<f64>,
    /// Depth in plies, or `own`: the engines' command lines say it.
    #[arg(long, value_name = "N|own")]
    depth: Option<Depth>,
    /// Positions to search for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Decides openings and every seeded player.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Games at a time, at most the number of cores.
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// Allow more games at a time than there are cores.
    #[arg(long)]
    force_concurrency: bool,
    /// The most engines running at a time; the least recently used one ends first.
    #[arg(long, value_name = "N")]
    processes: Option<usize>,
    /// Pairings: all engines, or the first engine against all others.
    #[arg(long, value_name = "FORM", value_parser = ["round-robin", "gauntlet"])]
    schedule: Option<String>,
    /// What wins: the most discs or the fewest.
    #[arg(long, value_name = "RULE", value_parser = ["normal", "anti"])]
    rule: Option<String>,
    /// Adjudicate by exact search from this many empty squares on.
    #[arg(long, value_name = "EMPTIES")]
    adjudicate: Option<u32>,
    /// An engine loses if it reports being this far behind at this many of its moves in a row: `moves=3 discs=20
    /// [twosided=true]`.
    #[arg(long, value_name = "FIELDS")]
    resign: Option<String>,
    /// A game is drawn if both report an even value at this many moves in a row: `moves=4 discs=1 [from=40]`.
    #[arg(long, value_name = "FIELDS")]
    draw: Option<String>,
    /// Give each game processors of its own: all, or a list like 0-3,6.
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "all", require_equals = true)]
    affinity: Option<String>,
    /// Stop when one of two differences is accepted: `elo0=0 elo1=10 [alpha=0.05 beta=0.05 model=normalised|logistic]`.
    #[arg(long, value_name = "FIELDS")]
    sprt: Option<String>,
    /// Seconds: `start=10 reply=60 late=5 quit=0.5 margin=0.05`.
    #[arg(long, value_name = "FIELDS")]
    timeouts: Option<String>,
    /// Faults whose games do not count: `time=void crash=void`; of the others the engine at fault loses.
    #[arg(long, value_name = "FIELDS")]
    faults: Option<String>,
    /// The fixed rating of an engine; the others are relative to it.
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor)]
    anchors: Vec<(String, FieldElo)>,
}

/// How a tournament is played here, and what is seen of it.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Running {
    /// The results folder.
    #[arg(long, value_name = "DIR", default_value = "tournament")]
    pub out: PathBuf,
    /// Play one part of the schedule, as in 3/8.
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Show the table after each N games.
    #[arg(long, value_name = "GAMES")]
    pub interim: Option<NonZeroUsize>,
    /// Events as JSON lines on standard output.
    #[arg(long)]
    pub json: bool,
}

impl Flags {
    /// The configuration in the form of the file, and its origin.
    pub(crate) fn configuration(&self) -> anyhow::Result<(Value, String)> {
        let (mut fields_of, source) = match &self.config {
            None if self.engines.is_empty() => {
                bail!("found neither a configuration file nor an engine, expected CONFIG.json or --engine twice")
            }
            None => (Map::new(), "arguments".to_owned()),
            Some(path) => {
                let name = path.display().to_string();
                let text = regular(path).and_then(bytes).with_context(|| name.clone())?;
                match problem::json(&text) {
                    Ok(Value::Object(fields)) => (fields, name),
                    Ok(_) => bail!("{name}: found no object, expected {{\"engines\": [...], ...}}"),
                    Err(error) => bail!("{name}: {error}"),
                }
            }
        };
        if !self.engines.is_empty() {
            let engines = self.engines.iter().zip(1..).map(|(text, number)| {
                fields(text).map_err(|message| anyhow::anyhow!("--engine, number {number}: {message}"))
            });
            fields_of.insert("engines".to_owned(), engines.collect::<anyhow::Result<Vec<Value>>>()?.into());
        }
        if !self.look_in.is_empty() {
            fields_of.insert("look_in".to_owned(), json!(self.look_in));
        }
        if let Some(text) = &self.each {
            let each = fields(text).map_err(|message| anyhow::anyhow!("--each: {message}"))?;
            fields_of.insert("each".to_owned(), each);
        }
        if !self.anchors.is_empty() {
            let anchors: Map<String, Value> =
                self.anchors.iter().map(|(name, elo)| (name.clone(), json!(elo))).collect();
            fields_of.insert("anchors".to_owned(), anchors.into());
        }
        self.add_openings(&mut fields_of)?;
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                fields_of.insert(name.to_owned(), value);
            }
        };
        set("games", self.games.map(Value::from));
        set("tc", self.tc.clone().map(Value::from));
        set("st", self.st.map(Value::from));
        set("depth", self.depth.map(|depth| json!(depth)));
        set("nodes", self.nodes.map(Value::from));
        set("seed", self.seed.map(Value::from));
        set("concurrency", self.concurrency.map(Value::from));
        set("force_concurrency", self.force_concurrency.then(|| true.into()));
        set("processes", self.processes.map(Value::from));
        set("schedule", self.schedule.clone().map(Value::from));
        set("rule", self.rule.clone().map(Value::from));
        set("adjudicate", self.adjudicate.map(Value::from));
        set("resign", self.resign.as_deref().map(|text| typed("--resign", text)).transpose()?);
        set("draw", self.draw.as_deref().map(|text| typed("--draw", text)).transpose()?);
        set("affinity", self.affinity.as_deref().map(|list| if list == "all" { true.into() } else { list.into() }));
        set("clock", self.clock.clone().map(Value::from));
        set("pairs", self.no_pairs.then(|| false.into()));
        set("timeouts", self.timeouts.as_deref().map(|text| typed("--timeouts", text)).transpose()?);
        set("faults", self.faults.as_deref().map(|text| typed("--faults", text)).transpose()?);
        set("sprt", self.sprt.as_deref().map(|text| typed("--sprt", text)).transpose()?);
        Ok((Value::Object(fields_of), source))
    }

    fn add_openings(&self, fields_of: &mut Map<String, Value>) -> anyhow::Result<()> {
        let used = self.order.is_some() || self.start.is_some() || self.plies.is_some() || self.repeat;
        if self.openings.is_none() && !used {
            return Ok(());
        }
        let mut book = match fields_of.remove("openings") {
            Some(Value::Object(book)) => Value::Object(book),
            Some(Value::String(source)) => json!({"source": source}),
            Some(other) => bail!("openings: found {other}, expected a source"),
            None => json!({"source": "random:8"}),
        };
        if let Some(source) = &self.openings {
            book["source"] = source.clone().into();
        }
        if let Some(order) = &self.order {
            book["order"] = order.clone().into();
        }
        if let Some(start) = self.start {
            book["start"] = start.into();
        }
        if let Some(plies) = self.plies {
            book["plies"] = plies.into();
        }
        if self.repeat {
            book["repeat"] = true.into();
        }
        fields_of.insert("openings".to_owned(), book);
        Ok(())
    }

    /// The requested concurrency, before it was limited to the cores.
    pub(crate) fn concurrency_wanted(&self, configuration: &Value) -> usize {
        configuration["concurrency"].as_u64().and_then(|wanted| usize::try_from(wanted).ok()).unwrap_or(1)
    }
}

/// An anchor: an engine and its rating.
fn anchor(text: &str) -> Result<(String, FieldElo), String> {
    let found = text.rsplit_once('=').and_then(|(name, elo)| Some((name.to_owned(), FieldElo(elo.parse().ok()?))));
    found.filter(|(_, elo)| elo.0.is_finite()).ok_or_else(|| "expected NAME=ELO".to_owned())
}

/// Fields whose values are numbers or truth values if they look so.
fn typed(flag: &str, text: &str) -> anyhow::Result<Value> {
    let Value::Object(read) = fields(text).map_err(|message| anyhow::anyhow!("{flag}: {message}"))? else {
        bail!("{flag}: found '{text}', expected fields like name=value");
    };
    let value = |value: Value| match value.as_str().and_then(|text| serde_json::from_str(text).ok()) {
        Some(typed @ (Value::Number(_) | Value::Bool(_))) => typed,
        _ => value,
    };
    Ok(read.into_iter().map(|(key, read)| (key, value(read))).collect::<Map<_, _>>().into())
}
