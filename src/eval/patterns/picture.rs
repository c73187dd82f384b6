//! Learned patterns as boards that a person can read.

use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::board::{Position, squares};
use crate::eval::{Evaluator, Leaf};

/// The numbers of empty squares with a picture, and a word for each stage of the game.
const STAGES: [(&str, u32); 3] = [("opening", 48), ("middle game", 30), ("endgame", 12)];
/// Positions averaged for a picture, from games of random moves.
const POSITIONS: usize = 400;

/// For each stage a title and the value of a disc on each square, row 1 first. It is half the change, in discs, when
/// the disc is turned, averaged over positions of random games and the symmetries of the board.
#[must_use]
pub(super) fn boards(evaluation: &impl Evaluator) -> Vec<(String, [f64; 64])> {
    let boards = STAGES.map(|(stage, empties)| {
        let title = format!("{stage}: what a disc on each square is worth, in discs, {empties} empty");
        (title, worths(evaluation, empties))
    });
    boards.to_vec()
}

/// The worth of a disc on each square with this many empty squares, in discs.
fn worths(evaluation: &impl Evaluator, empties: u32) -> [f64; 64] {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(empties));
    let mut sums = [0.0; 64];
    let mut counts = [0.0_f64; 64];
    for _ in 0..POSITIONS {
        let Position { own, opp } = position(empties, &mut rng);
        for square in squares(own | opp) {
            let bit = square.bit();
            let [with_own, with_opp] = [(own | bit, opp & !bit), (own & !bit, opp | bit)].map(|(own, opp)| {
                evaluation.evaluate(&Leaf { position: Position { own, opp }, before: None, passes: 0 })
            });
            let worth = f64::from(with_own) - f64::from(with_opp);
            sums[square.index()] += worth / (2.0 * evaluation.units_per_disc());
            counts[square.index()] += 1.0;
        }
    }
    std::array::from_fn(|index| {
        let images = images(index);
        let sum: f64 = images.iter().map(|&image| sums[image]).sum();
        let count: f64 = images.iter().map(|&image| counts[image]).sum();
        if count > 0.0 { (100.0 * sum / count).round() / 100.0 } else { 0.0 }
    })
}

/// A square with its seven images.
fn images(index: usize) -> [usize; 8] {
    let x = index % 8;
    let y = index / 8;
    let [(a, b), (c, d), (e, f), (g, h)] =
        [(x, y), (7 - x, y), (x, 7 - y), (7 - x, 7 - y)].map(|(x, y)| (8 * y + x, 8 * x + y));
    [a, b, c, d, e, f, g, h]
}

/// A position of a game of random moves.
fn position(empties: u32, rng: &mut impl Rng) -> Position {
    loop {
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            let chosen = squares(position.moves()).choose(rng);
            position = chosen.map_or_else(|| position.pass(), |square| position.play(square));
        }
        if position.empties() == empties {
            return position;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::patterns::shipped;

    #[test]
    fn corners_are_worth_most_and_squares_beside_them_least() {
        for (title, board) in boards(&shipped::patterns().patterns).into_iter().take(2) {
            let [corner, x_square, edge] = ["a1", "b2", "d1"].map(|name| {
                let square: crate::board::Square = name.parse().unwrap();
                board[square.index()]
            });
            let most = board.iter().copied().fold(f64::MIN, f64::max);
            assert!((corner - most).abs() < 1e-9 && x_square < edge, "{title}: {corner} {x_square} {edge}");
            assert_eq!(board[7], board[56], "images of a square are worth the same");
        }
    }
}
