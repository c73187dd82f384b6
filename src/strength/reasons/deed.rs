//! The effect of a move on the board, without a comparison with another one.

use serde::Serialize;

use super::measures::{flips_along_edge, new_moves, region, safe_moves};
use crate::board::square::CORNERS;
use crate::board::{Board, Move, Position, Square, squares};

/// The number of safe moves that is few for a side.
const FEW: u32 = 2;
/// The number of new moves that is many.
const MANY: u32 = 4;
/// The number of discs on an edge that break it when they are flipped.
const BROKEN: u32 = 2;
/// Regions are seen if there are at most this many empty squares.
const LATE: u32 = 16;

/// The most important effect of a move, told to its opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Deed {
    /// It takes this corner.
    Corner { corner: Square },
    /// The opponent has no move.
    Passes,
    /// The opponent can take this corner, which it could not before.
    Gives { corner: Square },
    /// It flips this many of the opponent's discs along an edge.
    Edge { discs: u32 },
    /// It fills a region of empty squares.
    LastMove,
    /// The opponent has this many safe moves, and these are they.
    Safe { moves: u32, squares: Vec<Square> },
    /// It takes these safe moves on other squares from the opponent and opens no new one.
    Closes { squares: Vec<Square> },
    /// It is safe and opens no safe move to the opponent.
    Quiet,
    /// It opens this many new safe moves to the opponent.
    Opens { moves: u32 },
}

impl Deed {
    /// The most important effect of a legal move, if it has one.
    pub(crate) fn find(board: &Board, mv: Move) -> Option<Deed> {
        let square = mv.square()?;
        let position = &board.position;
        let replies = position.play(square);
        if replies.is_over() {
            return None;
        }
        if square.bit() & CORNERS != 0 {
            return Some(Deed::Corner { corner: square });
        }
        if replies.moves() == 0 {
            return Some(Deed::Passes);
        }
        if let Some(corner) = Square::lowest(replies.moves() & !position.pass().moves() & CORNERS) {
            return Some(Deed::Gives { corner });
        }
        let discs = flips_along_edge(position, square);
        if discs >= BROKEN {
            return Some(Deed::Edge { discs });
        }
        if position.empties() <= LATE && region(position, square) == square.bit() {
            return Some(Deed::LastMove);
        }
        let is_safe = safe_moves(position) & square.bit() != 0;
        choices(&position.pass(), &replies).filter(|deed| is_safe || *deed != Deed::Quiet)
    }
}

/// The change of the opponent's safe moves from the position before the move to that after it.
fn choices(before: &Position, after: &Position) -> Option<Deed> {
    let old = safe_moves(before);
    let safe = safe_moves(after);
    let opened = new_moves(before, after);
    let closed = old & after.empty() & !after.moves();
    if safe.count_ones() <= FEW {
        return Some(Deed::Safe { moves: safe.count_ones(), squares: squares(safe).collect() });
    }
    match (opened.count_ones(), closed.count_ones()) {
        (0, 0) => Some(Deed::Quiet),
        (0, _) => Some(Deed::Closes { squares: squares(closed).collect() }),
        (MANY.., _) => Some(Deed::Opens { moves: opened.count_ones() }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::line::tests::random;
    use super::*;

    /// True if the deed is a fact on the boards before and after the move.
    fn is_true(deed: &Deed, position: &Position, square: Square) -> bool {
        let before = position.pass();
        let after = position.play(square);
        let is_legal = |position: &Position, square: &Square| position.moves() & square.bit() != 0;
        let is_safe = |square: &Square| {
            let is_near = |corner: Square| {
                let distances = [corner.row().abs_diff(square.row()), corner.column().abs_diff(square.column())];
                distances == [1, 1] && after.empty() & corner.bit() != 0
            };
            let is_diagonal = squares(CORNERS).any(is_near);
            after.play(*square).moves() & CORNERS == 0 && !is_diagonal
        };
        // A corner that can be taken anyway makes no move unsafe.
        let opens_no_corner = |position: &Position, one: &Square| {
            let is_near = |corner: Square| {
                let distances = [corner.row().abs_diff(one.row()), corner.column().abs_diff(one.column())];
                distances == [1, 1] && position.empty() & corner.bit() != 0
            };
            let open = position.pass().moves();
            is_legal(position, one)
                && position.play(*one).moves() & CORNERS & !open == 0
                && !squares(CORNERS).any(is_near)
        };
        let is_new = |one: &Square| opens_no_corner(&after, one) && !opens_no_corner(&before, one);
        match deed {
            Deed::Corner { corner } => *corner == square && corner.bit() & CORNERS != 0,
            Deed::Passes => after.moves() == 0 && !after.is_over(),
            Deed::Gives { corner } => is_legal(&after, corner) && !is_legal(&before, corner),
            Deed::Edge { discs } => *discs >= BROKEN && *discs <= position.flips(square).count_ones(),
            Deed::LastMove => squares(position.empty()).all(|other| {
                let distance = other.row().abs_diff(square.row()).max(other.column().abs_diff(square.column()));
                distance != 1
            }),
            Deed::Safe { moves, squares } => {
                squares.len() == *moves as usize && squares.iter().all(|one| is_legal(&after, one) && is_safe(one))
            }
            Deed::Closes { squares } => {
                squares.iter().all(|one| *one != square && is_legal(&before, one) && !is_legal(&after, one))
            }
            Deed::Quiet => opens_no_corner(position, &square) && squares(after.moves()).all(|one| !is_new(&one)),
            Deed::Opens { moves } => squares(after.moves()).filter(is_new).count() == *moves as usize,
        }
    }

    #[test]
    fn what_a_move_did_is_a_fact_on_the_board() {
        let mut kinds = BTreeSet::new();
        for game in (0..100).map(random) {
            for (board, mv) in game.history() {
                let Some((deed, square)) = Deed::find(board, *mv).zip(mv.square()) else { continue };
                assert!(is_true(&deed, &board.position, square), "{board} {mv}: {deed:?}");
                kinds.insert(format!("{deed:?}").split(' ').next().unwrap().to_owned());
            }
        }
        assert_eq!(kinds.len(), 9, "{kinds:?}");
    }
}
