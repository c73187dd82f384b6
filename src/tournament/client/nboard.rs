//! NBoard from the GUI's side.

use std::time::Duration;

use super::wire::{Traffic, Wire, not_started};
use super::{Answer, Client, Failure, Setup, Turn};
use crate::board::Game;
use crate::record::ggf::MoveItem;
use crate::record::{GameRecord, MoveNote};
use crate::tournament::fault::{Fault, FaultKind};
use crate::wire::nboard::{Command, Reply};

/// The depth that is set if the engine has no limit of depth: NTest fails without any, and beside a clock the deepest means no limit.
const DEEPEST: u32 = 60;

/// An engine that speaks NBoard's protocol.
#[derive(Debug)]
pub struct Nboard {
    wire: Wire,
    depth: u32,
    /// It is one of ours, and knows `set seed`.
    own: bool,
    ping: u64,
    /// How many moves of the game the engine knows.
    told: usize,
}

impl Nboard {
    pub fn greet(
        wire: Wire,
        init: &[String],
        depth: Option<u32>,
        own: bool,
    ) -> Result<Box<dyn Client>, (Failure, Box<Traffic>)> {
        let mut nboard = Nboard { wire, depth: depth.unwrap_or(DEEPEST), own, ping: 0, told: 0 };
        match nboard.handshake(init) {
            Ok(()) => Ok(Box::new(nboard)),
            Err(failure) => Err((not_started(failure), Box::new(nboard.wire.traffic))),
        }
    }

    fn handshake(&mut self, init: &[String]) -> Result<(), Failure> {
        let mut lines = vec![Command::NBoard(2).to_string()];
        lines.extend(init.iter().cloned());
        self.synchronise(lines)
    }

    fn next_ping(&mut self) -> Command {
        self.ping += 1;
        Command::Ping(self.ping)
    }

    /// Sends lines and a ping, and waits for its pong.
    ///
    /// Edax can lose a ping that stands behind a command in its input, so a second one follows after a while.
    fn synchronise(&mut self, mut lines: Vec<String>) -> Result<(), Failure> {
        let patience = self.wire.timeouts.start;
        let first = self.ping + 1;
        let again = patience.min(Duration::from_secs(2)) / 2;
        lines.push(self.next_ping().to_string());
        self.wire.send(&lines)?;
        match self.pong(first, again) {
            Err(Failure::Fault(fault)) if fault.kind == FaultKind::Hang => {}
            other => return other,
        }
        let ping = self.next_ping().to_string();
        self.wire.send(&[ping])?;
        self.pong(first, patience - again)
    }

    fn pong(&mut self, first: u64, patience: Duration) -> Result<(), Failure> {
        let is_pong = |line: &[u8]| match Reply::parse(line) {
            Ok(Some(Reply::Pong(id))) if id >= first => Ok(Some(())),
            _ => Ok(None),
        };
        self.wire.wait(patience, is_pong).map(|_| ())
    }
}

impl Client for Nboard {
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Failure> {
        let mut record = GameRecord::new(*setup.game.start());
        record.objective = setup.objective;
        [record.black.name, record.white.name] = setup.names.map(str::to_owned);
        [record.black.clock, record.white.clock] = setup.clocks;
        for mv in setup.game.moves() {
            // Every move of a game is legal.
            let _ = record.play(mv, MoveNote::default());
        }
        self.told = setup.game.history().len();
        let game = Command::SetGame(Box::new(record)).to_string();
        let mut lines = vec![game, Command::SetDepth(self.depth).to_string()];
        lines.extend(self.own.then(|| Command::SetSeed(setup.seed).to_string()));
        self.synchronise(lines)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        // The engine does not play the move of its answer on its own board: it is told like every other.
        let news = turn.game.moves().zip(turn.notes).skip(self.told);
        let mut lines: Vec<String> = news.map(|(mv, &note)| Command::Move(MoveItem { mv, note }).to_string()).collect();
        self.told = turn.game.history().len();
        lines.push(self.next_ping().to_string());
        lines.push(Command::Go.to_string());
        let sent = self.wire.send(&lines)?;
        let (mut depth, mut nodes) = (None, None);
        // Nothing is being searched when this is sent, so an answer that comes before the pong, or without one, is no stale one.
        let ((mv, eval, claimed), at) = self.wire.wait(turn.patience, |line| match Reply::parse(line) {
            Ok(Some(Reply::Move { mv, eval, seconds })) => Ok(Some((mv, eval, seconds))),
            Ok(Some(Reply::Search { depth: found, .. } | Reply::Book { depth: found, .. })) => {
                depth = Some(found.to_string());
                Ok(None)
            }
            Ok(Some(Reply::NodeStats { nodes: found, .. })) => {
                nodes = Some(found);
                Ok(None)
            }
            Err(error) if line.trim_ascii_start().starts_with(b"===") => {
                Err(Fault::new(FaultKind::Protocol, error.to_string()))
            }
            _ => Ok(None),
        })?;
        Ok(Answer { mv: Some(mv), time: at.saturating_duration_since(sent), claimed, eval, depth, nodes })
    }

    fn finish(&mut self, game: &Game) -> Result<(), Failure> {
        let item = |mv| Command::Move(MoveItem { mv, note: MoveNote::default() }).to_string();
        let lines = game.moves().skip(self.told).map(item).collect();
        self.told = game.history().len();
        self.synchronise(lines)
    }

    fn traffic(&mut self) -> &mut Traffic {
        &mut self.wire.traffic
    }

    fn quit(self: Box<Self>) {
        self.wire.quit();
    }
}
