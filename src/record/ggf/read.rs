//! Reads GGF.

use super::properties::{Property, scan};
use super::{GgfError, MoveItem};
use crate::board::{Color, Objective};
use crate::record::clock::number;
use crate::record::format::bracketed;
use crate::record::text::{beginning, decode, shown};
use crate::record::{Clock, Ending, FileGame, GameRecord, Outcome, ServerRating};

/// Reads one game. More games may follow it, as in GGS's records of two games played at once; only the first is read.
///
/// # Errors
/// There is no game, its end or its board is missing, a move is illegal, or a property has an unreadable value.
///
/// ```
/// use rival::record::ggf;
/// let text = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.00/2.0];)";
/// let record = ggf::parse(text)?;
/// assert_eq!(record.notes()[0].seconds, Some(2.0));
/// # Ok::<(), rival::record::ggf::GgfError>(())
/// ```
pub fn parse(text: impl AsRef<[u8]>) -> Result<GameRecord, GgfError> {
    let bytes = text.as_ref();
    let start =
        bytes.iter().position(|&byte| !byte.is_ascii_digit() && !byte.is_ascii_whitespace()).unwrap_or(bytes.len());
    if !bytes[start..].starts_with(b"(;") {
        return Err(no_game(bytes));
    }
    let (properties, _) = scan(&bytes[start..]).map_err(|(error, _)| error)?;
    record(&properties)
}

/// Reads every game of a file.
#[must_use]
pub fn parse_all(bytes: &[u8]) -> Vec<FileGame<GgfError>> {
    let read = |bytes: &[u8]| match scan(bytes) {
        Ok((properties, length)) => (record(&properties), length, false),
        Err((error, length)) => (Err(error), length, true),
    };
    bracketed(bytes, |bytes| bytes.starts_with(b"(;"), read, no_game)
}

fn no_game(bytes: &[u8]) -> GgfError {
    GgfError::NoGame(beginning(bytes))
}

fn record(properties: &[Property<'_>]) -> Result<GameRecord, GgfError> {
    let board = properties.iter().find(|property| property.key == "BO").ok_or(GgfError::NoBoard)?;
    let board = decode(board.value);
    let squares = board.trim_start().strip_prefix('8').ok_or_else(|| wrong("BO", &board, "a board of size 8"))?;
    let mut record = GameRecord::new(squares.parse().map_err(GgfError::Board)?);
    for property in properties {
        let value = decode(property.value);
        set(&mut record, &property.key, value.trim())?;
    }
    Ok(record)
}

fn set(record: &mut GameRecord, key: &str, value: &str) -> Result<(), GgfError> {
    match key {
        "GM" if !["othello", "reversi"].contains(&value.to_ascii_lowercase().as_str()) => {
            return Err(wrong(key, value, "GM[Othello]"));
        }
        "PC" => record.place = value.to_owned(),
        "DT" => record.date = value.to_owned(),
        "PB" => record.black.name = value.to_owned(),
        "PW" => record.white.name = value.to_owned(),
        "RB" => record.black.rating = number(value).map(ServerRating),
        "RW" => record.white.rating = number(value).map(ServerRating),
        "RE" => record.result = outcome(value),
        "KM" => record.komi = number(value),
        // The letter after the size: `a` is anti, `k` is komi. `s` before it means two games at once, and `r20` after
        // it a random start.
        "TY" if value.to_ascii_lowercase().contains('a') => record.objective = Objective::Anti,
        "TI" => {
            record.black.clock = clock(key, value)?;
            record.white.clock = record.black.clock;
        }
        "TB" => record.black.clock = clock(key, value)?,
        "TW" => record.white.clock = clock(key, value)?,
        "B" | "W" => {
            let color = if key == "B" { Color::Black } else { Color::White };
            let item: MoveItem = value.parse()?;
            record.read(Some(color), item.mv, item.note)?;
        }
        _ => {}
    }
    Ok(())
}

fn wrong(key: &str, found: &str, expected: &'static str) -> GgfError {
    GgfError::Value { key: key.to_owned(), found: shown(found), expected }
}

fn clock(key: &str, value: &str) -> Result<Option<Clock>, GgfError> {
    if value.is_empty() {
        return Ok(None);
    }
    value.parse().map(Some).map_err(|_| wrong(key, value, "a clock like 5:00, 1:05:00/10 or 15:00//2:00"))
}

/// Reads `4`, `+6.000`, `12:t` or `-64:r`. Anything else, such as `?`, is not a result.
fn outcome(value: &str) -> Option<Outcome> {
    let (score, suffix) = value.split_once(':').unwrap_or((value, ""));
    let ending = match suffix {
        "r" => Ending::Resigned,
        "t" => Ending::TimedOut,
        "s" => Ending::Agreed,
        _ => Ending::Played,
    };
    number(score).map(|score| Outcome { score, ending })
}
