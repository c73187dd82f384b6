//! Transcripts under PGN-like headers: the names, ratings, results and times that a list of moves cannot hold.

use std::fmt::Write as _;

use super::error::Problem;
use super::{TranscriptError, header, read};
use crate::board::{Board, Move};
use crate::record::GameRecord;
use crate::record::format::{Format, Lines, Part, RecordError, games};
use crate::record::text::{decode, first_line};

/// Transcripts with headers as a format of games.
pub static FORMAT: Format = Format {
    name: "transcripts with headers",
    extension: "pgn",
    about: "[Black \"Ann\"], ..., 1. f5 d6 ...",
    beside: &[],
    loses: &[Part::Rule, Part::Evaluations],
    is_like: |bytes| first_line(bytes).is_some_and(|line| line.trim_start().starts_with('[') && line.contains(" \"")),
    read: |source| games(read::games(&decode(source.bytes), true), |_| false),
    writer: Some(|| Lines::writer("pgn", |record| write(record).map_err(RecordError::of))),
    example: b"[Event \"Cup\"]\n[Black \"Ann \\\"A\\\"\"]\n[White \"Ben\"]\n[BlackElo \"1500\"]\n[Result \"40-24\"]\n\
               [TimeControl \"300+5\"]\n\n1. f5 {[%emt 5]} d6 2. c3 40-24\n",
};

/// Writes headers and numbered moves, with the time behind a move that has one.
///
/// # Errors
/// The game starts from another board than the normal one.
fn write(record: &GameRecord) -> Result<String, TranscriptError> {
    if *record.game().start() != Board::START {
        return Err(Problem::Start.into());
    }
    let mut text = header::write(record);
    for ((mv, note), number) in record.game().moves().zip(record.notes()).zip(0..) {
        let space = if number > 0 { " " } else { "" };
        if number % 2 == 0 {
            let _ = write!(text, "{space}{}. ", number / 2 + 1);
        } else {
            text += space;
        }
        match mv {
            Move::Pass => text += "--",
            Move::Place(square) => text += &square.to_string(),
        }
        if let Some(seconds) = note.seconds {
            let _ = write!(text, " {{[%emt {seconds}]}}");
        }
    }
    // A result behind the moves ends the game.
    let space = if record.notes().is_empty() { "" } else { " " };
    Ok(text + space + "*\n")
}
