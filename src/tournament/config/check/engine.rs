//! One engine.

use std::path::PathBuf;

use super::fault;
use super::program::find;
use crate::machine::program::is_own;
use crate::tournament::config::limits::seconds;
use crate::tournament::config::raw::{Command, RawEngine, RawLimits, RawProtocol, RawRestart};
use crate::tournament::config::{ConfigError, EngineSpec, Limits, Protocol, split};

pub(super) fn check_limits(place: &str, raw: &RawLimits) -> Result<Limits, ConfigError> {
    let at = |name: &str| format!("{place}{name}");
    let clock = match &raw.tc {
        None => None,
        Some(text) => Some(text.parse().or_else(|message: String| fault(at("tc"), message))?),
    };
    let per_move = match raw.st {
        None => None,
        Some(value) => match seconds(value).filter(|time| !time.is_zero()) {
            Some(time) => Some(time),
            None => return fault(at("st"), format!("found {value}, expected seconds for a move")),
        },
    };
    if clock.is_some() && per_move.is_some() {
        return fault(at("st"), "found beside tc, expected only one of them");
    }
    if raw.depth == Some(0) || raw.nodes == Some(0) {
        return fault(at(if raw.depth == Some(0) { "depth" } else { "nodes" }), "found 0, expected 1 or more");
    }
    Ok(Limits { clock, per_move, depth: raw.depth, nodes: raw.nodes })
}

pub(super) fn engine_spec(number: usize, raw: &RawEngine, common: &RawLimits) -> Result<EngineSpec, ConfigError> {
    let place = format!("engines[{number}].");
    let at = |name: &str| format!("{place}{name}");
    let allowed = |c: char| c.is_ascii_alphanumeric() || "._+-()@".contains(c);
    if raw.name.is_empty() || raw.name.len() > 40 || !raw.name.chars().all(allowed) || raw.name.starts_with('.') {
        let expected = "expected up to 40 letters, digits or . _ + - ( ) @";
        return fault(at("name"), format!("found '{}', {expected}", raw.name));
    }
    let command = match &raw.cmd {
        Command::Line(line) => split(line).or_else(|message| fault(at("cmd"), message))?,
        Command::Words(words) => words.clone(),
    };
    let Some((program, arguments)) = command.split_first() else {
        return fault(at("cmd"), "found nothing, expected a program");
    };
    let program = find(program).map_or_else(|message| fault(at("cmd"), message), Ok)?;
    let own = is_own(&program);
    let own_limits = raw.limits();
    let limits = check_limits(&place, if own_limits == RawLimits::default() { common } else { &own_limits })?;
    let uses = |placeholder: &str| arguments.iter().chain(&raw.init).any(|word| word.contains(placeholder));
    let protocol = match raw.proto {
        RawProtocol::Gtp => Protocol::Gtp,
        RawProtocol::Nboard => Protocol::Nboard,
    };
    if limits.depth.is_some() && protocol == Protocol::Gtp && !own && !uses("{depth}") {
        return fault(
            at("depth"),
            "GTP cannot tell an engine its depth: put {depth} into cmd, or use the engine's own option",
        );
    }
    if limits.nodes.is_some() && !own && !uses("{nodes}") {
        return fault(
            at("nodes"),
            "no protocol can tell an engine its nodes: put {nodes} into cmd, or use the engine's own option",
        );
    }
    let folder = raw.dir.as_ref().map(PathBuf::from);
    if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
        return fault(at("dir"), format!("found no folder '{}'", folder.display()));
    }
    if raw.memory_mb == Some(0) {
        return fault(at("memory_mb"), "found 0, expected 1 or more");
    }
    let margin = match raw.margin {
        None => None,
        Some(value) => match seconds(value) {
            Some(margin) => Some(margin),
            None => return fault(at("margin"), format!("found {value}, expected seconds from 0 to 604800")),
        },
    };
    let ponder = raw.ponder.unwrap_or(false);
    if ponder && protocol == Protocol::Gtp {
        return fault(at("ponder"), "GTP has no way to let an engine think while its opponent does; NBoard has hints");
    }
    if let Some(line) = raw.init.iter().find(|line| line.contains(['\n', '\r'])) {
        return fault(at("init"), format!("found a line end in '{}'", line.escape_default()));
    }
    Ok(EngineSpec {
        name: raw.name.clone(),
        protocol,
        program,
        arguments: arguments.to_vec(),
        folder,
        env: raw.env.clone(),
        init: raw.init.clone(),
        limits,
        memory: raw.memory_mb,
        margin,
        ponder,
        restart_each_game: matches!(raw.restart, Some(RawRestart::Game)) || uses("{seed}"),
        log: raw.log.unwrap_or(true),
        own,
        command,
    })
}
