//! The difference between two players with an interval that is valid for few games.

use serde::Serialize;

use super::los::Los;
use super::posterior::Posterior;
use super::score::{NELO, Scores, elo};

/// The fewest observations that give a usable standard deviation.
const FEWEST: f64 = 10.0;

/// A value with its 95 % interval. Each of the three is present if it is finite.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Range {
    /// The estimate itself.
    pub value: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
}

impl Range {
    fn new(value: f64, (low, high): (f64, f64)) -> Range {
        Range { value: finite(value), low: finite(low), high: finite(high) }
    }

    /// A value that is known exactly.
    pub(super) const fn exactly(value: f64) -> Range {
        Range { value: Some(value), low: Some(value), high: Some(value) }
    }
}

fn finite(value: f64) -> Option<f64> {
    Some(value).filter(|value| value.is_finite())
}

impl Scores {
    /// The difference in logistic Elo, with the interval of the [`Posterior`].
    #[must_use]
    pub fn elo_range(&self) -> Range {
        let (low, high) = Posterior::new(self).interval();
        Range::new(elo(self.mean()), (elo(low), elo(high)))
    }

    /// The difference in normalised Elo, with the interval of the [`Posterior`]; `None` below ten observations, or if
    /// all are equal.
    #[must_use]
    pub fn nelo_range(&self) -> Option<Range> {
        let is_reliable = self.total() >= FEWEST && self.variance() > 0.0;
        let (low, high) = Posterior::new(self).standardised();
        let unit = NELO / self.games.sqrt();
        // The prior, which the interval has and the value has not, can move the interval beyond the value.
        let value = self.nelo().value;
        is_reliable.then(|| Range::new(value, (value.min(low * unit), value.max(high * unit))))
    }

    /// The probability that the player is the better one; never 0 or 1.
    #[must_use]
    pub fn los(&self) -> Los {
        Los::new(Posterior::new(self).superiority())
    }
}

#[cfg(test)]
mod tests {
    use crate::stats::{Los, Pairs, Tally};

    #[test]
    fn many_games_have_the_interval_of_a_normal_distribution() {
        let scores = Pairs::from([400, 500, 1200, 300, 900, 700]).scores().unwrap();
        let range = scores.nelo_range().unwrap();
        let interval = [range.low, range.value, range.high].map(Option::unwrap);
        let half = scores.nelo().error;
        let [low, value, high] = interval;
        // The prior moves the interval by less than one.
        assert!((value - half - low).abs() < 1.0 && (value + half - high).abs() < 1.0, "{interval:?} {half}");
        let uneven = Pairs::from([0, 0, 0, 0, 9, 1]).scores().unwrap().nelo_range().unwrap();
        assert!(uneven.low < uneven.value && uneven.value <= uneven.high, "{uneven:?}");
        assert!(Pairs::from([1, 1, 1, 1, 1, 1]).scores().unwrap().nelo_range().is_none());
    }

    #[test]
    fn no_number_of_games_is_certain() {
        for games in [52, 1_000_000] {
            let won = Tally { wins: games, draws: 0, losses: 0 }.scores().unwrap().los();
            let lost = Tally { wins: 0, draws: 0, losses: games }.scores().unwrap().los();
            for Los(likelihood) in [won, lost, won.of_other(), lost.of_other()] {
                assert!(likelihood > 0.0 && likelihood < 1.0, "{games}: {likelihood}");
            }
        }
    }
}
