//! A line from the client: an optional id and a command.

use std::fmt;

use super::command::{Command, GtpError};
use crate::wire::text::split_word;

/// A command or an error. Either is answered with the line's id.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The id, 0 to 2^31 - 1.
    pub id: Option<u32>,
    /// The command, or the error to answer.
    pub command: Result<Command, GtpError>,
}

impl Request {
    /// Reads a line. A line with only white space and a comment is `None` and gets no answer.
    #[must_use]
    pub fn parse(line: &[u8]) -> Option<Request> {
        let text = clean(line);
        let (first, rest) = split_word(&text);
        if first.is_empty() {
            return None;
        }
        let (id, name, arguments) = match identifier(first) {
            Some(id) => {
                let (name, arguments) = split_word(rest);
                (Some(id), name, arguments)
            }
            None => (None, first, rest),
        };
        Some(Request { id, command: Command::parse(name, arguments) })
    }
}

/// Drops control characters and everything from `#` on; tabs become spaces.
fn clean(line: &[u8]) -> String {
    let end = line.iter().position(|&byte| byte == b'#').unwrap_or(line.len());
    let bytes: Vec<u8> = line[..end]
        .iter()
        .map(|&byte| if byte == b'\t' { b' ' } else { byte })
        .filter(|byte| !byte.is_ascii_control())
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn identifier(word: &str) -> Option<u32> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    word.parse().ok().filter(|&id| id <= i32::MAX as u32)
}

/// True for the line `# interrupt`. It is a comment in the protocol, and GoGui's request to end a search.
#[must_use]
pub fn is_interrupt(line: &[u8]) -> bool {
    line.trim_ascii() == b"# interrupt"
}

impl fmt::Display for Request {
    /// A request without a command is written as an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(command) = &self.command else { return Ok(()) };
        match self.id {
            Some(id) => write!(f, "{id} {command}"),
            None => command.fmt(f),
        }
    }
}
