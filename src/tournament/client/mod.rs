//! The harness's side of both protocols. It tolerates variations in form, and is strict about content.

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

pub(super) use wire::{Traffic, Wire};

/// The reason why a request to an engine failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The engine is at fault.
    Fault(Fault),
    /// The tournament is being stopped. No engine is at fault, and the game does not count.
    Stopped,
    /// The machine cannot open a process or a file.
    Machine(std::io::Error),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

/// An engine's introduction.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Introduction {
    /// The reported name; empty without one.
    pub name: String,
    pub version: String,
    /// The engine's commands. Engines with NBoard cannot report them.
    pub commands: Vec<String>,
    /// True if the engine's clock has whole seconds only.
    pub whole_seconds: bool,
}

/// The data for the start of a game, with its opening played.
#[derive(Debug)]
pub(super) struct Setup<'a> {
    pub game: &'a Game,
    /// The names of Black and White.
    pub names: [&'a str; 2],
    pub clocks: [Option<crate::record::Clock>; 2],
    /// The limits of this engine.
    pub limits: Limits,
    pub objective: Objective,
    pub seed: u64,
}

/// A request for a move.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    pub game: &'a Game,
    /// A note for each move of the game. It has the charged time if there is one.
    pub notes: &'a [MoveNote],
    /// The time left on the engine's clock, if it has one.
    pub left: Option<Duration>,
    /// The longest wait for the answer, independent of the clock.
    pub patience: Duration,
    /// The limit of processor time for the answer, if clocks count it.
    pub processor: Option<Duration>,
}

/// An engine's answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Answer {
    /// The move; `None` if the engine resigns.
    pub mv: Option<Move>,
    /// The time from the request to the answer.
    pub time: Duration,
    /// The time that the engine reports, in seconds.
    pub claimed: Option<f64>,
    /// The reported value in discs for the engine.
    pub eval: Option<f64>,
    /// The reported depth: a number of plies or a percentage.
    pub depth: Option<String>,
    pub nodes: Option<u64>,
    /// The reported line of play; empty if there is none.
    pub pv: Vec<Move>,
    /// The text after the move, if part of it was unreadable.
    pub unreadable: Option<String>,
}

/// A running engine that plays moves on request.
pub(super) trait Client: Send {
    /// Requests the engine's introduction.
    ///
    /// # Errors
    ///
    /// The engine fails.
    fn introduction(&mut self) -> Result<Introduction, Failure>;

    /// Sets up a game without charging the engine's clock.
    ///
    /// # Errors
    ///
    /// The engine fails.
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Failure>;

    /// Sends the moves since the last request, and requests a move.
    ///
    /// # Errors
    ///
    /// The engine gives no move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// Sends the rest of the game, because a learning engine needs the last moves.
    ///
    /// # Errors
    ///
    /// The engine refuses.
    fn finish(&mut self, game: &Game) -> Result<(), Failure>;

    /// The connection to the engine, with the log of its traffic.
    fn wire(&mut self) -> &mut Wire;

    /// Ends the engine regularly.
    fn quit(self: Box<Self>);
}

/// Starts an engine, does the handshake, and sends the initial lines. Any error counts as a failure to start.
///
/// # Errors
///
/// The engine does not get ready, or the tournament is stopped. The traffic is returned for the log.
pub(super) fn launch(
    start: &Start<'_>,
    timeouts: Timeouts,
    log: bool,
    stop: Stop,
) -> Result<Box<dyn Client>, (Failure, Box<Traffic>)> {
    let engine = start.engine;
    let process =
        Process::start(start, stop).map_err(|error| (Failure::Machine(error), Box::new(Traffic::new(log))))?;
    let wire = Wire::new(process, engine.settings.protocol, timeouts, log);
    let init: Vec<String> = engine.settings.init.iter().map(|line| filled(line, engine, start.seed)).collect();
    match engine.settings.protocol {
        Protocol::Gtp => gtp::Gtp::greet(engine, wire, &init),
        Protocol::Nboard => nboard::Nboard::greet(engine, wire, &init),
    }
}

/// Milliseconds for our own commands. Fractions are dropped, but a time never becomes 0, which means no limit.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(u64::from(!time.is_zero()))
}
