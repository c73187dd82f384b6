//! Board strings, as in OBF and GGF: 64 squares from a1 row by row, then the side to move. Black is `X`, `*` or `B`,
//! White `O`, `0` or `W`, an empty square `-`, `.` or `_`, in any case. White space is allowed anywhere, so the reader
//! accepts strings of 65 and 66 characters as well as GGF's eight separate rows.

use std::fmt;
use std::str::FromStr;

use super::text::shown;
use crate::board::{Board, Color, Square};

/// An error in a board string.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A square has another character.
    #[error("{square}: found '{found}', expected X or O or -")]
    Square {
        /// The square.
        square: Square,
        /// The character there.
        found: char,
    },
    /// The string is too short. The field is its number of squares.
    #[error("found {0} squares, expected 64 and the side to move")]
    TooShort(usize),
    /// The side to move is missing.
    #[error("found no side to move after 64 squares, expected X or O")]
    NoSide,
    /// The text after the squares is not a side. The field is that text.
    #[error("found '{0}' after 64 squares, expected the side to move: X or O")]
    Side(String),
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads every form of a board string. It is an error if a character is not a square, if there are not 64 squares,
    /// or if the side to move is missing.
    fn from_str(text: &str) -> Result<Board, BoardError> {
        parse(text)
    }
}

/// Displays a board string of 66 characters as in OBF: `X`, `O`, `-`, a space, the side to move. `{:#}` draws the
/// board.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&diagram(self));
        }
        write!(f, "{} {}", squares(self, 'X', 'O'), if self.to_move == Color::Black { 'X' } else { 'O' })
    }
}

fn parse(text: &str) -> Result<Board, BoardError> {
    let mut characters = text.char_indices().filter(|(_, c)| !c.is_whitespace());
    let mut black = 0;
    let mut white = 0;
    for square in Square::all() {
        match characters.next() {
            None => return Err(BoardError::TooShort(square.index())),
            Some((_, '-' | '.' | '_')) => {}
            Some((_, found)) => match color(found) {
                Some(Color::Black) => black |= square.bit(),
                Some(Color::White) => white |= square.bit(),
                None => return Err(BoardError::Square { square, found }),
            },
        }
    }
    let (at, side) = characters.next().ok_or(BoardError::NoSide)?;
    match (color(side), characters.next()) {
        (Some(to_move), None) => Board::new(black, white, to_move).ok_or(BoardError::NoSide),
        _ => Err(BoardError::Side(shown(text[at..].trim_end()))),
    }
}

/// The 64 squares, with these characters for the discs.
pub(super) fn squares(board: &Board, black: char, white: char) -> String {
    let owner = |square: Square| match square.bit() {
        bit if board.discs(Color::Black) & bit != 0 => black,
        bit if board.discs(Color::White) & bit != 0 => white,
        _ => '-',
    };
    Square::all().map(owner).collect()
}

/// The colour that a character stands for.
fn color(character: char) -> Option<Color> {
    match character.to_ascii_uppercase() {
        'X' | '*' | 'B' => Some(Color::Black),
        'O' | '0' | 'W' => Some(Color::White),
        _ => None,
    }
}

/// The rows for a reader, row 1 first: `X` for Black, `O` for White, `.` for an empty square, with spaces between.
#[must_use]
pub fn rows(board: &Board) -> [String; 8] {
    let discs: Vec<String> = squares(board, 'X', 'O').chars().map(|c| c.to_string().replace('-', ".")).collect();
    std::array::from_fn(|row| discs[8 * row..8 * row + 8].join(" "))
}

/// The board for a reader, a1 at the top left, with letters and numbers around it.
#[must_use]
pub fn diagram(board: &Board) -> String {
    const LETTERS: &str = "  A B C D E F G H";
    let row = |(number, row): (u32, &String)| format!("{number} {row} {number}\n");
    format!("{LETTERS}\n{}{LETTERS}", (1..).zip(&rows(board)).map(row).collect::<String>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SQUARES: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn reads_every_form() {
        let rows =
            SQUARES.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned()).collect::<Vec<_>>();
        for text in [
            format!("{SQUARES}X"),
            format!("{SQUARES} X"),
            format!(" {} *\n", rows.join(" ")),
            format!("{} b", rows.join("\n").replace('X', "*")),
            SQUARES.to_lowercase().replace('-', ".").replace('o', "0") + " x",
            SQUARES.replace('X', "B").replace('O', "W").replace('-', "_") + " B",
        ] {
            assert_eq!(parse(&text), Ok(Board::START), "{text}");
        }
        assert_eq!(parse(&format!("{SQUARES} O")).map(|board| board.to_move), Ok(Color::White));
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, message) in [
            (SQUARES[1..].to_owned(), "found 63 squares, expected 64 and the side to move"),
            (SQUARES.to_owned(), "found no side to move after 64 squares, expected X or O"),
            (format!("{SQUARES}- X"), "found '- X' after 64 squares, expected the side to move: X or O"),
            (format!("{SQUARES} XX"), "found 'XX' after 64 squares, expected the side to move: X or O"),
            (SQUARES.replace('O', "?"), "d4: found '?', expected X or O or -"),
        ] {
            assert_eq!(parse(&text).map_err(|error| error.to_string()), Err(message.to_owned()));
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(black: u64, mask: u64, white_to_move: bool) {
            let to_move = if white_to_move { Color::White } else { Color::Black };
            let board = Board::new(black & mask, !black & mask.rotate_left(7), to_move).unwrap();
            prop_assert_eq!(board.to_string().parse(), Ok(board));
        }

        #[test]
        fn never_panics(text in ".{0,90}") {
            let _ = parse(&text);
        }
    }
}
