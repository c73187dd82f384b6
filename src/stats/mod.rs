//! Pure numbers: they know nothing of Reversi.

mod interval;
mod seed;

pub use interval::{Mean, Z95};
pub use seed::{derive, mix};
