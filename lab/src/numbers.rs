//! Small statistics of lists of numbers.

use std::fmt;

use rival::stats::Mean;

/// The mean; 0 without values.
pub(crate) fn mean(values: &[f64]) -> f64 {
    Mean::estimate(values.iter().copied()).map_or(0.0, |mean| mean.mean)
}

/// The standard deviation with the divisor n - 1; 0 below two values.
pub(crate) fn deviation(values: &[f64]) -> f64 {
    squares(values, mean(values)).sqrt() / (values.len().max(2) as f64 - 1.0).sqrt()
}

/// The standard deviation with the divisor n; 0 without values.
pub(crate) fn population_deviation(values: &[f64]) -> f64 {
    (squares(values, mean(values)) / values.len().max(1) as f64).sqrt()
}

/// The largest value; minus infinity without values.
pub(crate) fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The smallest value; infinity without values.
pub(crate) fn smallest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The middle value, or the mean of the middle two; 0 without values.
pub(crate) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The quantile of a sample whose values stand at k / (n + 1), linear between them (definition 6 of Hyndman and Fan
/// 1996, "Sample quantiles in statistical packages"); 0 without values.
pub(crate) fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = (share * (sorted.len() + 1) as f64 - 1.0).clamp(0.0, last as f64);
    let below = place as usize;
    let above = (below + 1).min(last);
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}

/// The median with the least and the largest value; empty without values.
pub(crate) fn range(values: impl IntoIterator<Item = f64>, decimals: usize) -> String {
    let values: Vec<f64> = values.into_iter().collect();
    if values.is_empty() {
        return String::new();
    }
    let [middle, least, most] = [median(&values), smallest(&values), largest(&values)];
    format!("{middle:.decimals$} ({least:.decimals$} to {most:.decimals$})")
}

/// Pearson's correlation of pairs.
pub(crate) fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let first: Vec<f64> = pairs.iter().map(|pair| pair.0).collect();
    let second: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
    let first_mean = mean(&first);
    let second_mean = mean(&second);
    let covariance: f64 = pairs.iter().map(|(x, y)| (x - first_mean) * (y - second_mean)).sum();
    covariance / (squares(&first, first_mean) * squares(&second, second_mean)).sqrt()
}

fn squares(values: &[f64], center: f64) -> f64 {
    values.iter().map(|value| (value - center).powi(2)).sum()
}

/// A count of statements of one kind, with the number of false ones.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Count {
    pub all: u32,
    pub wrong: u32,
}

impl Count {
    pub(crate) fn add(&mut self, is_true: bool) {
        self.all += 1;
        self.wrong += u32::from(!is_true);
    }

    /// The percentage of true statements.
    pub(crate) fn share(self) -> f64 {
        100.0 - 100.0 * f64::from(self.wrong) / f64::from(self.all)
    }
}

/// `73 (13)` means 73 statements, 13 of them false.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.all, self.wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_the_values() {
        // The expected values are those of Python's statistics.quantiles([1, 2, 4, 8, 16], n=4).
        assert_eq!([0.25, 0.5, 0.75].map(|share| quantile(&[16.0, 1.0, 2.0, 8.0, 4.0], share)), [1.5, 4.0, 12.0]);
        assert_eq!(median(&[1.0, 2.0]), 1.5);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }

    #[test]
    fn a_line_has_correlation_one() {
        assert!((correlation(&[(1.0, 2.0), (2.0, 4.0), (4.0, 8.0)]) - 1.0).abs() < 1e-12);
        assert!((correlation(&[(1.0, 1.0), (2.0, 2.0), (3.0, 1.0)])).abs() < 1e-12);
        assert_eq!(deviation(&[1.0, 3.0]), 2.0_f64.sqrt());
        assert_eq!(population_deviation(&[1.0, 3.0]), 1.0);
    }
}
