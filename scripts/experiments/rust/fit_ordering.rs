//! Fits the weights of the endgame solver's own estimate (`src/search/endgame/shapes.rs`) to exact scores, and prints
//! them with their error.
//!
//! `scripts/fit-ordering [POSITIONS] [normal|anti]`. Positions with 14 empty squares come from games played half at
//! random, half for the fewest replies; the weights are least squares over their exact scores, in hundredths of a disc.
//! The same numbers on every machine.

use std::sync::Arc;

use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Objective, Position, Square, squares};
use rival::search::Limits;
use rival::search::endgame::{Goal, Solver, counts};
use rival::search::table::TranspositionTable;

use super::{fail, number};

const EMPTIES: u32 = 14;
const TERMS: usize = 10;

/// A position of one game, if the game got there and its side to move can move.
fn position(seed: u64) -> Option<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::START;
    while position.empties() > EMPTIES && !position.is_over() {
        let moves = || squares(position.moves());
        let replies = |square: &Square| position.play(*square).moves().count_ones();
        let chosen = if rng.random_ratio(1, 2) { moves().choose(&mut rng) } else { moves().min_by_key(replies) };
        position = chosen.map_or_else(|| position.pass(), |square| position.play(square));
    }
    (position.empties() == EMPTIES && position.moves() != 0).then_some(position)
}

pub fn run(words: &[&str]) {
    let wanted = words.first().map_or(8000, |count| number::<usize>(count)).max(100);
    let rule = words.get(1).unwrap_or(&"normal");
    let objective: Objective = rule.parse().unwrap_or_else(|_| fail(&format!("found {rule}, expected normal or anti")));
    let solver = Solver::new(Arc::new(TranspositionTable::new(64).expect("64 MB"))).with_any_line();
    let samples: Vec<([f64; TERMS], f64)> = (0..)
        .filter_map(position)
        .take(wanted)
        .map(|position| {
            let solved =
                solver.solve(&position, objective, Goal::Exact, &Limits::default()).expect("nothing limits it");
            (counts(&position).map(f64::from), f64::from(solved.score))
        })
        .collect();
    // The normal equations, with a touch of ridge: a difference may hardly occur.
    let mut matrix = vec![vec![0.0; TERMS]; TERMS];
    let mut right = vec![0.0; TERMS];
    for (terms, score) in &samples {
        for ((row, right), term) in matrix.iter_mut().zip(&mut right).zip(terms) {
            row.iter_mut().zip(terms).for_each(|(sum, other)| *sum += term * other);
            *right += term * score;
        }
    }
    (0..TERMS).for_each(|index| matrix[index][index] += 1.0);
    let weights = rival::stats::solve(matrix, right).unwrap_or_else(|| fail("found too few positions"));
    let error = |(terms, score): &([f64; TERMS], f64)| {
        (terms.iter().zip(&weights).map(|(term, weight)| term * weight).sum::<f64>() - score).powi(2)
    };
    let squared = samples.iter().map(error).sum::<f64>() / samples.len() as f64;
    let hundredths: Vec<i32> = weights.iter().map(|weight| (100.0 * weight).round() as i32).collect();
    println!("{objective}, {} positions: {hundredths:?}", samples.len());
    println!("root mean square error: {:.0} hundredths of a disc", 100.0 * squared.sqrt());
}
