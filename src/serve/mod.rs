//! The servers: a player that talks to a GUI over a pair of streams, until the input ends.
//!
//! One thread reads lines (`input`), one searches (`job`), and the one that serves owns everything else: the game, the output, the order of what is said.
//! Nothing but the protocol is ever written to the output; everything is flushed at once. An output that is closed ends a server quietly.

pub mod gtp;
mod input;
mod job;
mod lesson;
pub mod nboard;
mod output;
mod seeds;
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
