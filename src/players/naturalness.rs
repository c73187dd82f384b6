//! Naturalness: moves that look like mistakes on purpose are left out, whatever their value (Ueda's thesis, 2012,
//! section 4.3).
//!
//! 1. An available corner is taken.
//! 2. No move next to an empty corner lets the opponent take that corner next, unless nothing else is legal.

use crate::board::square::CORNERS;
use crate::board::{Bitboard, Position, squares};

/// Each corner with the three squares beside it.
const BESIDE: [(Bitboard, Bitboard); 4] =
    [(1, 0x302), (1 << 7, 0xc040), (1 << 56, 0x0203 << 48 & !(1 << 56)), (1 << 63, 0x40c0 << 48 & !(1 << 63))];

/// The natural moves. There is at least one if there is a legal move.
#[must_use]
pub fn natural(position: &Position) -> Bitboard {
    let moves = position.moves();
    let corners = moves & CORNERS;
    if corners != 0 {
        return corners;
    }
    let kept = squares(moves).filter(|square| !gives_corner(position, square.bit())).fold(0, |set, s| set | s.bit());
    if kept == 0 { moves } else { kept }
}

/// True if a legal move is beside an empty corner and the opponent can take that corner next.
fn gives_corner(position: &Position, mv: Bitboard) -> bool {
    let Some(&(corner, _)) = BESIDE.iter().find(|(_, beside)| beside & mv != 0) else { return false };
    let Some(square) = squares(mv).next() else { return false };
    position.empty() & corner != 0 && position.play(square).moves() & corner != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Move, Square};
    use crate::players::duel::opening_board;

    /// The two rules word by word, with names of squares and boards after moves.
    fn by_definition(board: &Board) -> Vec<Square> {
        let corners = ["a1", "h1", "a8", "h8"];
        let legal: Vec<Square> = Square::all().filter(|&square| board.is_legal(Move::Place(square))).collect();
        let taken: Vec<Square> = legal.iter().copied().filter(|s| corners.contains(&s.to_string().as_str())).collect();
        if !taken.is_empty() {
            return taken;
        }
        let mut gifts: Vec<Square> = legal.clone();
        gifts.retain(|square| corners.iter().any(|corner| opens_corner(board, *square, corner.parse().unwrap())));
        let natural: Vec<Square> = legal.iter().copied().filter(|square| !gifts.contains(square)).collect();
        if natural.is_empty() { legal } else { natural }
    }

    fn opens_corner(board: &Board, square: Square, corner: Square) -> bool {
        let is_near = square.column().abs_diff(corner.column()) <= 1 && square.row().abs_diff(corner.row()) <= 1;
        is_near && board.play(Move::Place(square)).unwrap().is_legal(Move::Place(corner))
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut taken = 0;
        let mut refused = 0;
        let mut forced = 0;
        for seed in 0..6_000 {
            let board = opening_board(seed, (seed % 56) as u32);
            let expected = by_definition(&board).into_iter().fold(0, |set, square| set | square.bit());
            let natural_moves = natural(&board.position);
            assert_eq!(natural_moves, expected, "{board:?}");
            let moves = board.position.moves();
            taken += u32::from(moves & CORNERS != 0);
            refused += u32::from(moves & CORNERS == 0 && natural_moves != moves);
            let only_gifts = moves != 0 && squares(moves).all(|square| gives_corner(&board.position, square.bit()));
            forced += u32::from(moves & CORNERS == 0 && only_gifts);
        }
        assert!(taken > 500 && refused > 500 && forced > 0, "{taken} {refused} {forced}");
    }

    #[test]
    fn a_side_that_must_pass_has_no_natural_move() {
        let board = Board::new(1, 0, Color::White).unwrap();
        assert_eq!(natural(&board.position), 0);
    }
}
