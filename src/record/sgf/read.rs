//! Reads SGF.

use super::SgfError;
use super::setup::{Base, Rows, sets_up, start};
use super::tree::{Node, Property, scan};
use crate::board::{Color, Objective};
use crate::record::clock::{number, seconds};
use crate::record::format::bracketed;
use crate::record::text::{beginning, shown};
use crate::record::{Clock, Ending, FileGame, GameRecord, MoveNote, Outcome, ServerRating};

/// The part of a game that was read.
struct Reading {
    record: GameRecord,
    /// The number of moves in the record after each move in the file.
    counts: Vec<usize>,
    /// The reason why reading stopped before the end.
    stopped: Option<SgfError>,
}

impl Reading {
    fn complete(self) -> Result<GameRecord, SgfError> {
        self.stopped.map_or(Ok(self.record), Err)
    }
}

/// Reads the first game of a text.
///
/// # Errors
///
/// There is no game, the game is not Othello or not on an 8x8 board, its end is missing, or a move is illegal.
///
/// ```
/// use rival::record::sgf;
/// let quarry = sgf::parse("(;GM[2]SZ[8];B[fe];W[fd])")?;
/// let gogui = sgf::parse("(;GM[2]SZ[8];B[fd];W[fe])")?;
/// assert_eq!(quarry.game(), gogui.game());
/// # Ok::<(), rival::record::sgf::SgfError>(())
/// ```
pub fn parse(text: impl AsRef<[u8]>) -> Result<GameRecord, SgfError> {
    first(text.as_ref())?.complete()
}

/// Reads the first game of a text up to the position before a move. Moves are numbered from 1, and only moves in the
/// file count. A game with fewer moves is read to its end.
///
/// # Errors
///
/// See [`parse`]; errors in moves that are left out do not matter.
pub fn parse_before(text: impl AsRef<[u8]>, move_number: usize) -> Result<GameRecord, SgfError> {
    let Reading { mut record, counts, stopped } = first(text.as_ref())?;
    let keep = match (move_number.saturating_sub(1), stopped) {
        (0, _) => 0,
        (moves, Some(error)) if counts.len() < moves => return Err(error),
        (moves, _) => counts.get(moves - 1).copied().unwrap_or(usize::MAX),
    };
    while record.game().history().len() > keep {
        record.undo();
    }
    Ok(record)
}

/// Reads every game of a file.
#[must_use]
pub fn parse_all(bytes: &[u8]) -> Vec<FileGame<SgfError>> {
    let read = |bytes: &[u8]| match scan(bytes) {
        Ok((nodes, length)) => (record(&nodes).and_then(Reading::complete), length, false),
        Err((error, length)) => (Err(error), length, true),
    };
    bracketed(bytes, opens, read, no_game)
}

/// True if a game may start here: `(`, then possibly space, then `;`.
fn opens(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"(").is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
}

fn no_game(bytes: &[u8]) -> SgfError {
    SgfError::NoGame(beginning(bytes))
}

fn first(bytes: &[u8]) -> Result<Reading, SgfError> {
    let start = (0..bytes.len()).find(|&at| opens(&bytes[at..])).ok_or_else(|| no_game(bytes))?;
    let (nodes, _) = scan(&bytes[start..]).map_err(|(error, _)| error)?;
    record(&nodes)
}

/// The record of a main line, by the first reading whose moves are all legal.
fn record(nodes: &[Node]) -> Result<Reading, SgfError> {
    let game = value(nodes, "GM").unwrap_or("2");
    let size = value(nodes, "SZ").unwrap_or("8");
    // GoGui, which was made for Go, writes GM[1] for every game; Go on 8x8 is rare.
    if game != "2" && !(game == "1" && value(nodes, "SZ") == Some("8")) {
        return Err(wrong("GM", game, "2, which is Othello"));
    }
    if size != "8" {
        return Err(wrong("SZ", size, "8"));
    }
    let charset = value(nodes, "CA").unwrap_or_default();
    if !is_decoded(charset) && nodes[0].iter().any(|property| !property.is_utf8) {
        return Err(wrong("CA", charset, "UTF-8 or ISO-8859-1: save the file as UTF-8"));
    }
    let gogui = value(nodes, "AP").is_some_and(|program| program.to_ascii_lowercase().starts_with("gogui"));
    let rows = if gogui { [Rows::FromBottom, Rows::FromTop] } else { [Rows::FromTop, Rows::FromBottom] };
    let bases: &[Base] = match sets_up(nodes) {
        (false, _) => &[Base::Normal],
        (true, true) => &[Base::Normal, Base::Empty],
        (true, false) => &[Base::Empty, Base::Normal],
    };
    let mut readings =
        bases.iter().flat_map(|&base| rows.map(|rows| (rows, base))).map(|(rows, base)| read(nodes, rows, base));
    let mut best = readings.next().expect("there are two ways to count rows");
    for reading in readings {
        // If all readings fail, the error after the most moves is the most useful one.
        if depth(&reading) > depth(&best) {
            best = reading;
        }
    }
    best
}

/// The number of legal moves in a reading.
fn depth(reading: &Result<Reading, SgfError>) -> usize {
    match reading {
        Ok(Reading { stopped: None, .. }) => usize::MAX,
        Ok(Reading { stopped: Some(SgfError::Illegal(illegal)), .. }) => illegal.ply,
        Ok(_) | Err(_) => 0,
    }
}

fn read(nodes: &[Node], rows: Rows, base: Base) -> Result<Reading, SgfError> {
    let mut record = GameRecord::new(start(nodes, rows, base)?);
    let mut counts = Vec::new();
    for node in nodes {
        // The value is in discs from Black's view.
        let eval = node.iter().find(|property| property.key == "V").and_then(|property| number(&property.values[0]));
        for Property { key, values, .. } in node {
            let color = match key.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => {
                    set(&mut record, key, values[0].trim());
                    continue;
                }
            };
            let eval = if color == Color::Black { eval } else { eval.map(|eval| -eval) };
            let note = MoveNote { eval, ..MoveNote::default() };
            let played = rows.read(key, &values[0]).and_then(|mv| Ok(record.read(Some(color), mv, note)?));
            if let Err(error) = played {
                return Ok(Reading { record, counts, stopped: Some(error) });
            }
            counts.push(record.game().history().len());
        }
    }
    // A finished board says more than the winner.
    if record.final_score().is_some() {
        record.result = record.result.filter(|result| result.ending != Ending::Unknown);
    }
    Ok(Reading { record, counts, stopped: None })
}

/// Sets a property other than a move. An unreadable value counts as unknown, and the game stays usable.
fn set(record: &mut GameRecord, key: &str, text: &str) {
    match key {
        "PB" => record.black.name = text.to_owned(),
        "PW" => record.white.name = text.to_owned(),
        "BR" => record.black.rating = number(text).map(ServerRating),
        "WR" => record.white.rating = number(text).map(ServerRating),
        "PC" | "EV" => add_place(&mut record.place, text),
        "DT" => record.date = text.to_owned(),
        "KM" => record.komi = number(text).filter(|komi| *komi != 0.0),
        "RU" if text.to_ascii_lowercase().contains("anti") => record.objective = Objective::Anti,
        "RE" => record.result = outcome(text),
        "TM" => {
            record.black.clock = seconds(text).map(|main| Clock { main, ..Clock::default() });
            record.white.clock = record.black.clock;
        }
        _ => {}
    }
}

/// Adds the event or the place of a game to what is known of both.
fn add_place(place: &mut String, text: &str) {
    if place.is_empty() {
        text.clone_into(place);
    } else if place != text {
        *place = format!("{place}, {text}");
    }
}

/// The result in `B+12`, `B+`, `W+R`, `B+Time`, `0` or `Draw`; anything else is not a result. A resignation counts as
/// 64 discs, because SGF has no number for it.
fn outcome(text: &str) -> Option<Outcome> {
    let text = text.to_ascii_lowercase();
    if matches!(text.as_str(), "0" | "draw") {
        return Some(Outcome { score: 0.0, ending: Ending::Played });
    }
    let (sign, margin) =
        text.strip_prefix("b+").map(|margin| (1.0, margin)).or(text.strip_prefix("w+").map(|margin| (-1.0, margin)))?;
    let (margin, ending) = match margin {
        "" => (64.0, Ending::Unknown),
        "r" | "resign" => (64.0, Ending::Resigned),
        "t" | "time" => (64.0, Ending::TimedOut),
        "f" | "forfeit" => (64.0, Ending::Forfeited),
        margin => (number(margin)?, Ending::Played),
    };
    Some(Outcome { score: sign * margin, ending })
}

/// True for the names of the character sets of values that are not UTF-8; without a name SGF has ISO 8859-1. Files may
/// name UTF-8 and have some other values all the same.
fn is_decoded(charset: &str) -> bool {
    let plain: String = charset.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    ["", "utf8", "iso88591", "latin1", "l1", "windows1252", "cp1252", "usascii", "ascii"].contains(&plain.as_str())
}

/// The first value of a property in the first node.
fn value<'a>(nodes: &'a [Node], key: &str) -> Option<&'a str> {
    nodes.first()?.iter().find(|property| property.key == key).map(|property| property.values[0].trim())
}

fn wrong(key: &str, found: &str, expected: &'static str) -> SgfError {
    SgfError::Value { key: key.to_owned(), found: shown(found), expected }
}
