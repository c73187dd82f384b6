//! The operators of the genetic algorithms: pure functions of their arguments and a seeded generator, a file each.

pub mod blx;
pub mod draw;
pub mod hall;
pub mod mgg;
pub mod mutation;
pub mod normalise;
pub mod playoff;
pub mod ranking;

pub use blx::{Blx, Space};
pub use mutation::Mutation;

/// The genes of one individual, all finite.
pub type Genome = Vec<f64>;

/// The least and the largest value of a gene.
pub type Bounds = Option<(f64, f64)>;

/// The value, brought back between its bounds.
#[must_use]
pub fn clip(value: f64, bounds: Bounds) -> f64 {
    bounds.map_or(value, |(low, high)| value.clamp(low, high))
}
