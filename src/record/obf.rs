//! OBF, a list of problems: a board, the side to move, and the values of moves.
//!
//! `<64 squares> X; G8:+18; H1:+12; ...`, one a line; `%` begins a comment. Edax pads a list of moves with `--:-127`,
//! which is not a move.

use std::fmt::Write as _;

use super::format::{Format, LARGEST_COUNT, Part, games};
use super::problem::Problem;
use super::text::{decode, shown};
use super::{FileGame, GameRecord};
use crate::board::{Board, Move};

/// OBF as a format of games: games without moves.
pub static FORMAT: Format = Format {
    name: "OBF",
    extension: "obf",
    about: "positions: read, they are games without moves; written, they are the last positions of the games",
    beside: &[],
    loses: &[
        Part::Moves,
        Part::Names,
        Part::Results,
        Part::Rule,
        Part::Ratings,
        Part::Evaluations,
        Part::Depths,
        Part::Times,
    ],
    // A comment alone fits many formats, so there must be a position.
    is_like: |bytes| parse_all(&bytes[..bytes.len().min(4096)]).first().is_some_and(|(_, problem)| problem.is_ok()),
    read: |source| {
        let game = |problem: Result<ScoredPosition, Problem>| problem.map(|problem| GameRecord::new(problem.board));
        let problems = parse_all(source.bytes).into_iter().take(LARGEST_COUNT + 1);
        games(problems.map(|(line, problem)| FileGame { line: Some(line), game: game(problem) }).collect(), |_| false)
    },
    write: Some(|record| Ok(write(&ScoredPosition { board: *record.game().board(), scores: Vec::new() }))),
    example: b"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % FFO 1\n",
};

/// The item that pads a list of moves.
const PADDING: &str = "--:-127";

/// A position with the known values of its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The position.
    pub board: Board,
    /// Legal moves with their final scores in discs for the side to move, -64 to 64, in the order of the file. Often
    /// these are all moves, best first; sometimes there are none.
    pub scores: Vec<(Move, i32)>,
}

impl ScoredPosition {
    /// The value of the position: the best of the scores.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        self.scores.iter().map(|&(_, score)| score).max()
    }
}

/// Reads one line; `None` if it has only space or a comment.
///
/// # Errors
/// The board is not 64 squares and a side to move, or an item is not a legal move with a score from -64 to 64.
///
/// ```
/// use rival::record::obf;
/// let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % FFO 1";
/// let problem = obf::parse(line)?.unwrap();
/// assert_eq!(problem.score(), Some(18));
/// # Ok::<(), rival::record::problem::Problem>(())
/// ```
pub fn parse(line: &str) -> Result<Option<ScoredPosition>, Problem> {
    let text = line.split('%').next().unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let mut fields = text.split(';').map(str::trim);
    let board: Board = fields.next().unwrap_or_default().parse().map_err(|error| Problem::wrong("", error))?;
    let moves = fields.filter(|field| !field.is_empty() && *field != PADDING);
    let scores = moves.map(|field| score(&board, field)).collect::<Result<_, _>>()?;
    Ok(Some(ScoredPosition { board, scores }))
}

fn score(board: &Board, field: &str) -> Result<(Move, i32), Problem> {
    let read = || {
        let (mv, score) = field.split_once(':')?;
        let mv = mv.trim().parse().ok().filter(|&mv| board.is_legal(mv))?;
        let score = score.trim().parse().ok().filter(|score| (-64..=64).contains(score))?;
        Some((mv, score))
    };
    read().ok_or_else(|| Problem::at("", format!("'{}'", shown(field)), "a legal move and its score like G8:+18"))
}

/// Reads every line of a file with its number, from 1. A faulty line does not hide the others.
#[must_use]
pub fn parse_all(bytes: &[u8]) -> Vec<(usize, Result<ScoredPosition, Problem>)> {
    let text = decode(bytes);
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    lines.filter_map(|(text, line)| parse(text).transpose().map(|problem| (line, problem))).collect()
}

/// Writes one line, without a line end.
#[must_use]
pub fn write(problem: &ScoredPosition) -> String {
    let mut text = format!("{};", problem.board);
    for (mv, score) in &problem.scores {
        let mv = mv.square().map_or("PS".to_owned(), |square| square.to_string().to_uppercase());
        // Writing to a string cannot fail.
        let _ = write!(text, " {mv}:{score:+};");
    }
    text
}
