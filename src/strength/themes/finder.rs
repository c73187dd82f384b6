//! Finds the themes of mistakes.

use std::collections::BTreeMap;

use super::{GameThemes, MoveThemes, Theme};
use crate::board::{Board, Move, Square, squares};
use crate::people::{Discs, Exercise, Judge, facts, given_away, probabilities, shipped};
use crate::search::{Limits, Report, Stop};
use crate::strength::analysis;
use crate::strength::exercises::{LOST, WORTH};
use crate::strength::person::PersonGame;
use crate::strength::reasons::Replies;

/// The depths of the two searches whose lines give the reasons.
const DEPTHS: [u32; 2] = [5, 8];
/// The number of empty squares from which the deeper search is exact.
const EXACT_FROM: u32 = 12;

/// Finds the themes of mistakes. They depend only on the position and its values.
#[derive(Debug)]
pub struct Finder {
    judge: Judge,
    stop: Stop,
}

impl Finder {
    /// A finder that stops with this flag.
    #[must_use]
    pub fn new(stop: &Stop) -> Finder {
        Finder { judge: Judge::deeper(DEPTHS[1], EXACT_FROM), stop: stop.clone() }
    }

    /// The themes of a judged game; `None` if stopped.
    pub fn of_game(&mut self, game: &PersonGame) -> Option<GameThemes> {
        let choices = game.chosen().zip(game.values());
        let themes: Option<Vec<MoveThemes>> = choices
            .map(|((ply, _), values)| {
                let values: Vec<Discs> = values.iter().map(|&value| Discs(f64::from(value) / 100.0)).collect();
                self.of_moves(&game.game.history()[ply].0, &values)
            })
            .collect();
        themes.map(GameThemes)
    }

    /// The themes of the legal moves with these values; `None` if stopped.
    fn of_moves(&mut self, board: &Board, values: &[Discs]) -> Option<MoveThemes> {
        if !are_mistakes(values).any(|is_mistake| is_mistake) {
            return (!self.stop.is_stopped()).then(Vec::new);
        }
        let [shallower, deeper] = self.reports(board);
        let moves = squares(board.position.moves()).zip(are_mistakes(values));
        let themes = moves.map(|(square, is_mistake)| {
            let best = deeper.lines.first().and_then(|line| line.pv[0].square())?;
            is_mistake.then(|| theme(board, [square, best], &shallower, &deeper)).flatten()
        });
        let themes = themes.collect();
        (!self.stop.is_stopped()).then_some(themes)
    }

    fn reports(&mut self, board: &Board) -> [Report; 2] {
        DEPTHS.map(|depth| {
            let limits = Limits { depth: Some(depth), stop: self.stop.clone(), ..Limits::default() };
            self.judge.report(&board.position, &limits, 64)
        })
    }

    /// The theme of an exercise: the one that most people meet who miss it, by the model at the rating at which half of
    /// the people find it. `None` if no wrong move has a simple reason.
    #[must_use]
    pub fn of_exercise(&mut self, exercise: &Exercise) -> Option<Theme> {
        let Exercise { board, last, right, curve } = exercise;
        let valued = Judge::shipped().values(&board.position);
        let options = facts(&board.position, *last, &valued);
        let weights = shipped().model.weights(curve.half.theta());
        let chances = probabilities(&weights, board.position.move_number(), &options);
        let [shallower, deeper] = self.reports(board);
        let mut shares: BTreeMap<Theme, f64> = BTreeMap::new();
        for ((square, _), chance) in valued.iter().zip(chances).filter(|((square, _), _)| *square != right.answer) {
            if let Some(theme) = theme(board, [*square, right.answer], &shallower, &deeper) {
                *shares.entry(theme).or_default() += chance;
            }
        }
        shares.into_iter().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(theme, _)| theme)
    }
}

/// The theme of a move that is worse than another one.
fn theme(board: &Board, [played, better]: [Square; 2], shallower: &Report, deeper: &Report) -> Option<Theme> {
    let [line, best] =
        [played, better].map(|square| deeper.lines.iter().find(|line| line.pv.first() == Some(&Move::Place(square))));
    // A final result is the same at any depth.
    let before = (shallower.certainty() < deeper.certainty()).then_some(shallower);
    analysis::lost(board, [line?, best?], deeper, before, Replies::default())?.theme(board.to_move)
}

/// For each legal move with these values: true if it is a mistake. In a lost position no move is one.
fn are_mistakes(values: &[Discs]) -> impl Iterator<Item = bool> {
    let best = values.iter().copied().fold(Discs(-64.0), |a, b| Discs(a.0.max(b.0)));
    values.iter().map(move |&value| best >= LOST && given_away(best, value) >= WORTH)
}
