//! How strong somebody plays, and players of that strength: a person's games and the estimate, agents and rivals, what
//! each move of a game was worth, and why it lost.

pub mod analysis;
pub mod exercises;
pub mod person;
pub mod reasons;
pub mod rivals;
mod served;

pub use served::{ServeError, served};
