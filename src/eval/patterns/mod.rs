//! Learned patterns: each configuration at each place of each shape has a weight, and a position's value is the sum.
//!
//! The weights are learned from positions of known value (Buro, "Experiments with Multi-ProbCut and a new high-quality
//! evaluation function for Othello", 1997). Every phase of the game has its own weights, and every number of empty
//! squares has a constant. The images of a shape under the symmetries of the board share weights.

mod container;
mod encode;
mod file;
mod indices;
mod layout;
mod network;
mod shape;
pub mod shipped;
mod spec;
mod tables;
mod weights;

pub use container::{LARGEST_FILE, WeightsError, digest};
pub use encode::Encoder;
pub use file::WeightsFile;
pub use indices::{Indices, LANES};
pub use layout::{COUNTED, Count, EMPTY_COUNTS, Layout, Phases};
pub(crate) use network::OUTPUTS;
pub use network::{Network, NetworkFile, NetworkSpec, Output};
pub use shape::{MOST_SQUARES, Shape};
pub use spec::PatternsSpec;
pub use tables::Patterns;
pub use weights::{UNIT, Weights};
