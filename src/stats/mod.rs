//! Pure numbers: they know nothing of Reversi.

mod interval;
mod seed;
mod slope;

pub use interval::{Mean, Z95};
pub use seed::{derive, mix};
pub use slope::Slope;
