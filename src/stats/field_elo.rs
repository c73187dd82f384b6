use std::fmt;

use serde::{Deserialize, Serialize};

/// A rating in Elo within one field of players: its mean is 0, or some players have the ratings that they were given.
/// It says nothing about ratings of another field, or among people.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FieldElo(pub f64);

impl fmt::Display for FieldElo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
