//! The games of `games.jsonl` as records, for measuring players and for other formats.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::clock as engine_clock;
use super::identity::{EngineIdentity, Identity};
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
    /// The clocks of the engines that have one.
    clocks: BTreeMap<String, Clock>,
}

impl Event {
    /// The event of a tournament. Nothing without one.
    fn new(tournament: Option<Identity>) -> Event {
        let Some(identity) = tournament else { return Event::default() };
        let clock = |engine: EngineIdentity| {
            let clock = engine_clock::Clock::new(engine.settings.limits, Duration::ZERO);
            Some((engine.name, clock.record()?))
        };
        Event {
            name: identity.name,
            date: identity.origin.date,
            clocks: identity.engines.into_iter().filter_map(clock).collect(),
        }
    }
}

/// The tournament in the folder of a file of games; `None` if the file is alone.
fn tournament(path: &Path) -> Result<Option<Identity>, Error> {
    let folder = path.parent().unwrap_or(Path::new(""));
    Folder::is_there(folder).then(|| Folder::identity(folder)).transpose()
}

/// The rule of a tournament; without one, most discs win.
fn rule(tournament: Option<&Identity>) -> Objective {
    tournament.map_or(Objective::default(), |identity| identity.rules.rule)
}

/// The games of a file that count in its tournament, with their line numbers, for measuring players. An unreadable game
/// is replaced by its error.
///
/// # Errors
///
/// The file cannot be read.
pub(crate) fn records(path: &Path) -> Result<Vec<Line>, Error> {
    let tournament = tournament(path)?;
    let rule = rule(tournament.as_ref());
    let counted = counted(tournament.as_ref(), games(path, rule)?);
    let record = |game: TournamentGame| measured(&game, rule);
    Ok(counted.into_iter().map(|(line, game)| (line, game.and_then(record))).collect())
}

/// The games of a file that count in its tournament, with their line numbers, evaluations, depths, times and results.
///
/// # Errors
///
/// The file cannot be read.
pub(crate) fn timed_records(path: &Path) -> Result<Vec<Line>, Error> {
    let tournament = tournament(path)?;
    let rule = rule(tournament.as_ref());
    let counted = counted(tournament.as_ref(), games(path, rule)?);
    let event = Event::new(tournament);
    let record = |game: TournamentGame| {
        let mut record = game.to_timed_record(&event.name, rule).ok_or_else(not_legal)?;
        record.date.clone_from(&event.date);
        record.black.clock = event.clocks.get(&game.black).copied();
        record.white.clock = event.clocks.get(&game.white).copied();
        Ok(record)
    };
    Ok(counted.into_iter().map(|(line, game)| (line, game.and_then(record))).collect())
}

/// Without the games that do not count: an earlier attempt at a game, one that is to be repeated, and those after the
/// decision of the tournament's SPRT.
fn counted(tournament: Option<&Identity>, mut lines: Vec<Line<TournamentGame>>) -> Vec<Line<TournamentGame>> {
    let readable = lines.iter().filter_map(|(line, game)| Some((*line, game.as_ref().ok()?)));
    let last: BTreeMap<usize, usize> = readable.map(|(line, game)| (game.number(), line)).collect();
    let is_last = |line: usize, game: &TournamentGame| last[&game.number()] == line && !game.is_to_repeat();
    lines.retain(|(line, game)| game.as_ref().map_or(true, |game| is_last(*line, game)));
    if let Some(identity) = tournament.filter(|identity| identity.rules.sprt.is_some()) {
        let games = lines.iter().filter_map(|(_, game)| game.as_ref().ok());
        let end = standing(identity, &identity.plan.schedule(), games).games;
        lines.retain(|(_, game)| game.as_ref().map_or(true, |game| game.number() < end));
    }
    lines
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
        (Termination::Claimed, Some(0.5)) => Some(Outcome { score: 0.0, ending: Ending::Agreed }),
        // The winner is known, but not the margin.
        (Termination::Resigned | Termination::Claimed, Some(points)) => {
            Some(Outcome { score: 128.0 * points - 64.0, ending: Ending::Resigned })
        }
        _ => None,
    };
    Ok(record)
}
