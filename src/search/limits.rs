//! The limits of a search, and the flag that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::board::Bitboard;

/// A flag that ends a search from another thread. Clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the searches that hold a copy of this flag to end soon. It cannot be undone.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the search was asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The game clock of the side to move, as in both protocols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The time left; in Canadian overtime, for the remaining stones.
    pub left: Duration,
    /// The time added after each move (Fischer).
    pub increment: Duration,
    /// In Canadian overtime, the number of moves to make in the time left.
    pub stones: Option<u32>,
    /// Canadian overtime after the main time: its time and stones. Zero stones or `None` mean sudden death.
    pub overtime: Option<(Duration, u32)>,
}

/// The limits of one search. `None` is no limit; without any limit the search ends at the end of the game.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// The depth in plies. A pass does not count.
    pub depth: Option<u32>,
    /// The number of visited positions.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub time: Option<Duration>,
    /// The clock for the rest of the game. The search takes its share.
    pub clock: Option<Clock>,
    /// The rest of a budget for the whole game, which may be used up. The search takes its share.
    pub budget: Option<Duration>,
    /// The root moves to search. It has no effect if none of them is legal, and none on players without an alpha-beta
    /// search, such as priority maps and tree searches by random games.
    pub moves: Option<Bitboard>,
    /// Ends the search when raised.
    pub stop: Stop,
}
