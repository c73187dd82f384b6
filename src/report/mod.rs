//! Tables and pictures of plain numbers, and pages of them.

pub mod board;
pub mod graph;
pub mod lines;
mod scale;
#[cfg(unix)]
pub mod tournament;
mod xml;

pub use scale::{Color, Scale};
pub use xml::escape;
