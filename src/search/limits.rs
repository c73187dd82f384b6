//! The limits of a search, and the flag that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::board::Bitboard;

/// A flag that ends a search from another thread. Clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search that holds a copy of this to end soon. It cannot be taken back.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the search was asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The game clock of the side to move, as both protocols tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Time left; in Canadian overtime, for the stones that are left.
    pub left: Duration,
    /// Added after each move (Fischer).
    pub increment: Duration,
    /// In Canadian overtime: the moves that have to be made in the time left.
    pub stones: Option<u32>,
    /// Canadian overtime that follows when the main time is spent: time and stones. Zero stones or `None`: sudden
    /// death.
    pub overtime: Option<(Duration, u32)>,
}

/// The limits of one search. `None` is no limit; without any limit the search ends at the end of the game.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Plies; a pass is none.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub time: Option<Duration>,
    /// The clock for the rest of the game, of which the search takes its share.
    pub clock: Option<Clock>,
    /// The rest of a budget for the whole game, all of which may be used: the search takes its share.
    pub budget: Option<Duration>,
    /// The root moves that are searched; of no effect if none of them is legal.
    pub moves: Option<Bitboard>,
    /// Ends the search when it is raised.
    pub stop: Stop,
}
