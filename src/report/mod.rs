//! Tables, pictures and pages of results.

mod about;
pub mod board;
pub mod graph;
mod scale;
mod svg;
#[cfg(unix)]
pub mod tournament;
pub mod training;
mod xml;

pub use xml::escape;
