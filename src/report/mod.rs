//! Tables and pictures of plain numbers.

pub mod board;
pub mod graph;
pub mod lines;
mod scale;
mod xml;

pub use scale::{Color, Scale};
pub use xml::escape;
