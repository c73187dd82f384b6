//! A search on a thread of its own. It takes the player with it and brings it back.

use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::players::Player;
use crate::search::{Iteration, Observer, Report, Stop};

/// News from a search.
pub enum Event {
    Iteration(Iteration),
    /// A position of a game was evaluated: the moves before it, and its value for Black in discs.
    Position {
        ply: usize,
        discs: f64,
    },
    /// The search is over; nothing follows.
    Done(Box<dyn Player>, Report),
}

impl std::fmt::Debug for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::Iteration(iteration) => f.debug_tuple("Iteration").field(iteration).finish(),
            Event::Position { ply, discs } => write!(f, "Position({ply}, {discs})"),
            Event::Done(player, report) => f.debug_tuple("Done").field(&player.name()).field(report).finish(),
        }
    }
}

/// Where a search on its thread reports to.
#[derive(Debug)]
pub struct Events(Sender<Event>);

impl Events {
    /// The server may have gone: then nobody is interested.
    pub fn send(&self, event: Event) {
        let _ = self.0.send(event);
    }
}

impl Observer for Events {
    fn iteration(&mut self, iteration: &Iteration) {
        self.send(Event::Iteration(iteration.clone()));
    }
}

/// A running search.
#[derive(Debug)]
pub struct Job {
    /// Its news, the last being [`Event::Done`]. Disconnects before that only if the search panicked.
    pub events: Receiver<Event>,
    stop: Stop,
    started: Instant,
}

impl Job {
    /// Starts a search that ends soon after `stop` is set.
    #[must_use]
    pub fn start(
        mut player: Box<dyn Player>,
        stop: Stop,
        search: impl FnOnce(&mut dyn Player, &mut Events) -> Report + Send + 'static,
    ) -> Job {
        let (sender, events) = unbounded();
        let started = Instant::now();
        thread::spawn(move || {
            let mut sender = Events(sender);
            let report = search(&mut *player, &mut sender);
            sender.send(Event::Done(player, report));
        });
        Job { events, stop, started }
    }

    pub fn stop(&self) {
        self.stop.stop();
    }

    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// The error of a server whose search panicked.
pub(super) fn lost() -> std::io::Error {
    std::io::Error::other("the search ended without a result")
}
