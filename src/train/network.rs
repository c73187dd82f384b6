//! The training of a network over learned patterns: the rows and outputs whose values are nearest to labels.
//!
//! The method is stochastic gradient descent on the squared error, position by position, at a rate that falls to 0. It
//! uses one thread, so the bytes are the same on every machine.

use std::path::PathBuf;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::patterns::label_files::{label_files, parse_labels};
use super::patterns::sample::Sample;
use crate::board::Objective;
use crate::board::kernel::{BITS, PackedRow, RowSums, WIDTH};
use crate::eval::patterns::{Encoder, Network, NetworkFile, OUTPUTS, Output, PatternsSpec, UNIT};
use crate::eval::{Evaluator, Leaf};
use crate::record::run_folder::FolderError;
use crate::search::Stop;

/// The largest number in a row of a file.
const LARGEST: f32 = 127.0 / (1 << BITS) as f32;

/// The largest number of empty squares with an output.
const MOST_EMPTIES: u32 = OUTPUTS as u32 - 1;

/// The discs that equal 1 in an output during the fit.
const SCALE: f32 = 16.0;

/// One position in this many is held out of the fit: the last ones of each file, which mostly come from other games.
const HELD_OUT: usize = 40;

/// The labelled positions for a fit.
#[derive(Debug, Default)]
pub struct Samples {
    /// The samples to learn from.
    pub learned: Vec<Sample>,
    /// The samples for measuring errors.
    pub held_out: Vec<Sample>,
}

impl Samples {
    /// The samples of the JSON files of these folders, in the order of their names.
    ///
    /// # Errors
    ///
    /// A folder or a file cannot be read, or a file has other content or labels for the other rule.
    pub fn read(folders: &[PathBuf], rule: Objective) -> Result<Samples, FolderError> {
        let mut all = Samples::default();
        for folder in folders {
            for file in label_files(folder)? {
                let mut samples = parse_labels(&file, rule)?.1;
                if let Some(problem) = samples.iter().find_map(unusable) {
                    return Err(FolderError::Damaged { file, problem });
                }
                let held = samples.split_off(samples.len() - samples.len() / HELD_OUT);
                all.learned.extend(samples);
                all.held_out.extend(held);
            }
        }
        Ok(all)
    }
}

/// The reason why a network cannot learn from a sample; `None` if it can.
fn unusable(sample: &Sample) -> Option<String> {
    let empties = sample.position.empties();
    if empties > MOST_EMPTIES {
        return Some(format!("found a position with {empties} empty squares, expected {MOST_EMPTIES} at most"));
    }
    let discs = sample.discs().abs();
    (discs > 64.0).then(|| format!("found a label of {discs} discs, expected 64 at most"))
}

/// The hyperparameters of a fit by stochastic gradient descent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Descent {
    /// The number of passes over the positions.
    pub epochs: u32,
    /// The first step, as a fraction of the gradient of the output weights.
    pub rate: f32,
    /// The first step of the rows, as a fraction of `rate`.
    pub rows: f32,
    /// The penalty for large numbers in a row, as a fraction of a step each time that the row occurs.
    pub penalty: f32,
    /// The seed of the initial numbers and of the order of the positions.
    pub seed: u64,
}

impl Default for Descent {
    fn default() -> Descent {
        Descent { epochs: 8, rate: 0.01, rows: 0.07, penalty: 0.01, seed: 1 }
    }
}

impl Descent {
    /// The usual numbers for a network that begins as another one.
    #[must_use]
    pub fn further() -> Descent {
        Descent { rate: 0.004, penalty: 0.012, ..Descent::default() }
    }
}

/// The numbers of a network during the fit.
struct NetworkModel {
    /// A row of `width` numbers for each weight of a phase; of the constant one for each number of empty squares.
    rows: Vec<f32>,
    outputs: Vec<f32>,
    constants: [f32; OUTPUTS],
    /// [`WIDTH`] as a variable: for loops of known length the compiler would write out single operations.
    width: usize,
}

/// Buffers for computing one position, which are reused to save allocations.
struct Scratch {
    terms: Vec<u32>,
    sums: Vec<f32>,
    clipped: Vec<f32>,
    slopes: Vec<f32>,
}

impl NetworkModel {
    fn new(weights: usize, rng: &mut ChaCha8Rng) -> NetworkModel {
        let width = std::hint::black_box(WIDTH);
        // At first only the constant and the outputs are not 0, so that rows which never occur stay 0.
        let mut rows = vec![0.0; (weights - 1) * width];
        let constant: Vec<f32> = (0..width).map(|_| rng.random_range(0.1..LARGEST)).collect();
        rows.extend(constant.repeat(OUTPUTS));
        let first: Vec<f32> =
            (0..width).map(|at| rng.random_range(0.5..1.5) * if at % 2 == 0 { 1.0 } else { -1.0 }).collect();
        NetworkModel { rows, outputs: first.repeat(OUTPUTS), constants: [0.0; OUTPUTS], width }
    }

    /// Takes a gradient step, which moves the value of a sample towards its label.
    fn step(&mut self, sample: &Sample, rate: f32, descent: &Descent, scratch: &mut Scratch) {
        let width = self.width;
        let Scratch { terms, sums, clipped, slopes } = scratch;
        sums.fill(0.0);
        for &term in terms.iter() {
            let row = &self.rows[term as usize * width..][..width];
            sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
        }
        clipped.iter_mut().zip(sums.iter()).for_each(|(clipped, sum)| *clipped = sum.clamp(0.0, 1.0));
        let empties = sample.position.empties() as usize;
        let output = &mut self.outputs[empties * width..][..width];
        let squares: f32 = output.iter().zip(clipped.iter()).map(|(weight, x)| weight * x * x).sum();
        let error = sample.discs() / SCALE - self.constants[empties] - squares;
        self.constants[empties] += rate * error;
        let step = rate * descent.rows;
        for (((slope, weight), &x), &sum) in slopes.iter_mut().zip(output).zip(clipped.iter()).zip(sums.iter()) {
            *slope = if (0.0..1.0).contains(&sum) { step * error * *weight * 2.0 * x } else { 0.0 };
            *weight += rate * error * x * x;
        }
        let decay = 1.0 - step * descent.penalty;
        for &term in terms.iter() {
            let row = &mut self.rows[term as usize * width..][..width];
            for (number, slope) in row.iter_mut().zip(slopes.iter()) {
                *number = (decay * *number + slope).clamp(-LARGEST, LARGEST);
            }
        }
    }

    /// The numbers of a file.
    fn from_file(file: &NetworkFile, weights: usize) -> NetworkModel {
        let numbers = file.rows(weights).flat_map(|row| row.0);
        let outputs = file.outputs.iter().flat_map(|output| output.weights.0);
        NetworkModel {
            rows: numbers.map(|number| f32::from(number) / (1 << BITS) as f32).collect(),
            outputs: outputs.map(|weight| f32::from(weight) / (SCALE * 256.0)).collect(),
            constants: std::array::from_fn(|i| f32::from(file.outputs[i].constant) / (SCALE * UNIT as f32)),
            width: std::hint::black_box(WIDTH),
        }
    }

    fn file(&self, weights: &str) -> NetworkFile {
        let rows = self.rows.chunks_exact(self.width).map(|row| PackedRow(std::array::from_fn(|i| packed(row[i]))));
        let outputs = self.outputs.chunks_exact(self.width).zip(&self.constants);
        NetworkFile {
            weights: weights.to_owned(),
            rows: rows.collect(),
            outputs: outputs.map(|(weights, &constant)| output(weights, constant)).collect(),
            probcut: None,
            source: Vec::new(),
        }
    }
}

/// A number of a row in the units of the file. Less than one unit becomes 0, which makes the file a thirtieth smaller
/// and does not change the error.
fn packed(number: f32) -> i8 {
    let units = number * (1 << BITS) as f32;
    if units.abs() < 1.0 { 0 } else { units.round().clamp(-127.0, 127.0) as i8 }
}

/// An output in the units of the file.
fn output(weights: &[f32], constant: f32) -> Output {
    // The output weights of a file add up to less than 512 discs, which suffices for sensible labels.
    let excess = (weights.iter().map(|x| x.abs()).sum::<f32>() * SCALE / 500.0).max(1.0);
    Output {
        weights: RowSums(std::array::from_fn(|i| to_i16(weights[i] / excess * (SCALE * 256.0)))),
        constant: to_i16(constant * (SCALE * UNIT as f32)),
    }
}

fn to_i16(number: f32) -> i16 {
    number.round().clamp(-32_767.0, 32_767.0) as i16
}

/// A network over these patterns whose values are near the samples' labels. At each number of empty squares the mean
/// value is that of the labels. It begins as `begin`, or as random numbers. `watch` is called every 2^16 positions.
/// `None` if stopped.
///
/// # Panics
///
/// There are no samples.
#[must_use]
pub fn fit(
    patterns: &PatternsSpec,
    begin: Option<&NetworkFile>,
    samples: &[Sample],
    descent: &Descent,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Option<NetworkFile> {
    let layout = &patterns.patterns.weights().layout;
    let encoder = Encoder::new(layout);
    let mut rng = ChaCha8Rng::seed_from_u64(descent.seed);
    let mut model = match begin {
        Some(file) => NetworkModel::from_file(file, layout.weights()),
        None => NetworkModel::new(layout.weights(), &mut rng),
    };
    let zeros = vec![0.0; model.width];
    let mut scratch = Scratch { terms: Vec::new(), sums: zeros.clone(), clipped: zeros.clone(), slopes: zeros };
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let total_steps = u64::from(descent.epochs) * samples.len() as u64;
    let mut done = 0;
    for _ in 0..descent.epochs {
        order.shuffle(&mut rng);
        for &index in &order {
            let sample = &samples[index as usize];
            scratch.terms.clear();
            encoder.append(&sample.position, &mut scratch.terms);
            *scratch.terms.last_mut().expect("the constant") += sample.position.empties();
            let left = (1.0 - done as f64 / total_steps as f64) as f32;
            model.step(sample, descent.rate * left, descent, &mut scratch);
            done += 1;
            if done % (1 << 16) == 0 {
                if stop.is_stopped() {
                    return None;
                }
                watch(done);
            }
        }
    }
    let mut file = model.file(&patterns.sha256);
    level(patterns, &mut file, samples);
    Some(file)
}

/// Sets the constants so that mean values equal those of the labels. The last steps of the descent and the rounding of
/// the rows leave small differences.
fn level(patterns: &PatternsSpec, file: &mut NetworkFile, samples: &[Sample]) {
    let network = Network::new(patterns, file.clone(), "").expect("it was made for them");
    let mut differences = [(0.0, 0.0); OUTPUTS];
    for sample in samples {
        let leaf = Leaf { position: sample.position, before: None, passes: 0 };
        let (sum, count) = &mut differences[sample.position.empties() as usize];
        *sum += f64::from(sample.discs()) * f64::from(UNIT) - f64::from(network.evaluate(&leaf));
        *count += 1.0;
    }
    for (output, (sum, count)) in file.outputs.iter_mut().zip(differences) {
        output.constant = output.constant.saturating_add((sum / f64::max(count, 1.0)).round() as i16);
    }
}

/// The root mean square difference between an evaluation and labels, in discs.
#[must_use]
pub fn error(evaluation: &impl Evaluator, samples: &[Sample]) -> f64 {
    let squares = samples.iter().map(|sample| {
        let leaf = Leaf { position: sample.position, before: None, passes: 0 };
        let value = f64::from(evaluation.evaluate(&leaf)) / evaluation.units_per_disc();
        (value - f64::from(sample.discs())) * (value - f64::from(sample.discs()))
    });
    (squares.sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Objective, Position};
    use crate::eval::patterns::{Count, Layout, Patterns, Phases, Shape, Weights};
    use crate::stats::Mean;
    use crate::train::patterns::positions::of_random_games;
    use crate::train::patterns::sample::label;

    /// Patterns of two shapes, whose weights are all 0.
    fn patterns() -> PatternsSpec {
        let shape = Shape::on;
        let shapes = vec![shape("a1 b1 c1 a2 b2"), shape("b2 c3 d4 e5")];
        let layout = Layout::new(shapes, vec![Count::Moves], Phases::even(60)).unwrap();
        let phase = vec![0; layout.weights()];
        let constants = [0; OUTPUTS];
        let weights = Weights { rule: Objective::Normal, layout, phases: vec![phase], constants, source: Vec::new() };
        PatternsSpec { file: String::new(), sha256: "ab".repeat(32), patterns: Patterns::new(weights, "") }
    }

    /// A disc on an X-square costs three discs if the corner is empty, and gains two if it is not; half as much if the
    /// side to move has more than eight moves. An odd number of empty squares is worth five.
    fn label_by_corners(position: Position) -> Sample {
        let values = [(0, 9), (7, 14), (56, 49), (63, 54)].map(|(corner, beside)| {
            let worth = if position.empty() >> corner & 1 != 0 { -3.0 } else { 2.0 };
            let [own, opp] = [position.own, position.opp].map(|discs| (discs >> beside & 1) as f64);
            worth * (own - opp)
        });
        let part = if position.moves().count_ones() > 8 { 0.5 } else { 1.0 };
        let parity = if position.empties() % 2 == 1 { 5.0 } else { 0.0 };
        Sample { position, label: label(parity + part * values.iter().sum::<f64>()) }
    }

    /// Positions that alternate between 20 and 21 empty squares.
    fn samples(count: usize, seed: u64) -> Vec<Sample> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        (0..count as u32).map(|number| label_by_corners(of_random_games(20 + number % 2, &mut rng))).collect()
    }

    #[test]
    fn learns_what_the_labels_say_and_their_mean_at_each_number_of_empty_squares() {
        let patterns = patterns();
        let learned = samples(20_000, 1);
        let others = samples(1_000, 2);
        let descent = Descent { epochs: 10, rate: 0.05, rows: 0.3, ..Descent::default() };
        let [file, again, other] = [descent, descent, Descent { seed: 2, ..descent }]
            .map(|descent| fit(&patterns, None, &learned, &descent, &Stop::default(), &mut |_| ()).unwrap());
        assert_eq!(file, again);
        assert_ne!(file, other);
        let network = Network::new(&patterns, file.clone(), "").unwrap();
        let spread = (others.iter().map(|sample| f64::from(sample.discs()).powi(2)).sum::<f64>() / 1_000.0).sqrt();
        let error = error(&network, &others);
        assert!(spread > 2.0 && error < spread / 3.0, "{error} {spread}");
        for empties in [20, 21] {
            let samples = learned.iter().filter(|sample| sample.position.empties() == empties);
            let differences = samples.map(|sample| {
                let leaf = Leaf { position: sample.position, before: None, passes: 0 };
                f64::from(network.evaluate(&leaf)) / f64::from(UNIT) - f64::from(sample.discs())
            });
            let bias = Mean::estimate(differences).unwrap().mean;
            // Constants are rounded to 1/64 disc.
            assert!(bias.abs() < 0.01, "{empties}: {bias}");
        }
    }

    #[test]
    fn a_fit_that_begins_as_a_network_goes_on_from_it() {
        let patterns = patterns();
        let learned = samples(5_000, 1);
        let others = samples(1_000, 2);
        let error_of = |file: &NetworkFile| error(&Network::new(&patterns, file.clone(), "").unwrap(), &others);
        let descent = Descent { epochs: 10, rate: 0.05, rows: 0.3, ..Descent::default() };
        let first = fit(&patterns, None, &learned, &descent, &Stop::default(), &mut |_| ()).unwrap();
        let one = Descent { epochs: 1, ..Descent::further() };
        let further = fit(&patterns, Some(&first), &learned, &one, &Stop::default(), &mut |_| ()).unwrap();
        let afresh = fit(&patterns, None, &learned, &one, &Stop::default(), &mut |_| ()).unwrap();
        assert!(further != first && error_of(&further) < 1.05 * error_of(&first));
        assert!(error_of(&further) < error_of(&afresh) / 2.0, "{} {}", error_of(&further), error_of(&afresh));
    }

    #[test]
    fn stops_when_it_is_told_to() {
        let stop = Stop::default();
        stop.stop();
        let descent = Descent { epochs: 100, ..Descent::default() };
        assert_eq!(fit(&patterns(), None, &samples(1_000, 1), &descent, &stop, &mut |_| ()), None);
    }
}
