//! The identity of a results folder's tournament: equal identities are the same tournament, and a finished one can be
//! extended.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Error;
use super::config::{ClockKind, Config};
use super::openings::Openings;
use super::schedule::Stage;
use super::standing::Frame;
use crate::machine::date::day;
use crate::machine::model::model;
use crate::record::problem::Problem;

/// The format of `config.json`.
pub(super) const FORMAT: &str = "rival-tournament-folder/2";

/// `config.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Identity {
    pub format: String,
    pub frame: Frame,
    /// The part of the schedule and how many parts there are, from 1.
    pub shard: Option<[usize; 2]>,
    /// Everything else that decides the games. Programs, their files and openings are identified by digest.
    pub details: Value,
    /// The paths at the time when the folder was made, for readers.
    pub notes: Value,
}

impl Identity {
    /// Of a new tournament.
    ///
    /// # Errors
    ///
    /// An engine's program or file cannot be read.
    pub(crate) fn of(config: &Config, openings: &Openings, shard: Option<[usize; 2]>) -> Result<Identity, Error> {
        let frame = Frame::of(config);
        let encounters = frame.new_schedule().encounters();
        let details = config.details(encounters, &openings.digest(encounters))?;
        Ok(Identity { format: FORMAT.to_owned(), frame, shard, details, notes: notes(config) })
    }

    /// Checks that a file's values are possible in a configuration.
    ///
    /// # Errors
    ///
    /// The first impossible one: one line.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if let Some([number, count]) = self.shard.filter(|[number, count]| !(1..=*count).contains(number)) {
            return Err(Problem::at("shard", format!("part {number} of {count}"), "one of them"));
        }
        self.frame.check()
    }

    /// The identity of a folder's tournament after its extension to `wanted`, whose engines are the folder's in order
    /// and then the new ones, with these openings.
    ///
    /// # Errors
    ///
    /// They are different tournaments: the first difference.
    pub(crate) fn extended(&self, wanted: &Identity, openings: &Openings) -> Result<Identity, Problem> {
        let mut own = self.clone();
        let (old, new) = (own.frame.last(), wanted.frame.last());
        let grows = new.engines >= old.engines && new.games >= old.games && new != old;
        if grows && own.can_grow() {
            own.check_openings(openings, wanted)?;
            own.frame.extend(Stage { engines: new.engines, games: new.games });
            let added =
                |list: &Value| list.as_array().into_iter().flatten().skip(old.engines).cloned().collect::<Vec<_>>();
            own.frame.engines.extend(wanted.frame.engines.iter().skip(old.engines).cloned());
            if let Some(engines) = own.details["engines"].as_array_mut() {
                engines.extend(added(&wanted.details["engines"]));
            }
            // The same encounters in another order have the same openings.
            own.details["openings"] = wanted.details["openings"].clone();
            let made = own.notes[MADE].take();
            own.notes = wanted.notes.clone();
            own.notes[MADE] = made;
        }
        own.frame.name.clone_from(&wanted.frame.name);
        own.frame.anchors.clone_from(&wanted.frame.anchors);
        let mut same = wanted.clone();
        if own.frame.last() == new {
            // The folder keeps how the plan grew.
            same.frame.stages.clone_from(&own.frame.stages);
        }
        own.difference(&same).map_or(Ok(own), Err)
    }

    /// Checks that the openings of the encounters so far are unchanged.
    fn check_openings(&self, openings: &Openings, wanted: &Identity) -> Result<(), Problem> {
        let digest = json!(openings.digest(self.frame.new_schedule().encounters()));
        let found = &self.details["openings"]["digest"];
        if *found == digest {
            return Ok(());
        }
        Err(self.choice_of_openings(wanted).unwrap_or_else(|| Problem::at("openings.digest", found, digest)))
    }

    /// The first difference of what openings are chosen by: it says more than their digest.
    fn choice_of_openings(&self, other: &Identity) -> Option<Problem> {
        Problem::difference(&self.details["seed"], &other.details["seed"], "seed".to_owned())
            .or_else(|| Problem::difference(&self.notes["openings"], &other.notes["openings"], "openings".to_owned()))
    }

    fn can_grow(&self) -> bool {
        self.shard.is_none()
    }

    /// The first difference of two tournaments, whatever their paths; the frame first, because users change that.
    #[must_use]
    pub(crate) fn difference(&self, other: &Identity) -> Option<Problem> {
        let of = |identity: &Identity| {
            let frame = Frame { name: String::new(), anchors: Default::default(), ..identity.frame.clone() };
            let rule = frame.rule.word();
            let mut value = json!(Identity { frame, notes: Value::Null, ..identity.clone() });
            // As the options say it.
            value["frame"]["anti"] = rule.into();
            if value["details"]["clock"].is_null() {
                value["details"]["clock"] = json!(ClockKind::Wall);
            }
            value
        };
        let (found, expected) = (of(self), of(other));
        let others = self.details["openings"] != other.details["openings"];
        Problem::difference(&found["frame"], &expected["frame"], "frame".to_owned())
            .or_else(|| others.then(|| self.choice_of_openings(other))?)
            .or_else(|| Problem::difference(&found, &expected, String::new()))
            .map(|problem| {
                let place = option(&problem.place, &self.frame.engines);
                problem.within(place)
            })
    }
}

/// When and by what the folder was made, among its notes.
pub(super) const MADE: &str = "made";

/// The paths of a new tournament, and when and by what its folder is made.
fn notes(config: &Config) -> Value {
    let mut notes = config.notes();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let program = concat!("rival ", env!("CARGO_PKG_VERSION"));
    notes[MADE] = json!({"date": day(now), "program": program, "machine": model()});
    notes
}

/// A place in `config.json` by the name of the option or field of a configuration.
fn option(place: &str, engines: &[String]) -> String {
    let place = ["frame.", "details."].iter().find_map(|part| place.strip_prefix(part)).unwrap_or(place);
    let of_engine = || {
        let (number, field) = place.strip_prefix("engines[")?.split_once("].")?;
        let field = if field.starts_with("arguments") { "cmd" } else { field };
        Some(format!("engine {}: {field}", engines.get(number.parse::<usize>().ok()?)?))
    };
    match place {
        "anti" => "rule".to_owned(),
        "void" => "faults".to_owned(),
        _ if place.starts_with("stages") => if place.ends_with("games") { "games" } else { "engines" }.to_owned(),
        _ => of_engine().unwrap_or_else(|| place.to_owned()),
    }
}
