//! The deep judge: what a played move loses by a search of the strongest player.

use super::choice::GamePart;
use super::facts::given_away;
use super::judge::Judge;
use super::judging::Judging;
use super::scale::Discs;
use crate::board::{Game, Position, Square};
use crate::eval::patterns::shipped;
use crate::eval::probcut::Selectivity;
use crate::search::{Limits, Report, Stop};

/// Search depth in plies, and the number of empty squares from which it is exact.
const DEPTH: u32 = 8;
const EXACT_FROM: u32 = 12;
/// The selectivity of its search, that of the strongest player.
const SELECTIVITY: u8 = 4;

/// Values the best move and the played one with the network of the strongest player. The losses depend only on the
/// position.
///
/// Only the estimate of strength uses it: the model of choices is fitted to the values of the [`Judge`].
#[derive(Debug)]
pub struct DeepJudge(Judge);

impl DeepJudge {
    /// The judge with the shipped network.
    #[must_use]
    pub fn shipped() -> DeepJudge {
        let network = shipped::find_network(&shipped::network_sha256(), shipped::patterns());
        let network = network.expect("the network belongs to the shipped weights");
        let selectivity = Selectivity::new(SELECTIVITY).expect("one from 0 to 6");
        DeepJudge(Judge::new(network.clone(), DEPTH, EXACT_FROM).with_selectivity(selectivity))
    }

    /// Its identity in files.
    #[must_use]
    pub fn identity() -> Judging {
        Judging { weights: shipped::network_sha256(), depth: DEPTH, exact_from: EXACT_FROM }
    }

    /// The discs that a legal move loses, 0 if it is as good as the best.
    pub fn loss(&mut self, position: &Position, played: Square, limits: &Limits) -> Discs {
        let best = self.0.report(position, limits, 1);
        if best.lines.first().is_some_and(|line| line.pv[0].square() == Some(played)) {
            return Discs(0.0);
        }
        let own = self.0.report(position, &Limits { moves: Some(played.bit()), ..limits.clone() }, 1);
        given_away(value(&best), value(&own))
    }

    /// The losses of the moves of a game that were choices, in hundredths of discs. `None` if stopped.
    #[must_use]
    pub fn losses(&mut self, game: &Game, part: GamePart, stop: &Stop) -> Option<Vec<i16>> {
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let mut losses = Vec::new();
        for (number, played) in part.moves(game) {
            let loss = self.loss(&game.history()[number].0.position, played, &limits);
            if stop.is_stopped() {
                return None;
            }
            losses.push((loss.0 * 100.0).round() as i16);
        }
        Some(losses)
    }
}

/// The value of the best move of a search.
fn value(report: &Report) -> Discs {
    Discs(report.lines.first().map_or(0.0, |line| line.value.discs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, squares};
    use crate::record::transcript;
    use crate::stats::derive;

    const GAME: &str = "e6f4g3f6g6d6c6e7d3c5d7c7b7a8f5g4h4g5f7d2";

    /// A position with a choice of moves at the end of a random game.
    fn late(seed: u64) -> Position {
        let mut game = Game::default();
        loop {
            let board = *game.board();
            let moves: Vec<Square> = squares(board.position.moves()).collect();
            if board.position.empties() <= EXACT_FROM && moves.len() > 1 {
                return board.position;
            }
            let number = derive(seed, game.history().len() as u64) as usize;
            let mv = if moves.is_empty() { Move::Pass } else { moves[number % moves.len()].into() };
            game.play(mv).unwrap();
        }
    }

    #[test]
    fn the_best_move_loses_nothing_and_earlier_searches_change_nothing() {
        let record = transcript::parse(GAME).unwrap();
        let mut used = DeepJudge::shipped();
        let mut lost = 0;
        for &(board, _) in record.game().history().iter().skip(8).step_by(3) {
            let position = &board.position;
            let losses: Vec<f64> =
                squares(position.moves()).map(|played| used.loss(position, played, &Limits::default()).0).collect();
            assert!(losses.contains(&0.0) && losses.iter().all(|loss| (0.0..=24.0).contains(loss)), "{losses:?}");
            let last = squares(position.moves()).last().unwrap();
            let again = DeepJudge::shipped().loss(position, last, &Limits::default());
            assert_eq!(again.0, *losses.last().unwrap());
            lost += losses.iter().filter(|loss| **loss > 4.0).count();
        }
        assert!(lost > 10, "{lost}");
    }

    #[test]
    fn at_the_end_the_losses_are_exact() {
        let mut judge = DeepJudge::shipped();
        let mut exact = Judge::deeper(1, EXACT_FROM);
        for seed in 0..4 {
            let position = late(seed);
            let values = exact.values(&position);
            let best = values.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
            for (square, value) in values {
                let loss = judge.loss(&position, square, &Limits::default());
                assert_eq!(loss, given_away(Discs(best), Discs(value)), "{position:?} {square}");
            }
        }
    }
}
