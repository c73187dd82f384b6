//! The tables and the page of a tournament.

mod cross;
mod curves;
mod list;
mod page;
mod table;

pub(crate) use list::{Field, html, list_markdown, list_plain};
pub(crate) use page::page;
pub(crate) use table::{markdown, plain};
