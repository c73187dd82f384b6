//! Opening books: the values of moves from a search, propagated by minimax.
//!
//! Text: a line with the format, a line of JSON with the book's origin ([`Origin`]), and a line for each position: its
//! discs, side to move first, as hexadecimal bitboards, and each move with its value in hundredths of a disc, as
//! `0000000810000000 0000001008000000 d3-12 e6+40`. Positions that differ by a symmetry are one, and so are their
//! moves.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::Digest;
use super::problem::{self, Problem};
use crate::board::{Form, Objective, Position, Square, squares};

/// The first line of a file.
const FORMAT: &str = "rival-book/1";

/// The largest accepted file, in bytes: about 150,000 positions.
pub const LARGEST_FILE: u64 = 16 << 20;

/// The largest value in hundredths of a disc: a full board.
const LARGEST: i32 = 6_400;

/// The origin of a book, which is the second line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The rule that the values are for.
    pub rule: Objective,
    /// The command that makes the book again.
    pub command: String,
    /// The order of positions with equal priority.
    pub seed: u64,
    /// The player whose search values the positions: its name and version.
    pub engine: String,
    /// The digest of that player's file.
    pub sha256: Digest,
    /// The search depth of each move in plies.
    pub depth: u32,
    /// The day on which the book was begun, YYYY-MM-DD.
    pub date: String,
}

/// The moves of a position, lowest square first, and their values for the side to move in hundredths of a disc.
pub(crate) type Values = Vec<(Square, i32)>;

/// An opening book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// The command and settings that made it.
    pub origin: Origin,
    /// The values from the search, by the discs of each form.
    searched: BTreeMap<(u64, u64), Values>,
    /// The values after minimax: a move to a position of the book has that position's value.
    backed: BTreeMap<(u64, u64), Values>,
}

impl Book {
    /// A book without positions.
    #[must_use]
    pub(crate) fn empty(origin: Origin) -> Book {
        Book { origin, searched: BTreeMap::new(), backed: BTreeMap::new() }
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.searched.len()
    }

    /// True if the book has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.searched.is_empty()
    }

    /// Adds positions with the values that a search gave their moves. The positions are forms with legal moves.
    pub(crate) fn add(&mut self, positions: impl IntoIterator<Item = (Position, Values)>) {
        self.searched.extend(positions.into_iter().map(|(position, values)| ((position.own, position.opp), values)));
        self.back_up();
    }

    /// Propagates values by minimax, from the positions with the most discs to those with the fewest.
    fn back_up(&mut self) {
        self.backed.clear();
        let mut order: Vec<(u64, u64)> = self.searched.keys().copied().collect();
        order.sort_by_key(|&(own, opp)| std::cmp::Reverse((own | opp).count_ones()));
        for (own, opp) in order {
            let position = Position { own, opp };
            let value = |&(square, searched): &(Square, i32)| {
                let known = Form::after(&position, square)
                    .and_then(|(next, passes)| Some((best(self.backed.get(&(next.own, next.opp))?)?.1, passes)));
                (square, known.map_or(searched, |(value, passes)| if passes { value } else { -value }))
            };
            let values = self.searched[&(own, opp)].iter().map(value).collect();
            self.backed.insert((own, opp), values);
        }
    }

    /// The positions, which are forms, with the minimax values of their moves. The fewest discs come first.
    pub(crate) fn positions(&self) -> Vec<(Position, &Values)> {
        let mut all: Vec<_> = self.backed.iter().map(|(&(own, opp), values)| (Position { own, opp }, values)).collect();
        all.sort_by_key(|(position, _)| position.occupied().count_ones());
        all
    }

    /// The positions, which are forms, with the search values of their moves.
    pub(crate) fn searched(&self) -> impl Iterator<Item = (Position, &Values)> {
        self.searched.iter().map(|(&(own, opp), values)| (Position { own, opp }, values))
    }

    /// True if the form is in the book.
    pub(crate) fn holds(&self, form: &Position) -> bool {
        self.searched.contains_key(&(form.own, form.opp))
    }

    /// The best move of a position, and its value in discs for the side to move; `None` if the position is not in the
    /// book. Among equal moves it is the one with the lowest square in the form.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<(Square, f64)> {
        let form = Form::canonical(position);
        let (best, value) = best(self.backed.get(&(form.position.own, form.position.opp))?)?;
        let square = squares(position.moves()).find(|&square| form.square(square) == best)?;
        Some((square, f64::from(value) / 100.0))
    }

    /// The text of a file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let origin = serde_json::to_string(&self.origin).expect("text and numbers are JSON");
        let mut text = format!("{FORMAT}\n{origin}\n");
        for ((own, opp), values) in &self.searched {
            let _ = write!(text, "{own:016x} {opp:016x}");
            for (square, value) in values {
                let _ = write!(text, " {square}{value:+}");
            }
            text.push('\n');
        }
        text
    }

    /// The book in the bytes of a file.
    ///
    /// # Errors
    ///
    /// They are not a book, or the book is cut short or damaged.
    pub fn parse(bytes: &[u8]) -> Result<Book, Problem> {
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(Problem::wrong("", "more than 16 MiB: this is no opening book"));
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|error| Problem::at("", format!("no text at byte {}", error.valid_up_to()), "text"))?;
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        if first != FORMAT {
            return Err(Problem::at("line 1", format!("{:?}", problem::short(first)), format!("{FORMAT:?}")));
        }
        let origin =
            problem::line(lines.next().unwrap_or_default().as_bytes()).map_err(|problem| in_line(2, &problem))?;
        let mut book = Book::empty(origin);
        let mut positions = Vec::new();
        for (line, number) in lines.zip(3..) {
            positions.push(position(line).map_err(|problem| in_line(number, &problem))?);
        }
        if !text.ends_with('\n') {
            let last = format!("line {}", 2 + positions.len());
            return Err(Problem::wrong(last, "the line has no end: the file is cut short"));
        }
        book.add(positions);
        Ok(book)
    }
}

/// The problem with the number of its line, from 1.
fn in_line(line: usize, problem: &Problem) -> Problem {
    Problem::wrong(format!("line {line}"), problem)
}

/// The best move. Among equals it is the first.
fn best(values: &Values) -> Option<(Square, i32)> {
    values.iter().copied().reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// Reads a line: a position with its moves and values.
fn position(line: &str) -> Result<(Position, Values), Problem> {
    let mut words = line.split(' ');
    let mut discs = || {
        let word = words.next().unwrap_or_default();
        let is_bitboard = word.len() == 16 && !word.starts_with('+');
        let bits = if is_bitboard { u64::from_str_radix(word, 16).ok() } else { None };
        bits.ok_or_else(|| Problem::at("", format!("{word:?}"), "a bitboard of 16 hexadecimal digits"))
    };
    let position = Position { own: discs()?, opp: discs()? };
    if position.own & position.opp != 0 || Form::canonical(&position).position != position {
        return Err(Problem::at("", format!("{line:?}"), "the discs of two sides, turned as `rival train book` does"));
    }
    let values = words.map(value).collect::<Result<Values, _>>()?;
    let (found, moves) = (values.iter().map(|(square, _)| *square).collect::<Vec<_>>(), Form::moves(&position));
    if moves.is_empty() {
        return Err(Problem::at("", "a position without moves", "one with moves"));
    }
    if *found != moves[..] {
        let named = |squares: &[Square]| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
        let [found, expected] = [&found, &moves[..]].map(|squares| format!("values of [{}]", named(squares)));
        return Err(Problem::at("", found, expected));
    }
    Ok((position, values))
}

/// Reads a move with its value.
fn value(word: &str) -> Result<(Square, i32), Problem> {
    let read = || {
        let (square, value) = word.split_at_checked(2)?;
        let value: i32 = value.starts_with(['+', '-']).then(|| value.parse().ok())??;
        Some((square.parse().ok()?, (-LARGEST..=LARGEST).contains(&value).then_some(value)?))
    };
    read().ok_or_else(|| Problem::at("", format!("{word:?}"), "a move and its value, as d3-12"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin {
        Origin {
            rule: Objective::Normal,
            command: "rival train book".to_owned(),
            seed: 1,
            engine: "test 0".to_owned(),
            sha256: Digest::of_bytes("test"),
            depth: 4,
            date: "2000-01-01".to_owned(),
        }
    }

    /// A form's moves with their values, in rising order.
    fn valued(position: &Position, values: &[i32]) -> (Position, Values) {
        let form = Form::canonical(position).position;
        (form, Form::moves(&form).into_iter().zip(values.iter().copied().cycle()).collect())
    }

    fn after(moves: &str) -> Position {
        moves.split_whitespace().fold(Position::START, |position, mv| position.play(mv.parse().unwrap()))
    }

    #[test]
    fn values_come_from_the_leaves() {
        let mut book = Book::empty(origin());
        book.add([valued(&Position::START, &[30])]);
        // By symmetry all four first moves are one.
        assert_eq!(book.answer(&Position::START), Some(("d3".parse().unwrap(), 0.3)));
        book.add([valued(&after("d3"), &[10, 20, -50])]);
        let (answer, value) = book.answer(&after("d3")).unwrap();
        assert_eq!((value, book.answer(&Position::START).unwrap().1), (0.2, -0.2));
        // The new position makes the best answer the worst one: 5.00 for the other side.
        book.add([valued(&after("d3").play(answer), &[500])]);
        let (other, value) = book.answer(&after("d3")).unwrap();
        assert!(other != answer && value == 0.1, "{other} {value}");
        assert_eq!(book.answer(&Position::START).unwrap().1, -0.1);
        // Another first move gives the same, turned.
        let turned = book.answer(&after("f5")).unwrap();
        assert_eq!(turned.1, 0.1);
        assert_ne!(after("f5").moves() & turned.0.bit(), 0);
        assert_eq!(book.answer(&after("d3 c3 c4")), None);
    }

    #[test]
    fn text_comes_back_and_damaged_text_is_told() {
        let mut book = Book::empty(origin());
        book.add([valued(&Position::START, &[30]), valued(&after("d3"), &[10, 20, -6_400])]);
        let text = book.to_text();
        assert_eq!(Book::parse(text.as_bytes()).unwrap(), book);
        let error = |text: &str| Book::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error("book\n"), format!("line 1: found \"book\", expected {FORMAT:?}"));
        assert!(error(FORMAT).starts_with("line 2: "));
        assert_eq!(error(text.trim_end()), "line 4: the line has no end: the file is cut short");
        for (from, to) in
            [("+30", "+30000"), ("+30", "30"), (" d3+30", ""), ("d3+30", "a1+30"), ("000000081", "00000008")]
        {
            let damaged = text.replace(from, to);
            assert!(damaged != text && error(&damaged).starts_with("line "), "{from} {to}");
        }
    }
}
