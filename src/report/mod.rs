//! Tables and pages of results.

mod about;
pub(crate) mod columns;
#[cfg(unix)]
pub(crate) mod tournament;
pub(crate) mod training;
mod xml;

pub(crate) use xml::escape;
