//! The harness's side of both protocols: tolerant of the forms that engines write, strict about the content.

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

/// Why an engine did not do what was asked.
#[derive(Debug)]
pub(super) enum Failure {
    /// The engine's fault.
    Fault(Fault),
    /// The tournament is being stopped: nobody is at fault, and the game does not count.
    Stopped,
    /// The machine's fault: a process or a file cannot be opened.
    Machine(std::io::Error),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

/// How an engine introduces itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Introduction {
    /// As it reports; empty if it does not.
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
pub(super) struct Left {
    pub time: Duration,
    /// Moves before the time is given again; `None`: never.
    pub moves: Option<u32>,
}

/// A move that is asked for.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    pub game: &'a Game,
    /// One for each move of the game, with its charged time if there is one.
    pub notes: &'a [MoveNote],
    /// The engine's clock, if it has one.
    pub left: Option<Left>,
    /// Both clocks now, for engines that are told them with the game.
    pub clocks: [Option<crate::record::Clock>; 2],
    /// Periods that have begun on both clocks.
    pub periods: u32,
    /// How long to wait for the answer, whatever the clock shows.
    pub patience: Duration,
    /// The processor time to wait for, if clocks count it.
    pub processor: Option<Duration>,
}

/// An engine's answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Answer {
    /// `None`: it resigns.
    pub mv: Option<Move>,
    /// From the request to the answer.
    pub time: Duration,
    /// Seconds, by the engine's own account.
    pub claimed: Option<f64>,
    /// In discs from the engine's view.
    pub eval: Option<f64>,
    /// As reported: plies, or a percentage.
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

    /// Lets the engine think during its opponent's move, until it is asked for its own next move. Waits for nothing.
    ///
    /// # Errors
    ///
    /// The engine has gone.
    fn ponder(&mut self, _turn: &Turn<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// Sends the rest of the game, because an engine that learns has to see the last moves.
    ///
    /// # Errors
    ///
    /// The engine refuses.
    fn finish(&mut self, game: &Game) -> Result<(), Failure>;

    /// The traffic since the last call.
    fn traffic(&mut self) -> &mut Traffic;

    /// How long of its last move, which took this time, it waited for a processor; `None` if nobody wants to know, or
    /// the system does not tell.
    fn waited(&mut self, time: Duration) -> Option<Duration>;

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

/// For our own commands; fractions of a millisecond are dropped.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
