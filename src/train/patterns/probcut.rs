//! Measures the differences between shallow and deeper searches, which are the figures of [`ProbCut`].

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::label::Labeller;
use super::positions::{SelfPlay, of_games};
use crate::board::{Objective, Position};
use crate::eval::Evaluator;
use crate::eval::probcut::{ProbCut, TERMS};
use crate::machine::work::map;
use crate::search::Stop;
use crate::stats::derive;

/// The margin in plies within which positions near the end are left out, because searches reach the end.
const BEYOND: u32 = 2;
/// The largest value that counts. Values nearer to a board full of discs are left out.
const LARGEST: f64 = 62.0;
/// The smallest group that gives a reliable deviation.
const FEWEST: usize = 20;

/// The extent of the measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// Games whose positions are searched.
    pub positions: usize,
    /// The deepest search.
    pub depth: u32,
}

/// The games of an evaluation against itself that give the positions.
const GAMES: SelfPlay = SelfPlay { prefix: (2, 50), noise: 0.1, depth: (2, 4), late: None };

/// The figures of an evaluation by searches of positions at every depth. `step` is called after each position. `None`
/// if there are too few positions. If stopped, the result is unusable.
#[must_use]
pub fn measure<E: Evaluator>(
    objective: Objective,
    evaluator: &E,
    measurement: &Measurement,
    seed: u64,
    threads: usize,
    stop: &Stop,
    step: &(dyn Fn() + Sync),
) -> Option<ProbCut> {
    let depths = map(threads, measurement.positions, |number| {
        if stop.is_stopped() {
            return Depths { empties: 0, values: Vec::new() };
        }
        let mut labeller = Labeller::new(objective, Some(evaluator));
        let mut rng = ChaCha8Rng::seed_from_u64(derive(seed, number as u64));
        let position = of_games(&GAMES, 1, &mut labeller, &mut rng)[0];
        let depths = search(&position, measurement.depth, &mut labeller);
        step();
        depths
    });
    fit(&depths)
}

/// The values of a position at each depth from 1 on, in discs.
#[derive(Debug, Clone, PartialEq)]
struct Depths {
    empties: u32,
    values: Vec<f64>,
}

fn search<E: Evaluator>(position: &Position, deepest: u32, labeller: &mut Labeller<'_, E>) -> Depths {
    let empties = position.empties();
    let last = deepest.min(empties.saturating_sub(BEYOND));
    Depths { empties, values: (1..=last).map(|depth| labeller.value(position, depth)).collect() }
}

/// Width of the groups of empty squares.
const WIDTH: u32 = 4;

/// The curves through the mean and the deviation of the differences, by least squares. `None` if there are too few
/// differences.
fn fit(depths: &[Depths]) -> Option<ProbCut> {
    let mut groups: BTreeMap<(u32, u32, u32), Vec<f64>> = BTreeMap::new();
    for Depths { empties, values } in depths.iter().filter(|d| d.values.iter().all(|value| value.abs() < LARGEST)) {
        for deep in 3..=values.len() as u32 {
            for shallow in (1..deep - 1).filter(|shallow| shallow % 2 == deep % 2) {
                let difference = values[deep as usize - 1] - values[shallow as usize - 1];
                groups.entry((empties / WIDTH, deep, shallow)).or_default().push(difference);
            }
        }
    }
    let mut probcut = ProbCut { mean: [[0.0; TERMS]; 2], deviation: [[0.0; TERMS]; 2] };
    for odd in 0..2 {
        let of_parity = groups.iter().filter(|((_, deep, _), group)| deep % 2 == odd && group.len() >= FEWEST);
        let mut means = Vec::new();
        let mut deviations = Vec::new();
        for (&(place, deep, shallow), group) in of_parity {
            let empties = place * WIDTH + WIDTH / 2;
            let count = group.len() as f64;
            let mean = group.iter().sum::<f64>() / count;
            let square = group.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>() / (count - 1.0);
            means.push((ProbCut::mean_terms(empties, deep, shallow), mean, count));
            deviations.push((
                ProbCut::deviation_terms(empties, deep, shallow),
                libm::log(square.sqrt().max(0.05)),
                count,
            ));
        }
        probcut.mean[odd as usize] = least_squares(&means)?;
        probcut.deviation[odd as usize] = least_squares(&deviations)?;
    }
    Some(probcut)
}

/// The weights of the terms whose sum is nearest to the values, with a weight for each row, by the normal equations and
/// Gaussian elimination.
fn least_squares(rows: &[([f64; TERMS], f64, f64)]) -> Option<[f64; TERMS]> {
    let mut system = [[0.0; TERMS + 1]; TERMS];
    for (terms, value, weight) in rows {
        for (line, a) in system.iter_mut().zip(terms) {
            for (sum, b) in line.iter_mut().zip(terms.iter().chain([value])) {
                *sum += weight * a * b;
            }
        }
    }
    for column in 0..TERMS {
        let pivot = (column..TERMS).max_by(|&a, &b| system[a][column].abs().total_cmp(&system[b][column].abs()))?;
        system.swap(column, pivot);
        if system[column][column].abs() < 1e-9 {
            return None;
        }
        let line = system[column];
        let others = system.iter_mut().enumerate().filter(|(index, _)| *index != column);
        for (_, other) in others {
            let factor = other[column] / line[column];
            other.iter_mut().zip(&line).for_each(|(a, b)| *a -= factor * b);
        }
    }
    Some(std::array::from_fn(|index| system[index][TERMS] / system[index][index]))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn finds_the_curves_that_the_values_follow() {
        let truth = ProbCut {
            mean: [[0.4, -0.1, 0.02, -1.0, 0.5], [1.0, 0.2, -0.1, 0.8, -2.0]],
            deviation: [[1.4, 0.3, -0.3, 0.5, -2.0], [1.3, 0.35, -0.25, 0.6, -2.2]],
        };
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut depths = Vec::new();
        for number in 0..60_000 {
            let empties = 8 + number % 48;
            // Each depth differs from depth 1 or 2 by an independent draw: the pairs with the shallowest depth have the
            // right deviation.
            let mut values = vec![0.0, 0.0];
            for deep in 3..=4_u32 {
                let empties = empties / WIDTH * WIDTH + WIDTH / 2;
                let (mean, deviation) = truth.difference(empties, deep, deep - 2);
                let uniform: f64 = (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
                values.push(mean + deviation * uniform);
            }
            depths.push(Depths { empties, values });
        }
        // Two depths of each parity do not determine the terms of the depth, and least squares reports this.
        assert_eq!(fit(&depths), None);
        let rows: Vec<([f64; TERMS], f64, f64)> = (0..200)
            .map(|n| {
                let terms = ProbCut::mean_terms(n % 60, 3 + n % 7, 1 + n % 2);
                let value = terms.iter().zip(truth.mean[0]).map(|(t, w)| t * w).sum::<f64>();
                (terms, value, 1.0 + f64::from(n % 3))
            })
            .collect();
        let coefficients = least_squares(&rows).unwrap();
        assert!(coefficients.iter().zip(truth.mean[0]).all(|(a, b)| (a - b).abs() < 1e-6), "{coefficients:?}");
    }
}
