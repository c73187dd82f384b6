//! The tables and the page of a tournament.

mod cross;
mod curves;
mod page;
mod table;

pub use page::page;
pub use table::{markdown, plain};
