//! EPD for Othello: one line has a position, the side to move, and operations, which are ignored.
//!
//! The position is 64 squares, or eight rows divided by `/` in which digits count empty squares, row 1 first. Discs are
//! `X`, `*` or `B` for Black and `O` or `W` for White in any case; programs for many games also write `P` for the side
//! that began and `p` for the other. The side to move is `b`, `w` or a disc. Where discs are `P` and `p`, `w` is the
//! side that began, as in chess.

use super::board::BoardError;
use super::format::{Format, LARGEST_COUNT, Part, games};
use super::text::{decode, first_line, shown};
use super::{FileGame, GameRecord};
use crate::board::Board;

/// EPD as a format of games: games without moves. It is only read.
pub static FORMAT: Format = Format {
    name: "EPD",
    extension: "epd",
    about: "positions, which are games without moves; read only",
    beside: &[],
    loses: &[Part::Moves, Part::Names],
    is_like: |bytes| first_line(bytes).is_some_and(|line| parse(&line).is_ok_and(|board| board.is_some())),
    read: |source| {
        let text = decode(source.bytes);
        let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
        let boards = lines.filter_map(|(line, number)| Some((number, parse(line).transpose()?)));
        let game =
            |(line, board): (_, Result<Board, _>)| FileGame { line: Some(line), game: board.map(GameRecord::new) };
        games(boards.map(game).take(LARGEST_COUNT + 1).collect(), |_| false)
    },
    writer: None,
    example: b"8/8/8/3oX3/3Xo3/8/8/8 b\n---------------------------OX------XO--------------------------- X;\n",
};

/// An error in a line of EPD.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The rows have a character that is neither a square nor a number.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The first word is not eight rows of eight squares; the field is that word.
    #[error("found '{0}', expected eight rows of eight squares divided by /")]
    Rows(String),
    /// The second word is not a side; the field is that word.
    #[error("found '{0}', expected a side to move: b or w")]
    Side(String),
}

/// Reads one line; `None` if there is nothing on it.
///
/// # Errors
/// Rows that are not eight squares, or no side to move.
///
/// ```
/// use rival::board::Board;
/// use rival::record::epd;
/// for line in ["8/8/8/3OX3/3XO3/8/8/8 b; id \"start\";", "8/8/8/3pP3/3Pp3/8/8/8 w - 0 1"] {
///     assert_eq!(epd::parse(line)?, Some(Board::START));
/// }
/// # Ok::<(), epd::EpdError>(())
/// ```
pub fn parse(line: &str) -> Result<Option<Board>, EpdError> {
    let text = line.split([';', '%']).next().unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let (rows, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if !rows.contains('/') {
        return Ok(Some(text.parse()?));
    }
    // Pieces in hand are in brackets; they are optional for a game without any.
    let rows = rows.split('[').next().unwrap_or_default();
    let chess = rows.contains(['P', 'p']);
    let mut squares = String::new();
    for row in rows.split('/') {
        let before = squares.len();
        for c in row.chars() {
            match c {
                '1'..='8' => squares.extend(std::iter::repeat_n('-', c as usize - '0' as usize)),
                'P' => squares.push('X'),
                'p' => squares.push('O'),
                'X' | 'x' | '*' | 'B' | 'b' | 'O' | 'o' | 'W' | 'w' | '-' | '.' | '_' if !chess => squares.push(c),
                _ => return Err(EpdError::Rows(shown(rows))),
            }
        }
        if squares.len() - before != 8 {
            return Err(EpdError::Rows(shown(rows)));
        }
    }
    if squares.len() != 64 {
        return Err(EpdError::Rows(shown(rows)));
    }
    let side = rest.split_whitespace().next().unwrap_or_default();
    let side = match (side, chess) {
        ("w", true) | ("b" | "B" | "x" | "X" | "*", false) => 'X',
        ("b", true) | ("w" | "W" | "o" | "O", false) => 'O',
        _ => return Err(EpdError::Side(shown(side))),
    };
    Ok(Some(format!("{squares} {side}").parse()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::obf;

    #[test]
    fn all_forms_of_a_position() {
        let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;";
        let board = obf::parse(line).unwrap().unwrap().board;
        assert_eq!(parse(line), Ok(Some(board)));
        let rows = "2XXXXX1/1OOOXX1O/1OOOXXOX/1OXOXOXX/OXXXOXXX/2XOXOXX/1XXXOOO1/1OOOOO2";
        assert_eq!(parse(&format!("{rows} b; ce 18;")), Ok(Some(board)));
        let chess = rows.replace('X', "P").replace('O', "p");
        assert_eq!(parse(&format!("{chess}[] w - - 0 1")), Ok(Some(board)));
        assert_eq!(parse(&format!("{chess} b")).unwrap().unwrap().to_move, board.to_move.other());
        assert_eq!(parse("  ; a comment"), Ok(None));
        for line in [
            "8/8/8/8 b",
            "9/8/8/8/8/8/8/8 b",
            "8/8/8/3OX3/3XO3/8/8/8",
            "8/8/8/3OX3/3XO3/8/8/8 x y",
            "8/8/8/3OX3/3PO3/8/8/8 w",
        ] {
            let is_error = parse(line).is_err();
            assert_eq!(is_error, line != "8/8/8/3OX3/3XO3/8/8/8 x y", "{line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(line in "[XOPp1-8/bw \\[\\]]{0,80}|.{0,40}") {
            let _ = parse(&line);
        }
    }
}
