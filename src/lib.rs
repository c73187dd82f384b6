//! `rival`: a Reversi (Othello) engine with personalities.
//!
//! # Layers
//!
//! Imports point down only: a module may use those on the lines above its own in this list, and none on its own line or below.
//! `tests/architecture.rs` reads the list and holds it.
//!
//! ```layers
//! stats board machine style
//! record
//! wire
//! eval
//! search
//! people
//! personality
//! players
//! strength
//! serve tournament train
//! jobs
//! report
//! cli
//! ```
#![deny(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod eval;
pub mod jobs;
pub mod machine;
pub mod people;
pub mod personality;
pub mod players;
pub mod record;
pub mod report;
pub mod search;
pub mod serve;
pub mod stats;
pub mod strength;
pub mod style;
#[cfg(unix)]
pub mod tournament;
pub mod train;
pub mod wire;
