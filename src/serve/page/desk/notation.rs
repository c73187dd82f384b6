//! Games and positions as the page writes them: a start in 66 characters (nothing for the normal one), moves of two
//! characters each, a pass as `--`.

use crate::board::{Board, Game, Move};
use crate::record::{GameRecord, MoveNote};
use crate::serve::page::ask::Rule;
use crate::serve::page::tell;

/// The longest list of moves that is read; every game is shorter.
const LONGEST: usize = 400;

/// The moves one behind the other.
pub(super) fn moves(game: &Game) -> String {
    game.moves().map(written).collect()
}

/// The start, if it is not the normal one.
pub(super) fn start(game: &Game) -> Option<String> {
    (*game.start() != Board::START).then(|| game.start().to_string())
}

/// A game from its start and its moves; `None` if one of them is illegal, or not written like this.
pub(super) fn game(start: Option<&str>, moves: &str) -> Option<Game> {
    let start = start.map_or(Ok(Board::START), str::parse).ok()?;
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
pub(super) fn record(game: &Game, rule: Rule) -> GameRecord {
    let mut record = GameRecord::new(*game.start());
    record.objective = rule.into();
    for mv in game.moves() {
        record.play(mv, MoveNote::default()).expect("the game was legal");
    }
    record
}

/// A record for the page: who, what, how it ended.
pub(super) fn show(record: &GameRecord) -> tell::Game {
    tell::Game {
        black: record.black.name.clone(),
        white: record.white.name.clone(),
        date: record.date.clone(),
        place: record.place.clone(),
        rule: record.objective.into(),
        start: start(record.game()),
        moves: moves(record.game()),
        result: tell::Ended::of(record),
        evals: record.notes().iter().map(|note| note.eval).collect(),
        you: None,
        opponent: None,
    }
}

/// A move as the page writes it.
pub(super) fn written(mv: Move) -> String {
    mv.square().map_or_else(|| "--".to_owned(), |square| square.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_back_as_they_were() {
        let text = "f5d6c3d3c4";
        let found = game(None, text).unwrap();
        assert_eq!((moves(&found).as_str(), start(&found)), (text, None));
        assert_eq!(record(&found, Rule::Most).game(), &found);
        for wrong in ["f5f5", "f", "é", "f5d6c3d3--", &"f5".repeat(300)] {
            assert!(game(None, wrong).is_none(), "{wrong}");
        }
        assert!(game(Some("x"), "").is_none());
        let other = "---------------------------OX------XO--------------------------- O";
        assert_eq!(start(&game(Some(other), "").unwrap()).as_deref(), Some(other));
    }
}
