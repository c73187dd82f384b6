//! An opening that an opponent plays as long as the person lets it, however the board lies.

use super::notation;
use crate::board::{Board, Game, Move, Symmetry};

/// The move by which a game from the normal start stays on a line; `None` if it has left it, or the line has ended.
pub(super) fn next(game: &Game, line: &str) -> Option<Move> {
    if *game.start() != Board::START {
        return None;
    }
    let whole = notation::game(None, line)?;
    let (board, mv) = whole.history().get(game.history().len())?;
    let square = mv.square()?;
    let now = game.board();
    let lies_so = |symmetry: &Symmetry| {
        let seen = |set| symmetry.set(set);
        board.to_move == now.to_move
            && [seen(board.position.own), seen(board.position.opp)] == [now.position.own, now.position.opp]
    };
    Symmetry::all().find(lies_so).map(|symmetry| Move::from(symmetry.square(square)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_played_however_the_board_lies_until_it_is_left() {
        let line = "f5d6c3d3c4";
        let next = |moves: &str| next(&notation::game(None, moves).unwrap(), line).map(|mv| mv.to_string());
        assert_eq!(next("f5").as_deref(), Some("d6"));
        assert_eq!(next("d3").as_deref(), Some("c5"), "the transposed opening");
        assert_eq!(next("c4").as_deref(), Some("e3"), "half a turn");
        assert_eq!(next("f5f6"), None, "left");
        assert_eq!(next("f5d6c3d3").as_deref(), Some("c4"));
        assert_eq!(next(line), None, "at its end");
    }
}
