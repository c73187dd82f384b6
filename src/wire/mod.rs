//! The two protocols as typed messages, in both directions, without I/O: a server parses commands and formats replies,
//! and a client does the reverse.
//!
//! Parsing takes bytes, never fails on invalid UTF-8 and never panics. Formatting writes one line (GTP: one response)
//! of ASCII.

pub mod gtp;
pub mod nboard;
mod text;

pub use text::ascii;
