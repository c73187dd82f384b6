//! The NBoard server: turns lines into requests of a session, and events into lines.

mod replies;

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::time::Duration;

use crossbeam_channel::{Receiver, after, never, select};

use super::Options;
use super::input::{self, Line};
use super::output::{Output, at_once, quietly};
use super::session::{Purpose, Refusal, Request, Session, Task};
use crate::board::Objective;
use crate::machine::clock::Instant;
use crate::players::Player;
use crate::record::ggf::MoveItem;
use crate::wire::nboard::{Command, Reply};

/// The time that a search may take to stop after the end of the input.
const PATIENCE: Duration = Duration::from_secs(1);
/// The behaviour of a player for most discs in a game for fewest.
const OTHER_RULE: &str = "plays for most discs, this game is for fewest";

/// Serves until the input ends or `quit`. A running search then reports its present result.
///
/// # Errors
///
/// The output cannot be written to, and the GUI has not closed it.
pub fn serve(
    player: Box<dyn Player>,
    input: impl Read + Send + 'static,
    output: impl Write,
    options: Options,
) -> io::Result<()> {
    let session = Session::served(player, &options);
    let output = Output::new(output, options.log);
    quietly(Server { session, output }.run(input))
}

struct Server<W> {
    session: Session,
    output: Output<W>,
}

impl<W: Write> Server<W> {
    fn run(&mut self, input: impl Read + Send + 'static) -> io::Result<()> {
        let lines = input::lines(input);
        self.ask(Request::ExplainEach(true))?;
        loop {
            let late = self.late(&lines)?;
            let news = self.session.news().clone();
            select! {
                recv(late) -> _ => self.output.flush()?,
                recv(news) -> news => {
                    if let Ok(news) = news {
                        self.session.hear(news)?;
                    }
                }
                recv(lines) -> line => match line {
                    Ok(line) if self.obey(&line)? => {}
                    _ => break,
                },
            }
            self.tell()?;
        }
        self.tell()?;
        self.output.flush()?;
        self.session.leave(PATIENCE)?;
        self.tell()?;
        self.output.flush()
    }

    /// The deadline for waiting messages. They are sent now unless another message is about to come.
    fn late(&mut self, lines: &Receiver<Line>) -> io::Result<Receiver<std::time::Instant>> {
        // Reasons come after the answer, which does not wait for them.
        if self.session.task().is_none_or(|task| task == Task::Explain) && lines.is_empty() {
            self.output.flush()?;
        }
        Ok(if self.output.is_waiting() { after(at_once()) } else { never() })
    }

    /// Handles one line; returns false after `quit`. A faulty line only gives a status.
    fn obey(&mut self, line: &[u8]) -> io::Result<bool> {
        self.output.received(line);
        match Command::parse(line) {
            Ok(None) => {}
            Ok(Some(command)) => {
                let quit = command == Command::Quit;
                self.execute(command)?;
                return Ok(!quit);
            }
            Err(error) => self.complain(&error)?,
        }
        Ok(true)
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::NBoard(_) => self.greet(),
            Command::SetGame(mut record) => {
                // NBoard writes the usual rule into every game.
                if self.session.objective() == Objective::Anti {
                    record.objective = Objective::Anti;
                }
                self.ask(Request::Game(record))?;
                if !self.session.evaluates() || self.session.values_game() {
                    return Ok(());
                }
                let name = self.session.name();
                self.say(&Reply::Status(format!("Error: {name} {OTHER_RULE}")))
            }
            Command::SetDepth(plies) => self.ask(Request::Depth(Some(plies))),
            Command::SetSeed(seed) => self.ask(Request::Seed(seed)),
            Command::SetExplain(wanted) => self.ask(Request::ExplainEach(wanted)),
            Command::SetNodes(nodes) => self.ask(Request::Nodes((nodes > 0).then_some(nodes))),
            Command::SetMoveTime(milliseconds) => {
                self.ask(Request::MoveTime((milliseconds > 0).then(|| Duration::from_millis(milliseconds))))
            }
            // Players do not treat draws specially, so contempt has no effect.
            Command::SetContempt(_) => self.ask(Request::Cancel),
            Command::Move(MoveItem { mv, note }) => self.ask(Request::Play(None, mv, note)),
            Command::Ping(id) => {
                self.ask(Request::Settle)?;
                self.say(&Reply::Pong(id))
            }
            Command::Hint(count) => {
                let limits = self.session.client_game().hint_limits();
                self.search(Request::Rank(count, limits))
            }
            Command::Go => self.search(Request::Choose(None, Purpose::Answer)),
            Command::Analyze => {
                let limits = self.session.client_game().analysis_limits();
                self.search(Request::Analyze(1, limits, BTreeSet::new()))
            }
            Command::Learn => self.ask(Request::Learn),
            // The end of the input does the rest.
            Command::Quit => Ok(()),
        }
    }

    /// Makes a request, and reports an immediate result.
    fn ask(&mut self, request: Request) -> io::Result<()> {
        let answer = self.session.ask(request)?;
        self.tell()?;
        match answer {
            Ok(()) => Ok(()),
            Err(Refusal::Over) => {
                let result = self.session.result().unwrap_or_else(|| Refusal::Over.to_string());
                self.say(&Reply::Status(result))
            }
            Err(Refusal::Blind) => {
                let reason = if self.session.evaluates() { OTHER_RULE } else { "has no evaluation to analyze with" };
                let name = self.session.name();
                self.say(&Reply::Status(format!("{name} {reason}")))
            }
            Err(refusal) => self.complain(&refusal),
        }
    }

    /// A player without a search answers before the next line is read.
    fn search(&mut self, request: Request) -> io::Result<()> {
        self.ask(request)?;
        if self.session.answers_at_once() && !self.session.answers_by(Some(Instant::now() + at_once()))? {
            self.output.flush()?;
            self.session.wait_for_answer()?;
        }
        self.tell()
    }

    fn tell(&mut self) -> io::Result<()> {
        while let Some(event) = self.session.event() {
            for reply in replies::to(&event, self.session.values_game()) {
                self.say(&reply)?;
            }
        }
        Ok(())
    }

    /// Sends a status, which ends the GUI's "Loading".
    fn greet(&mut self) -> io::Result<()> {
        self.say(&Reply::MyName(self.session.signature().to_owned()))?;
        self.say(&Reply::Status(String::new()))
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        self.output.say(&format_args!("{reply}\n"))
    }

    fn complain(&mut self, error: &impl std::fmt::Display) -> io::Result<()> {
        self.say(&Reply::Status(format!("Error: {error}")))
    }
}
