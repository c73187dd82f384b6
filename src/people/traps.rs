//! Traps: the mean loss of people's answers to a move.

use super::facts::{Facts, facts};
use super::features::{COUNT, place};
use super::judge::Judge;
use super::model::probabilities;
use crate::board::{Position, Square, squares};
use crate::search::Limits;

/// The least probability of a move whose trap is computed. Each trap needs a search.
const LIKELY: f64 = 0.03;

/// True if these weights make a player value traps.
#[must_use]
pub fn sets_traps(weights: &[f64; COUNT]) -> bool {
    place("trap").is_some_and(|k| weights[k] != 0.0)
}

/// Sets the traps of the legal moves, lowest square first. A trap is the discs that people with these weights lose on
/// average with their answer, by the judge's values.
pub fn set_traps(
    position: &Position,
    options: &mut [Facts],
    people: &[f64; COUNT],
    judge: &mut Judge,
    limits: &Limits,
) {
    let number = position.move_number();
    let chances = probabilities(people, number, options);
    for ((square, facts), chance) in squares(position.moves()).zip(options).zip(chances) {
        if chance >= LIKELY {
            facts.trap = (10.0 * lost(&position.play(square), square, number + 1, people, judge, limits)).round() as u8;
        }
    }
}

/// The discs that people lose on average in this position.
fn lost(
    position: &Position,
    last: Square,
    number: u32,
    people: &[f64; COUNT],
    judge: &mut Judge,
    limits: &Limits,
) -> f64 {
    if position.moves().count_ones() < 2 {
        return 0.0;
    }
    let options = facts(position, Some(last), &judge.values_within(position, limits));
    let chances = probabilities(people, number, &options);
    chances.iter().zip(&options).map(|(chance, facts)| chance * f64::from(facts.loss)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{Theta, shipped};
    use crate::record::transcript;
    use crate::stats::derive;

    #[test]
    fn a_trap_is_what_people_lose_after_the_move() {
        let game = transcript::parse("f5d6c3d3c4f4f6f3e6e7d7c5").unwrap().into_game();
        let position = game.board().position;
        let last = game.moves().last().and_then(|mv| mv.square());
        let mut judge = Judge::shipped();
        let [(options, chances), (strong, strong_chances)] = [-1.0, 2.0].map(|theta| {
            let people = shipped().model.weights(Theta(theta));
            let mut options = facts(&position, last, &judge.values(&position));
            set_traps(&position, &mut options, &people, &mut judge, &Limits::default());
            let chances = probabilities(&people, 13, &options);
            (options, chances)
        });
        for (facts, chance) in options.iter().zip(&chances) {
            assert!(facts.trap == 0 || *chance >= LIKELY, "{facts:?} {chance}");
        }
        assert!(options.iter().any(|facts| facts.trap > 5), "{options:?}");
        // Stronger people lose less after the same moves.
        let likely = (0..chances.len()).filter(|&at| chances[at] >= LIKELY && strong_chances[at] >= LIKELY);
        let [strong_sum, sum] =
            [&strong, &options].map(|options| likely.clone().map(|at| u32::from(options[at].trap)).sum::<u32>());
        assert!(strong_sum < sum, "{strong:?} {options:?}");
    }

    #[test]
    fn two_answers_are_a_choice() {
        let mut judge = Judge::shipped();
        let mut most = 0.0_f64;
        for game in 0..10 {
            let mut position = Position::START;
            for ply in 0..58 {
                let moves: Vec<Square> = squares(position.moves()).collect();
                let Some(&square) = moves.get(derive(game, ply) as usize % moves.len().max(1)) else { break };
                if moves.len() == 2 {
                    let number = ply as u32 + 1;
                    most =
                        most.max(lost(&position, square, number, &shipped().model.a, &mut judge, &Limits::default()));
                }
                position = position.play(square);
            }
        }
        assert!(most > 1.0, "{most}");
    }

    #[test]
    fn nobody_loses_by_a_forced_answer() {
        // The disc on b1 can be flipped only from c1.
        let [own, opp] = ["a1", "b1"].map(|name| name.parse::<Square>().unwrap().bit());
        let position = Position { own, opp };
        let mut judge = Judge::shipped();
        let lost = lost(&position, "b1".parse().unwrap(), 2, &shipped().model.a, &mut judge, &Limits::default());
        assert!(lost.abs() < 1e-12);
    }
}
