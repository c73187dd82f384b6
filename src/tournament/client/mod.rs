//! The harness's side of both protocols: tolerant of variations in form, strict about content.

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

pub(super) use wire::Traffic;
use wire::Wire;

/// Why an engine's request failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The engine's fault.
    Fault(Fault),
    /// The tournament is being stopped: no engine is at fault, and the game does not count.
    Stopped,
    /// The machine's fault: a process or a file cannot be opened.
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
    /// The name that it reports; empty if it reports none.
    pub name: String,
    pub version: String,
    /// Its commands; NBoard's engines cannot be asked.
    pub commands: Vec<String>,
    /// It can be told clocks in whole seconds only.
    pub whole_seconds: bool,
}

/// A game at its start, its opening played.
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
    /// A note for each move of the game, with the charged time if there is one.
    pub notes: &'a [MoveNote],
    /// The engine's clock, if it has one.
    pub left: Option<Duration>,
    /// The longest wait for the answer, whatever the clock shows.
    pub patience: Duration,
    /// The processor time to wait for, if clocks count it.
    pub processor: Option<Duration>,
}

/// An engine's answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Answer {
    /// The move; `None` if the engine resigns.
    pub mv: Option<Move>,
    /// The time from the request to the answer.
    pub time: Duration,
    /// The time in seconds that the engine reports.
    pub claimed: Option<f64>,
    /// The reported value in discs, from the engine's view.
    pub eval: Option<f64>,
    /// The reported depth: plies, or a percentage.
    pub depth: Option<String>,
    pub nodes: Option<u64>,
    /// The text after the move, if part of it was unreadable.
    pub unreadable: Option<String>,
}

/// A running engine that can be asked for moves.
pub(super) trait Client: Send {
    /// Asks for its introduction.
    ///
    /// # Errors
    ///
    /// The engine fails.
    fn introduction(&mut self) -> Result<Introduction, Failure>;

    /// Sets up a game, without charging the engine's clock.
    ///
    /// # Errors
    ///
    /// The engine fails.
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Failure>;

    /// Sends the moves since the last request and asks for a move.
    ///
    /// # Errors
    ///
    /// The engine gives no move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// Sends the rest of the game, because an engine that learns has to see the last moves.
    ///
    /// # Errors
    ///
    /// The engine refuses.
    fn finish(&mut self, game: &Game) -> Result<(), Failure>;

    /// The traffic since the last call.
    fn traffic(&mut self) -> &mut Traffic;

    /// The part of this time, that of the last move, in which the engine waited for a processor; `None` if it is not
    /// measured, or the system does not give it.
    fn waited(&mut self, time: Duration) -> Option<Duration>;

    /// The waits of its threads for a processor since it was asked for a move, summed; zero if the system does not give
    /// them.
    fn queued(&self) -> Duration;

    /// Ends the engine in order.
    fn quit(self: Box<Self>);
}

/// Starts an engine, does the handshake, and sends the initial lines. Any error in it is a failure to start.
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
    let wire = Wire::new(process, timeouts, log);
    let init: Vec<String> = engine.settings.init.iter().map(|line| filled(line, engine, start.seed)).collect();
    match engine.settings.protocol {
        Protocol::Gtp => gtp::Gtp::greet(engine, wire, &init),
        Protocol::Nboard => nboard::Nboard::greet(engine, wire, &init),
    }
}

/// Milliseconds for our own commands; fractions are dropped.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
