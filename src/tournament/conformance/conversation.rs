//! A conversation with an engine, which follows the game that its commands make.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::pattern::Pattern;
use crate::board::{Board, Game, Move};
use crate::record::text::decode;
use crate::tournament::config::Protocol;
use crate::tournament::process::{Process, Silence};
use crate::wire::gtp::{Assembler, Command as GtpCommand, Request, Response};
use crate::wire::nboard::Command as NboardCommand;

/// The most bytes of output in a case.
const MOST_OUTPUT: usize = 1 << 20;
/// The wait of the steps `pause` and `silent`.
const PAUSE: Duration = Duration::from_millis(300);
/// The exit of an engine that leaves in order.
const IN_ORDER: &str = "ended with exit code 0";

/// A conversation with one process.
pub(super) struct Conversation {
    process: Process,
    protocol: Protocol,
    game: Game,
    /// The commands over GTP that are not answered yet, with their ids.
    unanswered: VecDeque<Request>,
    assembler: Assembler,
    /// The messages since the last request.
    messages: Vec<String>,
    last_move: Option<Move>,
    patience: Duration,
    budget: usize,
}

impl Conversation {
    pub(super) fn new(process: Process, protocol: Protocol, patience: Duration) -> Conversation {
        Conversation {
            process,
            protocol,
            game: Game::new(Board::START),
            unanswered: VecDeque::new(),
            assembler: Assembler::default(),
            messages: Vec::new(),
            last_move: None,
            patience,
            budget: MOST_OUTPUT,
        }
    }

    pub(super) fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// The messages since the last request, in a line.
    pub(super) fn received(&self) -> String {
        if self.messages.is_empty() { "nothing".to_owned() } else { self.messages.join(" | ").replace('\n', " ") }
    }

    /// The last message; empty if none came since the last request.
    pub(super) fn last(&self) -> &str {
        self.messages.last().map_or("", String::as_str)
    }

    /// A legal move of the game so far.
    pub(super) fn reply(&self) -> Option<Move> {
        self.game.board().moves().next()
    }

    /// The last move of the engine.
    pub(super) fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// Sends lines.
    ///
    /// # Errors
    ///
    /// The engine has closed its input.
    pub(super) fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.messages.clear();
        for line in bytes.split(|&byte| byte == b'\n') {
            match self.protocol {
                Protocol::Gtp => self.unanswered.extend(Request::parse(line)),
                Protocol::Nboard => self.follow(line),
            }
        }
        self.process.send_bytes(bytes)
    }

    /// Follows a command of NBoard.
    fn follow(&mut self, line: &[u8]) {
        match NboardCommand::parse(line) {
            Ok(Some(NboardCommand::SetGame(record))) => self.game = record.into_game(),
            // An illegal one must leave the engine's game alone, too.
            Ok(Some(NboardCommand::Move(item))) => {
                let _ = self.game.play(item.mv);
            }
            _ => {}
        }
    }

    /// Waits for a message of this form; over GTP the next answer must have it. False if none came in time.
    pub(super) fn expect(&mut self, pattern: Pattern) -> bool {
        let deadline = Instant::now() + self.patience;
        while let Ok(message) = self.message(deadline) {
            let request = if self.protocol == Protocol::Gtp { self.unanswered.pop_front() } else { None };
            let fits = pattern.matches(&message, &self.board_for(request.as_ref()));
            self.messages.push(message.clone());
            match request {
                Some(request) => self.apply(&request, &message),
                None if fits && message.starts_with("===") => {
                    let word = message.trim_start_matches('=').trim_start().split(['/', ' ']).next();
                    self.last_move = word.and_then(|word| word.parse().ok());
                }
                None => {}
            }
            if fits || self.protocol == Protocol::Gtp {
                return fits;
            }
        }
        false
    }

    /// The position that a move in the answer to this request is for.
    fn board_for(&self, request: Option<&Request>) -> Board {
        match request.map(|request| &request.command) {
            Some(Ok(GtpCommand::GenMove(color))) if self.game.board().moves().any(|mv| mv == Move::Pass) => {
                self.game.board().turned_to(*color)
            }
            _ => *self.game.board(),
        }
    }

    /// Follows an answer of GTP.
    fn apply(&mut self, request: &Request, message: &str) {
        let Some(Response { result: Ok(text), .. }) = Response::parse(message, request.id) else { return };
        match &request.command {
            Ok(GtpCommand::ClearBoard | GtpCommand::BoardSize(_)) => self.game = Game::new(Board::START),
            Ok(GtpCommand::Play(color, mv)) => {
                let _ = self.game.play_as(*color, *mv);
            }
            Ok(GtpCommand::Undo(count)) => {
                for _ in 0..*count {
                    self.game.undo();
                }
            }
            Ok(GtpCommand::GenMove(color)) => {
                self.last_move = text.parse().ok();
                if let Some(mv) = self.last_move {
                    let _ = self.game.play_as(*color, mv);
                }
            }
            _ => {}
        }
    }

    /// True if no message since the last request has this form.
    pub(super) fn is_without(&self, pattern: Pattern) -> bool {
        !self.messages.iter().any(|message| pattern.matches(message, self.game.board()))
    }

    /// Waits a moment without reading.
    pub(super) fn pause() {
        std::thread::sleep(PAUSE);
    }

    /// True if nothing comes for a moment.
    pub(super) fn is_silent(&mut self) -> bool {
        self.messages.clear();
        match self.message(Instant::now() + PAUSE) {
            Ok(message) => {
                self.messages.push(message);
                false
            }
            Err(_) => true,
        }
    }

    pub(super) fn close(&mut self) {
        self.process.close_input();
    }

    /// Waits for the end of the process.
    ///
    /// # Errors
    ///
    /// It goes on, or its end was none in order: in words.
    pub(super) fn end(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + self.patience;
        loop {
            match self.message(deadline) {
                Ok(message) => self.messages.push(message),
                Err(Silence::Closed) => break,
                Err(_) => return Err(format!("it still runs after {} s", self.patience.as_secs())),
            }
        }
        let ending = self.process.ending("output");
        if ending == IN_ORDER { Ok(()) } else { Err(ending) }
    }

    /// The exit of the process in words, with the last lines of its standard error; `None` if it still runs.
    pub(super) fn ending(&mut self) -> Option<String> {
        let is_over = matches!(self.message(Instant::now() + PAUSE), Err(Silence::Closed));
        is_over.then(|| self.process.ending("output") + &self.process.last_error())
    }

    /// The next message: a line of NBoard, or a whole answer of GTP.
    fn message(&mut self, deadline: Instant) -> Result<String, Silence> {
        loop {
            let (line, _) = self.process.line(deadline.into(), &mut self.budget)?;
            match self.protocol {
                Protocol::Nboard if line.trim_ascii().is_empty() => {}
                Protocol::Nboard => return Ok(decode(line.trim_ascii_end()).into_owned()),
                Protocol::Gtp => {
                    if let Some(message) = self.assembler.push(&line) {
                        return Ok(message);
                    }
                }
            }
        }
    }
}
