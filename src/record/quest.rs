//! The JSON of Othello Quest: an object for each game, with the players' ratings and the time of each move.
//!
//! `players` are Black and White with `name` or `id` and the rating before (`oldR`) and after the game (`newR`).
//! `position.moves` has the square `m` (`-` is a pass) and the time `t` in milliseconds; the last entry may have in `s`
//! how the game ended for the side to move, such as `LOSE:RESIGN`. `position.startPos` has given moves (XOT), and `tcb`
//! is each player's time in milliseconds. A file has one game, several in a row, or a list of them, which may be called
//! `games` or, in the app's messages, `args`.

use serde_json::{Deserializer, Value};

use super::format::{Format, LARGEST_COUNT, RecordError, Source, games};
use super::text::{beginning, begins_with, decode, lines, shown};
use super::{Clock, Ending, FileGame, GameRecord, Illegal, MoveNote, Outcome, PlayerInfo, ServerRating, transcript};
use crate::board::{Color, Move};

/// Othello Quest's JSON as a format of games.
pub static FORMAT: Format = Format {
    name: "Othello Quest",
    extension: "json",
    about: "read only",
    beside: &[],
    loses: &[],
    is_like: |bytes| {
        let is_json = decode(bytes).trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
        let has = |name: &str| begins_with(bytes, &format!("\"{name}\""));
        is_json && (has("startPos") || has("oldR") || (has("position") && has("moves")))
    },
    read,
    write: None,
    example: br#"{"id":"a","created":"2024-05-06T07:08:09.123Z","tcb":300000,"players":[{"id":"ann","name":"Ann",
"oldR":1512.3,"newR":1520},{"id":"ben","oldR":1600,"newR":1592}],"position":{"startPos":"","moves":[{"m":"f5","t":812},{"m":"d6","t":2034},
{"m":"-","t":0,"s":"LOSE:RESIGN"}]}}"#,
};

/// The largest accepted text in bytes. JSON of numbers alone takes sixteen times as much memory.
const LARGEST_TEXT: usize = 12 << 20;

/// Reads the games of a file that is not too large.
fn read(source: &Source<'_>) -> Result<Vec<FileGame>, RecordError> {
    if source.bytes.len() > LARGEST_TEXT {
        return Err(RecordError::new(QuestError::TooLarge));
    }
    games(parse_all(source.bytes), |error| matches!(error, QuestError::Json { game: 0, .. }))
}

/// An error in a file of Othello Quest, in one line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum QuestError {
    /// The file is too large to be read at once.
    #[error("more than {} MiB of JSON: divide the file into smaller ones", LARGEST_TEXT >> 20)]
    TooLarge,
    /// The text is not JSON.
    #[error("line {line}, column {column}: found no JSON ('{found}'), expected a game of Othello Quest")]
    Json {
        /// The number of games before the error.
        game: usize,
        /// The line of the error, from 1.
        line: usize,
        /// The column of the error, from 1.
        column: usize,
        /// The beginning of that line.
        found: String,
    },
    /// A value is missing or has another type.
    #[error("{place}: found {found}, expected {expected}")]
    Value {
        /// The place, as in `position.moves[3].m`.
        place: String,
        /// The value, shortened.
        found: String,
        /// The accepted values.
        expected: &'static str,
    },
    /// A move is against the rules.
    #[error("{place}: {illegal}")]
    Illegal {
        /// The place.
        place: String,
        /// The move, and why it is illegal.
        illegal: Illegal,
    },
}

/// Reads every game of a file.
///
/// ```
/// use rival::record::quest::{FORMAT, parse_all};
/// let games = parse_all(FORMAT.example);
/// assert!(games.iter().all(|game| game.game.is_ok()) && !games.is_empty());
/// ```
#[must_use]
pub fn parse_all(bytes: &[u8]) -> Vec<FileGame<QuestError>> {
    let text = decode(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut games = Vec::new();
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    loop {
        let start = values.byte_offset();
        let blank = text[start..].len() - text[start..].trim_start().len();
        let line = 1 + lines(&text.as_bytes()[..start + blank]);
        match values.next() {
            None => return games,
            Some(Ok(value)) => add(&value, "", line, &mut games),
            Some(Err(error)) => {
                let line = error.line().max(1);
                let column = error.column().max(1);
                let wrong = beginning(text.lines().nth(line - 1).unwrap_or_default().as_bytes());
                let error = QuestError::Json { game: games.len(), line, column, found: wrong };
                games.push(FileGame { line: None, game: Err(error) });
                return games;
            }
        }
    }
}

/// Reads the games in a value.
fn add(value: &Value, place: &str, line: usize, games: &mut Vec<FileGame<QuestError>>) {
    let list = match value {
        Value::Array(list) => Some((list, place.to_owned())),
        value => ["games", "args"].into_iter().find_map(|name| Some((value[name].as_array()?, under(place, name)))),
    };
    // Files of other programs, and our own, name their format.
    if let Some(format) = value["format"].as_str() {
        let error = wrong(place, "format", &format.into(), "games");
        games.push(FileGame { line: Some(line), game: Err(error) });
        return;
    }
    let Some((list, place)) = list else {
        games.push(FileGame { line: Some(line), game: game(value, place) });
        return;
    };
    for (value, number) in list.iter().take(LARGEST_COUNT + 1).zip(0..) {
        games.push(FileGame { line: Some(line), game: game(value, &format!("{place}[{number}]")) });
    }
}

fn under(place: &str, name: &str) -> String {
    let point = if place.is_empty() || name.is_empty() { "" } else { "." };
    format!("{place}{point}{name}")
}

fn wrong(place: &str, name: &str, value: &Value, expected: &'static str) -> QuestError {
    let found = if value.is_null() { "nothing".to_owned() } else { shown(&value.to_string()) };
    QuestError::Value { place: under(place, name), found, expected }
}

fn game(value: &Value, place: &str) -> Result<GameRecord, QuestError> {
    let position = &value["position"];
    let moves = position["moves"].as_array().ok_or_else(|| {
        wrong(place, "position.moves", &position["moves"], "the moves of a game: [{\"m\": \"f5\", \"t\": 812}, ...]")
    })?;
    let mut record = start(&position["startPos"], place)?;
    record.place = "Othello Quest".to_owned();
    record.date = value["created"].as_str().unwrap_or_default().to_owned();
    [record.black, record.white] = [0, 1].map(|side| player(&value["players"][side], clock(&value["tcb"])));
    let mut status = value["finalStatus"].as_str();
    for (entry, number) in moves.iter().zip(0..) {
        let place = under(place, &format!("position.moves[{number}].m"));
        status = entry["s"].as_str().filter(|status| !status.is_empty()).or(status);
        let is_end = entry["s"].is_string();
        let mv = match entry["m"].as_str().unwrap_or_default() {
            "-" => Move::Pass,
            text => match text.parse() {
                Ok(mv) => mv,
                Err(_) if is_end => continue,
                Err(_) => return Err(wrong(&place, "", &entry["m"], "a square from a1 to h8, or - for a pass")),
            },
        };
        let seconds = entry["t"].as_f64().filter(|time| *time >= 0.0).map(|time| time / 1000.0);
        match record.read(None, mv, MoveNote { seconds, ..MoveNote::default() }) {
            // The last entry, which has the result, has no move.
            Err(_) if is_end && mv == Move::Pass => {}
            read => read.map_err(|illegal| QuestError::Illegal { place, illegal })?,
        }
    }
    record.result = status.and_then(|status| outcome(status, record.game().board().to_move));
    Ok(record)
}

/// The board before the first choice, after given moves if there are any.
fn start(value: &Value, place: &str) -> Result<GameRecord, QuestError> {
    let text = value.as_str().unwrap_or_default();
    let expected = "the moves of an opening, or \"\"";
    let mut record = transcript::parse(text).map_err(|_| wrong(place, "position.startPos", value, expected))?;
    let given = record.game().history().len();
    record.given = (given > 0).then_some(given);
    Ok(record)
}

/// The time of each player in milliseconds.
fn clock(value: &Value) -> Option<Clock> {
    let main = value.as_f64().filter(|time| *time > 0.0)? / 1000.0;
    Some(Clock { main, ..Clock::default() })
}

fn player(value: &Value, clock: Option<Clock>) -> PlayerInfo {
    let text = |name: &str| value[name].as_str().filter(|text| !text.is_empty());
    let rating = |name: &str| value[name].as_f64().filter(|rating| *rating > 0.0);
    PlayerInfo {
        name: text("name").or(text("id")).unwrap_or_default().to_owned(),
        rating: rating("oldR").or(rating("newR")).map(ServerRating),
        clock,
    }
}

/// The result from `LOSE:RESIGN`, `LOSE:TIMEUP` or `WIN:...` for the side to move. A completed game has the board's
/// score.
fn outcome(status: &str, to_move: Color) -> Option<Outcome> {
    let status = status.to_uppercase();
    let has = |words: &[&str]| words.iter().any(|word| status.contains(word));
    let ending = if has(&["RESIGN"]) {
        Ending::Resigned
    } else if has(&["TIMEUP", "TIMEOUT", "DISCONNECT"]) {
        Ending::TimedOut
    } else {
        return None;
    };
    let wins = match status.split(':').next() {
        Some("WIN") => true,
        Some("LOSE") => false,
        _ => return None,
    };
    let black_wins = wins == (to_move == Color::Black);
    Some(Outcome { score: if black_wins { 64.0 } else { -64.0 }, ending })
}
