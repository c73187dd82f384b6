//! The fit: the weights whose sums are nearest to the labels.
//!
//! Ridge regression: least squares plus a penalty for the distance from a prior, solved by conjugate gradients with
//! Jacobi's preconditioner (Hestenes and Stiefel 1952). The prior of a phase is the fit of the next later phase, so
//! rare configurations keep its weights. Each number of empty squares has a constant of its own, without a prior. Sums
//! are taken within groups of samples of fixed size and then in order, so the bytes are the same on any number of
//! threads.

use serde::{Deserialize, Serialize};

use super::sample::Sample;
use crate::board::Position;
use crate::eval::patterns::{EMPTY_COUNTS, Encoder, Layout, UNIT, Weights};
use crate::machine::work::map;

/// The number of groups of samples for sums.
const GROUPS: usize = 16;

/// The hyperparameters of the fit of the weights.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// The penalty: the weight of the prior, as a number of samples for each weight.
    pub shrinkage: f32,
    /// Steps of the solver.
    pub steps: usize,
    /// Samples within this many empty squares of a phase are used as well.
    pub overlap: u32,
    /// The weight of the samples from neighbouring phases.
    pub overlap_weight: f32,
}

/// Samples with their weight in the fit.
pub(crate) type WeightedSamples<'a> = (&'a [Sample], f32);

/// A group of samples, each as the indices of its weights.
struct Group {
    rows: Vec<u32>,
    labels: Vec<f32>,
    weights: Vec<f32>,
}

/// The fitted weights of one phase in discs, in the order of the layout, followed by the constants of all numbers of
/// empty squares. Constants without samples are 0.
#[must_use]
pub(crate) fn phase(
    encoder: &Encoder,
    samples: &[WeightedSamples<'_>],
    prior: &[f32],
    fit: &Fit,
    threads: usize,
) -> Vec<f32> {
    let all: Vec<(Sample, f32)> =
        samples.iter().flat_map(|(part, weight)| part.iter().map(|&sample| (sample, *weight))).collect();
    let size = all.len().div_ceil(GROUPS).max(1);
    let parts: Vec<&[(Sample, f32)]> = all.chunks(size).collect();
    let groups = map(threads, parts.len(), |index| group(encoder, parts[index]));
    let mut start = prior[..encoder.layout().weights()].to_vec();
    start.resize(unknowns(encoder.layout()), 0.0);
    solve(encoder.layout(), &groups, start, fit, threads)
}

/// The number of fitted values: the weights of a phase and a constant for each number of empty squares.
fn unknowns(layout: &Layout) -> usize {
    layout.weights() + EMPTY_COUNTS
}

/// Appends the indices of the unknowns whose sum is the position's value.
fn append(encoder: &Encoder, position: &Position, row: &mut Vec<u32>) {
    encoder.append(position, row);
    let empties = (position.empties() as usize).min(EMPTY_COUNTS - 1);
    row.push((encoder.layout().weights() + empties) as u32);
}

fn group(encoder: &Encoder, samples: &[(Sample, f32)]) -> Group {
    let mut rows = Vec::with_capacity(samples.len() * (encoder.layout().terms() + 1));
    samples.iter().for_each(|(sample, _)| append(encoder, &sample.position, &mut rows));
    let labels = samples.iter().map(|(sample, _)| sample.discs()).collect();
    Group { rows, labels, weights: samples.iter().map(|&(_, weight)| weight).collect() }
}

/// For every sample, adds a number to each of its weights, multiplied by the sample's weight. The number depends on the
/// sample's label and the sum of `x` over its weights.
fn gather(
    layout: &Layout,
    groups: &[Group],
    x: &[f32],
    threads: usize,
    number: impl Fn(f32, f32) -> f32 + Sync,
) -> Vec<f32> {
    let sums = map(threads, groups.len(), |index| {
        let group = &groups[index];
        let mut sums = vec![0.0_f32; unknowns(layout)];
        let rows = group.rows.chunks_exact(layout.terms() + 1);
        for ((row, &label), &weight) in rows.zip(&group.labels).zip(&group.weights) {
            let value: f32 = row.iter().map(|&term| x[term as usize]).sum();
            let number = weight * number(label, value);
            row.iter().for_each(|&term| sums[term as usize] += number);
        }
        sums
    });
    let mut total = vec![0.0; unknowns(layout)];
    for sums in sums {
        total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
    }
    total
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

fn precondition(residual: &[f32], diagonal: &[f32]) -> Vec<f32> {
    residual.iter().zip(diagonal).map(|(residual, entry)| residual / entry).collect()
}

fn solve(layout: &Layout, groups: &[Group], start: Vec<f32>, fit: &Fit, threads: usize) -> Vec<f32> {
    let mut diagonal = gather(layout, groups, &start, threads, |_, _| 1.0);
    diagonal.iter_mut().for_each(|sum| *sum += fit.shrinkage);
    let mut x = start;
    let mut residual = gather(layout, groups, &x, threads, |label, value| label - value);
    let mut z = precondition(&residual, &diagonal);
    let mut direction = z.clone();
    let mut product = dot(&residual, &z);
    for _ in 0..fit.steps {
        let mut image = gather(layout, groups, &direction, threads, |_, value| value);
        image.iter_mut().zip(&direction).for_each(|(image, d)| *image += fit.shrinkage * d);
        let curvature = dot(&direction, &image);
        if curvature <= 0.0 {
            break;
        }
        let step = (product / curvature) as f32;
        x.iter_mut().zip(&direction).for_each(|(x, d)| *x += step * d);
        residual.iter_mut().zip(&image).for_each(|(r, image)| *r -= step * image);
        z = precondition(&residual, &diagonal);
        let next = dot(&residual, &z);
        let part = (next / product) as f32;
        product = next;
        direction.iter_mut().zip(&z).for_each(|(d, z)| *d = z + part * *d);
    }
    x
}

/// Weights in discs in the form of a file.
fn rounded(weights: &[f32]) -> Vec<i16> {
    weights.iter().map(|weight| (weight * UNIT as f32).round().clamp(-32_767.0, 32_767.0) as i16).collect()
}

/// Stores the fitted weights of a phase.
pub(crate) fn store(weights: &mut Weights, phase: usize, fitted: &[f32]) {
    let (of_phase, constants) = fitted.split_at(weights.layout.weights());
    weights.phases[phase] = rounded(of_phase);
    let constants = rounded(constants);
    for empties in weights.layout.phases.range(phase) {
        weights.constants[empties as usize] = constants[empties as usize];
    }
}

/// The stored weights of a phase in discs, followed by the constants of all numbers of empty squares.
#[must_use]
pub(crate) fn stored(weights: &Weights, phase: usize) -> Vec<f32> {
    in_discs(&[&weights.phases[phase][..], &weights.constants].concat())
}

/// The weights of a file in discs.
fn in_discs(weights: &[i16]) -> Vec<f32> {
    weights.iter().map(|&weight| f32::from(weight) / UNIT as f32).collect()
}

/// The differences between sums of weights and labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub(crate) struct FitErrors {
    pub samples: usize,
    /// Mean absolute error in discs.
    pub absolute: f64,
    /// Root of the mean square error in discs.
    pub square: f64,
}

/// The errors of one phase's weights, with the constants after them, over samples of that phase.
#[must_use]
pub(crate) fn errors(encoder: &Encoder, weights: &[f32], samples: &[Sample]) -> FitErrors {
    let mut row = Vec::new();
    let mut absolute = 0.0;
    let mut square = 0.0;
    for sample in samples {
        row.clear();
        append(encoder, &sample.position, &mut row);
        let value: f32 = row.iter().map(|&term| weights[term as usize]).sum();
        let error = f64::from(sample.discs() - value);
        absolute += error.abs();
        square += error * error;
    }
    let count = samples.len().max(1) as f64;
    FitErrors { samples: samples.len(), absolute: absolute / count, square: (square / count).sqrt() }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::Objective;
    use crate::eval::patterns::{Count, Phases, Shape};
    use crate::train::patterns::positions::of_random_games;
    use crate::train::patterns::sample::label;

    fn encoder() -> Encoder {
        let shape = Shape::on;
        let shapes = vec![shape("a1 b1 c1 d1 e1"), shape("b2 c3 d4")];
        Encoder::new(&Layout::new(shapes, vec![Count::Moves], Phases::even(60)).unwrap())
    }

    /// Samples whose labels are sums of known weights.
    fn samples(encoder: &Encoder, count: usize, seed: u64) -> (Vec<f32>, Vec<Sample>) {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut truth: Vec<f32> = (0..unknowns(encoder.layout())).map(|_| rng.random_range(-2.0..2.0)).collect();
        // The side to move gains at odd numbers of empty squares.
        truth[encoder.layout().weights()..].iter_mut().skip(1).step_by(2).for_each(|constant| *constant += 3.0);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let samples = (0..count).map(|_| {
            let position = of_random_games(rng.random_range(10..50), &mut rng);
            let mut row = Vec::new();
            append(encoder, &position, &mut row);
            let value: f32 = row.iter().map(|&term| truth[term as usize]).sum();
            Sample { position, label: label(f64::from(value)) }
        });
        let samples = samples.collect();
        (truth, samples)
    }

    #[test]
    fn finds_the_weights_that_the_labels_are_made_of() {
        let encoder = encoder();
        let (truth, train) = samples(&encoder, 6_000, 1);
        let (_, test) = samples(&encoder, 500, 2);
        let fit = Fit { shrinkage: 0.01, steps: 60, overlap: 0, overlap_weight: 1.0 };
        let prior = vec![0.0; unknowns(encoder.layout())];
        let weights = phase(&encoder, &[(&train[..], 1.0)], &prior, &fit, 1);
        let before = errors(&encoder, &prior, &test);
        let after = errors(&encoder, &weights, &test);
        assert!(before.absolute > 3.0 && after.absolute < 0.15, "{before:?} {after:?}");
        let same = phase(&encoder, &[(&train[..], 1.0)], &prior, &fit, 3);
        assert_eq!(weights, same);
        // Only differences between constants are determined, because the phase has a constant, too.
        let constants = encoder.layout().weights();
        for empties in constants + 11..constants + 49 {
            let [planted, fitted] = [&truth, &weights].map(|all| all[empties + 1] - all[empties]);
            assert!((planted - fitted).abs() < 0.2, "{empties}: {planted} {fitted}");
        }
    }

    #[test]
    fn a_phase_stores_its_weights_and_the_constants_of_its_numbers() {
        let layout = Layout::new(encoder().layout().shapes.clone(), Vec::new(), Phases::even(30)).unwrap();
        let phases = vec![vec![0; layout.weights()]; 2];
        let constants = [0; EMPTY_COUNTS];
        let mut weights = Weights { rule: Objective::Normal, layout, phases, constants, source: Vec::new() };
        let fitted: Vec<f32> = (0..unknowns(&weights.layout)).map(|number| number as f32 / 16.0).collect();
        store(&mut weights, 1, &fitted);
        let stored = stored(&weights, 1);
        let first = weights.layout.weights();
        assert_eq!(stored[..first], fitted[..first]);
        assert_eq!(stored[first + 31..], fitted[first + 31..]);
        assert!(stored[first..=first + 30].iter().all(|&constant| constant == 0.0));
    }

    #[test]
    fn what_never_occurs_stays_what_the_prior_says() {
        let encoder = encoder();
        let (_, train) = samples(&encoder, 300, 1);
        let prior = vec![0.75; encoder.layout().weights()];
        let fit = Fit { shrinkage: 30.0, steps: 30, overlap: 0, overlap_weight: 1.0 };
        let weights = phase(&encoder, &[(&train[..], 1.0)], &prior, &fit, 1);
        let mut seen = vec![false; prior.len()];
        for sample in &train {
            let mut row = Vec::new();
            encoder.append(&sample.position, &mut row);
            row.iter().for_each(|&term| seen[term as usize] = true);
        }
        assert!(seen.iter().any(|seen| !seen));
        for ((weight, prior), seen) in weights.iter().zip(&prior).zip(seen) {
            assert!(seen || weight == prior);
        }
    }
}
