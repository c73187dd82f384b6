//! The identity of the tournament in a results folder. Equal identities are the same tournament, and a finished one can
//! be extended.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Error;
use super::catalogue::EngineFields;
use super::config::{Book, Config, EngineSettings, EngineSpec, Options, Rules};
use super::openings::Openings;
use super::schedule::{Pairings, Plan};
use crate::machine::clock;
use crate::machine::date::day;
use crate::machine::model::model;
use crate::machine::shard::Shard;
use crate::record::Digest;
use crate::record::problem::Problem;
use crate::stats::FieldElo;

/// The format of `config.json`.
pub(super) const FORMAT: &str = "rival-tournament-folder/3";

/// The content of `config.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Identity {
    pub format: String,
    /// The title. It has no effect on games, so tournaments may differ in it and still be the same.
    pub name: String,
    pub plan: Plan,
    pub engines: Vec<EngineIdentity>,
    pub rules: Rules,
    pub openings: OpeningsIdentity,
    /// The part of the schedule that is played in this folder.
    pub shard: Option<Shard>,
    /// Fixed ratings. They have no effect on games, either.
    pub anchors: BTreeMap<String, FieldElo>,
    pub origin: Origin,
}

/// An engine, identified by the digests of its program and files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EngineIdentity {
    pub name: String,
    pub program: Digest,
    pub arguments: Vec<Argument>,
    pub settings: EngineSettings,
    /// The command and the folder as written, for readers.
    pub cmd: Vec<String>,
    pub dir: Option<PathBuf>,
}

/// A word of an engine's command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Argument {
    File {
        /// The text before the file's name in the word, such as `--book=`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        option: String,
        file: Digest,
    },
    Word(String),
}

/// The openings and their choice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningsIdentity {
    pub encounters: usize,
    pub digest: Digest,
    pub book: Book,
}

/// The date, the program and the machine that made a folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    pub date: String,
    pub program: String,
    pub machine: String,
}

impl Identity {
    /// The identity of a new tournament.
    ///
    /// # Errors
    ///
    /// The program or a file of an engine cannot be read.
    pub(crate) fn new(config: &Config, openings: &Openings, shard: Option<Shard>) -> Result<Identity, Error> {
        let encounters = config.plan.schedule().encounters();
        let digest = openings.digest(encounters);
        Ok(Identity {
            format: FORMAT.to_owned(),
            name: config.name.clone(),
            plan: config.plan.clone(),
            engines: config.engines.iter().map(EngineIdentity::new).collect::<Result<_, _>>()?,
            rules: config.rules.clone(),
            openings: OpeningsIdentity { encounters, digest, book: config.openings.clone() },
            shard,
            anchors: config.anchors.clone(),
            origin: Origin::now(),
        })
    }

    /// The options of this tournament, for its continuation. What decides no game, such as the number of games at a
    /// time, is not kept.
    pub(crate) fn options(&self) -> Options {
        let Book { source, order, start, plies, repeat } = self.openings.book.clone();
        let Rules { rule, seed, adjudicate, resign, draw, timeouts, clock, sprt } = self.rules.clone();
        Options {
            name: Some(self.name.clone()),
            engines: self.engines.iter().map(EngineIdentity::fields).collect(),
            games: Some(self.plan.extent().games),
            openings: Some(source),
            order: Some(order),
            start: Some(start),
            plies,
            repeat,
            no_pairs: !self.plan.pairs,
            clock: Some(clock),
            seed: Some(seed),
            schedule: Some(self.plan.pairings),
            rule: Some(rule),
            adjudicate: Some(adjudicate),
            resign,
            draw,
            sprt,
            timeouts: Some(timeouts),
            anchors: self.anchors.clone().into_iter().collect(),
            ..Options::default()
        }
    }

    /// The names of the engines.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.engines.iter().map(|engine| engine.name.as_str())
    }

    /// Checks that the values of a file are possible in a configuration.
    ///
    /// # Errors
    ///
    /// The error is the first impossible value, in one line.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if let Some(twice) = self.names().enumerate().find(|(at, name)| self.names().take(*at).any(|n| n == *name)) {
            return Err(Problem::at("engines", format!("{:?} a second time", twice.1), "another name for each engine"));
        }
        self.plan.check(self.engines.len())?;
        if self.rules.sprt.is_some() && self.engines.len() != 2 {
            return Err(Problem::at("rules.sprt", format!("{} engines", self.engines.len()), "2"));
        }
        match self.anchors.keys().find(|anchor| !self.names().any(|name| name == *anchor)) {
            Some(name) => Err(Problem::at("anchors", format!("{name:?}"), "an engine's name")),
            None => Ok(()),
        }
    }

    /// Refuses another first engine in a gauntlet, whose first engine meets all the others.
    ///
    /// # Errors
    ///
    /// The configuration has another first engine.
    pub(super) fn check_first_engine(&self, config: &Config) -> Result<(), Problem> {
        let [own, other] = [&self.engines[0].name, &config.engines[0].name];
        if self.plan.pairings == Pairings::Gauntlet && own != other {
            return Err(Problem::at("engines[0].name", own, other));
        }
        Ok(())
    }

    /// Extends a folder's tournament to `wanted`. The old engines keep their order and the new ones follow; `openings`
    /// are those of the extended tournament.
    ///
    /// # Errors
    ///
    /// They are different tournaments. The error is the first difference.
    pub(crate) fn extended(&self, wanted: &Identity, openings: &Openings) -> Result<Identity, Problem> {
        let grown = self.plan.grown(&wanted.plan).filter(|_| self.shard.is_none());
        let Some(plan) = grown else {
            let same = Identity { name: wanted.name.clone(), anchors: wanted.anchors.clone(), ..self.clone() };
            return self.difference(wanted).map_or(Ok(same), Err);
        };
        // The encounters so far must keep their openings.
        let digest = openings.digest(self.openings.encounters);
        let before = Identity {
            plan: self.plan.clone(),
            engines: wanted.engines[..self.engines.len()].to_vec(),
            openings: OpeningsIdentity {
                encounters: self.openings.encounters,
                digest,
                book: wanted.openings.book.clone(),
            },
            ..wanted.clone()
        };
        let extended = Identity { plan, origin: self.origin.clone(), ..wanted.clone() };
        self.difference(&before).map_or(Ok(extended), Err)
    }

    /// The first difference between two tournaments, named by its option. Paths of files do not matter.
    #[must_use]
    pub(crate) fn difference(&self, other: &Identity) -> Option<Problem> {
        self.other_plan(other)
            .or_else(|| self.other_openings(other))
            .or_else(|| difference(&self.rules, &other.rules))
            .or_else(|| self.engines.iter().zip(&other.engines).find_map(|(engine, other)| engine.difference(other)))
            .or_else(|| difference(&json!({ "shard": self.shard }), &json!({ "shard": other.shard })))
    }

    fn other_plan(&self, other: &Identity) -> Option<Problem> {
        if !self.names().eq(other.names()) {
            let [own_names, other_names] =
                [self, other].map(|identity| identity.names().collect::<Vec<_>>().join(", "));
            return Some(Problem::at("engines", own_names, other_names));
        }
        // An extended plan equals one that had its extent from the start.
        let [own_plan, other_plan] = [&self.plan, &other.plan]
            .map(|plan| json!({ "schedule": plan.pairings, "no_pairs": !plan.pairs, "games": plan.extent().games }));
        difference(&own_plan, &other_plan)
    }

    /// A different choice of openings is a better explanation than a different digest; different choices may also give
    /// the same openings.
    fn other_openings(&self, other: &Identity) -> Option<Problem> {
        if (self.openings.encounters, &self.openings.digest) == (other.openings.encounters, &other.openings.digest) {
            return None;
        }
        difference(&json!({ "seed": self.rules.seed }), &json!({ "seed": other.rules.seed }))
            .or_else(|| difference(&self.openings.book, &other.openings.book))
            .or_else(|| Some(Problem::at("openings", &self.openings.digest, &other.openings.digest)))
    }
}

/// The first field in which two values differ.
fn difference(found: &impl Serialize, expected: &impl Serialize) -> Option<Problem> {
    Problem::difference(&json!(found), &json!(expected), String::new())
}

impl Argument {
    /// A word names a file as a whole, or after its first `=`.
    fn new(engine: &EngineSpec, word: &str) -> Result<Argument, Error> {
        let after_option = word.find('=').map_or(0, |at| at + 1);
        for start in [0, after_option] {
            let (option, name) = word.split_at(start);
            if let Some(path) = engine.file(name) {
                return Ok(Argument::File { option: option.to_owned(), file: digest(&path)? });
            }
        }
        Ok(Argument::Word(word.to_owned()))
    }

    /// True for two files with the same option.
    fn is_other_file(&self, other: &Argument) -> bool {
        match (self, other) {
            (Argument::File { option, file }, Argument::File { option: other_option, file: other_file }) => {
                option == other_option && file != other_file
            }
            _ => false,
        }
    }
}

impl EngineIdentity {
    fn new(engine: &EngineSpec) -> Result<EngineIdentity, Error> {
        let program = digest(&engine.program)?;
        let mut arguments = Vec::new();
        for word in &engine.arguments {
            arguments.push(Argument::new(engine, word)?);
        }
        Ok(EngineIdentity {
            name: engine.name.clone(),
            program,
            arguments,
            settings: engine.settings.clone(),
            cmd: engine.command.clone(),
            dir: engine.folder.clone(),
        })
    }

    /// The fields of the engine in a configuration.
    fn fields(&self) -> EngineFields {
        let engine = json!({ "name": self.name, "cmd": self.cmd, "dir": self.dir });
        let settings = json!(self.settings);
        let objects = [&engine, &settings, &settings["limits"]].into_iter().filter_map(Value::as_object);
        let fields = objects.flatten().filter(|(name, value)| *name != "limits" && !value.is_null());
        EngineFields(fields.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// The first difference that affects games.
    fn difference(&self, other: &EngineIdentity) -> Option<Problem> {
        let [own_words, other_words] = [self, other].map(|engine| json!({ "cmd": engine.arguments }));
        let problem = self.changed_file(other).or_else(|| difference(&own_words, &other_words));
        let problem = problem.or_else(|| difference(&self.settings, &other.settings))?;
        let field = problem.place.strip_prefix("limits.").unwrap_or(&problem.place);
        let place = format!("engine {}: {field}", self.name);
        Some(problem.within(place))
    }

    /// The first file of the command whose content is another one. Digests would tell the user nothing.
    fn changed_file(&self, other: &EngineIdentity) -> Option<Problem> {
        let at = if self.program == other.program {
            let mut arguments = self.arguments.iter().zip(&other.arguments);
            arguments.position(|(own, other)| own.is_other_file(other))? + 1
        } else {
            0
        };
        let file = other.cmd.get(at)?;
        let message =
            format!("'{file}' has changed, or is another file: give the engine another name, or take another folder");
        Some(Problem::wrong(if at == 0 { "program" } else { "cmd" }, message))
    }
}

fn digest(path: &Path) -> Result<Digest, Error> {
    Digest::of_file(path).map_err(|error| Error::file(path, error))
}

impl Origin {
    fn now() -> Origin {
        let now = clock::since_1970().as_secs();
        let program = concat!("rival ", env!("CARGO_PKG_VERSION"));
        Origin { date: day(now), program: program.to_owned(), machine: model() }
    }
}
