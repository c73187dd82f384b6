//! The games of `games.jsonl` as records, for measuring players.

use std::path::Path;

use super::journal::played;
use super::played::{Termination, TournamentGame, not_legal};
use super::{Error, Folder};
use crate::board::Objective;
use crate::machine::regular::read;
use crate::record::problem::Problem;
use crate::record::{Ending, GameRecord, Outcome};

/// The number of a line, from 1, and its game or its error.
pub(super) type Line = (usize, Result<GameRecord, Problem>);

/// The games of a file with their line numbers. An unreadable game is replaced by its error. The rule comes from the
/// tournament's folder; without it most discs win.
///
/// # Errors
///
/// The file cannot be read.
pub(crate) fn records(path: &Path) -> Result<Vec<Line>, Error> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let rule = if Folder::is_there(folder) { Folder::identity(folder)?.rules.rule } else { Objective::Normal };
    let bytes = read(path).map_err(|error| Error::file(path, error))?;
    let lines = bytes.split(|&byte| byte == b'\n').zip(1..).filter(|(line, _)| !line.trim_ascii().is_empty());
    Ok(lines.map(|(line, number)| (number, played(line, rule).and_then(|game| record(&game, rule)))).collect())
}

/// The record of a game. It marks the moves of the opening, and has a result only if the game was completed.
fn record(game: &TournamentGame, rule: Objective) -> Result<GameRecord, Problem> {
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
