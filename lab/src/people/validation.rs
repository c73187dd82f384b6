//! The results of a validation, as in `validation.json`.

use serde::Serialize;

use rival::people::{Discs, PeopleElo};

use super::blunders::BlunderCheck;

/// The errors of estimates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Errors {
    /// RMSE in Elo, without the part that the error of the known rating has in it.
    pub rmse: f64,
    /// The share of 95 % intervals that contain the truth, with that part added to the interval.
    pub coverage: f64,
    /// Mean half-width of the interval, in Elo.
    pub half_width: f64,
    /// The slope of the regression of the true rating on the estimate. 1 is right.
    pub slope: f64,
}

/// A point of the learning curves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Point {
    pub games: usize,
    /// The number of players with enough judged games for samples of this size.
    pub players: usize,
    pub samples: usize,
    /// The deviation of these players' strengths in Elo: the error if everybody were rated as the mean.
    pub nothing: f64,
    pub moves: Errors,
    /// Estimates from moves, and from margins against opponents of known strength.
    pub both: Errors,
    /// The estimates of `rival measure` from moves, and from moves and margins. Its tables are made without these
    /// players.
    pub measured_moves: Errors,
    pub measured_both: Errors,
    /// RMSE in Elo of the usual estimates: from the mean loss of a move, and from the share of best moves.
    pub mean_loss: f64,
    pub best_moves: f64,
}

/// Choices of players of similar strength.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Group {
    /// Mean strength.
    pub rating: PeopleElo,
    pub choices: usize,
    /// The share of choices in which the model's most likely move was played.
    pub predicted: f64,
    /// The share of choices in which the judge's best move was played.
    pub best: f64,
    /// The mean of minus the logarithm of the played move's probability.
    pub surprise: f64,
    /// Mean loss of the played moves, and the loss that the model expects.
    pub loss: Discs,
    pub expected_loss: Discs,
}

/// The estimates of `rival measure` for players of similar strength.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Band {
    /// The lower end of the band; the upper one is [`ELO`](rival::people::ELO) above it.
    pub rating: PeopleElo,
    pub games: usize,
    pub players: usize,
    pub moves: Lean,
    pub both: Lean,
}

/// Mean difference of estimates from the truth in Elo, and the share of 95 % intervals that contain the truth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Lean {
    pub bias: f64,
    pub coverage: f64,
}

/// Moves of similar probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Reliability {
    pub moves: usize,
    /// The mean predicted probability of these moves.
    pub said: f64,
    /// The share of these moves that were played.
    pub played: f64,
}

/// The predictions of people's success in exercises, for people left out of the fit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct ExerciseCheck {
    /// Exercises, each with one person.
    pub exercises: usize,
    /// Exercises whose answer is proved to the end of the game.
    pub exact: usize,
    /// The share of people who found the right move.
    pub found: f64,
    /// The mean difference between the predicted and the observed share, over kinds of people and exercises.
    pub error: f64,
    /// The slope of the observed log odds over the predicted ones: 1 is right.
    pub slope: f64,
    /// The success of people, grouped by predicted probability.
    pub reliability: Vec<Reliability>,
}

/// The cross-validation of estimates of strength by players.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct EstimateCheck {
    pub curves: Vec<Point>,
    pub bands: Vec<Band>,
}

/// The cross-validation of predicted moves by players.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PredictionCheck {
    /// Moves 11 to 60, by groups of players.
    pub groups: Vec<Group>,
    /// The same with the model without the policy.
    pub without: Vec<Group>,
    /// The same with the policy alone.
    pub alone: Vec<Group>,
    /// The share of played moves, grouped by probability, in moves 11 to 60.
    pub reliability: Vec<Reliability>,
    /// The share of moves in which the most likely move is played, from move 2 on and with forced moves.
    pub everything: f64,
    /// Blunders in all moves.
    pub blunders: Vec<BlunderCheck>,
    /// Moves 2 to 16 with the model alone.
    pub opened_by_model: Vec<Group>,
    /// The same with the counts of openings.
    pub opened: Vec<Group>,
}

/// The results of cross-validation by players.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Validation {
    pub estimates: EstimateCheck,
    pub predictions: PredictionCheck,
    pub exercises: ExerciseCheck,
}

impl PredictionCheck {
    /// The tables of groups, with their titles.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&'static str, &[Group])> {
        let all = [
            ("Moves 11 to 60, by strength", &self.groups[..]),
            ("Moves 11 to 60, without the policy", &self.without),
            ("Moves 11 to 60, by the policy alone", &self.alone),
            ("Moves 2 to 16, by the model alone", &self.opened_by_model),
            ("Moves 2 to 16, by what people open with", &self.opened),
        ];
        all.into_iter().filter(|(_, groups)| !groups.is_empty())
    }
}

/// Events by their predicted probability.
#[derive(Debug, Default)]
pub(super) struct Bins([(usize, f64, f64); BINS]);

/// The number of classes of probability.
const BINS: usize = 10;

impl Bins {
    pub(super) fn add(&mut self, chance: f64, happened: bool) {
        let bin = &mut self.0[((chance * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1, bin.1 + chance, bin.2 + f64::from(u8::from(happened)));
    }

    pub(super) fn reliability(&self) -> Vec<Reliability> {
        let bins = self.0.iter().map(|&(moves, said, played)| {
            let [said, played] = [said, played].map(|sum| rounded(sum / moves.max(1) as f64, 4));
            Reliability { moves, said, played }
        });
        bins.collect()
    }

    /// The mean difference between predicted and observed shares over all bins.
    pub(super) fn error(&self) -> f64 {
        let count: usize = self.0.iter().map(|bin| bin.0).sum();
        self.0.iter().map(|(_, said, happened)| (said - happened).abs()).sum::<f64>() / count.max(1) as f64
    }
}

pub(super) fn rounded(x: f64, digits: i32) -> f64 {
    let scale = 10.0_f64.powi(digits);
    (x * scale).round() / scale
}
