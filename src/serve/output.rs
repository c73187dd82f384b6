//! Messages to the client, and the log of the traffic.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::machine;

/// A file for the traffic: `> ` received, `< ` sent, as in a protocol transcript.
#[derive(Debug)]
pub struct Log(File);

impl Log {
    /// # Errors
    /// The file cannot be created or opened, or it is a link, which could lead into any file of the user's.
    pub fn open(path: &Path) -> io::Result<Log> {
        machine::regular::append(path).map(Log)
    }

    /// A log that cannot be written (a full disk) does not stop a game.
    fn write(&mut self, mark: char, text: &str) {
        let lines: String = text.lines().map(|line| format!("{mark} {line}\n")).collect();
        let _ = self.0.write_all(lines.as_bytes());
    }
}

/// The output of a server: each message is flushed and logged.
#[derive(Debug)]
pub(super) struct Output<W> {
    writer: W,
    log: Option<Log>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W, log: Option<Log>) -> Output<W> {
        Output { writer, log }
    }

    /// Sends a message that ends with a line feed.
    pub(super) fn send(&mut self, message: &impl Display) -> io::Result<()> {
        let text = message.to_string();
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()?;
        if let Some(log) = &mut self.log {
            log.write('<', &text);
        }
        Ok(())
    }

    /// Notes a received line in the log.
    pub(super) fn received(&mut self, line: &[u8]) {
        if let Some(log) = &mut self.log {
            log.write('>', &line.escape_ascii().to_string());
        }
    }
}

/// A client that closed its end of the pipe has left: that is not an error.
pub(super) fn quietly(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
