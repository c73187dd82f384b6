//! Games planned in one place and played in another: everything that decides them, without paths.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Error;
use super::config::Config;
use super::fault::FaultKind;
use super::game::{Halt, Venue};
use super::identity::Identity;
use super::log::Logs;
use super::openings::{Opening, Openings};
use super::played::Played;
use super::schedule::Slot;
use super::standing::Frame;
use crate::record::problem::{self, Problem};
use crate::record::{Digest, notation};
use crate::search::Stop;

/// One game of a schedule with its opening. All numbers count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Planned {
    pub game: usize,
    pub encounter: usize,
    /// Engines by their places.
    pub black: usize,
    pub white: usize,
    /// The number of the opening in its list.
    pub number: usize,
    /// The start board, if it is not the normal one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves of the opening, two characters each.
    pub moves: String,
}

impl Planned {
    fn of(slot: Slot, number: usize, opening: &Opening) -> Planned {
        let Slot { game, encounter, black, white } = slot;
        let (start, moves) = (notation::start(opening), notation::moves(opening));
        Planned { game, encounter, black, white, number, start, moves }
    }

    fn slot(&self) -> Slot {
        Slot { game: self.game, encounter: self.encounter, black: self.black, white: self.white }
    }

    /// The game after its opening; `None` if it is not legal, or over.
    fn opening(&self) -> Option<Opening> {
        notation::game(self.start.as_deref(), &self.moves).filter(|game| !game.is_over())
    }
}

/// A tournament's identity, and all its games.
///
/// # Errors
///
/// The openings are unusable, or a program cannot be read.
pub(crate) fn plan(config: &Config) -> Result<(Identity, Vec<Planned>), Error> {
    let schedule = Frame::of(config).new_schedule();
    let openings = Openings::new(&config.openings, config.seed, schedule.encounters())?;
    let identity = Identity::of(config, &openings, None)?;
    let planned = (0..schedule.games()).filter_map(|game| {
        let slot = schedule.slot(game)?;
        let (number, opening) = openings.get(slot.encounter);
        Some(Planned::of(slot, number, opening))
    });
    Ok((identity, planned.collect()))
}

/// The path of a file with this digest on this machine.
pub(crate) type Find<'a> = &'a dyn Fn(&Digest) -> Option<PathBuf>;

/// The configuration of a tournament's games, with programs and files found by their digests.
///
/// # Errors
///
/// A file is missing here, or the values are not a tournament's.
pub(crate) fn configuration(identity: &Identity, find: Find<'_>) -> Result<Config, Problem> {
    let details = &identity.details;
    let locate = |place: &str, digest: &Value| -> Result<String, Problem> {
        let digest: Digest = problem::value(digest.clone()).map_err(|problem| problem.within(place))?;
        let absent = || Problem::at(place, format!("no file with the SHA-256 {digest}"), "it among the files of jobs");
        let path = find(&digest).ok_or_else(absent)?.into_os_string().into_string();
        path.map_err(|path| Problem::at(place, path.display(), "a path that is UTF-8"))
    };
    let mut engines = Vec::new();
    for (number, engine) in details["engines"].as_array().into_iter().flatten().enumerate() {
        let place = format!("engines[{number}]");
        let program = locate(&format!("{place}.program"), &engine["program"])?;
        // What an engine reads lies beside it.
        let folder = Path::new(&program).parent().map(|folder| json!(folder));
        let mut command = vec![program];
        for word in engine["arguments"].as_array().into_iter().flatten() {
            command.push(match word {
                Value::String(word) => word.clone(),
                file => locate(&format!("{place}.arguments"), &file["file"])?,
            });
        }
        let mut fields = engine.as_object().cloned().unwrap_or_default();
        fields.retain(|field, value| !matches!(field.as_str(), "program" | "arguments") && !value.is_null());
        fields.insert("cmd".to_owned(), command.into());
        fields.insert("dir".to_owned(), folder.into());
        engines.push(Value::Object(fields));
    }
    let void: serde_json::Map<String, Value> = FaultKind::ALL
        .iter()
        .filter(|kind| details["void"].as_array().is_some_and(|void| void.contains(&json!(kind.name()))))
        .map(|kind| (kind.name().to_owned(), json!("void")))
        .collect();
    let value = json!({
        "name": identity.frame.name,
        "engines": engines,
        // Of the plan only the games are needed.
        "pairs": false,
        "games": 1,
        "openings": "random:0",
        "rule": identity.frame.rule,
        "seed": details["seed"],
        "adjudicate": details["adjudicate"],
        "resign": details["resign"],
        "draw": details["draw"],
        "timeouts": details["timeouts"],
        "clock": details["clock"],
        "faults": void,
        "log": false,
    });
    Config::from_json(&value)
}

/// Plays planned games one after the other. The result has no times, so it is the same wherever it was played.
///
/// # Errors
///
/// An opening is illegal, an engine is missing, the run is stopped, or a process cannot be started.
pub(crate) fn play(config: &Config, games: &[Planned], guard: &Path, stop: &Stop) -> Result<Vec<Played>, Error> {
    let logs = Logs::none(config);
    let mut venue = Venue::new(config, 0, guard.to_owned(), &logs, stop.clone());
    let mut played = Vec::new();
    for planned in games {
        let wrong = || Error::Unplayable(planned.game + 1);
        let opening = planned.opening().ok_or_else(wrong)?;
        if planned.black.max(planned.white) >= config.engines.len() || planned.black == planned.white {
            return Err(wrong());
        }
        match venue.play(planned.slot(), (planned.number, &opening)) {
            Ok(game) => played.push(game.without_times()),
            Err(Halt::Stopped) => return Err(Error::Machine(std::io::ErrorKind::Interrupted.into())),
            Err(Halt::Machine(error)) => return Err(Error::Machine(error)),
        }
    }
    venue.close();
    Ok(played)
}
