//! The start of a game, and squares of two letters.

use super::SgfError;
use super::tree::Node;
use crate::board::{Bitboard, Board, Color, Move, Square};
use crate::record::text::shown;

/// The side of the board from which the letters of rows count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// `a` is row 1, as in SGF itself and in Quarry.
    FromTop,
    /// `a` is row 8, as in GoGui, which draws row 8 first.
    FromBottom,
}

/// The board to which AB and AW add discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    Empty,
    /// The four discs of the normal start.
    Normal,
}

impl Rows {
    /// The square in two letters. Some programs write `F5`, which is the same square in both readings.
    fn square(self, text: &str) -> Option<Square> {
        if let Ok(square) = text.parse() {
            return Some(square);
        }
        let [column @ b'a'..=b'h', row @ b'a'..=b'h'] = *text.to_ascii_lowercase().as_bytes() else { return None };
        let row = match self {
            Rows::FromTop => row - b'a',
            Rows::FromBottom => b'h' - row,
        };
        Square::at(column - b'a', row)
    }

    /// Reads a move: a square, or a pass (empty, `tt`, or in words).
    pub(super) fn read(self, key: &str, text: &str) -> Result<Move, SgfError> {
        let text = text.trim();
        if text.is_empty() || text.eq_ignore_ascii_case("tt") {
            return Ok(Move::Pass);
        }
        let square = self.square(text).map(Move::Place).or_else(|| text.parse().ok());
        square.ok_or_else(|| SgfError::Value {
            key: key.to_owned(),
            found: shown(text),
            expected: "a square like fe, or nothing for a pass",
        })
    }

    /// The squares of a list of points. `aa:cb` is a rectangle.
    fn set(self, key: &str, values: &[String]) -> Result<Bitboard, SgfError> {
        let wrong = |found: &str| SgfError::Value {
            key: key.to_owned(),
            found: shown(found),
            expected: "squares like fe or aa:bb",
        };
        let mut set = 0;
        for value in values.iter().map(|value| value.trim()).filter(|value| !value.is_empty()) {
            let (first, last) = value.split_once(':').unwrap_or((value, value));
            let (Some(first), Some(last)) = (self.square(first), self.square(last)) else { return Err(wrong(value)) };
            let top = first.row().min(last.row());
            let bottom = first.row().max(last.row());
            let left = first.column().min(last.column());
            let right = first.column().max(last.column());
            let inside =
                |square: &Square| (top..=bottom).contains(&square.row()) && (left..=right).contains(&square.column());
            set |= Square::all().filter(inside).map(Square::bit).fold(0, |all, bit| all | bit);
        }
        Ok(set)
    }
}

/// True if the nodes set up discs. The second value is true if they also remove discs.
pub(super) fn sets_up(nodes: &[Node]) -> (bool, bool) {
    let mut keys = nodes.iter().flatten().map(|property| property.key.as_str());
    (keys.clone().any(|key| matches!(key, "AB" | "AW" | "AE")), keys.any(|key| key == "AE"))
}

/// The start board. Without PL the side of the first move is to move; at the normal start it is Black.
pub(super) fn start(nodes: &[Node], rows: Rows, base: Base) -> Result<Board, SgfError> {
    let (mut black, mut white) = match base {
        Base::Empty => (0, 0),
        Base::Normal => (Board::START.discs(Color::Black), Board::START.discs(Color::White)),
    };
    let mut first = None;
    let mut side = None;
    for property in nodes.iter().flatten() {
        let key = property.key.as_str();
        match key {
            "AB" | "AW" | "AE" if first.is_some() => return Err(SgfError::LateSetup(key.to_owned())),
            "AB" | "AW" | "AE" => {
                let set = rows.set(key, &property.values)?;
                black &= !set;
                white &= !set;
                black |= if key == "AB" { set } else { 0 };
                white |= if key == "AW" { set } else { 0 };
            }
            "PL" if first.is_none() => side = color(&property.values[0]),
            "B" => first = first.or(Some(Color::Black)),
            "W" => first = first.or(Some(Color::White)),
            _ => {}
        }
    }
    let first = if sets_up(nodes).0 { first } else { None };
    let to_move = side.or(first).unwrap_or(Color::Black);
    let normal = Board::START.turned_to(to_move);
    Ok(Board::new(black, white, to_move).unwrap_or(normal))
}

/// Reads `B`, `black`, `W`, `white`, and the numbers of old versions.
fn color(text: &str) -> Option<Color> {
    match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    }
}
