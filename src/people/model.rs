//! The model of choices: a move is played with a probability proportional to exp(w x), w = a + b theta.

use super::facts::Facts;
use super::features::{COUNT, features};
use super::scale::Theta;

/// The weights of the features: a multinomial logit whose weights are linear in the strength.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The weights at `theta` 0.
    pub a: [f64; COUNT],
    /// The change of the weights for each unit of `theta`.
    pub b: [f64; COUNT],
}

impl Model {
    /// The weights at this strength.
    #[must_use]
    pub fn weights(&self, theta: Theta) -> [f64; COUNT] {
        std::array::from_fn(|k| self.a[k] + self.b[k] * theta.0)
    }

    /// The score of a choice among these moves: the slope of its log-likelihood at `theta` 0. If the model is right,
    /// its mean is 0 for a player of `theta` 0.
    #[must_use]
    pub fn score(&self, number: u32, options: &[Facts], played: usize) -> f64 {
        let rows: Vec<[f64; COUNT]> = options.iter().map(|facts| features(number, facts)).collect();
        let probabilities = softmax(rows.iter().map(|row| dot(&self.a, row)));
        let mean: f64 = rows.iter().zip(&probabilities).map(|(row, p)| p * dot(&self.b, row)).sum();
        dot(&self.b, &rows[played]) - mean
    }
}

/// The probability of each move with these weights; the sum is 1.
#[must_use]
pub fn probabilities(weights: &[f64; COUNT], number: u32, options: &[Facts]) -> Vec<f64> {
    softmax(options.iter().map(|facts| dot(weights, &features(number, facts))))
}

/// The scalar product of weights and the features of one move.
pub fn dot(weights: &[f64; COUNT], row: &[f64; COUNT]) -> f64 {
    weights.iter().zip(row).map(|(w, x)| w * x).sum()
}

/// Probabilities proportional to exp(utility), with the sum 1.
pub fn softmax(utilities: impl Iterator<Item = f64>) -> Vec<f64> {
    let utilities: Vec<f64> = utilities.collect();
    let largest = utilities.iter().copied().fold(f64::MIN, f64::max);
    let powers: Vec<f64> = utilities.iter().map(|u| libm::exp(u - largest)).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::place;

    fn options() -> Vec<Facts> {
        [(0.0, 4), (1.5, 2), (9.0, 11)].map(|(loss, replies)| Facts { loss, replies, ..Facts::default() }).to_vec()
    }

    fn model() -> Model {
        let mut model = Model { a: [0.0; COUNT], b: [0.0; COUNT] };
        for (name, a, b) in [("loss-21-30", 1.4, 0.2), ("replies-21-40", -1.2, 0.1)] {
            let k = place(name).unwrap();
            (model.a[k], model.b[k]) = (a, b);
        }
        model
    }

    #[test]
    fn probabilities_follow_the_utilities() {
        let model = model();
        let options = options();
        let chances = probabilities(&model.weights(Theta(0.5)), 25, &options);
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let [first, _, last] = [0, 1, 2].map(|number| {
            let facts: &Facts = &options[number];
            -1.5 * f64::from(facts.loss) / 4.0 - 1.15 * libm::log1p(f64::from(facts.replies))
        });
        let expected = first - last;
        assert!((libm::log(chances[0] / chances[2]) - expected).abs() < 1e-9);
        // Without weights all moves are equally likely, and huge weights do not overflow.
        assert_eq!(probabilities(&[0.0; COUNT], 25, &options), [1.0 / 3.0; 3]);
        assert!(probabilities(&[1e6; COUNT], 25, &options).iter().all(|p| p.is_finite()));
    }

    #[test]
    fn the_score_is_the_slope_of_the_log_likelihood() {
        let model = model();
        let options = options();
        let mut mean = 0.0;
        for played in 0..options.len() {
            let [above, below] =
                [1e-5, -1e-5].map(|theta| libm::log(probabilities(&model.weights(Theta(theta)), 25, &options)[played]));
            let slope = (above - below) / 2e-5;
            let score = model.score(25, &options, played);
            assert!((score - slope).abs() < 1e-8, "{score} {slope}");
            mean += score * probabilities(&model.a, 25, &options)[played];
        }
        assert!(mean.abs() < 1e-12);
    }
}
