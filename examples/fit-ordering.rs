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

/// The solution of a symmetric positive definite system, by elimination.
fn solve(mut rows: [[f64; TERMS + 1]; TERMS]) -> [f64; TERMS] {
    for pivot in 0..TERMS {
        let top = rows[pivot];
        for row in &mut rows[pivot + 1..] {
            let factor = row[pivot] / top[pivot];
            row.iter_mut().zip(top).for_each(|(value, above)| *value -= factor * above);
        }
    }
    let mut solution = [0.0; TERMS];
    for index in (0..TERMS).rev() {
        let known: f64 = (index + 1..TERMS).map(|other| rows[index][other] * solution[other]).sum();
        solution[index] = (rows[index][TERMS] - known) / rows[index][index];
    }
    solution
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().unwrap_or_else(|| "8000".to_owned());
    let rule = arguments.next().unwrap_or_else(|| "normal".to_owned());
    let (Ok(wanted @ 100..), Ok(objective)) = (wanted.parse::<usize>(), rule.parse::<Objective>()) else {
        eprintln!(
            "fit-ordering: found {wanted} {rule}, expected a number of positions, 100 or more, and normal or anti"
        );
        std::process::exit(2);
    };
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
    let mut rows = [[0.0; TERMS + 1]; TERMS];
    for (terms, score) in &samples {
        for (row, term) in rows.iter_mut().zip(terms) {
            row.iter_mut().zip(terms.iter().chain([score])).for_each(|(sum, other)| *sum += term * other);
        }
    }
    for (index, row) in rows.iter_mut().enumerate() {
        row[index] += 1.0;
    }
    let weights = solve(rows);
    let error = |(terms, score): &([f64; TERMS], f64)| {
        (terms.iter().zip(weights).map(|(term, weight)| term * weight).sum::<f64>() - score).powi(2)
    };
    let squared = samples.iter().map(error).sum::<f64>() / samples.len() as f64;
    println!("{objective}, {} positions: {:?}", samples.len(), weights.map(|weight| (100.0 * weight).round() as i32));
    println!("root mean square error: {:.0} hundredths of a disc", 100.0 * squared.sqrt());
}
