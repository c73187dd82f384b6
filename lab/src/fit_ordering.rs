//! The weights of the endgame solver's own estimate (`src/search/endgame/shapes.rs`), fitted to exact scores.

use std::sync::Arc;

use anyhow::Context;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Objective, Position, Square, squares};
use rival::search::Limits;
use rival::search::endgame::{Goal, Solver, counts};
use rival::search::table::TranspositionTable;
use rival::stats::solve;

use crate::output::Output;

pub(crate) const EMPTIES: u32 = 14;
const TERMS: usize = 10;
const TABLE_MB: u64 = 64;

/// The weights of the endgame solver's own estimate, fitted to exact scores by least squares (under a minute).
///
/// The positions have 14 empty squares. In their games half of the moves are random, and half leave the fewest replies.
/// The numbers are the same on every machine.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The number of positions.
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = clap::value_parser!(u32).range(100..))]
    positions: u32,
    /// The rule: normal or anti.
    #[arg(long, default_value = "normal")]
    rule: Objective,
    #[command(flatten)]
    output: Output,
}

/// A position's counts and its exact score in discs.
type Sample = ([f64; TERMS], f64);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let table = TranspositionTable::new(TABLE_MB)?;
    let solver = Solver::new(Arc::new(table)).with_any_line();
    let mut samples = Vec::new();
    for position in (0..).filter_map(random_position).take(args.positions as usize) {
        let solved =
            solver.solve(&position, args.rule, Goal::Exact, &Limits::default()).context("the solver stopped")?;
        samples.push((counts(&position).map(f64::from), f64::from(solved.score)));
    }
    let weights = fit(&samples).context("found too few positions, expected more")?;
    let squares = samples.iter().map(|(terms, score)| (dot(terms, &weights) - score).powi(2));
    let error = (squares.sum::<f64>() / samples.len() as f64).sqrt();
    let hundredths: Vec<i32> = weights.iter().map(|weight| (100.0 * weight).round() as i32).collect();
    let text = format!(
        "{}, {} positions: {hundredths:?}\n\nRoot mean square error: {:.0} hundredths of a disc.\n",
        args.rule,
        samples.len(),
        100.0 * error
    );
    args.output.report("fit-ordering", &text)
}

/// A position from one game; `None` if the game ends before it or the side to move must pass.
pub(crate) fn random_position(seed: u64) -> Option<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::START;
    while position.empties() > EMPTIES && !position.is_over() {
        let moves = squares(position.moves());
        let chosen = if rng.random_ratio(1, 2) {
            moves.choose(&mut rng)
        } else {
            moves.min_by_key(|square: &Square| position.play(*square).moves().count_ones())
        };
        position = chosen.map_or_else(|| position.pass(), |square| position.play(square));
    }
    (position.empties() == EMPTIES && position.moves() != 0).then_some(position)
}

fn dot(terms: &[f64; TERMS], weights: &[f64]) -> f64 {
    terms.iter().zip(weights).map(|(term, weight)| term * weight).sum()
}

/// Least squares by the normal equations, with a small ridge because some differences are rare.
fn fit(samples: &[Sample]) -> Option<Vec<f64>> {
    let mut matrix = vec![vec![0.0; TERMS]; TERMS];
    let mut right = vec![0.0; TERMS];
    for (terms, score) in samples {
        for ((row, right), term) in matrix.iter_mut().zip(&mut right).zip(terms) {
            row.iter_mut().zip(terms).for_each(|(sum, other)| *sum += term * other);
            *right += term * score;
        }
    }
    (0..TERMS).for_each(|index| matrix[index][index] += 1.0);
    solve(matrix, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_behind_exact_scores_are_found() {
        let truth: [f64; TERMS] = std::array::from_fn(|index| index as f64 - 4.0);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut samples: Vec<Sample> = Vec::new();
        for _ in 0..2000 {
            let terms: [f64; TERMS] = std::array::from_fn(|_| rng.random_range(-9.0..9.0));
            samples.push((terms, dot(&terms, &truth)));
        }
        let weights = fit(&samples).unwrap();
        // The ridge of 1 beside sums of squares of 2000 times 27.
        assert!(weights.iter().zip(truth).all(|(weight, truth)| (weight - truth).abs() < 0.001), "{weights:?}");
        assert!((0..50).filter_map(random_position).all(|position| position.empties() == EMPTIES));
    }
}
