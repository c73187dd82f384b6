//! The sequential probability ratio test: it stops a match once it can decide between two hypotheses.
//!
//! The log-likelihood ratio is generalised: each hypothesis gets the best-fitting distribution with its expected score
//! (logistic), or with its ratio of score to deviation (normalised). Formulas: Michel Van den Bergh's notes for
//! fishtest.

use serde::{Deserialize, Serialize};

use super::score::{NELO, Scores, expected_score};

/// The unit of Elo of the hypotheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo, as in fishtest: the difference in standard deviations of the score of a game.
    #[default]
    Normalised,
    /// Elo by the logistic curve of expected scores.
    Logistic,
}

/// Two hypotheses about the difference, and the accepted error probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The upper hypothesis.
    pub elo1: f64,
    /// The probability, below 0.5, of accepting the higher hypothesis if the lower is true.
    #[serde(default = "usual_error")]
    pub alpha: f64,
    /// The probability, below 0.5, of accepting the lower hypothesis if the higher is true.
    #[serde(default = "usual_error")]
    pub beta: f64,
    /// The unit of both hypotheses.
    #[serde(default)]
    pub model: Model,
}

const fn usual_error() -> f64 {
    0.05
}

/// The state of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Neither hypothesis is accepted yet.
    Undecided,
    /// The lower hypothesis is accepted.
    H0,
    /// The higher hypothesis is accepted.
    H1,
}

/// The most steps to a fixed point, which is mostly reached in ten.
const MOST_STEPS: u32 = 100;

/// The count given to unobserved values, so that no likelihood is zero.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The ratio at or below which H0 is accepted, and the one at or above which H1 is.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The log-likelihood ratio of H1 to H0.
    ///
    /// ```
    /// use rival::stats::{Model, Pairs, Sprt};
    /// let test = Sprt { elo0: 0.0, elo1: 2.0, alpha: 0.05, beta: 0.05, model: Model::Normalised };
    /// let scores = Pairs::from([365, 16618, 36029, 200, 16974, 390]).scores().unwrap();
    /// assert_eq!(format!("{:.2}", test.ratio(&scores)), "2.25");
    /// ```
    #[must_use]
    pub fn ratio(&self, scores: &Scores) -> f64 {
        let counts: Vec<f64> = scores.counts.iter().map(|&count| if count == 0.0 { UNSEEN } else { count }).collect();
        let total: f64 = counts.iter().sum();
        let seen: Vec<f64> = counts.iter().map(|count| count / total).collect();
        let p0 = self.fit(self.elo0, scores, &seen);
        let p1 = self.fit(self.elo1, scores, &seen);
        total * seen.iter().zip(p0.iter().zip(&p1)).map(|(p, (p0, p1))| p * libm::log(p1 / p0)).sum::<f64>()
    }

    /// The distribution nearest to the observed one that has this difference in Elo.
    fn fit(&self, elo: f64, scores: &Scores, seen: &[f64]) -> Vec<f64> {
        match self.model {
            Model::Logistic => logistic(&scores.values, seen, expected_score(elo)),
            Model::Normalised => normalised(&scores.values, seen, scores.games.sqrt() * elo / NELO),
        }
    }

    /// The decision after the results so far.
    #[must_use]
    pub fn verdict(&self, scores: &Scores) -> Verdict {
        self.decide(self.ratio(scores))
    }

    /// The decision at this log-likelihood ratio.
    #[must_use]
    pub fn decide(&self, ratio: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        match ratio {
            ratio if ratio >= upper => Verdict::H1,
            ratio if ratio <= lower => Verdict::H0,
            _ => Verdict::Undecided,
        }
    }
}

/// The most likely distribution with this mean.
fn logistic(values: &[f64], seen: &[f64], mean: f64) -> Vec<f64> {
    let distances: Vec<f64> = values.iter().map(|value| value - mean).collect();
    tilt(seen, &distances)
}

/// The most likely distribution whose mean is `t` deviations above one half: the best of the fixed points from several
/// beginnings, one for each value on that side of one half.
fn normalised(values: &[f64], seen: &[f64], t: f64) -> Vec<f64> {
    let beginnings = values.iter().filter(|value| t == 0.0 || (*value - 0.5) * t > 0.0);
    let fixed_points = beginnings.map(|&favoured| fixed_point(values, seen, t, some_normalised(values, t, favoured)));
    let best = fixed_points.max_by(|one, other| likelihood(seen, one).total_cmp(&likelihood(seen, other)));
    best.expect("there are values on both sides of one half")
}

/// The mean logarithm of the probability of an observation.
fn likelihood(seen: &[f64], p: &[f64]) -> f64 {
    seen.iter().zip(p).map(|(seen, p)| seen * libm::log(*p)).sum()
}

/// The fixed point of linearised conditions. It begins with a distribution that meets the conditions themselves, so
/// that the linearised ones can be met, too.
fn fixed_point(values: &[f64], seen: &[f64], t: f64, mut p: Vec<f64>) -> Vec<f64> {
    for _ in 0..MOST_STEPS {
        let (mean, deviation) = mean_and_deviation(values, &p);
        let phi: Vec<f64> = values
            .iter()
            .map(|value| value - 0.5 - t * deviation * (1.0 + ((value - mean) / deviation).powi(2)) / 2.0)
            .collect();
        let next = tilt(seen, &phi);
        let change = next.iter().zip(&p).map(|(next, p)| (next - p).abs()).fold(0.0, f64::max);
        p = next;
        if change < 1e-9 {
            break;
        }
    }
    p
}

/// A distribution whose mean is `t` deviations above one half: equal parts of all values, and more of the favoured one.
fn some_normalised(values: &[f64], t: f64, favoured: f64) -> Vec<f64> {
    let mut low = 0.0;
    let mut high = 1.0;
    for _ in 0..60 {
        let more = f64::midpoint(low, high);
        let (mean, deviation) = mean_and_deviation(values, &favouring(values, favoured, more));
        if (mean - 0.5).abs() < t.abs() * deviation { low = more } else { high = more }
    }
    favouring(values, favoured, low)
}

/// Equal parts of all values, after this part has gone to the favoured one.
fn favouring(values: &[f64], favoured: f64, part: f64) -> Vec<f64> {
    let equal = (1.0 - part) / values.len() as f64;
    values.iter().map(|&value| if value == favoured { equal + part } else { equal }).collect()
}

fn mean_and_deviation(values: &[f64], p: &[f64]) -> (f64, f64) {
    let mean: f64 = values.iter().zip(p).map(|(value, p)| value * p).sum();
    let variance: f64 = values.iter().zip(p).map(|(value, p)| (value - mean).powi(2) * p).sum();
    (mean, variance.sqrt())
}

/// The distribution nearest to `seen` in which `phi` has mean 0. It is `seen / (1 + theta phi)`, where theta is the
/// root of a decreasing function.
fn tilt(seen: &[f64], phi: &[f64]) -> Vec<f64> {
    let highest = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lowest = phi.iter().copied().fold(f64::INFINITY, f64::min);
    // If all values of phi have one sign, no distribution gives mean 0, and the data are the best fit.
    if highest <= 0.0 || lowest >= 0.0 {
        return seen.to_vec();
    }
    let mut low = -1.0 / highest;
    let mut high = -1.0 / lowest;
    let mut theta = 0.0;
    for _ in 0..MOST_STEPS {
        let mut mean = 0.0;
        let mut fall = 0.0;
        for (p, phi) in seen.iter().zip(phi) {
            let weighted = phi / (1.0 + theta * phi);
            mean += p * weighted;
            fall += p * weighted * weighted;
        }
        if mean > 0.0 {
            low = theta
        } else {
            high = theta
        }
        // Newton's step, or a bisection where that step would leave the bracket.
        let step = mean / fall;
        let next = if low < theta + step && theta + step < high { theta + step } else { f64::midpoint(low, high) };
        let is_near = (next - theta).abs() <= 1e-15 * next.abs();
        theta = next;
        if is_near {
            break;
        }
    }
    seen.iter().zip(phi).map(|(p, phi)| p / (1.0 + theta * phi)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Pairs;

    fn ratio(counts: [u64; 6], elo0: f64, elo1: f64, model: Model) -> String {
        let test = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
        format!("{:.2}", test.ratio(&Pairs::from(counts).scores().unwrap()))
    }

    #[test]
    fn check_values() {
        assert_eq!(ratio([365, 16618, 36029, 200, 16974, 390], 0.0, 2.0, Model::Normalised), "2.25");
        assert_eq!(ratio([127, 4883, 10311, 401, 5150, 104], -1.75, 0.25, Model::Normalised), "3.01");
        assert_eq!(ratio([223, 9863, 20279, 1000, 10037, 246], 0.5, 2.5, Model::Logistic), "-3.07");
    }

    /// The numbers are the maxima over all means and deviations, searched by another program.
    #[test]
    fn distant_hypotheses_do_not_look_likely() {
        assert_eq!(ratio([5, 0, 4, 0, 0, 0], 0.0, 235.0, Model::Normalised), "-8.75");
        assert_eq!(ratio([5, 0, 4, 0, 0, 0], 0.0, 300.0, Model::Normalised), "-11.30");
        assert_eq!(ratio([20, 10, 20, 2, 5, 3], 0.0, 300.0, Model::Normalised), "-61.54");
        assert_eq!(ratio([0, 0, 4, 0, 0, 5], -250.0, 0.0, Model::Normalised), "9.35");
        // Here most of the distribution lies on three quarters, not on 1.
        assert_eq!(ratio([12, 1, 14, 0, 13, 0], 0.0, 600.0, Model::Normalised), "-54.25");
        assert_eq!(ratio([0, 0, 2, 0, 2, 0], 0.0, 600.0, Model::Normalised), "-0.62");
        let worse = Sprt { elo0: 0.0, elo1: 300.0, alpha: 0.05, beta: 0.05, model: Model::Normalised };
        assert_eq!(verdict(&worse, [40, 0, 0, 0, 0, 6]), Verdict::H0);
    }

    fn verdict(test: &Sprt, counts: [u64; 6]) -> Verdict {
        test.verdict(&Pairs::from(counts).scores().unwrap())
    }

    #[test]
    fn decides_at_its_bounds() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.1, model: Model::Logistic };
        let (lower, upper) = test.bounds();
        assert!((lower - libm::log(0.1_f64 / 0.95)).abs() < 1e-12 && (upper - libm::log(0.9_f64 / 0.05)).abs() < 1e-12);
        assert_eq!(verdict(&test, [0, 0, 1, 0, 0, 0]), Verdict::Undecided);
        assert_eq!(verdict(&test, [5, 10, 40, 10, 40, 60]), Verdict::H1);
        assert_eq!(verdict(&test, [60, 40, 40, 10, 10, 5]), Verdict::H0);
    }

    #[test]
    fn extreme_results_have_a_finite_ratio() {
        for model in [Model::Logistic, Model::Normalised] {
            for counts in [[9, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 9], [0, 0, 9, 0, 0, 0]] {
                let test = Sprt { elo0: -100.0, elo1: 300.0, alpha: 0.05, beta: 0.05, model };
                assert!(test.ratio(&Pairs::from(counts).scores().unwrap()).is_finite(), "{model:?} {counts:?}");
            }
        }
    }
}
