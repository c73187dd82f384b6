//! A filter over games: what moves and margins show of a strength that may change.
//!
//! The state is (theta, u, w): the strength now, and how far this player's scores and margins lie beside those of others
//! of the same strength, for ever (style). A game shows a score with mean f (mu(theta) + u) and, against an opponent of
//! known strength, a margin with mean m(theta - opponent) + w. Strength drifts from game to game by a random walk, so
//! the gain falls at first and then stays where it follows: a Kalman filter (1960). The two means are not straight
//! lines, so the filter is run again around what it found until that stays; without drift the order of games does not
//! matter.

use crate::people::Estimator;

/// What a game shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown {
    /// Of the moves, and which part of a usual game's information they carry (0: none, 1: a whole game).
    pub score: f64,
    pub part: f64,
    /// Discs ahead, with the opponent's strength and its standard error (`theta`), if both are known.
    pub margin: Option<(f64, f64, f64)>,
    /// Variance of the strength's change before the game.
    pub drift: f64,
}

/// What is assumed before any game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Assumed {
    /// Its share among all assumptions.
    pub weight: f64,
    /// Mean and deviation of `theta`.
    pub prior: [f64; 2],
    /// Variances of style in scores and in margins, and their covariance.
    pub style: [f64; 3],
}

/// What is believed after some games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    pub mean: f64,
    pub deviation: f64,
    /// The logarithm of the probability of what was shown.
    pub evidence: f64,
}

/// The largest margin.
const BOARD: f64 = 64.0;

/// The mean margin in discs at a difference in strength, and its slope: a straight line of `discs` a unit that bends
/// towards the size of the board.
fn margin(estimator: &Estimator, difference: f64) -> (f64, f64) {
    let bent = (estimator.discs * difference / BOARD).tanh();
    (BOARD * bent, estimator.discs * (1.0 - bent * bent))
}

/// The mean score of a whole game at a strength, and its slope: a straight line for people, which is flatter below them
/// (`KNEE`), where moves are drawn almost alike.
fn score(estimator: &Estimator, theta: f64) -> (f64, f64) {
    let slope = estimator.slope[0];
    if theta >= KNEE {
        (estimator.alpha[0] + slope * theta, slope)
    } else {
        let low = estimator.alpha[0] + slope * KNEE;
        (low + slope * FLATTER * (theta - KNEE), slope * FLATTER)
    }
}

/// Below this strength, by games of the people's ladder (`scripts/experiments/odd --ladder`).
const KNEE: f64 = -2.0;
const FLATTER: f64 = 0.8;

/// Runs of the filter, each around what the one before found.
const RUNS: usize = 12;

/// What games show under an assumption.
#[must_use]
pub fn filter(estimator: &Estimator, assumed: &Assumed, games: &[Shown]) -> Found {
    let mut around = assumed.prior[0];
    let mut found = once(estimator, assumed, games, around);
    for _ in 0..RUNS {
        // Half a step at a time: far from the truth the bent line overshoots.
        let next = if (found.mean - around).abs() > 1.0 { f64::midpoint(around, found.mean) } else { found.mean };
        if (next - around).abs() < 1e-4 {
            break;
        }
        around = next;
        found = once(estimator, assumed, games, around);
    }
    found
}

fn once(estimator: &Estimator, assumed: &Assumed, games: &[Shown], around: f64) -> Found {
    let [own, theirs, both] = assumed.style;
    let mut belief = Belief {
        mean: [assumed.prior[0] - around, 0.0, 0.0],
        cov: [[assumed.prior[1].powi(2), 0.0, 0.0], [0.0, own, both], [0.0, both, theirs]],
        evidence: 0.0,
    };
    let [[noise, shared], [_, rough]] = estimator.sampling;
    for game in games {
        belief.cov[0][0] += game.drift;
        let mut seen = None;
        if game.part > 0.0 {
            let (mean, slope) = score(estimator, around);
            let row = [game.part * slope, game.part, 0.0];
            seen = Some(belief.see(row, game.score - game.part * mean, game.part * noise));
        }
        if let Some((discs, opponent, error)) = game.margin {
            // What the score says of the margin's noise is taken off it; the two are one after the other then.
            let (mean, slope) = margin(estimator, around - opponent);
            let (hint, left) = match seen {
                Some(_) => (shared / noise, rough - shared * shared / noise * game.part),
                None => (0.0, rough),
            };
            let (level, rise) = score(estimator, around);
            let offset = game.score - game.part * level;
            let row = [slope - hint * game.part * rise, -hint * game.part, 1.0];
            belief.see(row, discs - mean - hint * offset, left + (slope * error).powi(2));
        }
    }
    Found { mean: around + belief.mean[0], deviation: belief.cov[0][0].max(0.0).sqrt(), evidence: belief.evidence }
}

struct Belief {
    mean: [f64; 3],
    cov: [[f64; 3]; 3],
    evidence: f64,
}

impl Belief {
    /// Takes in a number that is `row` times the state with noise of this variance.
    fn see(&mut self, row: [f64; 3], value: f64, noise: f64) {
        let spread: [f64; 3] = std::array::from_fn(|i| (0..3).map(|j| self.cov[i][j] * row[j]).sum());
        let expected: f64 = (0..3).map(|i| row[i] * self.mean[i]).sum();
        let variance = noise + (0..3).map(|i| row[i] * spread[i]).sum::<f64>();
        let surprise = value - expected;
        self.evidence -= (variance.ln() + surprise * surprise / variance) / 2.0;
        for i in 0..3 {
            self.mean[i] += spread[i] * surprise / variance;
            for j in 0..3 {
                self.cov[i][j] -= spread[i] * spread[j] / variance;
            }
        }
    }
}
