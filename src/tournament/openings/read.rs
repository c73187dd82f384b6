//! Reads openings from files.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::Path;

use super::{Opening, OpeningError};
use crate::board::Game;
use crate::machine::regular::regular;
use crate::record::text::{counted, suggestion};
use crate::record::{FileGame, Format, GameRecord, file, transcript};

/// The openings, and notes for the user about skipped ones.
pub(super) type OpeningList = (Vec<Opening>, Vec<String>);

/// The place of a game in a file, with the game or its error.
type PlacedGame = (String, Result<Game, String>);

/// Reads the openings in a file. The extension decides the format.
pub(super) fn file(path: &Path, plies: Option<usize>) -> Result<OpeningList, OpeningError> {
    let name = path.display().to_string();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_ascii_lowercase();
    match (extension.as_str(), Format::by_extension(path)) {
        // Each line of a list is an opening, also where it would continue the game of the line above.
        ("xot" | "txt", _) => {
            let bytes = regular(path).and_then(file::bytes).map_err(|error| unusable(&name, error.to_string()))?;
            text(&name, &bytes, plies)
        }
        (_, Some(format)) => {
            let entries = file::open(path, format).map_err(|error| unusable(&name, error.to_string()))?;
            list(&name, placed(entries), plies)
        }
        ("jsonl", None) => {
            let message = "found the games of a tournament, expected games.ggf beside it, which has the same games";
            Err(unusable(&name, message.to_owned()))
        }
        (_, None) => {
            let word = name.split(':').next().unwrap_or_default();
            let known = format!("random:PLIES, balanced, or a file: {}, or .xot", Format::extensions(None));
            let near = suggestion(word, ["random", "balanced"]);
            let near = if word == "random" || word == "balanced" { String::new() } else { near };
            Err(unusable(&name, format!("found no extension of a game file, expected {known}{near}")))
        }
    }
}

/// Reads a list of lines of play.
pub(super) fn text(name: &str, bytes: &[u8], plies: Option<usize>) -> Result<OpeningList, OpeningError> {
    list(name, placed(transcript::parse_lines(bytes)), plies)
}

/// Each game with its line or, in a format without lines, its number in the file.
fn placed<E: Display>(entries: Vec<FileGame<E>>) -> impl Iterator<Item = PlacedGame> {
    entries.into_iter().zip(1..).map(|(FileGame { line, game }, number)| {
        let place = line.map_or_else(|| format!("game {number}"), |line| format!("line {line}"));
        (place, game.map(GameRecord::into_game).map_err(|error| error.to_string()))
    })
}

/// The error for a file in which no line can be named.
fn unusable(file: &str, message: String) -> OpeningError {
    OpeningError::File { file: file.to_owned(), message }
}

/// Cuts games to openings. Unreadable and finished games, and those that lead to the position of an earlier one, are
/// skipped and counted.
fn list(
    name: &str,
    games: impl IntoIterator<Item = PlacedGame>,
    plies: Option<usize>,
) -> Result<OpeningList, OpeningError> {
    let mut list = Vec::new();
    let mut seen = HashSet::new();
    let mut doubles = 0;
    let mut over = 0;
    let mut wrong = Vec::new();
    for (place, game) in games {
        let game = match game {
            Ok(game) => game,
            Err(message) => {
                wrong.push((place, message));
                continue;
            }
        };
        let mut opening = Game::new(*game.start());
        for mv in game.moves().take(plies.unwrap_or(usize::MAX)) {
            // The moves of a game are legal on its boards.
            let _ = opening.play(mv);
        }
        if opening.is_over() {
            over += 1;
        } else if seen.insert(*opening.board()) {
            list.push(opening);
        } else {
            doubles += 1;
        }
    }
    let hint = if plies.is_none() { "; cut them with \"plies\"" } else { "" };
    if list.is_empty() && !wrong.is_empty() {
        let (place, message) = wrong.remove(0);
        return Err(unusable(name, format!("{place}: {message}")));
    }
    if list.is_empty() && over > 0 {
        return Err(unusable(name, format!("found {over} games that are over, expected openings{hint}")));
    }
    if list.is_empty() {
        return Err(unusable(name, "found no opening".to_owned()));
    }
    let mut notes = Vec::new();
    if let Some((place, message)) = wrong.first() {
        let first = if wrong.len() > 1 { "the first is " } else { "" };
        notes.push(format!(
            "{name}: left out {} that cannot be played; {first}{place}: {message}",
            counted(wrong.len(), "opening")
        ));
    }
    if doubles > 0 {
        notes.push(format!("{name}: left out {doubles} openings that lead to the position of an earlier one"));
    }
    if over > 0 {
        notes.push(format!("{name}: left out {over} games that are over at the end of the opening{hint}"));
    }
    Ok((list, notes))
}
