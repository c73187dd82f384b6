//! Tables and pictures of plain numbers.

pub mod board;
pub mod graph;
mod scale;
mod xml;

pub use scale::{Color, Scale};
pub use xml::escape;
