//! The operators of the genetic algorithms: pure functions of their arguments and a seeded generator, a file each.

pub(crate) mod blx;
pub(crate) mod draw;
pub(crate) mod equilibrium;
pub(crate) mod hall;
pub(crate) mod mutation;
pub(crate) mod normalise;
pub(crate) mod playoff;
pub(crate) mod ranking;

pub(crate) use blx::blend;
pub use mutation::Mutation;

/// The genes of one individual, all finite.
pub(crate) type Genome = Vec<f64>;

/// The least and the largest value of a gene.
pub(crate) type Bounds = Option<(f64, f64)>;

/// The value, brought back between its bounds.
#[must_use]
pub(crate) fn clip(value: f64, bounds: Bounds) -> f64 {
    bounds.map_or(value, |(low, high)| value.clamp(low, high))
}
