//! The evidence of a game's choices about the player's strength.

use super::choice::Choice;
use super::model::Model;
use super::scale::Discs;

/// The evidence of a game's choices about strength, for [`Estimator`](super::Estimator).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MovesEvidence {
    /// The sum of the moves' scores and of their accuracy, times the share of the information that these losses have.
    pub score: f64,
    /// The share, 0 to 1, of the information of a complete game with deep losses.
    pub part: f64,
}

/// How losses become evidence.
struct Accuracy {
    /// The weight of the logarithm of the mean loss.
    weight: f64,
    /// People's mean loss of a choice in moves 1 to 10, 11 to 20 ... 51 to 60, in discs, in the judged games of `lab
    /// people`. So a game without its opening or its end is compared with the same moves of other games.
    mean_losses: [f64; 6],
    /// The information of a game relative to that with deep losses.
    share: f64,
}

/// Losses by the deep judge. With a larger weight the errors of estimates from ten games grow.
const DEEP: Accuracy = Accuracy { weight: 8.0, mean_losses: [0.627, 1.550, 1.983, 2.157, 2.009, 1.025], share: 1.0 };
/// Losses by the judge. With this weight the mean evidence rises with the strength as it does by the deep judge; the
/// share is that of the variances within players.
const QUICK: Accuracy = Accuracy { weight: 9.2, mean_losses: [0.573, 1.183, 1.603, 1.842, 1.892, 1.002], share: 0.83 };

/// The largest loss that counts in the accuracy, in discs.
const LARGEST_LOSS: f64 = 10.0;
/// An addition to both mean losses, in discs, so that a game without a loss has an accuracy.
const LEAST_LOSS: f64 = 0.2;

/// The evidence of these choices. `deep_losses` has what each played move loses by the
/// [deep judge](super::DeepJudge); without them the losses by the judge count, which tell less. `part` is the share, 0
/// to 1, of a complete game's information.
///
/// The accuracy is minus the logarithm of the mean loss relative to people's in the same moves of the game. Scores
/// alone describe one person's permanent strength worse, because the model's losses are linear; the accuracy alone
/// describes a single game worse.
///
/// # Panics
/// There is not one deep loss for each choice.
#[must_use]
pub fn evidence(model: &Model, choices: &[Choice], deep_losses: Option<&[Discs]>, part: f64) -> MovesEvidence {
    assert!(deep_losses.is_none_or(|losses| losses.len() == choices.len()), "one deep loss for each choice");
    let Accuracy { weight, mean_losses, share } = if deep_losses.is_some() { DEEP } else { QUICK };
    let least = LEAST_LOSS * choices.len() as f64;
    let mut scores = 0.0;
    let mut losses = least;
    let mut usual_losses = least;
    for (index, choice) in choices.iter().enumerate() {
        let Choice { number, options, played, .. } = choice;
        let loss = deep_losses.map_or(f64::from(options[*played].loss), |losses| losses[index].0);
        scores += model.score(*number, options, *played);
        losses += loss.min(LARGEST_LOSS);
        usual_losses += mean_losses[(*number as usize - 1) / 10];
    }
    let accuracy = if choices.is_empty() { 0.0 } else { libm::log(usual_losses / losses) };
    MovesEvidence { score: share * (scores + part * weight * accuracy), part: share * part }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::people::{COUNT, Facts};

    /// A model that does not depend on the strength, so all scores are 0.
    const EVEN: Model = Model { a: [0.0; COUNT], b: [0.0; COUNT] };

    /// A choice in this move of the game that loses this many discs by the judge.
    fn choice(number: u32, loss: f64) -> Choice {
        let options = [0.0, loss as f32].map(|loss| Facts { loss, ..Facts::default() }).to_vec();
        Choice { color: Color::Black, number, options, played: 1, answer: None }
    }

    /// A choice of each tenth move that loses people's mean times this factor, by the judge.
    fn losing(factor: f64) -> Vec<Choice> {
        (1..=6).zip(QUICK.mean_losses).map(|(tenth, loss)| choice(10 * tenth, factor * loss)).collect()
    }

    /// The evidence of losses by the judge alone.
    fn quick(choices: &[Choice], part: f64) -> MovesEvidence {
        evidence(&EVEN, choices, None, part)
    }

    /// The evidence of a choice of each tenth move with these losses by the deep judge.
    fn deep(losses: [f64; 6]) -> MovesEvidence {
        evidence(&EVEN, &losing(1.0), Some(&losses.map(Discs)), 1.0)
    }

    #[test]
    fn smaller_losses_than_people_s_in_the_same_moves_are_evidence_of_strength() {
        assert!(deep(DEEP.mean_losses).score.abs() < 1e-9);
        let halved = deep(DEEP.mean_losses.map(|loss| loss / 2.0));
        let mean = DEEP.mean_losses.iter().sum::<f64>() / 6.0;
        let expected = 8.0 * libm::log((mean + 0.2) / (mean / 2.0 + 0.2));
        assert!((halved.score - expected).abs() < 1e-9 && halved.part == 1.0, "{halved:?}");
        assert!(deep([5.0; 6]).score < 0.0);
        // All losses of ten discs and more count the same, and a game without a loss or a choice has evidence.
        assert_eq!(deep([10.0; 6]), deep([24.0; 6]));
        assert!(deep([0.0; 6]).score.is_finite());
        assert_eq!(evidence(&EVEN, &[], Some(&[]), 0.0), MovesEvidence::default());
    }

    #[test]
    fn without_deep_losses_those_of_the_judge_count_and_tell_less() {
        let usual = quick(&losing(1.0), 1.0);
        assert!(usual.score.abs() < 1e-6 && usual.part == 0.83, "{usual:?}");
        // Games that lack some moves are compared with the same moves of other games.
        assert!([&losing(1.0)[2..], &losing(1.0)[..4]].iter().all(|some| quick(some, 1.0).score.abs() < 1e-6));
        let halved = losing(0.5);
        let mean = QUICK.mean_losses.iter().sum::<f64>() / 6.0;
        let expected = 0.83 * 9.2 * libm::log((mean + 0.2) / (mean / 2.0 + 0.2));
        assert!((quick(&halved, 1.0).score - expected).abs() < 1e-6 && quick(&losing(2.0), 1.0).score < 0.0);
        let half = quick(&halved, 0.5);
        assert!((half.score - expected / 2.0).abs() < 1e-6 && half.part == 0.415, "{half:?}");
    }
}
