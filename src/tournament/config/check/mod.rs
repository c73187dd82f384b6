//! Checks options.

mod engine;
mod plan;
mod processors;
mod program;

use std::fmt::Display;
use std::path::PathBuf;

pub(crate) use self::engine::engine_form;
use self::engine::engine_specs;
use self::plan::{book, plan};
use self::processors::processors;
use super::options::Options;
use super::{ClockKind, Config, EngineSpec, Rules};
use crate::machine::{meter, work};
use crate::record::problem::Problem;
use crate::record::text::is_printable;
use crate::stats::Sprt;
use crate::tournament::catalogue::EngineFields;
use crate::tournament::claims::{Draw, Resign};

/// The most empty squares for adjudication. With more, the solver takes too long.
const MOST_ADJUDICATED: u32 = 24;
const MOST_ELO: f64 = 10_000.0;
/// The most moves of a game.
const MOST_MOVES: u32 = 60;
/// The default number of running engines, small enough for any machine.
const PROCESSES: usize = 8;

fn fault<T>(place: impl Into<String>, found: impl Display, expected: impl Display) -> Result<T, Problem> {
    Err(Problem::at(place, found, expected))
}

pub(super) fn check(options: &Options) -> Result<Config, Problem> {
    let engines = engine_specs(options)?;
    if engines.is_empty() {
        return fault("engines", 0, "2 or more");
    }
    check_anchors(options, &engines)?;
    let concurrency = concurrency(options.concurrency.unwrap_or(1), options.force_concurrency)?;
    Ok(Config {
        name: title(options.name.as_deref())?,
        plan: plan(options)?,
        openings: book(options)?,
        rules: rules(options)?,
        anchors: options.anchors.iter().cloned().collect(),
        concurrency,
        processes: processes(options.processes, concurrency)?,
        processors: processors(options.affinity.as_ref(), concurrency)?,
        stop_on_fault: options.stop_on_fault,
        log: options.log.unwrap_or(true),
        engines,
    })
}

/// The one engine of these fields.
pub(super) fn one_engine(engine: EngineFields, look_in: &[PathBuf]) -> Result<EngineSpec, Problem> {
    let options = Options { engines: vec![engine], look_in: look_in.to_vec(), ..Options::default() };
    let mut specs = engine_specs(&options)?;
    Ok(specs.remove(0))
}

fn rules(options: &Options) -> Result<Rules, Problem> {
    let adjudicate = options.adjudicate.unwrap_or(0);
    if adjudicate > MOST_ADJUDICATED {
        return fault("adjudicate", adjudicate, format!("0 to {MOST_ADJUDICATED} empty squares"));
    }
    check_claims(options.resign.as_ref(), options.draw.as_ref())?;
    if let Some(sprt) = &options.sprt {
        check_sprt(sprt, options.engines.len())?;
    }
    Ok(Rules {
        rule: options.rule.unwrap_or_default(),
        seed: options.seed.unwrap_or(1),
        adjudicate,
        resign: options.resign,
        draw: options.draw,
        timeouts: options.timeouts.unwrap_or_default(),
        clock: clock(options.clock.unwrap_or_default())?,
        sprt: options.sprt,
    })
}

fn check_anchors(options: &Options, engines: &[EngineSpec]) -> Result<(), Problem> {
    for (name, elo) in &options.anchors {
        if !engines.iter().any(|engine| engine.name == *name) {
            return fault("anchors", format!("'{name}'"), "an engine's name");
        }
        if elo.0.abs() > MOST_ELO || elo.0.is_nan() {
            return fault(format!("anchors.{name}"), elo, format!("Elo from -{MOST_ELO} to {MOST_ELO}"));
        }
    }
    Ok(())
}

fn clock(kind: ClockKind) -> Result<ClockKind, Problem> {
    match kind {
        ClockKind::Cpu if !meter::is_possible() => {
            fault("clock", "cpu", "wall: only Linux provides the processor time of an engine")
        }
        _ => Ok(kind),
    }
}

fn check_claims(resign: Option<&Resign>, draw: Option<&Draw>) -> Result<(), Problem> {
    if let Some(resign) = resign {
        check_claim("resign", resign.moves, resign.discs)?;
        if resign.discs == 0.0 {
            return fault("resign.discs", 0, "discs above 0");
        }
    }
    if let Some(draw) = draw {
        check_claim("draw", draw.moves, draw.discs)?;
        if draw.from > MOST_MOVES as usize {
            return fault("draw.from", draw.from, format!("0 to {MOST_MOVES}"));
        }
    }
    Ok(())
}

fn check_claim(name: &str, moves: u32, discs: f64) -> Result<(), Problem> {
    if !(1..=MOST_MOVES).contains(&moves) {
        return fault(format!("{name}.moves"), moves, format!("1 to {MOST_MOVES}"));
    }
    if !(0.0..=64.0).contains(&discs) {
        return fault(format!("{name}.discs"), discs, "discs from 0 to 64");
    }
    Ok(())
}

/// Checks a title: one line that is safe on a terminal and on a page.
fn title(title: Option<&str>) -> Result<String, Problem> {
    let title = title.unwrap_or("tournament");
    if title.trim().is_empty() || title.chars().count() > 200 || !title.chars().all(is_printable) {
        return fault("name", format!("'{title}'"), "up to 200 printable characters");
    }
    Ok(title.to_owned())
}

fn concurrency(wanted: usize, force: bool) -> Result<usize, Problem> {
    let cores = work::cores();
    match wanted {
        0 => fault("concurrency", 0, "1 or more"),
        1001.. => fault("concurrency", wanted, "1 to 1000"),
        _ if force => Ok(wanted),
        _ => Ok(wanted.min(cores)),
    }
}

fn processes(wanted: Option<usize>, concurrency: usize) -> Result<usize, Problem> {
    let fewest = 2 * concurrency;
    match wanted {
        None => Ok(PROCESSES.max(fewest)),
        Some(wanted) if wanted >= fewest => Ok(wanted),
        Some(wanted) => fault("processes", wanted, format!("{fewest} or more, two for each game")),
    }
}

fn check_sprt(sprt: &Sprt, engines: usize) -> Result<(), Problem> {
    if engines != 2 {
        return fault("sprt", format!("{engines} engines"), 2);
    }
    for (name, value) in [("alpha", sprt.alpha), ("beta", sprt.beta)] {
        if !(1e-9..0.5).contains(&value) {
            return fault(format!("sprt.{name}"), value, "a probability below 0.5");
        }
    }
    if !(sprt.elo0.is_finite() && sprt.elo1.is_finite() && sprt.elo0 < sprt.elo1) {
        return fault("sprt", format!("elo0 {} and elo1 {}", sprt.elo0, sprt.elo1), "elo0 below elo1");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Source};
    use super::*;
    use crate::record::problem;
    use crate::tournament::schedule::{Extent, Pairings, Plan};

    fn config(text: &str) -> Result<Config, Problem> {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        Config::new(&problem::value(value)?)
    }

    fn with(field: &str) -> String {
        let engines = ["A", "B"].map(|name| format!(r#"{{"name": "{name}", "cmd": "rival gtp", "proto": "gtp"}}"#));
        format!(r#"{{"engines": [{}]{field}}}"#, engines.join(", "))
    }

    #[test]
    fn a_minimal_configuration_is_complete() {
        let config = config(&with("")).unwrap();
        let extents = vec![Extent { engines: 2, games: 100 }];
        assert_eq!(config.plan, Plan { pairings: Pairings::RoundRobin, pairs: true, extents });
        assert_eq!(config.openings.source, Source::Random(8));
        assert_eq!((config.rules.seed, config.concurrency, config.rules.adjudicate), (1, 1, 0));
    }

    #[test]
    fn the_configuration_of_the_documents_is_one() {
        let document = include_str!("../../../../docs/tournament.md");
        let example = document.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
        let config = config(example).unwrap();
        let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!((names, config.plan.extent().games), (vec!["expert", "advanced"], 20));
    }

    #[test]
    fn ten_million_games_are_the_most() {
        assert_eq!(config(&with(r#", "games": 10000000"#)).unwrap().plan.extent().games, 10_000_000);
    }

    #[test]
    fn an_engine_yields_where_it_says_nothing() {
        let each = r#", "each": {"tc": "9", "depth": 3}"#;
        let common = r#", "tc": "9", "nodes": 5"#;
        for (engine, others, expected) in [
            ("", each, ["9+0", "", "3", ""]),
            (r#", "st": 2"#, each, ["", "2", "3", ""]),
            (r#", "depth": "own""#, each, ["9+0", "", "own", ""]),
            (r#", "depth": 4"#, common, ["9+0", "", "4", ""]),
            (r#", "st": 2, "depth": "own""#, common, ["", "2", "own", ""]),
        ] {
            let text = format!(
                r#"{{"engines": [{{"name": "A", "cmd": "sh", "proto": "nboard" {engine}}},
                {{"name": "B", "cmd": "rival gtp", "proto": "gtp"}}] {others}}}"#
            );
            let Limits { clock, per_move, depth, nodes } = config(&text).unwrap().engines[0].settings.limits;
            let limits = [
                clock.map(|clock| clock.to_string()),
                per_move.map(|time| time.as_secs_f64().to_string()),
                depth.map(|depth| depth.to_string()),
                nodes.map(|nodes| nodes.to_string()),
            ];
            assert_eq!(limits.map(Option::unwrap_or_default), expected, "{text}");
        }
    }

    #[test]
    fn a_program_is_looked_for_in_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().display().to_string();
        let program = |cmd: &str| {
            let mut value: serde_json::Value = serde_json::from_str(&with("")).unwrap();
            value["engines"][0]["cmd"] = cmd.into();
            value["engines"][0]["dir"] = dir.clone().into();
            config(&value.to_string())
                .map(|config| config.engines[0].program.clone())
                .map_err(|error| error.to_string())
        };
        std::os::unix::fs::symlink("/bin/sh", folder.path().join("engine")).unwrap();
        assert_eq!(
            program("./engine x").unwrap().canonicalize().unwrap(),
            folder.path().join("engine").canonicalize().unwrap()
        );
        assert_eq!(program("engine"), Ok(folder.path().join("engine")));
        assert!(program("sh").is_ok() && program("/bin/sh").is_ok());
        let here = std::env::current_dir().unwrap().display().to_string();
        let expected = format!("engines[0].cmd: found no program './other', expected one in '{dir}', '{here}'");
        assert_eq!(program("./other"), Err(expected));
        let expected = format!("engines[0].cmd: found no program 'other', expected one in '{dir}', PATH, /usr/games");
        assert_eq!(program("other"), Err(expected));
    }

    #[test]
    fn every_error_names_its_place() {
        for (text, message) in [
            (with(r#", "game": 3"#), "game: unknown field: did you mean \"games\"?"),
            (with(r#", "games": 3"#), "games: found 3, expected an even number, or no_pairs"),
            (with(r#", "games": 0"#), "games: found 0, expected 1 to 10000000"),
            (with(r#", "games": 10000002"#), "games: found 10000002, expected 1 to 10000000"),
            (with(r#", "games": "x""#), "games: found string \"x\", expected"),
            (with(r#", "openings": "random:99""#), "openings: found 'random:99', expected random:0 to random:40"),
            (with(r#", "tc": "x""#), "tc: found 'x', expected seconds and increment"),
            (
                with(r#", "depth": 3"#).replace("rival gtp", "sh gtp"),
                "engines[0].depth: GTP cannot tell A a depth: put {depth} in its cmd, or depth=own",
            ),
            (with(r#", "depth": 0"#), "depth: found 0, expected 1 or more"),
            (with(r#", "depth": "deep""#), "depth: found \"deep\", expected plies, 60 at most, or \"own\""),
            (
                with("").replace("rival gtp", "sh").replace(r#""gtp"}]"#, r#""nboard"}]"#),
                "engines[1].depth: B speaks NBoard, which needs a depth: give depth=N, or depth=own",
            ),
            (with(r#", "name": "a\n# b""#), "name: found 'a\\n# b', expected up to 200 printable characters"),
            (with(r#", "each": 3"#), "each: found integer `3`, expected an object"),
            (with(r#", "each": {"cmd": "x"}"#), "each: every engine has a cmd of its own: set it there"),
            (with(r#", "each": {"margin": -1}"#), "each.margin: found -1, expected seconds"),
            (with(r#", "draw": {"moves": 4, "discs": 1, "from": 99}"#), "draw.from: found 99, expected 0 to 60"),
            (with(r#", "resign": {"moves": 0, "discs": 9}"#), "resign.moves: found 0, expected 1 to 60"),
            (with(r#", "resign": {"moves": 1, "discs": 0}"#), "resign.discs: found 0, expected discs above 0"),
            (with(r#", "draw": {"moves": 1, "discs": 99}"#), "draw.discs: found 99, expected discs from 0 to 64"),
            (with(r#", "tc": 10"#), "tc: found 10, expected seconds and increment like \"10+0.1\""),
            (with(r#", "affinity": [0]"#), "affinity: found [0], expected true, or processors like \"0-3,6\""),
            (with(r#", "each": {"tme": 3}"#), "each.tme: unknown field, expected a field of an engine, such as cmd"),
            (with(r#", "affinity": "3-1""#), "affinity: found '3-1', expected processors like 0-3,6"),
            (with(r#", "anchors": {"C": 1}"#), "anchors: found 'C', expected an engine's name"),
            (with(r#", "processes": 1"#), "processes: found 1, expected 2 or more, two for each game"),
            (with(r#", "adjudicate": 40"#), "adjudicate: found 40, expected 0 to 24 empty squares"),
            (with(r#", "sprt": {"elo0": 5, "elo1": 1}"#), "sprt: found elo0 5 and elo1 1, expected elo0 below elo1"),
            (with("").replace("\"B\"", "\"a\""), "engines[1].name: found 'a' a second time"),
            (with("").replace("\"B\"", "\"../B\""), "engines[1].name: found '../B', expected up to 40"),
            (
                with("").replacen("rival gtp", "no-such-engine", 1),
                "engines[0].cmd: found no program 'no-such-engine', expected one in PATH, /usr/games",
            ),
            (with("").replacen("rival gtp", "/no/such", 1), "engines[0].cmd: found no program '/no/such'"),
            (r#"{"engines": []}"#.to_owned(), "engines: found 0, expected 2 or more"),
            (
                r#"{"engines": [{"name": "A", "cmd": "x", "proto": "uci"}]}"#.to_owned(),
                "engines[0].proto: found \"uci\", expected \"gtp\" or \"nboard\"",
            ),
        ] {
            let error = config(&text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}\n{error}");
            assert!(!error.contains('\n'));
        }
    }
}
