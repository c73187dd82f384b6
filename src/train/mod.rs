//! Training: an objective becomes a personality, offline.

pub mod arena;
pub mod operators;
pub mod optimisers;
