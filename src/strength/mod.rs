//! A player's strength: the estimate from a person's games, agents and rivals of that strength, the value of each move
//! of a game, and the reason why a move lost.

pub mod analysis;
pub mod exercises;
pub mod person;
pub mod practice;
pub mod reasons;
pub mod rivals;
mod served;
pub mod themes;

pub use served::served;
