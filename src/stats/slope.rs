//! A line through the origin.

/// The least-squares slope of y on x through the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slope {
    /// The number of points.
    pub count: usize,
    /// Units of y for one unit of x.
    pub slope: f64,
    /// The correlation of x and y about the origin, -1 to 1.
    pub correlation: f64,
}

impl Slope {
    /// `None` if every x or every y is 0.
    ///
    /// ```
    /// use rival::stats::Slope;
    /// let slope = Slope::through_zero(&[(1.0, 2.0), (-2.0, -4.0)]).unwrap();
    /// assert!((slope.slope - 2.0).abs() < 1e-12 && (slope.correlation - 1.0).abs() < 1e-12);
    /// assert!(Slope::through_zero(&[(0.0, 1.0)]).is_none());
    /// ```
    #[must_use]
    pub fn through_zero(points: &[(f64, f64)]) -> Option<Slope> {
        let sum = |of: fn(f64, f64) -> f64| points.iter().map(|&(x, y)| of(x, y)).sum::<f64>();
        let (xx, xy, yy) = (sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y));
        (xx > 0.0 && yy > 0.0).then(|| Slope {
            count: points.len(),
            slope: xy / xx,
            correlation: xy / (xx * yy).sqrt(),
        })
    }
}
