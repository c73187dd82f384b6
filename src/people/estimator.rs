//! The parameters of the strength estimate: mean and variance of scores and margins at each strength.
//! `strength::person` makes the estimate.

use serde::{Deserialize, Serialize};

/// A final difference in discs, stretched so that it grows linearly with the difference in strength and varies equally
/// at all strengths. Unstretched margins of a far stronger player are close together, because the board has 64 squares.
#[must_use]
pub fn stretched(discs: f64) -> f64 {
    BOARD * libm::atanh(discs.clamp(-MOST, MOST) / BOARD)
}

/// The largest possible margin, and the largest that counts.
const BOARD: f64 = 64.0;
const MOST: f64 = 52.0;

type Pair = [f64; 2];
type Square = [Pair; 2];

/// A linear model of games at a strength. x has two components, both means over N games: the
/// [evidence](super::evidence()) of the moves, and the stretched margin plus the opponent's strength in discs. x is
/// normal with mean `alpha + slope theta` and covariance `style + sampling / N`. `style` is the permanent difference
/// between players of equal strength, independent in both components; without it intervals from many games would be too
/// narrow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimator {
    /// The mean and the standard deviation of `theta` among players: the prior.
    pub prior: Pair,
    /// Discs of the [stretched] final difference for each unit of `theta`.
    pub discs: f64,
    /// The means of both components of x at `theta` 0.
    pub alpha: Pair,
    /// The change of both means for each unit of `theta`.
    pub slope: Pair,
    /// The variances of permanent differences between players of equal strength.
    pub style: Pair,
    /// The sampling covariance of one game.
    pub sampling: Square,
    /// The people whom a player meets.
    pub met: Acquaintances,
}

/// The strengths (`theta`) of the different people whom a player meets: their mean is normal about `alpha + slope
/// theta`, with the variance `style + sampling / N` for N people. Strong players meet stronger ones in tournaments.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acquaintances {
    /// The mean at `theta` 0.
    pub alpha: f64,
    /// The change of the mean for each unit of `theta`.
    pub slope: f64,
    /// The variance of permanent differences between players of equal strength.
    pub style: f64,
    /// The variance of the people whom one player meets.
    pub sampling: f64,
}
