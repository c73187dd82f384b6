//! How well moves are played, by the values that a player gives them.

pub mod analysis;
