use std::fmt;

use serde::{Deserialize, Serialize};

/// A rating in Elo within one field of players. Its mean is 0, or some players have given ratings. It cannot be
/// compared with ratings of another field or among people.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FieldElo(pub f64);

impl fmt::Display for FieldElo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
