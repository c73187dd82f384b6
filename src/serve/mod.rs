//! The servers: a player that talks to a GUI over a pair of streams, until the input ends.
//!
//! A session owns the player and the game; the servers translate. One thread reads lines (`input`), and the one
//! that serves owns the session and the output. Nothing but the protocol is ever written to the output; everything is
//! flushed at once. An output that is closed ends a server quietly.

pub mod gtp;
mod input;
pub mod nboard;
mod output;
#[cfg(feature = "cli")]
pub(crate) mod page;
pub(crate) mod session;
mod stdin;

pub use output::Log;
pub use stdin::standard_input;

use crate::players::explain::Critic;

/// How to serve, beside the player.
#[derive(Debug, Default)]
pub struct Options {
    /// Decides every random choice: the first game and those after it have seeds derived from it.
    pub seed: u64,
    /// Where the traffic is written down.
    pub log: Option<Log>,
    /// Whose opinion explanations of moves quote; without one nothing is explained.
    pub critic: Option<Critic>,
}
