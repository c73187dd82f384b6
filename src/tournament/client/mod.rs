//! The harness's side of both protocols: tolerant of how real engines write, strict about what they answer.

mod gtp;
mod nboard;
mod wire;

use std::time::Duration;

use super::config::{Limits, Protocol, Timeouts};
use super::fault::Fault;
use super::process::{Process, Start, filled};
use crate::board::{Game, Move, Objective};
use crate::record::MoveNote;
use crate::search::Stop;

pub use wire::Traffic;
use wire::Wire;

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

/// How an engine introduces itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Introduction {
    /// As it says itself; empty if it does not.
    pub name: String,
    pub version: String,
    /// The commands that it knows; NBoard's engines cannot be asked.
    pub commands: Vec<String>,
    /// Its clocks can be told in whole seconds only.
    pub whole_seconds: bool,
}

/// A game that is about to begin, its opening played.
#[derive(Debug)]
pub struct Setup<'a> {
    pub game: &'a Game,
    /// Black's and White's.
    pub names: [&'a str; 2],
    pub clocks: [Option<crate::record::Clock>; 2],
    /// The engine's own.
    pub limits: Limits,
    pub objective: Objective,
    pub seed: u64,
}

/// What a clock shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    pub time: Duration,
    /// Moves to be made before the time is given again; `None`: it is not.
    pub moves: Option<u32>,
}

/// A move that is asked for.
#[derive(Debug)]
pub struct Turn<'a> {
    pub game: &'a Game,
    /// One for each move of the game: the times charged, as far as there were any.
    pub notes: &'a [MoveNote],
    /// What the engine's clock shows, if it has one.
    pub left: Option<Left>,
    /// Both clocks as they are now, for those who tell them with the game.
    pub clocks: [Option<crate::record::Clock>; 2],
    /// Periods that have begun on both clocks.
    pub periods: u32,
    /// How long the answer is waited for, whatever the clock says.
    pub patience: Duration,
}

/// An engine's answer.
#[derive(Debug, Clone, PartialEq, Default)]
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
    /// What stood behind the move, if not all of it could be read.
    pub unreadable: Option<String>,
}

/// A running engine that can be asked for moves.
pub trait Client: Send {
    /// Asks who it is.
    ///
    /// # Errors
    /// The engine fails.
    fn introduction(&mut self) -> Result<Introduction, Failure>;

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

    /// Lets the engine think about the position that its opponent has to move in, until it is asked for its own next
    /// move. Nothing is waited for.
    ///
    /// # Errors
    /// The engine has gone.
    fn ponder(&mut self, _turn: &Turn<'_>) -> Result<(), Failure> {
        Ok(())
    }

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

/// Starts an engine, does the handshake, and sends it the initial lines. Whatever goes wrong in it is a failure to
/// start.
///
/// # Errors
/// The engine does not get ready, or the tournament is stopped. The traffic is handed back for the log.
pub fn launch(
    start: &Start<'_>,
    timeouts: Timeouts,
    log: bool,
    stop: Stop,
) -> Result<Box<dyn Client>, (Failure, Box<Traffic>)> {
    let engine = start.engine;
    let process =
        Process::start(start, stop).map_err(|error| (Failure::Machine(error), Box::new(Traffic::new(log))))?;
    let wire = Wire::new(process, timeouts, log);
    let init: Vec<String> = engine.init.iter().map(|line| filled(line, engine, start.seed)).collect();
    match engine.protocol {
        Protocol::Gtp => gtp::Gtp::greet(engine, wire, &init),
        Protocol::Nboard => nboard::Nboard::greet(engine, wire, &init),
    }
}

/// For our own commands; what is below a millisecond is not promised.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
