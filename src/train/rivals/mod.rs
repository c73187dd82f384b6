//! Rivals by the method of the thesis, and how different players are.

pub mod diversity;
pub mod thesis;
