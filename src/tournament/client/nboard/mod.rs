//! NBoard from the GUI's side.

mod news;

use std::time::Duration;

use self::news::{ExpectedMessage, Reports, is_move};
use super::wire::{Patience, Traffic, Wire};
use super::{Answer, Client, Failure, Introduction, Setup, Turn, milliseconds};
use crate::board::{Game, Objective};
use crate::record::ggf::MoveItem;
use crate::record::text::shown;
use crate::record::{Clock, MoveNote, notation};
use crate::tournament::config::EngineSpec;
use crate::tournament::fault::{Fault, FaultKind};
use crate::tournament::process::Moment;
use crate::wire::nboard::{Command, Reply};

/// The depth sent to our own engines for no limit, so that hints continue. Other engines would think forever.
const DEEPEST: u32 = 60;

/// The longest wait for a pong when the move came before it.
const PONG_TIME: Duration = Duration::from_millis(200);

/// An engine with the NBoard protocol.
#[derive(Debug)]
pub(super) struct Nboard {
    wire: Wire,
    /// The depth to send; `None` to send none.
    depth: Option<u32>,
    /// True for our own engines, which know additional settings.
    own: bool,
    /// The reported name; empty without one.
    name: String,
    ping: u64,
    /// The players' names for the record of the game.
    names: [String; 2],
    objective: Objective,
    known_moves: usize,
    /// True if the pong has always come before the move so far.
    pongs: bool,
}

fn twice() -> Fault {
    Fault::new(FaultKind::Protocol, "a second === for one go")
}

impl Nboard {
    pub(super) fn greet(
        engine: &EngineSpec,
        wire: Wire,
        init: &[String],
    ) -> Result<Box<dyn Client>, (Failure, Box<Traffic>)> {
        let mut nboard = Nboard {
            wire,
            depth: engine.settings.limits.plies().or(engine.own.then_some(DEEPEST)),
            own: engine.own,
            name: String::new(),
            ping: 0,
            names: Default::default(),
            objective: Objective::Normal,
            known_moves: 0,
            pongs: true,
        };
        match nboard.handshake(engine, init) {
            Ok(()) => Ok(Box::new(nboard)),
            Err(failure) => Err(nboard.wire.not_started(failure)),
        }
    }

    fn handshake(&mut self, engine: &EngineSpec, init: &[String]) -> Result<(), Failure> {
        let mut lines = vec![Command::NBoard(2).to_string()];
        if self.own {
            // Explanations would be sent but not read.
            lines.push(Command::SetExplain(false).to_string());
            lines.extend(engine.settings.limits.nodes.map(|nodes| Command::SetNodes(nodes).to_string()));
        }
        lines.extend(init.iter().cloned());
        self.synchronise(lines)
    }

    /// The command that sets a game with the present clocks. The times of the moves are already charged.
    fn position(&self, game: &Game, clocks: [Option<Clock>; 2]) -> String {
        let mut record = notation::record(game, self.objective);
        [record.black.name, record.white.name] = self.names.clone();
        [record.black.clock, record.white.clock] = clocks;
        Command::SetGame(Box::new(record)).to_string()
    }

    /// The commands for the moves that the engine does not know yet. An engine does not play its own answer on its
    /// board, so that move is sent, too.
    fn news(&mut self, turn: &Turn<'_>) -> Vec<String> {
        let news = turn.game.moves().zip(turn.notes).skip(self.known_moves);
        self.known_moves = turn.game.history().len();
        news.map(|(mv, &note)| Command::Move(MoveItem { mv, note }).to_string()).collect()
    }

    fn next_ping(&mut self) -> Command {
        self.ping += 1;
        Command::Ping(self.ping)
    }

    /// Sends lines and a ping, and waits for the pong. Edax can lose a ping that follows a command in its input, so a
    /// second one is sent after some time.
    fn synchronise(&mut self, mut lines: Vec<String>) -> Result<(), Failure> {
        let patience = Patience::for_time(*self.wire.timeouts.start);
        let first = self.ping + 1;
        let again = (*self.wire.timeouts.start).min(Duration::from_secs(2)) / 2;
        lines.push(self.next_ping().to_string());
        self.wire.send(&lines)?;
        match self.pong(first, patience.at_most(again)) {
            Err(Failure::Fault(fault)) if fault.kind == FaultKind::Hang => {}
            other => return other,
        }
        let ping = self.next_ping().to_string();
        self.wire.send(&[ping])?;
        self.pong(first, patience)
    }

    /// Waits for the move after the pong of the last ping.
    ///
    /// A move before the pong does not answer this `go`. But Edax can lose the ping, and then there is no pong. So
    /// after such a move the harness waits for the pong a short time, uncharged and only once.
    fn listen(&mut self, sent: Moment, patience: Patience) -> Result<Answer, Failure> {
        let mut news = Reports::default();
        let mut early = None;
        let mut ponged = false;
        loop {
            let wait = if early.is_some() { patience.at_most(PONG_TIME) } else { patience };
            let ping = self.ping;
            match self.wire.wait(wait, |line| news.read(line, ping)) {
                Ok((ExpectedMessage::Pong, _)) if early.is_some() => return Err(twice().into()),
                Ok((ExpectedMessage::Pong, _)) => ponged = true,
                Ok((ExpectedMessage::Move(mv), at)) => {
                    let answer = news.answer(mv, at.since(sent));
                    if ponged || !self.pongs {
                        return Ok(answer);
                    }
                    if early.replace(answer).is_some() {
                        return Err(twice().into());
                    }
                }
                Err(Failure::Fault(fault)) if fault.kind == FaultKind::Hang && early.is_some() => {
                    self.pongs = false;
                    return early.ok_or_else(|| fault.into());
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    fn pong(&mut self, first: u64, patience: Patience) -> Result<(), Failure> {
        let name = &mut self.name;
        let pong = self.wire.wait(patience, |line| {
            match Reply::parse(line) {
                Ok(Some(Reply::Pong(id))) if id >= first => return Ok(Some(())),
                Ok(Some(Reply::MyName(new))) => *name = shown(&new),
                _ => {}
            }
            Ok(None)
        });
        pong.map(|_| ())
    }
}

impl Client for Nboard {
    fn introduction(&mut self) -> Result<Introduction, Failure> {
        Ok(Introduction { name: self.name.clone(), ..Introduction::default() })
    }

    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Failure> {
        self.names = setup.names.map(str::to_owned);
        self.objective = setup.objective;
        let game = self.position(setup.game, setup.clocks);
        self.known_moves = setup.game.history().len();
        let mut lines = vec![game];
        lines.extend(self.depth.map(|depth| Command::SetDepth(depth).to_string()));
        if self.own {
            let time = setup.limits.per_move.map(|time| Command::SetMoveTime(milliseconds(*time)));
            lines.extend([Some(Command::SetSeed(setup.seed)), time].into_iter().flatten().map(|line| line.to_string()));
        }
        self.synchronise(lines)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let mut lines = self.news(turn);
        lines.push(self.next_ping().to_string());
        lines.push(Command::Go.to_string());
        // A late move would be taken for the answer to the next request.
        self.wire.unasked(|line| is_move(line).then(twice))?;
        let sent = self.wire.send(&lines)?;
        self.listen(sent, Patience::for_time(turn.patience).with(turn.processor))
    }

    fn finish(&mut self, game: &Game) -> Result<(), Failure> {
        let moves = game.moves().skip(self.known_moves);
        let items = moves.map(|mv| Command::Move(MoveItem { mv, note: MoveNote::default() }));
        let lines = items.map(|item| item.to_string()).collect();
        self.known_moves = game.history().len();
        self.synchronise(lines)
    }

    fn wire(&mut self) -> &mut Wire {
        &mut self.wire
    }

    fn quit(self: Box<Self>) {
        self.wire.quit();
    }
}
