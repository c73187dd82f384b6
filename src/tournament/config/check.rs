//! From the raw configuration to a checked one.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::limits::seconds;
use super::raw::{
    Command, RawBook, RawConfig, RawEngine, RawLimits, RawModel, RawOpenings, RawOrder, RawProtocol, RawRestart,
    RawRule, RawSchedule, RawScoring, RawSprt, RawTimeouts,
};
use super::{Book, Config, ConfigError, EngineSpec, Limits, Plan, PlanKind, Protocol, Source, Timeouts, split};
use crate::board::Objective;
use crate::record::text::{is_printable, shown};
use crate::stats::{Model, Sprt};
use crate::tournament::fault::FaultKind;

/// More empty squares than this take the solver too long.
const MOST_ADJUDICATED: u32 = 24;
/// Random openings of more plies would leave nothing to play.
const MOST_RANDOM_PLIES: usize = 40;
const MOST_GAMES: usize = 10_000_000;
const MOST_ELO: f64 = 10_000.0;
/// Engines that are kept running if nothing is said: no machine minds so many.
const PROCESSES: usize = 8;

fn fault<T>(place: impl Into<String>, message: impl Into<String>) -> Result<T, ConfigError> {
    Err(ConfigError::Field { place: place.into(), message: message.into() })
}

pub(super) fn check(raw: RawConfig) -> Result<Config, ConfigError> {
    if let Some(format) = raw.format.as_ref().filter(|format| *format != "rival-tournament/1") {
        return fault("format", format!("found '{format}', expected rival-tournament/1"));
    }
    if raw.engines.len() < 2 {
        return fault("engines", format!("found {}, expected 2 or more", raw.engines.len()));
    }
    let common = raw.limits();
    check_limits("", &common)?;
    let engines = raw.engines.iter().enumerate().map(|(number, engine)| engine_spec(number, engine, &common));
    let engines: Vec<EngineSpec> = engines.collect::<Result<_, _>>()?;
    for (number, engine) in engines.iter().enumerate() {
        if engines[..number].iter().any(|other| other.name.eq_ignore_ascii_case(&engine.name)) {
            return fault(format!("engines[{number}].name"), format!("found '{}' a second time", engine.name));
        }
    }
    let anchors = raw.anchors.unwrap_or_default();
    for (name, elo) in &anchors {
        if !engines.iter().any(|engine| engine.name == *name) {
            return fault("anchors", format!("found '{}', expected an engine's name", shown(name)));
        }
        if elo.abs() > MOST_ELO || elo.is_nan() {
            return fault(
                format!("anchors.{name}"),
                format!("found {elo}, expected Elo from -{MOST_ELO} to {MOST_ELO}"),
            );
        }
    }
    let adjudicate = raw.adjudicate.unwrap_or(0);
    if adjudicate > MOST_ADJUDICATED {
        return fault("adjudicate", format!("found {adjudicate}, expected 0 to {MOST_ADJUDICATED} empty squares"));
    }
    let concurrency = concurrency(raw.concurrency, raw.force_concurrency.unwrap_or(false))?;
    let sprt = raw.sprt.as_ref().map(sprt).transpose()?;
    if sprt.is_some() && engines.len() != 2 {
        return fault("sprt", format!("found {} engines, expected 2", engines.len()));
    }
    let mut void = Vec::new();
    for (name, scoring) in raw.faults.into_iter().flatten() {
        let Some(kind) = FaultKind::ALL.into_iter().find(|kind| kind.name() == name) else {
            let names = FaultKind::ALL.map(FaultKind::name).join(", ");
            return fault("faults", format!("found '{name}', expected one of {names}"));
        };
        if matches!(scoring, RawScoring::Void) {
            void.push(kind);
        }
    }
    Ok(Config {
        name: title(raw.name)?,
        plan: plan(raw.schedule, raw.challengers, raw.games, raw.pairs, engines.len())?,
        openings: book(raw.openings)?,
        rule: match raw.rule.unwrap_or(RawRule::Normal) {
            RawRule::Normal => Objective::Normal,
            RawRule::Anti => Objective::Anti,
        },
        seed: raw.seed.unwrap_or(1),
        concurrency,
        processes: processes(raw.processes, concurrency)?,
        adjudicate,
        timeouts: timeouts(&raw.timeouts.unwrap_or_default())?,
        void,
        sprt,
        anchors,
        log: raw.log.unwrap_or(true),
        engines,
    })
}

/// One line that a terminal and a page show as it is.
fn title(raw: Option<String>) -> Result<String, ConfigError> {
    let title = raw.unwrap_or_else(|| "tournament".to_owned());
    if title.trim().is_empty() || title.chars().count() > 200 || !title.chars().all(is_printable) {
        return fault("name", format!("found '{}', expected up to 200 printable characters", shown(&title)));
    }
    Ok(title)
}

fn concurrency(wanted: Option<usize>, force: bool) -> Result<usize, ConfigError> {
    let wanted = wanted.unwrap_or(1);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    match wanted {
        0 => fault("concurrency", "found 0, expected 1 or more"),
        1001.. => fault("concurrency", format!("found {wanted}, expected 1 to 1000")),
        _ if force => Ok(wanted),
        _ => Ok(wanted.min(cores)),
    }
}

fn processes(wanted: Option<usize>, concurrency: usize) -> Result<usize, ConfigError> {
    let fewest = 2 * concurrency;
    match wanted {
        None => Ok(PROCESSES.max(fewest)),
        Some(wanted) if wanted >= fewest => Ok(wanted),
        Some(wanted) => fault("processes", format!("found {wanted}, expected {fewest} or more, two for each game")),
    }
}

fn plan(
    schedule: Option<RawSchedule>,
    challengers: Option<usize>,
    games: Option<usize>,
    pairs: Option<bool>,
    engines: usize,
) -> Result<Plan, ConfigError> {
    let pairs = pairs.unwrap_or(true);
    let games = games.unwrap_or(100);
    if games == 0 || games > MOST_GAMES {
        return fault("games", format!("found {games}, expected 1 to {MOST_GAMES}"));
    }
    if pairs && !games.is_multiple_of(2) {
        return fault("games", format!("found {games}, expected an even number, or \"pairs\": false"));
    }
    let kind = match (schedule.unwrap_or(RawSchedule::RoundRobin), challengers) {
        (RawSchedule::RoundRobin, None) => PlanKind::RoundRobin,
        (RawSchedule::RoundRobin, Some(_)) => {
            return fault("challengers", "found in a round robin, expected in a gauntlet");
        }
        (RawSchedule::Gauntlet, count) => match count.unwrap_or(1) {
            count if (1..engines).contains(&count) => PlanKind::Gauntlet(count),
            count => return fault("challengers", format!("found {count}, expected 1 to {}", engines - 1)),
        },
    };
    Ok(Plan { kind, games, pairs })
}

fn book(raw: Option<RawOpenings>) -> Result<Book, ConfigError> {
    let raw = match raw.unwrap_or(RawOpenings::Source("random:8".to_owned())) {
        RawOpenings::Source(source) => RawBook { source, order: None, start: None, plies: None, repeat: None },
        RawOpenings::Full(book) => book,
    };
    let source = match raw.source.strip_prefix("random:") {
        None => Source::File(PathBuf::from(&raw.source)),
        Some(plies) => match plies.parse() {
            Ok(plies) if plies <= MOST_RANDOM_PLIES => Source::Random(plies),
            _ => {
                let expected = format!("found '{}', expected random:0 to random:{MOST_RANDOM_PLIES}", raw.source);
                return fault("openings", expected);
            }
        },
    };
    let Some(start) = raw.start.unwrap_or(1).checked_sub(1) else {
        return fault("openings.start", "found 0, expected the number of an opening, the first being 1");
    };
    let shuffled = matches!(raw.order, Some(RawOrder::Random));
    Ok(Book { source, shuffled, start, plies: raw.plies, repeat: raw.repeat.unwrap_or(false) })
}

fn timeouts(raw: &RawTimeouts) -> Result<Timeouts, ConfigError> {
    let time = |name: &str, value: Option<f64>, default: f64| -> Result<Duration, ConfigError> {
        let value = value.unwrap_or(default);
        seconds(value).map_or_else(
            || fault(format!("timeouts.{name}"), format!("found {value}, expected seconds from 0 to 604800")),
            Ok,
        )
    };
    Ok(Timeouts {
        start: time("start", raw.start, 10.0)?,
        reply: time("reply", raw.reply, 60.0)?,
        late: time("late", raw.late, 5.0)?,
        quit: time("quit", raw.quit, 0.5)?,
        margin: time("margin", raw.margin, 0.05)?,
    })
}

fn sprt(raw: &RawSprt) -> Result<Sprt, ConfigError> {
    let (alpha, beta) = (raw.alpha.unwrap_or(0.05), raw.beta.unwrap_or(0.05));
    for (name, value) in [("alpha", alpha), ("beta", beta)] {
        if !(1e-9..0.5).contains(&value) {
            return fault(format!("sprt.{name}"), format!("found {value}, expected a probability below 0.5"));
        }
    }
    if !(raw.elo0.is_finite() && raw.elo1.is_finite() && raw.elo0 < raw.elo1) {
        return fault("sprt", format!("found elo0 {} and elo1 {}, expected elo0 below elo1", raw.elo0, raw.elo1));
    }
    let model = match raw.model.unwrap_or(RawModel::Normalised) {
        RawModel::Normalised => Model::Normalised,
        RawModel::Logistic => Model::Logistic,
    };
    Ok(Sprt { elo0: raw.elo0, elo1: raw.elo1, alpha, beta, model })
}

fn check_limits(place: &str, raw: &RawLimits) -> Result<Limits, ConfigError> {
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

fn engine_spec(number: usize, raw: &RawEngine, common: &RawLimits) -> Result<EngineSpec, ConfigError> {
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
    let own =
        env::current_exe().and_then(|own| own.canonicalize()).is_ok_and(|own| program.canonicalize().ok() == Some(own));
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
        restart_each_game: matches!(raw.restart, Some(RawRestart::Game)) || uses("{seed}"),
        log: raw.log.unwrap_or(true),
        own,
        command,
    })
}

/// The program's file: a path as it is, a bare name from PATH. A bare `rival` is the program that is running.
fn find(program: &str) -> Result<PathBuf, String> {
    if program == "rival" {
        return env::current_exe().map_err(|error| error.to_string());
    }
    let runs = |path: &Path| {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    };
    if program.contains('/') {
        let path = std::path::absolute(program).map_err(|error| error.to_string())?;
        return if runs(&path) { Ok(path) } else { Err(format!("found no program '{program}'")) };
    }
    // Debian keeps games, and with them engines, out of the PATH of root and of services.
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&folders).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(program)).find(|path| runs(path));
    found.ok_or_else(|| format!("found no program '{program}' in PATH"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        Config::from_json(&value).unwrap_err().to_string()
    }

    fn with(field: &str) -> String {
        let engine = |name: &str| format!(r#"{{"name": "{name}", "cmd": "rival gtp", "proto": "gtp"}}"#);
        format!(r#"{{"engines": [{}, {}]{field}}}"#, engine("A"), engine("B"))
    }

    #[test]
    fn a_minimal_configuration_is_complete() {
        let value = serde_json::from_str(&with("")).unwrap();
        let config = Config::from_json(&value).unwrap();
        assert_eq!(config.plan, Plan { kind: PlanKind::RoundRobin, games: 100, pairs: true });
        assert_eq!(config.openings.source, Source::Random(8));
        assert_eq!((config.seed, config.concurrency, config.adjudicate), (1, 1, 0));
    }

    #[test]
    fn every_error_names_its_place() {
        for (text, message) in [
            (with(r#", "game": 3"#), "game: unknown field `game`, expected one of"),
            (with(r#", "games": 3"#), "games: found 3, expected an even number, or \"pairs\": false"),
            (with(r#", "games": "x""#), "games: invalid type"),
            (with(r#", "openings": "random:99""#), "openings: found 'random:99', expected random:0 to random:40"),
            (with(r#", "tc": "x""#), "tc: found 'x', expected seconds and increment"),
            (with(r#", "depth": 3"#).replace("rival gtp", "sh gtp"), "engines[0].depth: GTP cannot tell"),
            (with(r#", "name": "a\n# b""#), "name: found 'a?# b', expected up to 200 printable characters"),
            (with(r#", "anchors": {"C": 1}"#), "anchors: found 'C', expected an engine's name"),
            (with(r#", "processes": 1"#), "processes: found 1, expected 2 or more, two for each game"),
            (with(r#", "adjudicate": 40"#), "adjudicate: found 40, expected 0 to 24 empty squares"),
            (with(r#", "faults": {"boom": "loss"}"#), "faults: found 'boom', expected one of time, crash"),
            (with(r#", "sprt": {"elo0": 5, "elo1": 1}"#), "sprt: found elo0 5 and elo1 1, expected elo0 below elo1"),
            (with("").replace("\"B\"", "\"a\""), "engines[1].name: found 'a' a second time"),
            (with("").replace("\"B\"", "\"../B\""), "engines[1].name: found '../B', expected up to 40"),
            (
                with("").replacen("rival gtp", "no-such-engine", 1),
                "engines[0].cmd: found no program 'no-such-engine' in PATH",
            ),
            (with("").replacen("rival gtp", "/no/such", 1), "engines[0].cmd: found no program '/no/such'"),
            (r#"{"engines": []}"#.to_owned(), "engines: found 0, expected 2 or more"),
            (
                r#"{"engines": [{"name": "A", "cmd": "x", "proto": "uci"}]}"#.to_owned(),
                "engines[0].proto: unknown variant `uci`",
            ),
        ] {
            let found = error(&text);
            assert!(found.starts_with(message), "{text}\n{found}");
            assert!(!found.contains('\n'));
        }
    }
}
