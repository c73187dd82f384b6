//! Transcripts: the squares of a game one after the other, `f5d6c3...`, from the normal start.
//!
//! Either case, white space between moves or none. A pass may be written (`--`, `pa`, `ps`, `pass`) or left out. A list
//! has one transcript a line.

use super::FileGame;
use super::format::{Format, Lines, Part, RecordError, games};
use super::game::{GameRecord, Illegal, MoveNote};
use super::text::{decode, first_line, shown};
use crate::board::{Board, Move};

/// Lists of transcripts as a format of games.
pub static FORMAT: Format = Format {
    name: "transcripts",
    extension: "txt",
    about: "one transcript a line",
    beside: &[],
    loses: &[Part::Names, Part::Results, Part::Rule, Part::Ratings, Part::Evaluations, Part::Times],
    is_like: |bytes| first_line(bytes).is_some_and(|line| parse(&line).is_ok()),
    read: |source| games(parse_all(source.bytes), |_| false),
    writer: Some(|| Lines::writer("txt", |record| write(record).map_err(RecordError::of))),
    example: b"f5d6c3d3c4f4f6g5e6f7\nF5 D6 C3 -- D3\n",
};

/// What is wrong with a transcript.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    /// A text that is neither a square nor a pass.
    #[error("character {at}: found '{found}', expected a square from a1 to h8 or a pass: --, pa, ps")]
    Syntax {
        /// Its place in characters, from 1.
        at: usize,
        /// What stands there.
        found: String,
    },
    /// A move is against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The game to write does not start from the normal board.
    #[error("found another start than the normal one, which a transcript cannot hold")]
    Start,
}

/// Reads one transcript; an empty one is a game without moves.
///
/// # Errors
/// Something that is no move, or an illegal move.
///
/// ```
/// use rival::record::transcript;
/// let record = transcript::parse("F5 d6c3")?;
/// assert_eq!(transcript::write(&record)?, "f5d6c3");
/// assert!(transcript::parse("f5f5").is_err());
/// # Ok::<(), transcript::TranscriptError>(())
/// ```
pub fn parse(text: &str) -> Result<GameRecord, TranscriptError> {
    let mut record = GameRecord::default();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        // The longest form first: `pa` is the start of `pass`.
        let next = [4, 2].iter().find_map(|&length| Some((rest.get(..length)?.parse::<Move>().ok()?, length)));
        let Some((mv, length)) = next else {
            let at = text[..text.len() - rest.len()].chars().count() + 1;
            return Err(TranscriptError::Syntax { at, found: shown(rest.split_whitespace().next().unwrap_or(rest)) });
        };
        record.read(None, mv, MoveNote::default())?;
        rest = rest[length..].trim_start();
    }
    Ok(record)
}

/// Reads a list: one transcript a line; empty lines are skipped.
#[must_use]
pub fn parse_all(bytes: &[u8]) -> Vec<FileGame<TranscriptError>> {
    let text = decode(bytes);
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    lines
        .filter(|(line, _)| !line.trim().is_empty())
        .map(|(text, line)| FileGame { line: Some(line), game: parse(text) })
        .collect()
}

/// Writes the moves of a record in lower case, without a line end. Passes are left out, except a last one.
///
/// # Errors
///
/// The game starts from another board than the normal one.
pub fn write(record: &GameRecord) -> Result<String, TranscriptError> {
    if *record.game().start() != Board::START {
        return Err(TranscriptError::Start);
    }
    let squares = record.game().moves().filter_map(Move::square).map(|square| square.to_string());
    let open_pass = record.game().moves().last() == Some(Move::Pass);
    Ok(squares.chain(open_pass.then(|| "--".to_owned())).collect())
}
