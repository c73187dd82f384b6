//! Whole runs of the program, a file for each command or habit.

mod analyze;
mod book;
mod convert;
mod explain;
mod fingerprint;
mod measure;
mod patterns;
mod personalities;
mod program;
mod rivals;
mod solve;
#[cfg(unix)]
mod streams;
mod train;
mod usage;
