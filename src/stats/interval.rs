//! The mean of a sample and its uncertainty.

/// The two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The mean of independent observations with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The number of observations.
    pub count: usize,
    /// The mean in the unit of the observations.
    pub mean: f64,
    /// Standard error of the mean from the sample variance (divisor n - 1); `None` below two observations.
    pub error: Option<f64>,
}

impl Mean {
    /// The mean of these observations; `None` without any.
    ///
    /// ```
    /// use rival::stats::Mean;
    /// let mean = Mean::estimate([0.0, 1.0, 1.0, 0.0]).unwrap();
    /// assert_eq!(mean.mean, 0.5);
    /// assert!((mean.error.unwrap() - (1.0 / 3.0_f64 / 4.0).sqrt()).abs() < 1e-12);
    /// assert!(Mean::estimate([]).is_none());
    /// ```
    #[must_use]
    pub fn estimate(observations: impl IntoIterator<Item = f64>) -> Option<Mean> {
        // Welford's recurrence: one pass, no cancellation.
        let mut count = 0_usize;
        let mut mean = 0.0;
        let mut squares = 0.0;
        for x in observations {
            count += 1;
            let delta = x - mean;
            mean += delta / count as f64;
            squares += delta * (x - mean);
        }
        let error = (count > 1).then(|| (squares / (count - 1) as f64 / count as f64).sqrt());
        (count > 0).then_some(Mean { count, mean, error })
    }

    /// The 95 % interval of a mean of observations between 0 and 1, by Wilson's method: it stays within 0 and 1,
    /// and has a width even if every observation was the same.
    ///
    /// Wilson's n is the number of yes-or-no observations that would have this standard error, at least as many as
    /// there are observations.
    ///
    /// ```
    /// use rival::stats::Mean;
    /// let (low, high) = Mean::estimate([1.0; 10]).unwrap().interval_of_share();
    /// assert!((low - 0.7225).abs() < 5e-5 && high == 1.0);
    /// ```
    #[must_use]
    pub fn interval_of_share(&self) -> (f64, f64) {
        let p = self.mean.clamp(0.0, 1.0);
        let fewest = self.count as f64;
        let n = match self.error {
            Some(error) if error > 0.0 => (p * (1.0 - p) / (error * error)).max(fewest),
            _ => fewest,
        };
        let z = Z95 * Z95;
        let middle = p + z / (2.0 * n);
        let reach = Z95 * (p * (1.0 - p) / n + z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z / n;
        // The bound is exact at the ends, and rounding must not move it.
        let low = if p == 0.0 { 0.0 } else { ((middle - reach) / scale).clamp(0.0, 1.0) };
        let high = if p == 1.0 { 1.0 } else { ((middle + reach) / scale).clamp(0.0, 1.0) };
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(values: &[f64]) -> (f64, f64) {
        Mean::estimate(values.iter().copied()).unwrap().interval_of_share()
    }

    /// The expected interval is rounded to four decimals.
    fn assert_near((low, high): (f64, f64), expected: (f64, f64)) {
        assert!((low - expected.0).abs() < 6e-5 && (high - expected.1).abs() < 6e-5, "{low} {high}");
    }

    #[test]
    fn the_interval_of_a_share_is_wilsons() {
        let halves = [[0.0; 5], [1.0; 5]].concat();
        assert_near(interval(&halves), (0.2366, 0.7634));
        // Draws vary less, like 45 yes-or-no observations.
        assert_near(interval(&[&[0.5; 8][..], &[0.0, 1.0]].concat()), (0.3598, 0.6402));
        assert_near(interval(&[0.0; 10]), (0.0, 0.2775));
        assert_eq!(interval(&[0.0; 10]).0, 0.0);
        assert_near(interval(&[1.0]), (0.2065, 1.0));
    }
}
