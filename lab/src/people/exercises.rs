//! The difficulty of exercises: in positions of an archive the model predicts the share of people who find the right
//! move of a search. The people who had these positions calibrate it; their moves do not affect which positions are
//! chosen.

use super::players::{Side, Strengths};
use super::validate::{PARTS, part};
use super::validation::{Bins, ExerciseCheck, rounded};
use rival::board::{Board, Color};
use rival::people::{Curve, GamePart, Model, RightMove, Theta, is_fit, logit};
use rival::record::archive::Archive;
use rival::stats::derive;

/// Candidates from each side of a judged game.
const PER_SIDE: usize = 1;

/// A position of an archive with two legal moves or more.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub board: Board,
    side: usize,
    choice: usize,
}

/// Positions of these sides, drawn by the seed. The played moves do not matter.
pub(super) fn candidates(
    archive: &Archive,
    sides: &[Side],
    seed: u64,
    known: impl Fn(usize) -> bool,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (number, side) in sides.iter().enumerate().filter(|(_, side)| known(side.player)) {
        let game = &archive.games[side.game];
        let color = if side.player == game.black { Color::Black } else { Color::White };
        let replay = game.game();
        let mut of_side = Vec::new();
        for (choice, (index, _)) in (GamePart { side: Some(color), from: 0 }).moves(&replay).enumerate() {
            let board = replay.history()[index].0;
            if is_fit(&board.position) {
                of_side.push(Candidate { board, side: number, choice });
            }
        }
        of_side.sort_by_key(|candidate| derive(derive(seed, number as u64), candidate.choice as u64));
        candidates.extend(of_side.into_iter().take(PER_SIDE));
    }
    candidates
}

/// An uncalibrated curve and a person who had the position.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    curve: Curve,
    /// The right move is known from exact values.
    exact: bool,
    /// The number of the person's group in the cross-validation.
    part: usize,
    theta: Theta,
    /// The person played the right move.
    solved: bool,
}

impl Trial {
    /// A candidate with its right move and the curve of models fitted without its player.
    fn new(
        candidate: &Candidate,
        right: RightMove,
        sides: &[Side],
        strengths: &Strengths,
        models: &[Model],
    ) -> Option<Trial> {
        let side = &sides[candidate.side];
        let choice = &side.choices[candidate.choice];
        let bit = right.answer.bit();
        let answer = (candidate.board.position.moves() & (bit - 1)).count_ones() as usize;
        let part = part(side.player);
        let curve = Curve::fit(&models[part], choice.number, &choice.options, answer)?;
        let exact = right.exact;
        Some(Trial { curve, exact, part, theta: strengths.theta[side.player], solved: choice.played == answer })
    }

    /// The log odds that this person finds the move, by the uncalibrated curve.
    fn logit(&self) -> f64 {
        logit(self.curve.chance(self.theta.rating()))
    }
}

/// The candidates with a right move.
pub(super) fn trials(
    candidates: &[Candidate],
    rights: &[Option<RightMove>],
    sides: &[Side],
    strengths: &Strengths,
    models: &[Model],
) -> Vec<Trial> {
    let pairs = candidates.iter().zip(rights);
    pairs.filter_map(|(candidate, right)| Trial::new(candidate, (*right)?, sides, strengths, models)).collect()
}

/// Checks each group's predictions with a calibration from the other groups.
pub(super) fn examine(trials: &[Trial]) -> ExerciseCheck {
    let mut points: Vec<(f64, bool)> = Vec::new();
    for left_out in 0..PARTS {
        let [a, b] = calibrate(trials.iter().filter(|trial| trial.part != left_out));
        let tested = trials.iter().filter(|trial| trial.part == left_out);
        points.extend(tested.map(|trial| (a + b * trial.logit(), trial.solved)));
    }
    let mut bins = Bins::default();
    points.iter().for_each(|&(logit, solved)| bins.add(1.0 / (1.0 + libm::exp(-logit)), solved));
    ExerciseCheck {
        exercises: points.len(),
        exact: trials.iter().filter(|trial| trial.exact).count(),
        found: rounded(points.iter().filter(|(_, solved)| *solved).count() as f64 / points.len().max(1) as f64, 4),
        error: rounded(bins.error(), 4),
        slope: rounded(logistic(&points)[1], 4),
        reliability: bins.reliability(),
    }
}

/// The calibration of some trials.
fn calibrate<'a>(trials: impl Iterator<Item = &'a Trial>) -> [f64; 2] {
    logistic(&trials.map(|trial| (trial.logit(), trial.solved)).collect::<Vec<_>>())
}

/// The calibrationthat fits the curves of exercises to the moves that people played.
pub(super) fn calibration(trials: &[Trial]) -> [f64; 2] {
    calibrate(trials.iter()).map(|x| rounded(x, 4))
}

/// The likeliest `a` and `b` if the odds of success are `exp(a + b x)`, by Newton's method.
fn logistic(points: &[(f64, bool)]) -> [f64; 2] {
    let mut a = 0.0;
    let mut b = 1.0;
    for _ in 0..20 {
        let mut slope = [0.0; 2];
        let mut curvature = [1e-9, 0.0, 1e-9];
        for &(x, is_success) in points {
            let p = 1.0 / (1.0 + libm::exp(-(a + b * x)));
            let residual = f64::from(u8::from(is_success)) - p;
            let weight = p * (1.0 - p);
            slope = [slope[0] + residual, slope[1] + residual * x];
            curvature = [curvature[0] + weight, curvature[1] + weight * x, curvature[2] + weight * x * x];
        }
        let [aa, ab, bb] = curvature;
        let determinant = aa * bb - ab * ab;
        if determinant <= 1e-12 {
            break;
        }
        a += (bb * slope[0] - ab * slope[1]) / determinant;
        b += (aa * slope[1] - ab * slope[0]) / determinant;
    }
    [a, b]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_that_made_successes_are_found() {
        let points: Vec<(f64, bool)> = (0..20_000)
            .map(|number| {
                let x = (number % 41) as f64 / 10.0 - 2.0;
                let p = 1.0 / (1.0 + libm::exp(-(0.4 + 0.8 * x)));
                (x, (derive(3, number) as f64 / u64::MAX as f64) < p)
            })
            .collect();
        let [a, b] = logistic(&points);
        assert!((a - 0.4).abs() < 0.06 && (b - 0.8).abs() < 0.06, "{a} {b}");
    }
}
