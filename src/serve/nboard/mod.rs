//! The NBoard server.

mod hints;
mod learn;
mod search;
mod table;

pub use table::Table;

use std::io::{self, Read, Write};
use std::time::Duration;

use crossbeam_channel::{never, select};

use super::job::{self, Event};
use super::lesson::{Answers, is_same_game};
use super::output::{Output, quietly};
use super::seeds::Seeds;
use super::{Options, input};
use crate::players::explain::Critic;
use crate::players::{self, Player};
use crate::search::Report;
use crate::wire::nboard::{Command, Reply};
use search::{Kind, Search};

/// Serves until the input ends or `quit`; a search in hand then gives what it has.
///
/// # Errors
/// The output cannot be written to, for another reason than that the GUI has closed it.
pub fn serve(
    player: Box<dyn Player>,
    input: impl Read + Send + 'static,
    output: impl Write,
    options: Options,
) -> io::Result<()> {
    quietly(Server::new(player, output, options).run(input))
}

struct Server<W> {
    name: String,
    table: Table,
    seeds: Seeds,
    /// Away while it searches.
    player: Option<Box<dyn Player>>,
    search: Option<Search>,
    /// The moves that it gave in this game.
    answers: Answers,
    output: Output<W>,
    /// Whose opinion explanations quote; `None` if nothing is explained.
    critic: Option<Critic>,
    /// False while the client does not want to know.
    explains: bool,
}

impl<W: Write> Server<W> {
    fn new(player: Box<dyn Player>, output: W, options: Options) -> Server<W> {
        Server {
            name: player.name().to_owned(),
            table: Table::default(),
            seeds: Seeds::new(options.seed),
            player: Some(player),
            search: None,
            answers: Answers::default(),
            output: Output::new(output, options.log),
            critic: options.critic,
            explains: true,
        }
    }

    fn run(&mut self, input: impl Read + Send + 'static) -> io::Result<()> {
        let lines = input::lines(input);
        loop {
            let events = self.search.as_ref().map_or_else(never, |search| search.job.events.clone());
            select! {
                recv(events) -> event => self.report(event.map_err(|_| job::lost())?)?,
                recv(lines) -> line => match line {
                    Ok(line) if self.obey(&line)? => {}
                    _ => return self.leave(),
                },
            }
        }
    }

    /// Obeys one line; false if it was `quit`. A line that cannot be obeyed has no effect but a status.
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
            Command::SetGame(record) => {
                self.abandon()?;
                let is_new = record.game().history().is_empty();
                if is_new {
                    self.seeds.next_game();
                }
                if is_new || !is_same_game(record.game(), self.table.game()) {
                    self.answers.clear();
                }
                self.table.set_game(*record);
                self.learn_at_end()
            }
            Command::SetDepth(plies) => {
                self.abandon()?;
                self.table.set_depth(plies);
                Ok(())
            }
            Command::SetSeed(seed) => {
                self.seeds.set(seed);
                Ok(())
            }
            Command::SetExplain(wanted) => {
                self.explains = wanted;
                Ok(())
            }
            Command::SetNodes(nodes) => {
                self.abandon()?;
                self.table.set_nodes((nodes > 0).then_some(nodes));
                Ok(())
            }
            Command::SetMoveTime(milliseconds) => {
                self.abandon()?;
                self.table.set_time((milliseconds > 0).then(|| Duration::from_millis(milliseconds)));
                Ok(())
            }
            // No player of ours thinks of a draw as anything but a draw.
            Command::SetContempt(_) => self.abandon(),
            Command::Move(item) => {
                // Tried first: an illegal move must not end a search.
                let mut table = self.table.clone();
                match table.play(item) {
                    Ok(()) => {
                        self.abandon()?;
                        self.table = table;
                        self.learn_at_end()
                    }
                    Err(error) => self.complain(&error),
                }
            }
            Command::Ping(id) => {
                self.drain()?;
                self.say(&Reply::Pong(id))
            }
            Command::Hint(count) => self.start(Kind::Hint(count)),
            Command::Go => self.start(Kind::Go),
            Command::Analyze => self.start(Kind::Analyze),
            Command::Learn => self.learn(),
            // What is left to do is what the end of the input does.
            Command::Quit => Ok(()),
        }
    }

    /// The status ends the "Loading" that the GUI shows.
    fn greet(&mut self) -> io::Result<()> {
        let name = Reply::MyName(self.name.clone());
        self.say(&name)?;
        self.say(&Reply::Status(String::new()))
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        self.output.send(&format_args!("{reply}\n"))
    }

    fn complain(&mut self, error: &impl std::fmt::Display) -> io::Result<()> {
        self.say(&Reply::Status(format!("Error: {error}")))
    }

    /// Sends on what a search reports.
    fn report(&mut self, event: Event) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let answered = match &event {
            Event::Done(_, report) if search.is_go() => Some(report.clone()),
            _ => None,
        };
        for reply in search.report(&event) {
            self.say(&reply)?;
        }
        self.close(event);
        let Some(report) = answered else { return Ok(()) };
        self.explain(&report)?;
        players::chosen(&report).map_or(Ok(()), |mv| self.answered(mv))
    }

    /// Says why the move that was just given was chosen. The GUI clears the status when it gets a move, so this comes after it.
    fn explain(&mut self, report: &Report) -> io::Result<()> {
        let critic = self.critic.as_mut().filter(|_| self.explains);
        let (Some(player), Some(critic)) = (&mut self.player, critic) else { return Ok(()) };
        let reasons =
            players::chosen(report).and_then(|mv| critic.explain(&mut **player, self.table.game(), report, mv));
        match reasons {
            Some(explanation) => self.say(&Reply::Status(explanation.to_string())),
            None => Ok(()),
        }
    }

    /// Takes the player back from a search that is done.
    fn close(&mut self, event: Event) {
        if let Event::Done(player, _) = event {
            self.player = Some(player);
            self.search = None;
        }
    }
}
