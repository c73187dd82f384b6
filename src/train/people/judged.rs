//! Judged games: the judge's values of every legal move, wherever there was something to choose.

use serde::{Deserialize, Serialize};

use super::archive::Played;
use crate::board::{Color, Move, Square, squares};
use crate::people::{Facts, Judge, facts};

/// The values of one game, in hundredths of discs: a list for each move with two legal moves or more, the lowest square
/// first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(Vec<Vec<i16>>);

/// A move of a game with what could have been played.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub color: Color,
    /// 1 to 60: discs on the board less three.
    pub number: u32,
    pub options: Vec<Facts>,
    /// Which of them was played.
    pub played: usize,
}

/// Judges a game.
pub fn judge(game: &Played, judge: &mut Judge) -> Values {
    let game = game.game();
    let boards = game.history().iter().map(|(board, _)| &board.position);
    let values = boards
        .filter(|position| position.moves().count_ones() > 1)
        .map(|position| judge.values(position).into_iter().map(|(_, value)| (value * 100.0).round() as i16).collect());
    Values(values.collect())
}

/// The choices of a game; `None` if the values are those of another game.
#[must_use]
pub fn choices(game: &Played, values: &Values) -> Option<Vec<Choice>> {
    let game = game.game();
    let mut values = values.0.iter();
    let mut found = Vec::with_capacity(values.len());
    let mut last: Option<Square> = None;
    for &(board, mv) in game.history() {
        let moves = board.position.moves();
        if let Move::Place(square) = mv
            && moves.count_ones() > 1
        {
            let values = values.next().filter(|values| values.len() == moves.count_ones() as usize)?;
            let valued: Vec<(Square, f64)> =
                squares(moves).zip(values).map(|(square, &value)| (square, f64::from(value) / 100.0)).collect();
            found.push(Choice {
                color: board.to_move,
                number: 61 - board.position.empties(),
                played: valued.iter().position(|&(option, _)| option == square)?,
                options: facts(&board.position, last, &valued),
            });
        }
        last = mv.square();
    }
    values.next().is_none().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::MOST_LOSS;

    /// A game in which the lowest square is always played.
    fn lowest() -> Played {
        let mut game = crate::board::Game::default();
        while !game.is_over() {
            let mv = squares(game.board().position.moves()).next().map_or(Move::Pass, Move::Place);
            game.play(mv).unwrap();
        }
        let discs = game.board().score(Color::Black, crate::board::Objective::Normal);
        Played { black: 0, white: 1, discs, moves: game.moves().filter_map(Move::square).collect() }
    }

    #[test]
    fn choices_are_those_of_the_judge_after_writing_and_reading() {
        let game = lowest();
        let mut own = Judge::shipped();
        let values = judge(&game, &mut own);
        let text = serde_json::to_string(&values).unwrap();
        let found = choices(&game, &serde_json::from_str(&text).unwrap()).unwrap();
        assert!(found.len() > 40);
        let replay = game.game();
        for choice in &found {
            let (board, mv) = replay
                .history()
                .iter()
                .find(|(b, mv)| 61 - b.position.empties() == choice.number && *mv != Move::Pass)
                .unwrap();
            assert_eq!(choice.color, board.to_move);
            let values = own.values(&board.position);
            assert_eq!(Move::Place(values[choice.played].0), *mv);
            let best = values.iter().map(|value| value.1).fold(f64::MIN, f64::max);
            let loss = (best - values[choice.played].1).min(MOST_LOSS);
            assert!((f64::from(choice.options[choice.played].loss) - loss).abs() < 1e-4);
        }
        // The values of another game do not fit.
        let shorter = Played { moves: game.moves[..30].to_vec(), ..game };
        assert!(choices(&shorter, &values).is_none());
    }
}
