//! The difference between two players after a match: Elo, normalised Elo, likelihood of superiority.
//!
//! The unit is the pair of games with swapped colours on one opening, whose two results are not independent; the five
//! possible scores of a pair make the distribution pentanomial. Unpaired games make a trinomial one.
//!
//! Formulas: Michel Van den Bergh's notes for fishtest ("Comparing approximations", "Normalized Elo, practical").

use serde::Serialize;

use super::Z95;

/// Normalised Elo in one standard deviation of a game: 800 / ln 10.
pub(super) const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// A value with half the width of its 95 % interval. Both can be infinite: a player that won everything has no finite
/// Elo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// Half the width of the interval, in the unit of the value.
    pub error: f64,
}

/// The results of pairs of games with swapped colours, from the view of one of the two players.
///
/// ```
/// use rival::stats::Pairs;
/// let pairs = Pairs::from([34, 54, 31, 32, 64, 75]);
/// let nelo = pairs.scores().unwrap().nelo();
/// assert_eq!(format!("{:.2} +- {:.2}", nelo.value, nelo.error), "57.94 +- 28.28");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pairs {
    /// Both lost.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// A win and a loss.
    pub wl: u64,
    /// Two draws.
    pub dd: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Both won.
    pub ww: u64,
}

impl From<[u64; 6]> for Pairs {
    /// Reads the counts in the order LL, LD, WL, DD, WD, WW.
    fn from([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Pairs {
        Pairs { ll, ld, wl, dd, wd, ww }
    }
}

impl Pairs {
    /// Adds a pair by its score, the doubled result of each game: 0 lost, 1 drawn, 2 won.
    pub fn add(&mut self, first: u8, second: u8) {
        *match (first.min(second), first.max(second)) {
            (0, 0) => &mut self.ll,
            (0, 1) => &mut self.ld,
            (0, _) => &mut self.wl,
            (1, 1) => &mut self.dd,
            (1, _) => &mut self.wd,
            _ => &mut self.ww,
        } += 1;
    }

    /// The counts in the order LL, LD, WL, DD, WD, WW.
    #[must_use]
    pub fn counts(&self) -> [u64; 6] {
        [self.ll, self.ld, self.wl, self.dd, self.wd, self.ww]
    }

    /// The ratio of pairs with more than half of the points to pairs with less; `None` if there are none with less.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let lost = self.ll + self.ld;
        (lost > 0).then(|| (self.wd + self.ww) as f64 / lost as f64)
    }

    /// The distribution of the pairs' scores; `None` without pairs.
    #[must_use]
    pub fn scores(&self) -> Option<Scores> {
        let counts = [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww];
        Scores::new(&[0.0, 0.25, 0.5, 0.75, 1.0], &counts.map(|count| count as f64), 2.0)
    }
}

/// The results of single games from the view of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: 1 for a win, one half for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Adds a game by its doubled result: 0 lost, 1 drawn, 2 won.
    pub fn add(&mut self, doubled: u8) {
        *match doubled {
            0 => &mut self.losses,
            1 => &mut self.draws,
            _ => &mut self.wins,
        } += 1;
    }

    /// The distribution of the games' scores; `None` without games.
    #[must_use]
    pub fn scores(&self) -> Option<Scores> {
        Scores::new(&[0.0, 0.5, 1.0], &[self.losses, self.draws, self.wins].map(|count| count as f64), 1.0)
    }
}

/// A distribution of scores from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    pub(super) values: Vec<f64>,
    /// The number of observations of each value.
    pub(super) counts: Vec<f64>,
    /// The number of games in one observation: 2 for a pair.
    pub(super) games: f64,
}

impl Scores {
    fn new(values: &[f64], counts: &[f64], games: f64) -> Option<Scores> {
        let seen = counts.iter().any(|&count| count > 0.0);
        seen.then(|| Scores { values: values.to_vec(), counts: counts.to_vec(), games })
    }

    /// The number of observations.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean score of an observation, 0 to 1.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.values.iter().zip(&self.counts).map(|(value, count)| value * count).sum::<f64>() / self.total()
    }

    /// The variance of one observation (divisor n).
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self.values.iter().zip(&self.counts).map(|(value, count)| (value - mean).powi(2) * count);
        squares.sum::<f64>() / self.total()
    }

    /// The difference in standard deviations of a game's score, scaled like Elo, as in fishtest and fastchess. It is
    /// infinite if all scores are equal and not one half.
    #[must_use]
    pub fn nelo(&self) -> Interval {
        let deviation = (self.games * self.variance()).sqrt();
        let distance = self.mean() - 0.5;
        let value = if distance == 0.0 { 0.0 } else { distance / deviation * NELO };
        Interval { value, error: Z95 * NELO / (self.games * self.total()).sqrt() }
    }
}

/// The difference in Elo that gives this expected score (0 to 1); infinite at and beyond the ends.
#[must_use]
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * libm::log10(1.0 / score - 1.0)
    }
}

/// The expected score for a difference in Elo.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0_f64, -elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values_of_elo_and_nelo() {
        let scores = Pairs::from([34, 54, 31, 32, 64, 75]).scores().unwrap();
        assert_eq!(format!("{:.2}", elo(scores.mean())), "55.58");
        let nelo = scores.nelo();
        assert_eq!(format!("{:.2} +- {:.2}", nelo.value, nelo.error), "57.94 +- 28.28");
    }

    #[test]
    fn a_pair_is_counted_by_its_two_games_in_either_order() {
        let mut pairs = Pairs::default();
        for (first, second) in [(0, 0), (0, 1), (1, 0), (2, 0), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2), (2, 2)] {
            pairs.add(first, second);
        }
        assert_eq!(pairs.counts(), [1, 2, 2, 1, 2, 2]);
        assert_eq!(pairs.ratio(), Some(4.0 / 3.0));
        assert_eq!(Pairs::default().ratio(), None);
    }

    #[test]
    fn an_even_match_is_even_and_a_whitewash_is_infinite() {
        let even = Tally { wins: 5, draws: 3, losses: 5 }.scores().unwrap();
        assert_eq!((elo(even.mean()), even.nelo().value), (0.0, 0.0));
        let whitewash = Tally { wins: 5, draws: 0, losses: 0 }.scores().unwrap();
        assert_eq!(elo(whitewash.mean()), f64::INFINITY);
        assert!(Tally::default().scores().is_none());
        // If all pairs are drawn, there is no deviation and no difference.
        let drawn = Pairs::from([0, 0, 9, 0, 0, 0]).scores().unwrap();
        assert_eq!((elo(drawn.mean()), drawn.nelo().value), (0.0, 0.0));
    }

    #[test]
    fn trinomial_elo() {
        // Calculated by hand: mean 0.6, variance 0.19, standard error sqrt(0.0019).
        let scores = Tally { wins: 50, draws: 20, losses: 30 }.scores().unwrap();
        assert!((scores.mean() - 0.6).abs() < 1e-12 && (scores.variance() - 0.19).abs() < 1e-12);
        assert!((elo(scores.mean()) - 70.436_504).abs() < 1e-5);
        assert!((scores.nelo().value - 0.1 / 0.19_f64.sqrt() * 800.0 / libm::log(10.0_f64)).abs() < 1e-9);
    }

    #[test]
    fn elo_and_expected_score_are_inverse() {
        for difference in [-400.0, -3.5, 0.0, 12.0, 700.0] {
            assert!((elo(expected_score(difference)) - difference).abs() < 1e-9);
        }
    }
}
