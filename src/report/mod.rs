//! Tables, pictures and pages of results.

mod about;
pub(crate) mod board;
pub(crate) mod columns;
pub(crate) mod graph;
mod scale;
mod svg;
#[cfg(unix)]
pub(crate) mod tournament;
pub(crate) mod training;
mod xml;

pub(crate) use xml::escape;
