//! The model of choices: a move is played with a probability proportional to exp(w x), w = a + b theta.

use super::choice::Choice;
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

    /// The evidence of a game's choices about strength, for [`Estimator`](super::Estimator): the sum of their scores
    /// plus their [`accuracy`]. `part` is the share, 0 to 1, of a complete game's information. Scores alone describe
    /// one person's permanent strength worse, because the model's losses are linear; the accuracy alone describes a
    /// single game worse.
    #[must_use]
    pub fn evidence(&self, choices: &[Choice], part: f64) -> f64 {
        let scores = choices.iter().map(|choice| self.score(choice.number, &choice.options, choice.played));
        scores.sum::<f64>() + part * ACCURACY * accuracy(choices)
    }
}

/// The weight of the accuracy. Beyond it the errors of estimates from ten games grow and those from forty hardly fall.
const ACCURACY: f64 = 8.0;
/// The largest loss that counts in the accuracy, in discs.
const LARGEST_LOSS: f64 = 10.0;
/// An addition to both mean losses, in discs, so that a game without a loss has an accuracy.
const LEAST_LOSS: f64 = 0.2;
/// People's mean loss of a choice in moves 1 to 10, 11 to 20 ... 51 to 60, in discs, in the judged games of `lab
/// people`. So a game without its opening or its end is compared with the same moves of other games.
const MEAN_LOSSES: [f64; 6] = [0.573, 1.183, 1.603, 1.842, 1.892, 1.002];

/// Minus the logarithm of the mean loss of these choices relative to people's in the same moves of the game. 0 without
/// choices.
fn accuracy(choices: &[Choice]) -> f64 {
    let least = LEAST_LOSS * choices.len() as f64;
    let mut losses = least;
    let mut usual_losses = least;
    for choice in choices {
        losses += f64::from(choice.options[choice.played].loss).min(LARGEST_LOSS);
        usual_losses += MEAN_LOSSES[(choice.number as usize - 1) / 10];
    }
    if choices.is_empty() { 0.0 } else { libm::log(usual_losses / losses) }
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
    use crate::board::Color;
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
        let found = probabilities(&model.weights(Theta(0.5)), 25, &options);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let [first, _, last] = [0, 1, 2].map(|number| {
            let facts: &Facts = &options[number];
            -1.5 * f64::from(facts.loss) / 4.0 - 1.15 * libm::log1p(f64::from(facts.replies))
        });
        let expected = first - last;
        assert!((libm::log(found[0] / found[2]) - expected).abs() < 1e-9);
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

    /// A choice in this move of the game that loses this many discs.
    fn choice(number: u32, loss: f64) -> Choice {
        let options = [0.0, loss as f32].map(|loss| Facts { loss, ..Facts::default() }).to_vec();
        Choice { color: Color::Black, number, options, played: 1, answer: None }
    }

    /// The evidence of a complete game by a model that does not depend on the strength, so all scores are 0.
    fn evidence(choices: &[Choice]) -> f64 {
        Model { a: [0.0; COUNT], b: [0.0; COUNT] }.evidence(choices, 1.0)
    }

    /// A choice of each tenth move that loses people's mean times this factor.
    fn losing(factor: f64) -> Vec<Choice> {
        (1..=6).zip(MEAN_LOSSES).map(|(tenth, loss)| choice(10 * tenth, factor * loss)).collect()
    }

    #[test]
    fn smaller_losses_than_people_s_in_the_same_moves_are_evidence_of_strength() {
        assert!(evidence(&losing(1.0)).abs() < 1e-6);
        let halved = losing(0.5);
        let mean = MEAN_LOSSES.iter().sum::<f64>() / 6.0;
        let expected = 8.0 * libm::log((mean + 0.2) / (mean / 2.0 + 0.2));
        assert!((evidence(&halved) - expected).abs() < 1e-6 && evidence(&losing(2.0)) < 0.0);
        // Games that lack some moves are compared with the same moves of other games.
        assert!(evidence(&losing(1.0)[2..]).abs() < 1e-6 && evidence(&losing(1.0)[..4]).abs() < 1e-6);
        let half = Model { a: [0.0; COUNT], b: [0.0; COUNT] }.evidence(&halved, 0.5);
        assert!((half - expected / 2.0).abs() < 1e-6);
        // All losses of ten discs and more count the same, and a game without a loss or a choice has evidence.
        assert_eq!(evidence(&[choice(30, 10.0)]), evidence(&[choice(30, 24.0)]));
        assert!(evidence(&[choice(30, 0.0)]).is_finite());
        assert_eq!(evidence(&[]), 0.0);
    }
}
