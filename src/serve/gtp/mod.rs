//! The GTP server: turns commands into requests of a session, and events into answers.

mod commands;
mod load;
mod show;
mod wait;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::Options;
use super::input::{self, Line};
use super::output::{Output, quietly};
use super::session::{Refusal, Session};
use crate::machine::clock::Instant;
use crate::players::Player;
use crate::wire::gtp::{Command, GtpError, Request, Response};

/// The time that lessons may take after the last answer.
const PATIENCE: Duration = Duration::from_millis(200);

/// Serves until the input ends or `quit`.
///
/// Every command is answered in order, even after the end of the input. Searches are then shortened, so that the server
/// ends within a second.
///
/// # Errors
///
/// The output cannot be written to, and the client has not closed it.
pub fn serve(
    player: Box<dyn Player>,
    input: impl Read + Send + 'static,
    output: impl Write,
    options: Options,
) -> io::Result<()> {
    let session = Session::served(player, &options);
    let output = Output::new(output, options.log);
    quietly(
        Server {
            session,
            last_search: None,
            lines: input::lines(input),
            waiting: VecDeque::new(),
            ended: None,
            output,
        }
        .run(),
    )
}

struct Server<W> {
    session: Session,
    /// The answer to `rival-last_search`.
    last_search: Option<String>,
    lines: Receiver<Line>,
    /// Lines that came in during a search.
    waiting: VecDeque<Line>,
    /// The moment at which the input ended during a search.
    ended: Option<Instant>,
    output: Output<W>,
}

/// The reason why a command has no answer.
enum Failure {
    Gtp(GtpError),
    /// The server must end.
    Gone(io::Error),
}

impl From<GtpError> for Failure {
    fn from(error: GtpError) -> Failure {
        Failure::Gtp(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Gone(error)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Gtp(match refusal {
            Refusal::Illegal(_) | Refusal::Turn | Refusal::Over => GtpError::IllegalMove,
            Refusal::Undo => GtpError::CannotUndo,
            Refusal::Nothing | Refusal::Blind => GtpError::NothingToExplain,
        })
    }
}

impl<W: Write> Server<W> {
    fn run(&mut self) -> io::Result<()> {
        while let Some(line) = self.next_line()? {
            self.output.received(&line);
            let Some(Request { id, command }) = Request::parse(&line) else { continue };
            let quit = command == Ok(Command::Quit);
            let result = match command.map_err(Failure::from).and_then(|command| self.answer(command)) {
                Ok(text) => Ok(text),
                Err(Failure::Gtp(error)) => Err(error.to_string()),
                Err(Failure::Gone(error)) => return Err(error),
            };
            self.output.say(&Response { id, result })?;
            if quit {
                break;
            }
        }
        self.output.flush()?;
        self.session.leave(PATIENCE)
    }

    /// The next line; `None` at the end of the input. Answers are sent before waiting.
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.waiting.pop_front().or_else(|| self.lines.try_recv().ok()) {
            return Ok(Some(line));
        }
        self.output.flush()?;
        Ok(self.lines.recv().ok())
    }
}
