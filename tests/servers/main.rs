//! What serves others: the protocols under attack and in the course of an evening, and the page.

mod hostile_input;
mod learning;
#[cfg(unix)]
mod page;
mod serve_options;
mod serving;
