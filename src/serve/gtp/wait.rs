//! Waits for the answer to a slow command.

use std::io::{self, Write};
use std::time::Duration;

use crossbeam_channel::{after, never, select};

use super::{Failure, Server};
use crate::machine::clock::Instant;
use crate::machine::work;
use crate::serve::output::at_once;
use crate::serve::session::{Event, Request, Task};
use crate::wire::gtp::is_interrupt;

/// The total time that searches may take after the end of the input.
const LAST_THOUGHTS: Duration = Duration::from_millis(400);
/// The time that a search may take to stop after that.
const PATIENCE: Duration = Duration::from_millis(300);

impl<W: Write> Server<W> {
    /// Waits for the event with the answer. New lines are kept for later. `# interrupt` or the end of the input
    /// shortens a search.
    pub(super) fn until<T>(&mut self, answer: impl Fn(&Event) -> Option<T>) -> Result<T, Failure> {
        loop {
            while let Some(event) = self.session.event() {
                if let Some(value) = answer(&event) {
                    return Ok(value);
                }
            }
            if self.output.is_waiting() {
                match work::receive(self.session.news(), Some(Instant::now() + at_once())) {
                    Some(news) => self.session.hear(news)?,
                    None => self.output.flush()?,
                }
                continue;
            }
            let (lines, deadline) = match self.ended {
                None => (self.lines.clone(), never()),
                Some(ended) => (never(), after(LAST_THOUGHTS.saturating_sub(ended.elapsed()))),
            };
            let news = self.session.news().clone();
            select! {
                recv(news) -> news => {
                    if let Ok(news) = news {
                        self.session.hear(news)?;
                    }
                }
                recv(lines) -> line => match line {
                    Ok(line) if is_interrupt(&line) => self.interrupt()?,
                    Ok(line) => self.waiting.push_back(line),
                    Err(_) => self.ended = Some(Instant::now()),
                },
                recv(deadline) -> _ => {
                    self.session.stop();
                    // If a search does not stop, the server ends as if the client had left.
                    if !self.session.wait(Some(Instant::now() + PATIENCE))? {
                        return Err(Failure::Gone(io::ErrorKind::BrokenPipe.into()));
                    }
                }
            }
        }
    }

    fn interrupt(&mut self) -> Result<(), Failure> {
        if self.session.task() == Some(Task::Explain) {
            self.session.ask(Request::Cancel)??;
        }
        self.session.stop();
        Ok(())
    }
}
