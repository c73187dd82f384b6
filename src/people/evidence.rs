//! The evidence of a game's choices about the player's strength.

use super::choice::Choice;
use super::model::Model;

/// The evidence of a game's choices about strength, for [`Estimator`](super::Estimator): the sum of their scores plus
/// their accuracy. `part` is the share, 0 to 1, of a complete game's information. Scores alone describe one person's
/// permanent strength worse, because the model's losses are linear; the accuracy alone describes a single game worse.
#[must_use]
pub fn evidence(model: &Model, choices: &[Choice], part: f64) -> f64 {
    let scores = choices.iter().map(|choice| model.score(choice.number, &choice.options, choice.played));
    scores.sum::<f64>() + part * ACCURACY * accuracy(choices)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::people::{COUNT, Facts};

    /// A model that does not depend on the strength, so all scores are 0.
    const EVEN: Model = Model { a: [0.0; COUNT], b: [0.0; COUNT] };

    /// A choice in this move of the game that loses this many discs.
    fn choice(number: u32, loss: f64) -> Choice {
        let options = [0.0, loss as f32].map(|loss| Facts { loss, ..Facts::default() }).to_vec();
        Choice { color: Color::Black, number, options, played: 1, answer: None }
    }

    /// The evidence of a complete game by a model that does not depend on the strength, so all scores are 0.
    fn of_losses(choices: &[Choice]) -> f64 {
        evidence(&EVEN, choices, 1.0)
    }

    /// A choice of each tenth move that loses people's mean times this factor.
    fn losing(factor: f64) -> Vec<Choice> {
        (1..=6).zip(MEAN_LOSSES).map(|(tenth, loss)| choice(10 * tenth, factor * loss)).collect()
    }

    #[test]
    fn smaller_losses_than_people_s_in_the_same_moves_are_evidence_of_strength() {
        assert!(of_losses(&losing(1.0)).abs() < 1e-6);
        let halved = losing(0.5);
        let mean = MEAN_LOSSES.iter().sum::<f64>() / 6.0;
        let expected = 8.0 * libm::log((mean + 0.2) / (mean / 2.0 + 0.2));
        assert!((of_losses(&halved) - expected).abs() < 1e-6 && of_losses(&losing(2.0)) < 0.0);
        // Games that lack some moves are compared with the same moves of other games.
        assert!(of_losses(&losing(1.0)[2..]).abs() < 1e-6 && of_losses(&losing(1.0)[..4]).abs() < 1e-6);
        let half = evidence(&EVEN, &halved, 0.5);
        assert!((half - expected / 2.0).abs() < 1e-6);
        // All losses of ten discs and more count the same, and a game without a loss or a choice has evidence.
        assert_eq!(of_losses(&[choice(30, 10.0)]), of_losses(&[choice(30, 24.0)]));
        assert!(of_losses(&[choice(30, 0.0)]).is_finite());
        assert_eq!(of_losses(&[]), 0.0);
    }
}
