//! WTHOR, the French federation's collection of tournament games.
//!
//! A year is one `.wtb` file with 68 bytes for each game. Players and tournaments are numbers, whose names are in a
//! `.jou` and a `.trn` file for all years. Every file has a head of 16 bytes, in which numbers have the low byte first:
//!
//! | bytes | |
//! |---|---|
//! | 0-3 | the date the file was written: century, year, month, day |
//! | 4-7 | number of games (`.wtb`) |
//! | 8-9 | number of names (`.jou`, `.trn`) |
//! | 10-11 | year of the games |
//! | 12 | size of the board: 8, or 0 for the same |
//! | 13 | 1 if the file holds single player problems |
//! | 14 | the number of empty squares the theoretical scores are for |
//!
//! Scores are Black's discs with the empty squares given to the winner, half of them each in a draw. Some games were
//! resigned: their moves end early, and the score is the one that the tournament counted.

mod games;
mod names;

pub use games::{WthorGame, WthorGames};
pub use names::{NameKind, Names};

use super::format::{Format, LARGEST_COUNT, Part, RecordError, Source, games};
use super::game::Illegal;
use super::{FileGame, GameRecord};

/// WTHOR as a format of games.
pub static FORMAT: Format = Format {
    name: "WTHOR",
    extension: "wtb",
    about: "names in a .jou and a .trn beside it; read only",
    beside: &["jou", "trn"],
    loses: &[Part::Ratings, Part::Evaluations, Part::Times],
    is_like: |bytes| WthorGames::parse(bytes).is_ok(),
    read,
    write: None,
    example: &EXAMPLE,
};

/// A game of 2000 between players 1 and 2 that ends 32 : 32, with four recorded moves.
const EXAMPLE: [u8; 84] = {
    let mut bytes = [0; 84];
    (bytes[4], bytes[10], bytes[11], bytes[12]) = (1, 0xd0, 7, 8);
    (bytes[18], bytes[20], bytes[22], bytes[23]) = (1, 2, 32, 32);
    (bytes[24], bytes[25], bytes[26], bytes[27]) = (56, 64, 33, 34);
    bytes
};

/// Reads the games with names from the accompanying tables: those with the same stem, otherwise those of the whole
/// folder.
fn read(source: &Source<'_>) -> Result<Vec<FileGame>, RecordError> {
    let names = |kind, extension| {
        let Some((path, bytes)) = (source.beside)(extension, &format!("wth.{extension}"))? else {
            return Ok(Names::default());
        };
        Names::parse(kind, &bytes).map_err(|error| RecordError::Names { path, error: Box::new(error) })
    };
    let file = WthorGames::parse(source.bytes).map_err(RecordError::new)?;
    let players = names(NameKind::Player, "jou")?;
    let tournaments = names(NameKind::Tournament, "trn")?;
    let first = file.games.iter().take(LARGEST_COUNT + 1);
    let entries = first.map(|game| FileGame { line: None, game: named(game, file.year, &players, &tournaments) });
    games(entries.collect(), |_| false)
}

/// The game with names in place of its numbers.
fn named(game: &WthorGame, year: u16, players: &Names, tournaments: &Names) -> Result<GameRecord, WthorError> {
    let mut record = game.record()?;
    record.black.name = players.name(game.black);
    record.white.name = players.name(game.white);
    record.place = tournaments.name(game.tournament);
    record.date = if year == 0 { String::new() } else { year.to_string() };
    Ok(record)
}

/// An error in a WTHOR file or in one of its games.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WthorError {
    /// The file is shorter than a head. The field is its length in bytes.
    #[error("found {0} bytes, expected a WTHOR head of 16")]
    NoHead(usize),
    /// The length of the file contradicts its head.
    #[error("found {found} bytes, expected {expected}: a head of 16 and {count} times {width}")]
    Length {
        /// The length in bytes.
        found: usize,
        /// The length in bytes according to the head.
        expected: u64,
        /// The number of records according to the head.
        count: u32,
        /// The length of a record in bytes.
        width: usize,
    },
    /// The board has another size, which is the field.
    #[error("found a board of size {0}, expected 8")]
    Size(u8),
    /// The file has problems for one player.
    #[error("found single player problems, expected games")]
    Problems,
    /// The score of a game is impossible. The field is Black's discs.
    #[error("found a score of {0} discs for black, expected 0 to 64")]
    Score(u8),
    /// A byte of a game is not a move.
    #[error("move {number}: found {found}, expected 10 times the row plus the column, each from 1 to 8")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The byte.
        found: u8,
    },
    /// A move is against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// The 16 bytes at the start of every file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct WthorHeader {
    games: u32,
    names: u16,
    year: u16,
    size: u8,
    problems: u8,
}

impl WthorHeader {
    const LENGTH: usize = 16;

    /// The head, and the bytes after it, which are exactly `count` records of `width` bytes.
    fn split(bytes: &[u8], width: usize, count: fn(&WthorHeader) -> u32) -> Result<(WthorHeader, &[u8]), WthorError> {
        let (head, rest) = bytes.split_at_checked(WthorHeader::LENGTH).ok_or(WthorError::NoHead(bytes.len()))?;
        let head = WthorHeader {
            games: u32::from_le_bytes([head[4], head[5], head[6], head[7]]),
            names: u16::from_le_bytes([head[8], head[9]]),
            year: u16::from_le_bytes([head[10], head[11]]),
            size: head[12],
            problems: head[13],
        };
        let count = count(&head);
        let expected = WthorHeader::LENGTH as u64 + u64::from(count) * width as u64;
        if bytes.len() as u64 != expected {
            return Err(WthorError::Length { found: bytes.len(), expected, count, width });
        }
        Ok((head, rest))
    }
}
