//! The harness's side of both protocols: tolerant of how real engines write, strict about what they answer.

mod gtp;
mod nboard;
mod wire;

use std::time::Duration;

use super::config::{EngineSpec, Protocol};
use super::fault::Fault;
use crate::board::{Game, Move, Objective};
use crate::record::MoveNote;

pub use wire::{Traffic, Wire};

/// Why an engine did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// The engine's fault.
    Fault(Fault),
    /// The tournament is being stopped: nobody's fault, the game does not count.
    Stopped,
    /// The machine's fault: a process or a file cannot be had.
    Machine(std::io::Error),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

/// A game that is about to begin, its opening played.
#[derive(Debug)]
pub struct Setup<'a> {
    pub game: &'a Game,
    /// Black's and White's.
    pub names: [&'a str; 2],
    pub clocks: [Option<crate::record::Clock>; 2],
    /// The engine's own time for each move, if that is its limit.
    pub per_move: Option<Duration>,
    pub objective: Objective,
    pub seed: u64,
}

/// A move that is asked for.
#[derive(Debug)]
pub struct Turn<'a> {
    pub game: &'a Game,
    /// One for each move of the game: the times charged, as far as there were any.
    pub notes: &'a [MoveNote],
    /// What the engine's clock shows, if it has one.
    pub left: Option<Duration>,
    /// How long the answer is waited for, whatever the clock says.
    pub patience: Duration,
}

/// An engine's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// `None`: it resigns.
    pub mv: Option<Move>,
    /// From the request to the answer.
    pub time: Duration,
    /// Seconds, by the engine's own account.
    pub claimed: Option<f64>,
    /// In discs from the engine's view.
    pub eval: Option<f64>,
    /// As the engine says it: plies, or a percentage.
    pub depth: Option<String>,
    pub nodes: Option<u64>,
}

/// A running engine that can be asked for moves.
pub trait Client: Send {
    /// Sets up a game; nothing of it is charged to the engine's clock.
    ///
    /// # Errors
    /// The engine fails.
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Failure>;

    /// Tells the engine what was played since it was asked last, and asks for a move.
    ///
    /// # Errors
    /// The engine gives no answer that is a move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// Tells the engine how a game went on to its end: one that learns has to see the last moves.
    ///
    /// # Errors
    /// The engine does not take it.
    fn finish(&mut self, game: &Game) -> Result<(), Failure>;

    /// What was said on the wire since this was last asked.
    fn traffic(&mut self) -> &mut Traffic;

    /// Ends the engine in order.
    fn quit(self: Box<Self>);
}

/// Does the handshake with an engine that was started, and sends it the initial lines. Whatever goes wrong in it is a failure to start.
///
/// # Errors
/// The engine does not get ready, or the tournament is stopped. The traffic is handed back for the log.
pub fn greet(engine: &EngineSpec, wire: Wire, init: &[String]) -> Result<Box<dyn Client>, (Failure, Box<Traffic>)> {
    match engine.protocol {
        Protocol::Gtp => gtp::Gtp::greet(wire, init),
        Protocol::Nboard => nboard::Nboard::greet(wire, init, engine.limits.depth, engine.own),
    }
}
