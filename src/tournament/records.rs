//! The games of `games.jsonl` as records, for measuring players and for other formats.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::clock as engine_clock;
use super::identity::EngineIdentity;
use super::journal::played;
use super::played::{Termination, TournamentGame, not_legal};
use super::standing::standing;
use super::{Error, Folder};
use crate::board::Objective;
use crate::machine::regular::read;
use crate::record::problem::Problem;
use crate::record::{Clock, Ending, GameRecord, Outcome};

/// The number of a line, from 1, and its game or its error.
pub(super) type Line<G = GameRecord> = (usize, Result<G, Problem>);

/// The tournament of a file of games.
#[derive(Default)]
struct Event {
    /// Its name; empty if the file is alone.
    name: String,
    /// The day of its first game; empty if the file is alone.
    date: String,
    rule: Objective,
    /// The clocks of the engines that have one.
    clocks: BTreeMap<String, Clock>,
}

impl Event {
    /// The tournament in the file's folder. Without one, most discs win.
    fn of(path: &Path) -> Result<Event, Error> {
        let folder = path.parent().unwrap_or(Path::new(""));
        if !Folder::is_there(folder) {
            return Ok(Event::default());
        }
        let identity = Folder::identity(folder)?;
        let clock = |engine: EngineIdentity| {
            let clock = engine_clock::Clock::new(engine.settings.limits, Duration::ZERO);
            Some((engine.name, clock.record()?))
        };
        Ok(Event {
            name: identity.name,
            date: identity.origin.date,
            rule: identity.rules.rule,
            clocks: identity.engines.into_iter().filter_map(clock).collect(),
        })
    }
}

/// The games of a file with their line numbers, for measuring players. An unreadable game is replaced by its error.
///
/// # Errors
///
/// The file cannot be read.
pub(crate) fn records(path: &Path) -> Result<Vec<Line>, Error> {
    let Event { rule, .. } = Event::of(path)?;
    let record = |game: TournamentGame| measured(&game, rule);
    Ok(games(path, rule)?.into_iter().map(|(line, game)| (line, game.and_then(record))).collect())
}

/// The games of a file with their line numbers, evaluations, depths, times and the results that count in the
/// tournament. Games that were played again are left out.
///
/// # Errors
///
/// The file cannot be read.
pub(crate) fn timed_records(path: &Path) -> Result<Vec<Line>, Error> {
    let event = Event::of(path)?;
    let rule = event.rule;
    let record = |game: TournamentGame| {
        let mut record = game.to_timed_record(&event.name, rule).ok_or_else(not_legal)?;
        record.date.clone_from(&event.date);
        record.black.clock = event.clocks.get(&game.black).copied();
        record.white.clock = event.clocks.get(&game.white).copied();
        Ok(record)
    };
    let counted = counted(path, games(path, rule)?)?;
    Ok(counted.into_iter().map(|(line, game)| (line, game.and_then(record))).collect())
}

/// Without the games that do not count: an earlier attempt at a game, one that is to be repeated, and those after the
/// decision of the tournament's SPRT.
fn counted(path: &Path, mut lines: Vec<Line<TournamentGame>>) -> Result<Vec<Line<TournamentGame>>, Error> {
    let readable = lines.iter().filter_map(|(line, game)| Some((*line, game.as_ref().ok()?)));
    let last: BTreeMap<usize, usize> = readable.map(|(line, game)| (game.number(), line)).collect();
    let is_last = |line: usize, game: &TournamentGame| last[&game.number()] == line && !game.is_to_repeat();
    lines.retain(|(line, game)| game.as_ref().map_or(true, |game| is_last(*line, game)));
    let end = decided(path, &lines)?;
    lines.retain(|(_, game)| game.as_ref().map_or(true, |game| game.number() < end));
    Ok(lines)
}

/// The number of games that count in the tournament in the file's folder.
fn decided(path: &Path, lines: &[Line<TournamentGame>]) -> Result<usize, Error> {
    let folder = path.parent().unwrap_or(Path::new(""));
    if !Folder::is_there(folder) {
        return Ok(usize::MAX);
    }
    let identity = Folder::identity(folder)?;
    if identity.rules.sprt.is_none() {
        return Ok(usize::MAX);
    }
    let games = lines.iter().filter_map(|(_, game)| game.as_ref().ok());
    Ok(standing(&identity, &identity.plan.schedule(), games).games)
}

fn games(path: &Path, rule: Objective) -> Result<Vec<Line<TournamentGame>>, Error> {
    let bytes = read(path).map_err(|error| Error::file(path, error))?;
    let lines = bytes.split(|&byte| byte == b'\n').zip(1..).filter(|(line, _)| !line.trim_ascii().is_empty());
    Ok(lines.map(|(line, number)| (number, played(line, rule))).collect())
}

/// The record of a game. It marks the moves of the opening, and has a result only if the game was completed.
fn measured(game: &TournamentGame, rule: Objective) -> Result<GameRecord, Problem> {
    let mut record = game.to_record("", rule).ok_or_else(not_legal)?;
    record.given = Some(game.opening.plies);
    record.result = match (game.termination, game.points) {
        (Termination::Normal | Termination::Adjudicated, _) => record.result,
        // The winner is known, but not the margin.
        (Termination::Resigned, Some(points)) => {
            Some(Outcome { score: 128.0 * points - 64.0, ending: Ending::Resigned })
        }
        (Termination::Claimed, Some(0.5)) => Some(Outcome { score: 0.0, ending: Ending::Agreed }),
        (Termination::Claimed, Some(points)) => {
            Some(Outcome { score: 128.0 * points - 64.0, ending: Ending::Resigned })
        }
        _ => None,
    };
    Ok(record)
}
