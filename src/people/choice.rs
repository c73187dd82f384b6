//! The choices of a game: its positions with two legal moves or more.

use super::facts::{Facts, facts};
use super::judge::Judge;
use crate::board::{Color, Game, Move, Square, squares};
use crate::search::{Limits, Stop};

/// A played move and its alternatives.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The side that moved.
    pub color: Color,
    /// The move number, 1 to 60: discs on the board minus three.
    pub number: u32,
    /// The legal moves, lowest square first.
    pub options: Vec<Facts>,
    /// The index of the played move.
    pub played: usize,
    /// The discs lost by the opponent's answer, if it was judged.
    pub answer: Option<f32>,
}

/// The part of a game whose moves count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GamePart {
    /// The side whose moves count; `None` for both.
    pub side: Option<Color>,
    /// The number of moves at the start that do not count, passes included: an opening that the players did not choose.
    pub from: usize,
}

impl GamePart {
    /// The counted moves that are choices: the index in the history, and the square.
    pub fn moves(self, game: &Game) -> impl Iterator<Item = (usize, Square)> {
        game.history().iter().enumerate().skip(self.from).filter_map(move |(number, &(board, mv))| {
            let counts = self.side.is_none_or(|side| side == board.to_move);
            let Move::Place(square) = mv else { return None };
            (counts && board.position.moves().count_ones() > 1).then_some((number, square))
        })
    }
}

/// The judge's values of the legal moves in hundredths of discs: a list for each choice, lowest square first. `None` if
/// stopped.
#[must_use]
pub fn judge(game: &Game, part: GamePart, judge: &mut Judge, stop: &Stop) -> Option<Vec<Vec<i16>>> {
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let mut judged = Vec::new();
    for (number, _) in part.moves(game) {
        let values = judge.values_within(&game.history()[number].0.position, &limits);
        if stop.is_stopped() {
            return None;
        }
        judged.push(values.into_iter().map(|(_, value)| (value * 100.0).round() as i16).collect());
    }
    Some(judged)
}

/// True if these values fit the game: each choice has a value for each legal move.
#[must_use]
pub(crate) fn are_values_of(game: &Game, part: GamePart, values: &[Vec<i16>]) -> bool {
    let legal_moves =
        part.moves(game).map(|(number, _)| game.history()[number].0.position.moves().count_ones() as usize);
    legal_moves.eq(values.iter().map(Vec::len))
}

/// The choices of a game with these values; `None` if the values do not fit the game.
#[must_use]
pub fn choices(game: &Game, part: GamePart, values: &[Vec<i16>]) -> Option<Vec<Choice>> {
    if !are_values_of(game, part, values) {
        return None;
    }
    let mut choices = Vec::with_capacity(values.len());
    for ((number, square), values) in part.moves(game).zip(values) {
        let board = game.history()[number].0;
        let moves = board.position.moves();
        let valued: Vec<(Square, f64)> =
            squares(moves).zip(values).map(|(square, &value)| (square, f64::from(value) / 100.0)).collect();
        let last = number.checked_sub(1).and_then(|before| game.history()[before].1.square());
        choices.push(Choice {
            color: board.to_move,
            number: board.position.move_number(),
            played: valued.iter().position(|&(option, _)| option == square)?,
            options: facts(&board.position, last, &valued),
            answer: None,
        });
    }
    Some(choices)
}
