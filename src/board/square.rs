//! Squares and sets of squares.
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//!  1   0  1  2  3  4  5  6  7      bit 0 is a1, the top-left corner;
//!  2   8  9 10 11 12 13 14 15      one row down is +8, one column right is +1
//!  …
//!  8  56 57 58 59 60 61 62 63
//! ```

use std::fmt;
use std::str::FromStr;

/// A set of squares, one bit a square; bit 0 is a1, bit 7 is h1, bit 63 is h8.
pub type Bitboard = u64;

/// The four corners.
pub const CORNERS: Bitboard = 0x8100_0000_0000_0081;
/// The four X-squares: diagonal neighbours of the corners.
pub const X_SQUARES: Bitboard = 0x0042_0000_0000_4200;
/// The eight C-squares: edge neighbours of the corners.
pub const C_SQUARES: Bitboard = 0x4281_0000_0000_8142;
/// The 28 squares of the four edges.
pub const EDGES: Bitboard = 0xff81_8181_8181_81ff;

/// One of the 64 squares; its index is always below 64. JSON has its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
pub struct Square(u8);

impl Square {
    /// The corner a1, bit 0.
    pub const A1: Square = Square(0);
    /// The corner h1, bit 7.
    pub const H1: Square = Square(7);

    /// The square with this index, if there is one.
    ///
    /// ```
    /// use rival::board::Square;
    /// assert_eq!(Square::new(37).unwrap().to_string(), "f5");
    /// assert!(Square::new(64).is_none());
    /// ```
    #[must_use]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square in this column (a = 0) and row (row 1 = 0), if both are below 8.
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Square> {
        if column < 8 && row < 8 { Some(Square(row * 8 + column)) } else { None }
    }

    /// The lowest square of a set.
    #[must_use]
    pub const fn lowest(set: Bitboard) -> Option<Square> {
        Square::new(set.trailing_zeros() as u8)
    }

    /// All squares in the order of their indices: a1, b1, … h8.
    pub fn all() -> Squares {
        Squares(!0)
    }

    /// The index, 0 to 63.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, 0 (a) to 7 (h).
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// The row, 0 (row 1, the top) to 7 (row 8).
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// The set that holds only this square.
    #[must_use]
    pub const fn bit(self) -> Bitboard {
        1 << self.0
    }

    /// The squares of its row and its column, itself included.
    #[must_use]
    pub const fn lines(self) -> Bitboard {
        0xff << (self.0 & 0x38) | 0x0101_0101_0101_0101 << (self.0 & 7)
    }
}

impl fmt::Display for Square {
    /// The name in lower case, such as `f5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl serde::Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of a text that is not a square or not a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct ParseError {
    /// The beginning of the text, in quotes.
    pub found: String,
    /// The texts that are accepted.
    pub expected: &'static str,
}

impl FromStr for Square {
    type Err = ParseError;

    /// A letter a to h in either case and a digit 1 to 8.
    fn from_str(text: &str) -> Result<Square, ParseError> {
        let square = match *text.as_bytes() {
            [letter, digit @ b'1'..=b'8'] => match letter.to_ascii_lowercase() {
                letter @ b'a'..=b'h' => Square::at(letter - b'a', digit - b'1'),
                _ => None,
            },
            _ => None,
        };
        square.ok_or_else(|| {
            let start: String = text.chars().take(20).collect();
            ParseError { found: format!("'{start}'"), expected: "a square from a1 to h8" }
        })
    }
}

/// The squares of a set, lowest index first.
#[derive(Debug, Clone, Copy)]
pub struct Squares(Bitboard);

/// Iterates over the squares of a set, lowest index first.
///
/// ```
/// use rival::board::squares;
/// let names: Vec<_> = squares(0x81).map(|s| s.to_string()).collect();
/// assert_eq!(names, ["a1", "h1"]);
/// ```
#[must_use]
pub const fn squares(set: Bitboard) -> Squares {
    Squares(set)
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Square::lowest(self.0)?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}
