//! Finds the player's side in a game, so that the player learns about the other side.

use crate::board::{Board, Color, Game, Move, squares};
use crate::record::{GameRecord, MoveNote};

/// The player's answers in this game. Answers that were taken back or not played do not count.
#[derive(Debug, Clone, Default)]
pub(super) struct Answers(Vec<(Board, Move)>);

/// The sides that the player had in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlayerSides {
    Neither,
    /// The player had one side. This is the opponent's.
    Against(Color),
    Both,
}

impl Answers {
    /// Notes an answer, unless it is a pass.
    pub(super) fn note(&mut self, board: &Board, mv: Move) {
        if mv != Move::Pass {
            self.0.push((*board, mv));
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// True if the player has answered and none of its answers is in the game: match runners send a second game on the
    /// same opening without an empty board in between.
    pub(super) fn are_gone(&self, game: &Game) -> bool {
        !self.0.is_empty() && self.played(game) == PlayerSides::Neither
    }

    /// The sides that the player answered for.
    pub(super) fn played(&self, game: &Game) -> PlayerSides {
        let answered = [Color::Black, Color::White]
            .map(|color| game.history().iter().any(|step| step.0.to_move == color && self.0.contains(step)));
        match answered {
            [true, true] => PlayerSides::Both,
            [true, false] => PlayerSides::Against(Color::White),
            [false, true] => PlayerSides::Against(Color::Black),
            [false, false] => PlayerSides::Neither,
        }
    }
}

/// The finished game, after forced moves of the opponent if needed, because some GUIs do not send an engine the last
/// move.
pub(super) fn ended(record: &GameRecord, opponent: Color) -> Option<GameRecord> {
    let mut ended = record.clone();
    // The moves that are added have no times.
    ended.given = Some(record.given_moves());
    while !ended.game().is_over() {
        let board = ended.game().board();
        let mut squares = squares(board.position.moves());
        let mv = match (squares.next(), squares.next()) {
            (None, _) => Move::Pass,
            (Some(only), None) if board.to_move == opponent => Move::Place(only),
            _ => return None,
        };
        ended.play(mv, MoveNote::default()).ok()?;
    }
    Some(ended)
}

/// The opponent's side by the names in a record: the side without the player's name or signature, or the one with the
/// opponent's name.
pub(super) fn opponent_by_name(record: &GameRecord, player: [&str; 2], opponent: Option<&str>) -> Option<Color> {
    let own_side = player.into_iter().find_map(|name| record.side_of(name));
    let others_name = opponent.filter(|name| !name.trim().is_empty());
    own_side.map(Color::other).or_else(|| others_name.and_then(|name| record.side_of(name)))
}

/// True if one game continues the other or returns to an earlier position of it.
pub(super) fn is_same_game(a: &Game, b: &Game) -> bool {
    a.start() == b.start() && a.moves().zip(b.moves()).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript;

    fn game(text: &str) -> Game {
        transcript::parse(text).unwrap().into_game()
    }

    #[test]
    fn only_answers_that_are_in_the_game_count() {
        let full_game = game("f5d6c3d3c4f4");
        let mut answers = Answers::default();
        assert_eq!(answers.played(&full_game), PlayerSides::Neither);
        answers.note(&full_game.history()[1].0, "d6".parse().unwrap());
        assert_eq!(answers.played(&full_game), PlayerSides::Against(Color::Black));
        // The player answered, but another move was played.
        answers.note(&full_game.history()[2].0, "c4".parse().unwrap());
        assert_eq!(answers.played(&full_game), PlayerSides::Against(Color::Black));
        answers.note(&full_game.history()[4].0, "c4".parse().unwrap());
        assert_eq!(answers.played(&full_game), PlayerSides::Both);
        assert_eq!(answers.played(&game("f5d6")), PlayerSides::Against(Color::Black));
        assert!(answers.are_gone(&game("f5")) && !answers.are_gone(&game("f5d6")));
        answers.clear();
        assert!(!answers.are_gone(&game("f5")), "it was asked nothing");
        assert_eq!(answers.played(&full_game), PlayerSides::Neither);
    }

    #[test]
    fn names_tell_the_opponent_if_they_are_known_and_differ() {
        let mut record = GameRecord::default();
        assert_eq!(opponent_by_name(&record, ["agent", "agent#0a1b2c"], Some("")), None);
        record.black.name = "Ann ".to_owned();
        assert_eq!(opponent_by_name(&record, ["agent", "agent#0a1b2c"], None), None);
        assert_eq!(opponent_by_name(&record, ["agent", "agent#0a1b2c"], Some("ann")), Some(Color::Black));
        record.white.name = "\u{c9}va".to_owned();
        assert_eq!(opponent_by_name(&record, ["agent", "agent#0a1b2c"], Some("\u{e9}va")), Some(Color::White));
        record.white.name = "Agent".to_owned();
        assert_eq!(opponent_by_name(&record, ["agent", "agent#0a1b2c"], None), Some(Color::Black));
        record.black.name = "agent".to_owned();
        assert_eq!(opponent_by_name(&record, ["agent", "agent#0a1b2c"], Some("ann")), None);
    }

    #[test]
    fn forced_moves_of_the_opponent_end_a_game_and_no_others() {
        let mut game = Game::default();
        while !game.is_over() {
            let lowest = squares(game.board().position.moves()).next().map_or(Move::Pass, Move::Place);
            game.play(lowest).unwrap();
        }
        let finished = game.clone();
        let ended = |game: &Game, opponent| {
            let mut record = GameRecord::new(*game.start());
            game.moves().for_each(|mv| record.play(mv, MoveNote::default()).unwrap());
            super::ended(&record, opponent).map(GameRecord::into_game)
        };
        assert_eq!(ended(&finished, Color::Black), Some(finished.clone()));
        assert_eq!(ended(&Game::default(), Color::White), None);
        let last = game.board().to_move.other();
        assert_eq!(game.undo(), finished.moves().last());
        assert_eq!(game.board().to_move, last);
        assert_eq!(squares(game.board().position.moves()).count(), 1);
        assert_eq!(ended(&game, last), Some(finished));
        assert_eq!(ended(&game, last.other()), None);
    }

    #[test]
    fn a_game_goes_on_or_back() {
        assert!(is_same_game(&game("f5d6"), &game("f5d6c3")));
        assert!(is_same_game(&game("f5d6c3"), &game("f5")));
        assert!(!is_same_game(&game("f5d6c3"), &game("f5f6")));
    }
}
