//! Calibration by play: finds the scale at which a player has an even score. Equal mean loss alone does not make an
//! even game.
//!
//! The score falls with the logarithm of the scale, because a larger target loss plays worse. The model is a logistic
//! function, fitted to all games so far by maximum likelihood with a weak prior. Each round plays at the scale where
//! the fit has an even score.

use rival::players::Personality;
use rival::players::duel::Duel;
use rival::stats::derive;

use crate::numbers::{largest, smallest};
use crate::self_play::OPENING_PLIES;

/// The settings of a calibration to an even score.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Calibration {
    /// The number of rounds.
    pub rounds: u32,
    /// Games of each round, an even number: each opening is played with both colours.
    pub games: u64,
    /// Decides the openings and every random choice.
    pub seed: u64,
    /// Games played at the same time; the result does not depend on it.
    pub threads: usize,
}

/// A round of games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CalibrationRound {
    /// The factor of the targets.
    pub scale: f64,
    /// The score of the calibrated player.
    pub score: f64,
    /// The number of games.
    pub games: u64,
}

/// The largest scale; the smallest is its inverse.
const WIDEST: f64 = 64.0;
/// The largest factor by which a round's scale may leave the range of earlier scales.
const STRIDE: f64 = 4.0;
/// Mean and standard deviation of the prior of the slope: a scale of e costs about 20 to 40 points in a hundred.
const SLOPE: (f64, f64) = (1.5, 1.0);
/// Distance from the last round, in the logarithm of the scale, at which a round counts half.
const BREADTH: f64 = 0.5;
/// The least slope: a player must not get stronger with the scale.
const FLATTEST: f64 = 0.1;

impl Calibration {
    /// Finds the scale and returns it with the last round's score. `player` makes the player for a scale.
    pub(crate) fn run(&self, player: &dyn Fn(f64) -> Personality, opponent: &Personality) -> (f64, f64) {
        let mut steps: Vec<CalibrationRound> = Vec::new();
        let mut scale = 1.0;
        let mut score = 0.5;
        for number in 0..self.rounds {
            let scaled_player = player(scale);
            let seed = derive(self.seed, u64::from(number));
            let duel = Duel::paired([&scaled_player, opponent], self.games, OPENING_PLIES, seed);
            let results = duel.run(self.threads, &|| {});
            score = results.score().map_or(0.5, |score| score.mean);
            steps.push(CalibrationRound { scale, score, games: self.games });
            scale = next(&steps);
        }
        (scale, score)
    }
}

/// The scale at which the fit has an even score, not too far from the played ones. There must be a step already.
fn next(steps: &[CalibrationRound]) -> f64 {
    let (offset, slope) = fit(steps);
    let root = offset / slope.max(FLATTEST);
    let played: Vec<f64> = steps.iter().map(|step| libm::log(step.scale)).collect();
    let low = smallest(&played);
    let high = largest(&played);
    let reach = libm::log(STRIDE);
    libm::exp(root.clamp(low - reach, high + reach).clamp(-libm::log(WIDEST), libm::log(WIDEST)))
}

/// Offset and slope of the logistic function `1 / (1 + exp(slope * ln(scale) - offset))`, by Newton's method on a
/// concave log-likelihood.
fn fit(steps: &[CalibrationRound]) -> (f64, f64) {
    let mut offset = 0.0;
    let mut slope = SLOPE.0;
    let near = steps.last().map_or(0.0, |step| libm::log(step.scale));
    for _ in 0..50 {
        // The prior allows almost any offset, and a slope near its mean.
        let mut d_offset = -offset / 25.0;
        let mut d_slope = -(slope - SLOPE.0) / SLOPE.1.powi(2);
        let mut oo = 1.0 / 25.0;
        let mut os = 0.0;
        let mut ss = 1.0 / SLOPE.1.powi(2);
        for step in steps {
            let x = libm::log(step.scale);
            let expected = 1.0 / (1.0 + libm::exp(slope * x - offset));
            // The curve is logistic near a scale only, so rounds far from the last one count less.
            let away = (x - near) / BREADTH;
            let games = step.games as f64 / (1.0 + away * away);
            let weight = games * (expected * (1.0 - expected)).max(1e-6);
            let residue = games * (step.score - expected);
            d_offset += residue;
            d_slope -= residue * x;
            oo += weight;
            os -= weight * x;
            ss += weight * x * x;
        }
        let determinant = oo * ss - os * os;
        let step_offset = (ss * d_offset - os * d_slope) / determinant;
        let step_slope = (oo * d_slope - os * d_offset) / determinant;
        // A full step may overshoot far from the maximum.
        let damp = (2.0 / step_offset.abs().max(step_slope.abs()).max(2.0)).min(1.0);
        offset += damp * step_offset;
        slope += damp * step_slope;
        if step_offset.abs() + step_slope.abs() < 1e-9 {
            break;
        }
    }
    (offset, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(points: &[(f64, f64)]) -> Vec<CalibrationRound> {
        points.iter().map(|&(scale, score)| CalibrationRound { scale, score, games: 1_000 }).collect()
    }

    /// The true curve of the scores: offset 0.6, slope 2.
    fn score(scale: f64) -> f64 {
        1.0 / (1.0 + libm::exp(2.0 * libm::log(scale) - 0.6))
    }

    #[test]
    fn the_fit_finds_the_curve_behind_the_scores() {
        let points: Vec<(f64, f64)> = [0.5, 1.0, 2.0, 3.0].map(|scale| (scale, score(scale))).to_vec();
        let (offset, slope) = fit(&steps(&points));
        // With 4,000 games the priors of offset and slope shift the result by less than this.
        assert!((offset - 0.6).abs() < 0.02 && (slope - 2.0).abs() < 0.02, "{offset} {slope}");
        let scale = next(&steps(&points));
        assert!((score(scale) - 0.5).abs() < 0.005, "{scale}");
    }

    #[test]
    fn lost_scores_move_the_scale_by_a_stride() {
        assert_eq!(next(&steps(&[(1.0, 0.0)])), 1.0 / STRIDE);
        assert!((next(&steps(&[(1.0, 1.0)])) - STRIDE).abs() < 1e-9);
        let low: Vec<(f64, f64)> = (0..8).map(|n| (4.0_f64.powi(-n).max(1.0 / WIDEST), 0.0)).collect();
        assert!((next(&steps(&low)) - 1.0 / WIDEST).abs() < 1e-9);
    }
}
