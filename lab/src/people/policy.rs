//! The fit of the policy: one conditional logit by stochastic gradient ascent, added to the model of choices without a
//! policy.

use rival::board::{Color, Position, Square, squares};
use rival::machine::work::map;
use rival::people::{Choice, Facts, GamePart, Model, Policy, Terms, Theta, dot, features};
use rival::record::archive::Archive;
use rival::stats::derive;

use super::judged::{Values, choices};
use super::players::{Side, Strengths};
use crate::progress::StageProgress;

/// The rate of each pass over all choices.
const RATES: [f32; 3] = [0.04, 0.02, 0.01];
/// The first value of each weight's sum of squared slopes, so that the first steps are small (Adagrad: Duchi, Hazan,
/// Singer, "Adaptive subgradient methods", 2011).
const FIRST: f32 = 1.0;

/// A choice with its policy features.
#[derive(Debug)]
pub(super) struct Case {
    player: usize,
    theta: Theta,
    position: Position,
    last: Option<Square>,
    choice: Choice,
}

/// The choices in these games; `None` if the values belong to other games.
pub(super) fn cases(archive: &Archive, games: &[usize], values: &[Values], strengths: &Strengths) -> Option<Vec<Case>> {
    let mut cases = Vec::new();
    for (&number, values) in games.iter().zip(values) {
        let game = &archive.games[number];
        let replay = game.game();
        for ((index, _), choice) in GamePart::default().moves(&replay).zip(choices(game, values)?) {
            let player = game.player(choice.color);
            let position = replay.history()[index].0.position;
            let last = index.checked_sub(1).and_then(|before| replay.history()[before].1.square());
            cases.push(Case { player, theta: strengths.theta[player], position, last, choice });
        }
    }
    Some(cases)
}

/// The policy that makes the choices of these players likeliest, added to the model without a policy.
pub(super) fn fit(cases: &[Case], model: &Model, command: &str, taken: impl Fn(usize) -> bool) -> Policy {
    let terms = Terms::get();
    let mut weights = vec![0.0_f32; terms.weights()];
    let mut squares_of = vec![FIRST; terms.weights()];
    let mut order: Vec<usize> = (0..cases.len()).filter(|&number| taken(cases[number].player)).collect();
    let mut rows = Vec::new();
    let mut ends = Vec::new();
    let mut powers = Vec::new();
    for (pass, rate) in (0..).zip(RATES) {
        for place in (1..order.len()).rev() {
            order.swap(place, derive(pass, place as u64) as usize % (place + 1));
        }
        for &number in &order {
            let Case { theta, position, last, choice, .. } = &cases[number];
            let own_weights = model.weights(*theta);
            rows.clear();
            ends.clear();
            powers.clear();
            for (square, facts) in squares(position.moves()).zip(&choice.options) {
                let start = rows.len();
                terms.append(position, *last, square, &mut rows);
                ends.push(rows.len());
                let sum: f32 = rows[start..].iter().map(|&number| weights[number as usize]).sum();
                powers.push(sum + dot(&own_weights, &features(choice.number, &Facts { policy: 0.0, ..*facts })) as f32);
            }
            let largest = powers.iter().copied().fold(f32::MIN, f32::max);
            powers.iter_mut().for_each(|power| *power = libm::expf(*power - largest));
            let sum: f32 = powers.iter().sum();
            let mut start = 0;
            for (option, (&end, power)) in ends.iter().zip(&powers).enumerate() {
                let slope = if option == choice.played { 1.0 } else { 0.0 } - power / sum;
                for &number in &rows[start..end] {
                    let number = number as usize;
                    squares_of[number] += slope * slope;
                    weights[number] += rate * slope / squares_of[number].sqrt();
                }
                start = end;
            }
        }
    }
    Policy::new(command, weights.into_iter())
}

/// A policy for each group of players, learned from the others, and a last one learned from everybody.
pub(super) fn parts(
    cases: &[Case],
    models: &[Model],
    command: &str,
    part: impl Fn(usize) -> usize + Sync,
    threads: usize,
    stage: &StageProgress,
) -> Vec<Policy> {
    map(threads, models.len(), |left_out| {
        let policy = fit(cases, &models[left_out], command, |player| part(player) != left_out);
        stage.step();
        policy
    })
}

/// Sets the odds of every option of these sides by a policy that was learned without their player.
pub(super) fn judge(archive: &Archive, sides: &mut [Side], policies: &[Policy], part: impl Fn(usize) -> usize) {
    for side in sides {
        let game = &archive.games[side.game];
        let color = if side.player == game.black { Color::Black } else { Color::White };
        let replay = game.game();
        let policy = &policies[part(side.player)];
        for ((index, _), choice) in (GamePart { side: Some(color), from: 0 }).moves(&replay).zip(&mut side.choices) {
            let position = replay.history()[index].0.position;
            let last = index.checked_sub(1).and_then(|before| replay.history()[before].1.square());
            let odds = policy.log_odds(&position, last, squares(position.moves()));
            choice.options.iter_mut().zip(odds).for_each(|(facts, odds)| facts.policy = odds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rival::board::{Game, Move};
    use rival::people::{COUNT, facts};

    /// Games of two players in which one always plays the lowest square and the other the highest.
    fn cases(of_player_1: fn(usize) -> usize) -> Vec<Case> {
        let mut cases = Vec::new();
        let mut game = Game::default();
        while !game.is_over() {
            let board = *game.board();
            let moves: Vec<Square> = squares(board.position.moves()).collect();
            let Some(most) = moves.len().checked_sub(1) else {
                game.play(Move::Pass).unwrap();
                continue;
            };
            let player = game.history().len() % 2;
            let played = if player == 0 { 0 } else { of_player_1(most) };
            let last = game.history().last().and_then(|(_, mv)| mv.square());
            let values: Vec<(Square, f64)> = moves.iter().map(|&square| (square, 0.0)).collect();
            let options = facts(&board.position, last, &values);
            let number = board.position.move_number();
            let choice = Choice { color: board.to_move, number, options, played, answer: None };
            cases.push(Case { player, theta: Theta(0.0), position: board.position, last, choice });
            game.play(moves[if player == 0 { 0 } else { most }].into()).unwrap();
        }
        cases
    }

    #[test]
    fn what_is_played_becomes_likelier_and_who_is_left_out_teaches_nothing() {
        let model = Model { a: [0.0; COUNT], b: [0.0; COUNT] };
        let cases_1 = cases(|most| most);
        let policy = fit(&cases_1, &model, "", |_| true);
        let mut liked = 0;
        let choices = cases_1.iter().filter(|case| case.choice.options.len() > 1);
        for Case { position, last, choice, .. } in choices.clone() {
            let odds = policy.log_odds(position, *last, squares(position.moves()));
            liked += usize::from(odds.iter().all(|&odd| odd <= odds[choice.played]));
        }
        assert!(liked * 10 > choices.count() * 9, "{liked}");
        // A policy learned without a player does not depend on that player's choices.
        let [without, others_without] =
            [&cases_1, &cases(|_| 0)].map(|cases| fit(cases, &model, "", |player| player != 1));
        assert_eq!(without, others_without);
        assert_ne!(without, policy);
    }
}
