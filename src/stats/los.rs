use serde::{Deserialize, Serialize};

/// Likelihood of superiority: the probability that one player is better than another, between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Los(pub f64);

impl Los {
    /// The likelihood with this value. Rounding can give 0 or 1, which no sample proves: the likelihood is then the
    /// nearest one inside for which [`Los::of_other`] is exact.
    #[must_use]
    pub(super) fn new(probability: f64) -> Los {
        const LEAST: f64 = f64::EPSILON / 2.0;
        Los(probability.clamp(LEAST, 1.0 - LEAST))
    }

    /// The likelihood that the other player is the better one.
    #[must_use]
    pub fn of_other(self) -> Los {
        Los(1.0 - self.0)
    }
}
