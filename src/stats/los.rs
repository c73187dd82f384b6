use serde::{Deserialize, Serialize};

/// Likelihood of superiority: the probability that one player is better than another, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Los(pub f64);

impl Los {
    /// The likelihood that the other player is the better one.
    #[must_use]
    pub fn of_other(self) -> Los {
        Los(1.0 - self.0)
    }
}
