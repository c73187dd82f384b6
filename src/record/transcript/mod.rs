//! Transcripts: the squares of a game one after the other, from the normal start, in any spelling: `f5d6c3...`,
//! `F5-D6`, `f5, d6`, `1. f5 d6 2. c3`, in full-width letters, on one line or many.
//!
//! A pass may be written (`--`, `pa`, `ps`, `pp`, `pass`) or left out. Comments are in braces or parentheses, or go
//! from `#`, `%`, `;` or `//` to the end of the line. A result (`40-24`, `1-0`, `*`) may follow a game. A text may have
//! many games.

mod error;
mod read;
mod scan;

pub use error::TranscriptError;

use super::FileGame;
use super::format::{Format, Part, RecordError, games};
use super::game::GameRecord;
use super::text::decode;
use crate::board::{Board, Move};
use error::Problem;

/// Lists of transcripts as a format of games.
pub static FORMAT: Format = Format {
    name: "transcripts",
    extension: "txt",
    about: "one transcript a line; read in any spelling",
    beside: &[],
    loses: &[Part::Names, Part::Results, Part::Rule, Part::Ratings, Part::Evaluations, Part::Depths, Part::Times],
    is_like: |bytes| read::is_like(&decode(&bytes[..bytes.len().min(4096)])),
    read: |source| games(parse_all(source.bytes), |_| false),
    write: Some(|record| write_line(record).map_err(RecordError::new)),
    example: b"f5d6c3d3c4f4f6g5e6f7\nF5 D6 C3 -- D3\n1. F5-D6 {a comment}\n2. c3 d3 40-24\n",
};

/// Reads one transcript; an empty one is a game without moves.
///
/// # Errors
///
/// A text is not a move, or a move is illegal.
///
/// ```
/// use rival::record::transcript;
/// let record = transcript::parse("1. F5-d6 2. c3")?;
/// assert_eq!(transcript::write(&record)?, "f5d6c3");
/// assert_eq!(transcript::parse("ｆ５（黒）ｄ６")?, transcript::parse("f5d6")?);
/// assert!(transcript::parse("f5f5").is_err());
/// # Ok::<(), transcript::TranscriptError>(())
/// ```
pub fn parse(text: &str) -> Result<GameRecord, TranscriptError> {
    read::game(text)
}

/// Reads every game of a text; of a longer one, somewhat more than [`LARGEST_COUNT`](super::format::LARGEST_COUNT). The
/// line of an entry is that of its error if there is one.
#[must_use]
pub fn parse_all(bytes: &[u8]) -> Vec<FileGame<TranscriptError>> {
    read::games(&decode(bytes))
}

/// Reads a list with a game on each line. Empty lines and comments are left out.
#[must_use]
pub fn parse_lines(bytes: &[u8]) -> Vec<FileGame<TranscriptError>> {
    read::lines(&decode(bytes)).collect()
}

/// Writes the moves of a record in lower case, without a line end. Passes are left out, except at the end.
///
/// # Errors
///
/// The game starts from another board than the normal one.
pub fn write(record: &GameRecord) -> Result<String, TranscriptError> {
    if *record.game().start() != Board::START {
        return Err(Problem::Start.into());
    }
    let squares = record.game().moves().filter_map(Move::square).map(|square| square.to_string());
    let open_pass = record.game().moves().last() == Some(Move::Pass);
    Ok(squares.chain(open_pass.then(|| "--".to_owned())).collect())
}

/// Writes a line of a list, which would be skipped if it were empty.
fn write_line(record: &GameRecord) -> Result<String, TranscriptError> {
    let line = write(record)?;
    if line.is_empty() { Err(Problem::Empty.into()) } else { Ok(line) }
}
