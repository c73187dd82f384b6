//! An opening that an opponent plays until the person leaves it, in any of its symmetric forms.

use super::notation;
use crate::board::{Board, Game, Move, Symmetry};

/// The move that keeps a game from the normal start on a line; `None` if the game has left the line or the line has
/// ended.
pub(super) fn next(game: &Game, line: &str) -> Option<Move> {
    if *game.start() != Board::START {
        return None;
    }
    let opening = notation::game(None, line)?;
    let (board, mv) = opening.history().get(game.history().len())?;
    let square = mv.square()?;
    let now = game.board();
    let symmetry = Symmetry::all().find(|symmetry| {
        let [own, opp] = [board.position.own, board.position.opp].map(|set| symmetry.set(set));
        board.to_move == now.to_move && [own, opp] == [now.position.own, now.position.opp]
    })?;
    Some(symmetry.square(square).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_played_however_the_board_lies_until_it_is_left() {
        let line = "f5d6c3d3c4";
        for (moves, expected) in [
            ("f5", Some("d6")),
            // The transposed opening, and the opening after a half turn.
            ("d3", Some("c5")),
            ("c4", Some("e3")),
            // The game has left the line.
            ("f5f6", None),
            ("f5d6c3d3", Some("c4")),
            // The line has ended.
            (line, None),
        ] {
            let next = next(&notation::game(None, moves).unwrap(), line).map(|mv| mv.to_string());
            assert_eq!(next.as_deref(), expected, "{moves}");
        }
    }
}
