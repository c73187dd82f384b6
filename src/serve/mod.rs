//! The servers: a player that talks to a GUI over a pair of streams, until the input ends.
//!
//! A session owns the player and the game; the servers translate. One thread reads lines (`input`); the serving one
//! owns the session and the output. Only the protocol is written to the output. Answers to lines that arrive together
//! are written together if the last one is ready at once. A closed output ends a server silently.

use std::time::Duration;

pub mod gtp;
mod input;
pub mod nboard;
mod output;
#[cfg(any(feature = "cli", feature = "web"))]
pub(crate) mod page;
pub(crate) mod session;
mod stdin;

pub use output::Log;
#[cfg(feature = "web")]
pub use page::browser;
pub use stdin::standard_input;

/// Options of a server, apart from the player.
#[derive(Debug, Default)]
pub struct Options {
    /// The seed from which the seeds of all games are derived.
    pub seed: u64,
    /// The longest time for a move, even if a client allows more.
    pub time: Option<Duration>,
    /// The log of the traffic.
    pub log: Option<Log>,
    /// The name under which the engine introduces itself, see
    /// [`Personality::signature`](crate::personality::Personality::signature). If it is empty, the player's name is
    /// used.
    pub signature: String,
    /// True if a referee plays a tournament with the engine: its games are no lessons.
    pub is_refereed: bool,
}
