//! Learned patterns from nothing: positions, labels, fits, and matches that decide what is taken.
pub mod fit;
pub mod job;
pub mod label;
pub mod positions;
pub mod sample;
