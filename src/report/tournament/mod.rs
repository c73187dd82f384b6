//! The tables and the page of a tournament.

mod cross;
mod page;
mod table;

pub(crate) use page::page;
pub(crate) use table::{brief, markdown, text};
