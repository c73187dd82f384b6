//! One engine.

use std::path::PathBuf;

use super::fault;
use super::program::find;
use crate::machine::program::is_own;
use crate::record::problem::Problem;
use crate::tournament::config::limits::seconds;
use crate::tournament::config::raw::{Command, RawEngine, RawLimits, RawRestart};
use crate::tournament::config::{Depth, EngineSpec, Limits, Protocol, split};

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
    if raw.depth == Some(Depth::Plies(0)) {
        return fault(at("depth"), 0, "1 or more");
    }
    if raw.nodes == Some(0) {
        return fault(at("nodes"), 0, "1 or more");
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
    let folder = raw.dir.as_ref().map(PathBuf::from);
    if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
        return fault(at("dir"), format!("no folder '{}'", folder.display()), "a folder");
    }
    let found = find(program, folder.as_deref());
    let program = found.map_err(|(found, expected)| Problem::at(at("cmd"), found, expected))?;
    let own = is_own(&program);
    let limits = check_limits(&place, &raw.limits().or(common))?;
    let uses = |placeholder: &str| arguments.iter().chain(&raw.init).any(|word| word.contains(placeholder));
    let protocol = raw.proto;
    let name = &raw.name;
    let otherwise = "in its cmd, or depth=own and the engine's own option";
    if limits.plies().is_some() && protocol == Protocol::Gtp && !own && !uses("{depth}") {
        let found = format!("a depth, which GTP cannot tell {name}");
        return fault(at("depth"), found, format!("{{depth}} {otherwise}"));
    }
    if limits.depth.is_none() && protocol == Protocol::Nboard && !own {
        // Edax and NTest take what a GUI would send as no limit; without any depth NTest fails.
        let found = format!("none for {name}, which speaks NBoard");
        return fault(at("depth"), found, "depth=N, or depth=own if its command line says how deep it searches");
    }
    if limits.nodes.is_some() && !own && !uses("{nodes}") {
        let found = format!("nodes, which no protocol can tell {name}");
        return fault(at("nodes"), found, format!("{{nodes}} {otherwise}"));
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
