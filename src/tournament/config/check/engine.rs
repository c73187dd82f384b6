//! Checks the engines.

use serde_json::{Map, Value};

use super::fault;
use super::program::find;
use crate::machine::program::is_own;
use crate::record::fields::fields;
use crate::record::problem::{self, Problem};
use crate::tournament::catalogue::{AT_START, EngineForm, expand, names_in_braces};
use crate::tournament::config::options::{EngineOptions, Options};
use crate::tournament::config::{Depth, EngineSettings, EngineSpec, Limits, Protocol, Restart};
use crate::tournament::programs::from_home;

pub(super) fn check_limits(place: &str, limits: &Limits) -> Result<(), Problem> {
    if limits.per_move.is_some_and(|time| time.is_zero()) {
        return fault(format!("{place}st"), 0, "seconds for a move");
    }
    if limits.clock.is_some() && limits.per_move.is_some() {
        return Err(Problem::wrong(format!("{place}st"), "only without \"tc\": give one kind of clock"));
    }
    if limits.depth == Some(Depth::Plies(0)) {
        return fault(format!("{place}depth"), 0, "1 or more");
    }
    if limits.nodes == Some(0) {
        return fault(format!("{place}nodes"), 0, "1 or more");
    }
    Ok(())
}

/// All engines, with entries of the catalogue replaced by their fields.
pub(super) fn engine_specs(options: &Options) -> Result<Vec<EngineSpec>, Problem> {
    let common = options.limits();
    check_limits("", &common)?;
    let has_effort = common.depth.is_some() || common.nodes.is_some();
    let form = engine_form();
    let mut specs: Vec<EngineSpec> = Vec::new();
    for (number, mut fields) in expand(&options.engines, &options.look_in, has_effort, &form)?.into_iter().enumerate() {
        if let Some(shared) = &options.each {
            share(shared, &mut fields, &form)?;
        }
        let place = format!("engines[{number}]");
        let engine: EngineOptions = problem::value(Value::Object(fields)).map_err(|problem| below(&place, problem))?;
        let spec = engine_spec(&format!("{place}."), &engine, common)?;
        if specs.iter().any(|other| other.name.eq_ignore_ascii_case(&spec.name)) {
            return fault(
                format!("{place}.name"),
                format!("'{}' a second time", spec.name),
                "another name for each engine: give name=NAME",
            );
        }
        specs.push(spec);
    }
    Ok(specs)
}

/// The form of an engine's fields, for the catalogue.
pub(crate) fn engine_form() -> EngineForm {
    EngineForm {
        names: fields::<EngineOptions>(&[]),
        check: |fields| problem::value::<EngineOptions>(Value::Object(fields)).map(drop),
    }
}

fn below(place: &str, problem: Problem) -> Problem {
    let inner = if problem.place.is_empty() { String::new() } else { format!(".{}", problem.place) };
    Problem { position: None, ..problem }.within(format!("{place}{inner}"))
}

/// Gives an engine the fields that it does not set. An engine that sets a time gets no other.
fn share(shared: &Map<String, Value>, engine: &mut Map<String, Value>, form: &EngineForm) -> Result<(), Problem> {
    form.check_names("each", shared, &[])?;
    if let Some(name) = ["name", "cmd"].into_iter().find(|name| shared.contains_key(*name)) {
        return Err(Problem::wrong("each", format!("every engine has a {name} of its own: set it there")));
    }
    // Every other field is checked here, as those of an engine are: a mistake belongs to `each`.
    let mut complete = Map::from_iter([
        ("name".to_owned(), Value::from("engine")),
        ("cmd".to_owned(), Value::from(vec!["program"])),
        ("proto".to_owned(), Value::from("gtp")),
    ]);
    complete.extend(shared.clone());
    (form.check)(complete).map_err(|problem| below("each", problem))?;
    const TIMES: [&str; 2] = ["tc", "st"];
    let has_time = TIMES.iter().any(|field| engine.contains_key(*field));
    for (field, value) in shared.iter().filter(|(field, _)| !(has_time && TIMES.contains(&field.as_str()))) {
        engine.entry(field).or_insert_with(|| value.clone());
    }
    Ok(())
}

fn engine_spec(place: &str, engine: &EngineOptions, common: Limits) -> Result<EngineSpec, Problem> {
    let at = |name: &str| format!("{place}{name}");
    if engine.name.is_empty()
        || engine.name.len() > 40
        || !engine.name.chars().all(|c| c.is_ascii_alphanumeric() || "._+-()@".contains(c))
        || engine.name.starts_with('.')
    {
        return fault(at("name"), format!("'{}'", engine.name), "up to 40 letters, digits or . _ + - ( ) @");
    }
    let Some((program, arguments)) = engine.cmd.split_first() else {
        return fault(at("cmd"), "nothing", "a program");
    };
    let folder = engine.dir.as_ref().map(from_home);
    if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
        return fault(at("dir"), format!("no folder '{}'", folder.display()), "a folder");
    }
    let program =
        find(program, folder.as_deref()).map_err(|(found, expected)| Problem::at(at("cmd"), found, expected))?;
    let is_own = is_own(&program);
    let limits = engine.limits().or(common);
    check_limits(place, &limits)?;
    let uses = |placeholder: &str| arguments.iter().chain(&engine.init).any(|word| word.contains(placeholder));
    for (field, words) in [("cmd", arguments), ("init", &engine.init)] {
        let mut names = words.iter().flat_map(|word| names_in_braces(word));
        if let Some(unknown) = names.find(|name| !AT_START.contains(name)) {
            let expected = AT_START.map(|name| format!("{{{name}}}")).join(", ");
            return fault(at(field), format!("{{{unknown}}}"), format!("one of {expected}"));
        }
    }
    let protocol = engine.proto;
    let name = &engine.name;
    let otherwise = "in its cmd, or depth=own and the engine's own option";
    if limits.plies().is_some() && protocol == Protocol::Gtp && !is_own && !uses("{depth}") {
        let message = format!("GTP cannot tell {name} a depth: put {{depth}} {otherwise}");
        return Err(Problem::wrong(at("depth"), message));
    }
    if limits.depth.is_none() && protocol == Protocol::Nboard && !is_own {
        // A depth is required, because Edax and NTest take a GUI's usual depth as no limit, and NTest fails without
        // one.
        let message = format!(
            "{name} speaks NBoard, which needs a depth: give depth=N, or depth=own if its command line sets the depth"
        );
        return Err(Problem::wrong(at("depth"), message));
    }
    if limits.nodes.is_some() && !is_own && !uses("{nodes}") {
        let message = format!("no protocol can tell {name} a number of nodes: put {{nodes}} {otherwise}");
        return Err(Problem::wrong(at("nodes"), message));
    }
    if engine.memory_mb == Some(0) {
        return fault(at("memory_mb"), 0, "1 or more");
    }
    if let Some(line) = engine.init.iter().find(|line| line.contains(['\n', '\r'])) {
        return fault(at("init"), format!("a line end in '{line}'"), "an entry for each line");
    }
    let restart = if uses("{seed}") { Restart::Game } else { engine.restart };
    let settings = EngineSettings {
        protocol,
        limits,
        env: engine.env.clone(),
        init: engine.init.clone(),
        memory_mb: engine.memory_mb,
        margin: engine.margin,
        restart,
    };
    Ok(EngineSpec {
        name: engine.name.clone(),
        program,
        arguments: arguments.to_vec(),
        folder,
        settings,
        log: engine.log.unwrap_or(true),
        own: is_own,
        command: engine.cmd.clone(),
    })
}
