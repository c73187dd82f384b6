//! Counts on a board, made without a search.

use crate::board::geometry::grow;
use crate::board::square::{CORNERS, X_SQUARES};
use crate::board::{Bitboard, Position, Square, squares};
use crate::people::regions;

const EDGES: [Bitboard; 4] = [0xff, 0xff << 56, 0x0101_0101_0101_0101, 0x8080_8080_8080_8080];

/// The edges with this square: two for a corner, none inside the board.
pub(super) fn edges_with(square: Square) -> impl Iterator<Item = Bitboard> {
    EDGES.into_iter().filter(move |edge| edge & square.bit() != 0)
}

/// A corner that the opponent can take after this move.
pub(super) fn gives_corner(position: &Position, square: Square) -> Option<Square> {
    Square::lowest(position.play(square).moves() & CORNERS)
}

/// A move that turns every disc of the opponent.
pub(super) fn wiping_move(position: &Position) -> Option<Square> {
    squares(position.moves()).find(|&square| position.play(square).own == 0)
}

/// The moves after which the opponent cannot take a corner at once, without squares diagonally beside an empty corner.
pub(super) fn safe_moves(position: &Position) -> Bitboard {
    let moves = position.moves() & !(X_SQUARES & grow(CORNERS & position.empty()));
    let safe = squares(moves).filter(|&square| gives_corner(position, square).is_none());
    safe.fold(0, |set, square| set | square.bit())
}

/// The safe moves that are beside no empty corner.
pub(super) fn sound_moves(position: &Position) -> Bitboard {
    safe_moves(position) & !grow(CORNERS & position.empty())
}

/// The safe moves that open no safe move to the opponent.
pub(super) fn quiet_moves(position: &Position) -> Bitboard {
    let before = position.pass();
    let quiet = squares(safe_moves(position)).filter(|&square| opens_nothing(&before, &position.play(square)));
    quiet.fold(0, |set, square| set | square.bit())
}

/// The corners that the other side could take if it were its turn.
pub(super) fn open_corners(position: &Position) -> Bitboard {
    position.pass().moves() & CORNERS
}

/// The safe moves of the side to move that were illegal or unsafe when it was its turn before. A corner that the other
/// side could take anyway makes no move unsafe here: otherwise every move would be quiet while such a corner is empty.
pub(super) fn new_moves(before: &Position, position: &Position) -> Bitboard {
    moves_that_open_no_corner(position) & !moves_that_open_no_corner(before)
}

/// The moves after which the opponent can take no other corner than before, without squares diagonally beside an empty
/// corner.
fn moves_that_open_no_corner(position: &Position) -> Bitboard {
    let open_corners = open_corners(position);
    let moves = position.moves() & !(X_SQUARES & grow(CORNERS & position.empty()));
    let safe = squares(moves).filter(|&square| position.play(square).moves() & CORNERS & !open_corners == 0);
    safe.fold(0, |set, square| set | square.bit())
}

/// True if the side to move has no safe move that was illegal or unsafe when it was its turn before.
pub(super) fn opens_nothing(before: &Position, position: &Position) -> bool {
    new_moves(before, position) == 0
}

/// The discs that a move on an edge flips along that edge.
pub(super) fn flips_along_edge(position: &Position, square: Square) -> u32 {
    let flips = position.flips(square);
    edges_with(square).map(|edge| (flips & edge).count_ones()).sum()
}

/// True if a disc on this edge square is between two of the opponent's discs on the edge after the move.
pub(super) fn is_wedge(position: &Position, square: Square) -> bool {
    let others = position.play(square).own;
    square.bit() & CORNERS == 0
        && edges_with(square).any(|edge| {
            let neighbours = grow(square.bit()) & edge & !square.bit();
            neighbours & others == neighbours
        })
}

/// The empty corner beside this square.
pub(super) fn empty_corner_beside(position: &Position, square: Square) -> Option<Square> {
    Square::lowest(grow(square.bit()) & CORNERS & position.empty() & !square.bit())
}

/// The region of empty squares around this one.
pub(super) fn region(position: &Position, square: Square) -> Bitboard {
    let around = regions(position.empty()).into_iter().find(|region| region & square.bit() != 0);
    around.unwrap_or_default()
}
