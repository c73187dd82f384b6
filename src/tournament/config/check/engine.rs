//! One engine.

use std::path::PathBuf;

use super::fault;
use super::program::find;
use crate::machine::program::is_own;
use crate::record::problem::Problem;
use crate::tournament::config::limits::seconds;
use crate::tournament::config::raw::{Command, RawEngine, RawLimits, RawProtocol, RawRestart};
use crate::tournament::config::{EngineSpec, Limits, Protocol, split};

pub(super) fn check_limits(place: &str, raw: &RawLimits) -> Result<Limits, Problem> {
    let at = |name: &str| format!("{place}{name}");
    let clock = match &raw.tc {
        None => None,
        Some(text) => Some(text.parse().map_err(|problem| Problem { place: at("tc"), ..problem })?),
    };
    let per_move = match raw.st {
        None => None,
        Some(value) => match seconds(value).filter(|time| !time.is_zero()) {
            Some(time) => Some(time),
            None => return fault(at("st"), value, "seconds for a move"),
        },
    };
    if clock.is_some() && per_move.is_some() {
        return fault(at("st"), "it beside tc", "only one of them");
    }
    if raw.depth == Some(0) || raw.nodes == Some(0) {
        return fault(at(if raw.depth == Some(0) { "depth" } else { "nodes" }), 0, "1 or more");
    }
    Ok(Limits { clock, per_move, depth: raw.depth, nodes: raw.nodes })
}

pub(super) fn engine_spec(number: usize, raw: &RawEngine, common: &RawLimits) -> Result<EngineSpec, Problem> {
    let place = format!("engines[{number}].");
    let at = |name: &str| format!("{place}{name}");
    let allowed = |c: char| c.is_ascii_alphanumeric() || "._+-()@".contains(c);
    if raw.name.is_empty() || raw.name.len() > 40 || !raw.name.chars().all(allowed) || raw.name.starts_with('.') {
        return fault(at("name"), format!("'{}'", raw.name), "up to 40 letters, digits or . _ + - ( ) @");
    }
    let command = match &raw.cmd {
        Command::Line(line) => split(line).map_err(|problem| Problem { place: at("cmd"), ..problem })?,
        Command::Words(words) => words.clone(),
    };
    let Some((program, arguments)) = command.split_first() else {
        return fault(at("cmd"), "nothing", "a program");
    };
    let program = find(program).map_err(|found| Problem::at(at("cmd"), found, "a program"))?;
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
            "a depth, which GTP cannot tell an engine",
            "{depth} in cmd, or the engine's own option",
        );
    }
    if limits.nodes.is_some() && !own && !uses("{nodes}") {
        return fault(
            at("nodes"),
            "nodes, which no protocol can tell an engine",
            "{nodes} in cmd, or the engine's own option",
        );
    }
    let folder = raw.dir.as_ref().map(PathBuf::from);
    if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
        return fault(at("dir"), format!("no folder '{}'", folder.display()), "a folder");
    }
    if raw.memory_mb == Some(0) {
        return fault(at("memory_mb"), 0, "1 or more");
    }
    let margin = match raw.margin {
        None => None,
        Some(value) => match seconds(value) {
            Some(margin) => Some(margin),
            None => return fault(at("margin"), value, "seconds from 0 to 604800"),
        },
    };
    let ponder = raw.ponder.unwrap_or(false);
    if ponder && protocol == Protocol::Gtp {
        return fault(at("ponder"), "it with GTP, which has no way for it", "NBoard, which has hints");
    }
    if let Some(line) = raw.init.iter().find(|line| line.contains(['\n', '\r'])) {
        return fault(at("init"), format!("a line end in '{line}'"), "a line each");
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
