//! Handshakes before the games, so that an engine that cannot start is reported early.

use std::io;
use std::path::Path;

use super::Error;
use super::client::{Failure, Introduction, launch};
use super::config::{Config, EngineSpec, Protocol};
use super::openings::Openings;
use super::process::Start;
use crate::board::Objective;
use crate::machine::regular::read;
use crate::machine::work;
use crate::personality::{STRONGEST, is_shipped, load};
use crate::record::text::printable;
use crate::search::Stop;

/// The result of starting an engine.
#[derive(Debug, Clone)]
pub(crate) struct EngineCheck {
    /// The index of the engine in the configuration.
    pub engine: usize,
    /// The engine's introduction, or the reason why it is not ready.
    pub outcome: Result<Introduction, String>,
    /// The engine's output on standard error.
    pub stderr: String,
}

/// Starts engines, a few at a time, and ends them. The results are in the order of the configuration.
///
/// # Errors
///
/// The check was stopped, or a process or file cannot be opened.
pub(crate) fn check(config: &Config, guard: &Path, stop: &Stop) -> Result<Vec<EngineCheck>, Error> {
    let folder = tempfile::tempdir().map_err(Error::Machine)?;
    let outcomes = work::map(config.concurrency, config.engines.len(), |engine| {
        let errors = folder.path().join(format!("{engine}.stderr"));
        (shake_hands(config, engine, guard, &errors, stop), errors)
    });
    let checked = outcomes.into_iter().enumerate().map(|(engine, (outcome, errors))| {
        let outcome = match outcome {
            Ok(introduction) => Ok(introduction),
            Err(Failure::Fault(fault)) => Err(printable(&fault.detail)),
            Err(Failure::Stopped) => return Err(Error::Machine(io::ErrorKind::Interrupted.into())),
            Err(Failure::Machine(error)) => return Err(Error::Machine(error)),
        };
        let stderr = read(errors).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        Ok(EngineCheck { engine, outcome, stderr })
    });
    checked.collect()
}

fn shake_hands(
    config: &Config,
    engine: usize,
    guard: &Path,
    errors: &Path,
    stop: &Stop,
) -> Result<Introduction, Failure> {
    let start = Start {
        engine: &config.engines[engine],
        seed: 0,
        guard,
        errors: Some(errors.to_owned()),
        processors: &[],
        clock: config.rules.clock,
    };
    let mut client = launch(&start, config.rules.timeouts, false, stop.clone()).map_err(|(failure, _)| failure)?;
    let introduction = client.introduction()?;
    client.quit();
    Ok(introduction)
}

/// Fails unless all engines started.
///
/// # Errors
///
/// At least one engine did not start. The error names the first.
pub(super) fn all_started(config: &Config, checked: &[EngineCheck]) -> Result<(), Error> {
    let mut failed = checked.iter().filter_map(|checked| Some((checked, checked.outcome.as_ref().err()?)));
    let Some((first, why)) = failed.next() else { return Ok(()) };
    let others = match failed.count() {
        0 => String::new(),
        count => format!("; {count} other engines did not start either"),
    };
    let engine = &config.engines[first.engine];
    // An engine of another protocol ignores what it does not know.
    let hint = if why.starts_with("hang: ") {
        format!("; is its protocol {}? Or give it longer: --timeouts start=N", engine.settings.protocol.name())
    } else {
        String::new()
    };
    Err(Error::NotStarted { engine: engine.name.clone(), why: format!("{why}{hint}{others}") })
}

/// Fails unless every engine can be given the start of every opening.
///
/// # Errors
///
/// An opening is set up, and an engine cannot load it. The error names the first.
pub(super) fn all_can_begin(config: &Config, checked: &[EngineCheck], openings: &Openings) -> Result<(), Error> {
    let Some(opening) = openings.first_set_up() else { return Ok(()) };
    for checked in checked {
        let engine = &config.engines[checked.engine];
        let Ok(introduction) = &checked.outcome else { continue };
        if engine.settings.protocol == Protocol::Gtp && !lists(introduction, "loadsgf") {
            return Err(Error::NoSetUp { engine: engine.name.clone(), opening });
        }
    }
    Ok(())
}

/// A note for the user about an engine of ours that plays for another rule than the tournament's. Other engines are not
/// known.
#[must_use]
pub(crate) fn rule_note(engine: &EngineSpec, rule: Objective) -> Option<String> {
    let words = &engine.arguments;
    let joined = words.iter().find_map(|word| word.strip_prefix("--player="));
    let next = words.iter().skip_while(|word| *word != "--player").nth(1).map(String::as_str);
    let player = joined.or(next).unwrap_or(STRONGEST);
    let file = engine.file(player).filter(|_| !is_shipped(player)).map(|path| path.display().to_string());
    let personality = engine.own.then(|| load(file.as_deref().unwrap_or(player)))?;
    personality.ok()?.other_rule(rule)
}

/// A note for the user about a clock or a time for a move that the protocol cannot express exactly.
#[must_use]
pub(crate) fn clock_note(engine: &EngineSpec, introduction: &Introduction) -> Option<String> {
    match engine.settings.limits.per_move {
        Some(time) => move_time_note(engine, introduction, time.as_secs_f64()),
        None => game_clock_note(engine, introduction),
    }
}

fn move_time_note(engine: &EngineSpec, introduction: &Introduction, seconds: f64) -> Option<String> {
    let mut words = engine.arguments.iter().chain(&engine.settings.init);
    if words.any(|word| word.contains("{st}")) {
        return None;
    }
    let name = &engine.name;
    match engine.settings.protocol {
        Protocol::Nboard if !engine.own => Some(format!(
            "{name}: NBoard tells no time for a move: it will not know of {seconds} s, unless {{st}} is in its cmd"
        )),
        Protocol::Gtp if introduction.whole_seconds && !lists(introduction, "time_settings") => {
            Some(format!("{name}: it does not list time_settings: it will not know of {seconds} s for a move"))
        }
        Protocol::Gtp if introduction.whole_seconds && seconds.fract() > 0.0 => {
            let floor = seconds.floor();
            let time = if floor > 0.0 { format!("{floor} s") } else { "no time at all".to_owned() };
            Some(format!(
                "{name}: GTP tells a time for a move in whole seconds, rounded down: of {seconds} s it will know {time}"
            ))
        }
        _ => None,
    }
}

/// True if an engine with GTP lists a command.
fn lists(introduction: &Introduction, command: &str) -> bool {
    introduction.commands.iter().any(|name| name == command)
}

fn game_clock_note(engine: &EngineSpec, introduction: &Introduction) -> Option<String> {
    /// The clock in seconds below which a lost part of a second matters.
    const SHORT: f64 = 60.0;
    if !introduction.whole_seconds {
        return None;
    }
    let base = engine.settings.limits.clock?.base.as_secs_f64();
    let name = &engine.name;
    if !lists(introduction, "time_settings") && !lists(introduction, "time_left") {
        return Some(format!("{name}: it lists neither time_settings nor time_left: it will not know of its clock"));
    }
    let known = if base < 1.0 {
        "no time at all".to_owned()
    } else if base.fract() > 0.0 {
        format!("{} s", base.floor())
    } else {
        "at each move up to a second less than is left".to_owned()
    };
    (base < SHORT)
        .then(|| format!("{name}: GTP tells clocks in whole seconds, rounded down: of {base} s it will know {known}"))
}
