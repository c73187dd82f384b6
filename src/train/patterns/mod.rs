//! Learned patterns from nothing: positions, labels, fits, and matches that decide what is taken.
pub mod accept;
pub mod fit;
pub mod job;
pub mod label;
pub mod positions;
pub mod probcut;
pub mod recipe;
pub mod sample;
