//! The fit of the model of choices: the maximum-likelihood weights of a multinomial logit, by Newton's method.

use rival::machine::work::map;
use rival::people::Choice;
use rival::people::{COUNT, Model, Theta, dot, features};
use rival::stats::solve;

/// A choice by a player of this strength.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample<'a> {
    pub theta: Theta,
    pub choice: &'a Choice,
}

/// Samples in one piece of work. Sums are made for each piece, so the number of threads does not change them.
const PIECE: usize = 4_000;
/// The most Newton steps; five are usual.
const STEPS: usize = 12;
/// The factor of the penalty on half of each squared weight. It is tiny beside ten thousand choices, and fixes weights
/// that the choices leave open.
const RIDGE: f64 = 1.0;

/// The sums of one piece: log-likelihood, gradient, and curvature in products of features with powers of theta.
struct Sums {
    likelihood: f64,
    slope: [[f64; COUNT]; 2],
    curvature: [Vec<[f64; COUNT]>; 3],
}

/// The most likely model.
pub(super) fn fit(samples: &[Sample<'_>], threads: usize) -> Model {
    let mut model = Model { a: [0.0; COUNT], b: [0.0; COUNT] };
    let mut now = sums(&model, samples, threads);
    for _ in 0..STEPS {
        let Some(step) = newton(&model, &now) else { break };
        // Full steps almost always improve the likelihood; otherwise the step is halved.
        let mut part = 1.0;
        let (next, next_sums) = loop {
            let next = Model {
                a: std::array::from_fn(|k| model.a[k] + part * step[k]),
                b: std::array::from_fn(|k| model.b[k] + part * step[COUNT + k]),
            };
            let next_sums = sums(&next, samples, threads);
            if objective(&next, &next_sums) >= objective(&model, &now) || part < 1e-3 {
                break (next, next_sums);
            }
            part /= 2.0;
        };
        let gain = objective(&next, &next_sums) - objective(&model, &now);
        (model, now) = (next, next_sums);
        if gain < 1e-6 {
            break;
        }
    }
    model
}

/// The mean over choices of minus the logarithm of the played move's probability.
#[cfg(test)]
fn surprise(model: &Model, samples: &[Sample<'_>], threads: usize) -> f64 {
    -sums(model, samples, threads).likelihood / samples.len().max(1) as f64
}

fn objective(model: &Model, sums: &Sums) -> f64 {
    let squares: f64 = model.a.iter().chain(&model.b).map(|w| w * w).sum();
    sums.likelihood - RIDGE / 2.0 * squares
}

fn newton(model: &Model, sums: &Sums) -> Option<Vec<f64>> {
    let weights = [model.a, model.b].concat();
    let slope = (0..2 * COUNT).map(|i| sums.slope[i / COUNT][i % COUNT] - RIDGE * weights[i]).collect();
    let mut matrix: Vec<Vec<f64>> =
        (0..2 * COUNT).map(|i| (0..2 * COUNT).map(|j| sums.second_derivative(i, j)).collect()).collect();
    (0..2 * COUNT).for_each(|i| matrix[i][i] += RIDGE);
    solve(matrix, slope)
}

fn sums(model: &Model, samples: &[Sample<'_>], threads: usize) -> Sums {
    let pieces: Vec<&[Sample<'_>]> = samples.chunks(PIECE).collect();
    let mut all = Sums::zero();
    for piece in map(threads, pieces.len(), |number| of_piece(model, pieces[number])) {
        all.likelihood += piece.likelihood;
        for (all, piece) in all.slope.iter_mut().zip(piece.slope) {
            all.iter_mut().zip(piece).for_each(|(all, x)| *all += x);
        }
        for (all, piece) in all.curvature.iter_mut().flatten().zip(piece.curvature.iter().flatten()) {
            all.iter_mut().zip(piece).for_each(|(all, x)| *all += x);
        }
    }
    all
}

impl Sums {
    fn zero() -> Sums {
        let curvature = std::array::from_fn(|_| vec![[0.0; COUNT]; COUNT]);
        Sums { likelihood: 0.0, slope: [[0.0; COUNT]; 2], curvature }
    }

    /// The second derivative by the weights of these numbers. Only one triangle of each matrix has values.
    fn second_derivative(&self, i: usize, j: usize) -> f64 {
        let row = (i % COUNT).max(j % COUNT);
        let column = (i % COUNT).min(j % COUNT);
        self.curvature[i / COUNT + j / COUNT][row][column]
    }
}

fn of_piece(model: &Model, samples: &[Sample<'_>]) -> Sums {
    let mut sums = Sums::zero();
    let mut rows: Vec<[f64; COUNT]> = Vec::new();
    let mut powers: Vec<f64> = Vec::new();
    for &Sample { theta, choice } in samples {
        let weights = model.weights(theta);
        rows.clear();
        rows.extend(choice.options.iter().map(|facts| features(choice.number, facts)));
        powers.clear();
        powers.extend(rows.iter().map(|row| dot(&weights, row)));
        let played = powers[choice.played];
        let largest = powers.iter().copied().fold(f64::MIN, f64::max);
        powers.iter_mut().for_each(|power| *power = libm::exp(*power - largest));
        let sum: f64 = powers.iter().sum();
        sums.likelihood += played - largest - libm::log(sum);
        let mut mean = [0.0; COUNT];
        for (row, power) in rows.iter().zip(&powers) {
            mean.iter_mut().zip(row).for_each(|(mean, x)| *mean += power / sum * x);
        }
        let varies: Vec<usize> = (0..COUNT).filter(|&k| rows.iter().any(|row| row[k] != rows[0][k])).collect();
        let theta = theta.0;
        let scales = [1.0, theta, theta * theta];
        for &k in &varies {
            let apart = rows[choice.played][k] - mean[k];
            sums.slope[0][k] += apart;
            sums.slope[1][k] += theta * apart;
        }
        for (row, power) in rows.iter().zip(&powers) {
            let p = power / sum;
            for (place, &k) in varies.iter().enumerate() {
                let left = p * (row[k] - mean[k]);
                for &j in &varies[..=place] {
                    let product = left * (row[j] - mean[j]);
                    for (matrix, scale) in sums.curvature.iter_mut().zip(scales) {
                        matrix[k][j] += scale * product;
                    }
                }
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use rival::board::Color;
    use rival::people::{Facts, place, probabilities};

    /// Choices of players who play by a model, strengths between -2 and 2.
    fn drawn(model: &Model, count: usize) -> Vec<(Theta, Choice)> {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let drawn = (0..count).map(|_| {
            let theta = Theta(rng.random_range(-2.0..2.0));
            let number = rng.random_range(1..=60);
            let options = [(); 6].map(|()| Facts {
                loss: rng.random_range(0.0..8.0),
                replies: rng.random_range(0..14),
                mobility: rng.random_range(0..14),
                frontier: rng.random_range(0..9),
                flips: rng.random_range(1..9),
                distance: rng.random_range(1..7),
                ..Facts::default()
            });
            let options = options.to_vec();
            let mut point = rng.random::<f64>();
            let chances = probabilities(&model.weights(theta), number, &options);
            let played = chances.iter().position(|p| {
                point -= p;
                point <= 0.0
            });
            (theta, Choice { color: Color::Black, number, options, played: played.unwrap_or(5), answer: None })
        });
        drawn.collect()
    }

    const TRUE: [(&str, f64, f64); 4] =
        [("loss-11-20", 1.4, 0.4), ("loss-21-30", 1.2, 0.3), ("replies-21-40", -1.1, 0.1), ("distance", -0.6, 0.0)];

    fn model() -> Model {
        let mut model = Model { a: [0.0; COUNT], b: [0.0; COUNT] };
        for (name, a, b) in TRUE {
            let k = place(name).unwrap();
            (model.a[k], model.b[k]) = (a, b);
        }
        model
    }

    #[test]
    fn slope_and_curvature_are_those_of_finite_differences() {
        let drawn = drawn(&model(), 300);
        let samples: Vec<Sample<'_>> = drawn.iter().map(|(theta, choice)| Sample { theta: *theta, choice }).collect();
        let here = sums(&model(), &samples, 1);
        let mut seen = 0;
        for i in (0..2 * COUNT).step_by(3) {
            let [up, down] = [1e-4, -1e-4].map(|change| {
                let mut model = model();
                if i < COUNT {
                    model.a[i] += change
                } else {
                    model.b[i - COUNT] += change
                }
                sums(&model, &samples, 1)
            });
            let slope = (up.likelihood - down.likelihood) / 2e-4;
            let analytic = here.slope[i / COUNT][i % COUNT];
            // With steps of 1e-4 the error is about their square times the number of samples.
            assert!((slope - analytic).abs() < 1e-5 * (1.0 + analytic.abs()), "{i}: {slope} {analytic}");
            for j in 0..2 * COUNT {
                let expected = -(up.slope[j / COUNT][j % COUNT] - down.slope[j / COUNT][j % COUNT]) / 2e-4;
                let analytic = here.second_derivative(i, j);
                assert!((expected - analytic).abs() < 1e-4 * (1.0 + analytic.abs()), "{i} {j}: {expected} {analytic}");
                seen += usize::from(analytic.abs() > 1.0);
            }
        }
        assert!(seen > 50);
    }

    #[test]
    fn weights_come_back_from_choices_and_threads_change_nothing() {
        let truth = model();
        let drawn = drawn(&truth, 20_000);
        let samples: Vec<Sample<'_>> = drawn.iter().map(|(theta, choice)| Sample { theta: *theta, choice }).collect();
        let fitted = fit(&samples, 2);
        for k in TRUE.map(|(name, ..)| place(name).unwrap()) {
            assert!((fitted.a[k] - truth.a[k]).abs() < 0.12, "{k}: {} {}", fitted.a[k], truth.a[k]);
            assert!((fitted.b[k] - truth.b[k]).abs() < 0.12, "{k}: {} {}", fitted.b[k], truth.b[k]);
        }
        assert_eq!(fitted, fit(&samples, 1));
        let nothing = Model { a: [0.0; COUNT], b: [0.0; COUNT] };
        assert!(surprise(&fitted, &samples, 1) < surprise(&truth, &samples, 1));
        assert!((surprise(&nothing, &samples, 1) - libm::log(6.0_f64)).abs() < 1e-9);
    }
}
