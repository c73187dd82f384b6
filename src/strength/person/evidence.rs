//! The evidence of games: means weighted by their information, and results.

use crate::people::Theta;

/// A result against an opponent of known strength.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RatedResult {
    pub outcome: KnownResult,
    /// The opponent's strength with its standard error.
    pub opponent: Theta,
    pub error: f64,
    /// See [`KnownStrength`](super::KnownStrength).
    pub steepness: f64,
    pub scale: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum KnownResult {
    /// The final lead in discs, [stretched](crate::people::stretched).
    Margin(f64),
    /// True if the game was won. The margin is unknown, because a player resigned.
    Won(bool),
}

/// A mean of numbers. Each is weighted by its information, the inverse of its variance.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WeightedMean {
    pub information: f64,
    sum: f64,
}

impl WeightedMean {
    /// Adds a number. Returns its share of the mean.
    pub(super) fn see(&mut self, value: f64, variance: f64) -> f64 {
        self.information += 1.0 / variance;
        self.sum += value / variance;
        1.0 / (variance * self.information)
    }

    /// Lowers the weight of all numbers, for a shared error whose variance is this multiple of the mean's variance.
    pub(super) fn blur(&mut self, times: f64) {
        self.information /= 1.0 + times;
        self.sum /= 1.0 + times;
    }

    /// The mean; 0 without numbers.
    pub(super) fn mean(&self) -> f64 {
        if self.information > 0.0 { self.sum / self.information } else { 0.0 }
    }
}

#[derive(Debug, Default)]
pub(super) struct Results {
    /// The mean margin of games with a known margin.
    pub seen: WeightedMean,
    resigned: Vec<ResignedGame>,
    /// The information of the mean over all games, as if every margin were known.
    pub information: f64,
    /// The logarithm of the factor by which the first game's weight has fallen.
    faded: f64,
    /// The covariance between the error of the mean and that of the moves.
    pub shared: f64,
}

/// A game that was won or lost with an unknown margin.
#[derive(Debug, Clone, Copy)]
struct ResignedGame {
    sign: f64,
    opponent: f64,
    deviation: f64,
    /// The value of [`Results::faded`] when the game was added.
    faded: f64,
}

impl Results {
    /// Adds a result. `unit` is the number of discs in a unit of strength. Returns the result's share of the evidence
    /// of margins.
    pub(super) fn see(&mut self, result: &RatedResult, unit: f64, rough: f64) -> f64 {
        let variance = rough / (unit * unit) + result.error * result.error;
        self.information += 1.0 / variance;
        match result.outcome {
            KnownResult::Margin(discs) => self.seen.see(result.opponent.0 + discs / unit, variance),
            KnownResult::Won(won) => {
                self.resigned.push(ResignedGame {
                    sign: if won { 1.0 } else { -1.0 },
                    opponent: result.opponent.0,
                    deviation: variance.sqrt(),
                    faded: self.faded,
                });
                0.0
            }
        }
    }

    /// See [`WeightedMean::blur`]. The moves do not have this error, so the covariance stays.
    pub(super) fn blur(&mut self, times: f64) {
        self.information /= 1.0 + times;
        self.seen.blur(times);
        self.faded -= libm::log1p(times);
    }

    /// The same for an error that the moves have, too. The correlation stays.
    pub(super) fn blur_with_moves(&mut self, times: f64) {
        self.blur(times);
        self.shared *= 1.0 + times;
    }

    pub(super) fn with(self, other: Results) -> Results {
        let seen = WeightedMean {
            information: self.seen.information + other.seen.information,
            sum: self.seen.sum + other.seen.sum,
        };
        let shared = self.seen.information * self.shared + other.seen.information * other.shared;
        let other_resigned = other
            .resigned
            .into_iter()
            .map(|game| ResignedGame { faded: game.faded - other.faded + self.faded, ..game });
        Results {
            seen,
            information: self.information + other.information,
            resigned: self.resigned.into_iter().chain(other_resigned).collect(),
            shared: if seen.information > 0.0 { shared / seen.information } else { 0.0 },
            ..self
        }
    }

    pub(super) fn log_likelihood(&self, theta: f64) -> f64 {
        let margins = -self.seen.information * (self.seen.mean() - theta).powi(2) / 2.0;
        let resigned = self.resigned.iter().map(|game| {
            libm::exp(self.faded - game.faded) * log_normal(game.sign * (theta - game.opponent) / game.deviation)
        });
        margins + resigned.sum::<f64>()
    }
}

/// The logarithm of the probability that a standard normal number is below `x`.
fn log_normal(x: f64) -> f64 {
    if x > -30.0 {
        libm::log(libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0)
    } else {
        // The first terms of the series replace the probability, which underflows.
        -x * x / 2.0 - libm::log(-x * std::f64::consts::TAU.sqrt()) + libm::log1p(-1.0 / (x * x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probability_of_a_result_is_one_curve() {
        for x in [-29.0, -30.0, -31.0_f64] {
            let slope = (log_normal(x + 1e-3) - log_normal(x - 1e-3)) / 2e-3;
            // The omitted terms of the series (3 / x^4) cause a step of 2e-3 where both forms meet.
            assert!((slope + x - 1.0 / -x).abs() < 2e-3, "{x}: {slope}");
        }
        assert!((log_normal(0.0) - libm::log(0.5_f64)).abs() < 1e-12 && log_normal(9.0).abs() < 1e-12);
    }
}
