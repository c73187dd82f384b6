//! A game as two texts, for our own files and for the page. The start has 66 characters, or is left out if it is the
//! normal one. The moves have two characters each, and a pass is `--`.

use crate::board::{Board, Game, Move};

/// The longest accepted list of moves. Every game is shorter.
const LONGEST: usize = 400;

/// The moves in a row.
pub(crate) fn moves(game: &Game) -> String {
    game.moves().map(written).collect()
}

/// The start; `None` if it is the normal one.
pub(crate) fn start(game: &Game) -> Option<String> {
    (*game.start() != Board::START).then(|| game.start().to_string())
}

/// The game with this start and these moves; `None` if a move is illegal or not written like this.
#[cfg(any(feature = "cli", feature = "web"))]
pub(crate) fn game(start: Option<&str>, moves: &str) -> Option<Game> {
    played(start.map_or(Ok(Board::START), str::parse).ok()?, moves)
}

/// The game with these moves from a board.
pub(crate) fn played(start: Board, moves: &str) -> Option<Game> {
    if moves.len() > LONGEST || !moves.is_ascii() || !moves.len().is_multiple_of(2) {
        return None;
    }
    let mut game = Game::new(start);
    for at in (0..moves.len()).step_by(2) {
        game.play(moves[at..at + 2].parse().ok()?).ok()?;
    }
    Some(game)
}

/// A record with the moves of a game, without names.
#[cfg(any(feature = "cli", feature = "web"))]
pub(crate) fn record(game: &Game, objective: crate::board::Objective) -> super::GameRecord {
    let mut record = super::GameRecord::new(*game.start());
    record.objective = objective;
    for mv in game.moves() {
        record.play(mv, super::MoveNote::default()).expect("the game was legal");
    }
    record
}

/// A move in two characters.
pub(crate) fn written(mv: Move) -> String {
    mv.square().map_or_else(|| "--".to_owned(), |square| square.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_back_as_they_were() {
        let text = "f5d6c3d3c4";
        let parsed_game = game(None, text).unwrap();
        assert_eq!((moves(&parsed_game).as_str(), start(&parsed_game)), (text, None));
        assert_eq!(record(&parsed_game, crate::board::Objective::Normal).game(), &parsed_game);
        for wrong in ["f5f5", "f", "é", "f5d6c3d3--", &"f5".repeat(300)] {
            assert!(game(None, wrong).is_none(), "{wrong}");
        }
        assert!(game(Some("x"), "").is_none());
        let other = "---------------------------OX------XO--------------------------- O";
        assert_eq!(start(&game(Some(other), "").unwrap()).as_deref(), Some(other));
    }
}
