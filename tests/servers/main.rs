//! Servers: both protocols, with hostile input and in long sessions, and the page.

mod hostile_input;
mod learning;
#[cfg(unix)]
mod page;
mod serve_options;
mod serving;
