//! An answer: success or failure, the command's id, and a text of one or more lines.

use std::fmt;

use crate::wire::text::{ascii, decode};

/// The answer to one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The id of the request, if it had one.
    pub id: Option<u32>,
    /// The text of the answer, without blank lines inside; the first line may be empty.
    pub result: Result<String, String>,
}

impl Response {
    /// Reads an answer without the blank line that ends it; `None` if it does not begin with `=` or `?`. `sent` is the
    /// command's id, which is also recognised after a space (Edax). An answer to a command without an id has none, even
    /// if the text contains one (Edax repeats the last one).
    #[must_use]
    pub fn parse(text: &str, sent: Option<u32>) -> Option<Response> {
        let success = match text.as_bytes().first()? {
            b'=' => true,
            b'?' => false,
            _ => return None,
        };
        let rest = &text[1..];
        let (digits, after_digits) = split_digits(rest);
        let glued: Option<u32> = digits.parse().ok();
        let behind = rest.trim_start_matches(' ');
        let (word, _) = split_digits(behind);
        let (id, rest) = if glued.is_some() {
            (glued.filter(|_| sent.is_some()), after_digits)
        } else if sent.is_some() && word.parse().ok() == sent {
            (sent, &behind[word.len()..])
        } else {
            (None, rest)
        };
        let text = rest.strip_prefix(' ').unwrap_or(rest).trim_end().to_owned();
        Some(Response { id, result: if success { Ok(text) } else { Err(text) } })
    }
}

/// The digits at the beginning of a text, and its rest.
fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

impl fmt::Display for Response {
    /// Writes the response with the blank line at its end; text that would break the framing is repaired.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{mark}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let mut lines = text.split('\n');
        writeln!(f, " {}", ascii(lines.next().unwrap_or_default()))?;
        for line in lines.filter(|line| !line.trim().is_empty()) {
            writeln!(f, "{}", ascii(line))?;
        }
        writeln!(f)
    }
}

/// Assembles the lines of an engine's output into the texts of answers. Text between answers (banners, debug output) is
/// dropped.
#[derive(Debug, Clone, Default)]
pub struct Assembler {
    lines: Vec<String>,
}

impl Assembler {
    /// Takes one line, with or without its line end. Returns the text of an answer that the line completes.
    pub fn push(&mut self, line: &[u8]) -> Option<String> {
        let blank = line.trim_ascii().is_empty();
        if !blank {
            if !self.lines.is_empty() || matches!(line.first(), Some(b'=' | b'?')) {
                self.lines.push(decode_line(line));
            }
            return None;
        }
        if self.lines.is_empty() { None } else { Some(std::mem::take(&mut self.lines).join("\n")) }
    }

    /// True if an answer has begun that no empty line has ended yet.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.lines.is_empty()
    }
}

/// Like [`decode`], but keeps leading white space, which is part of a picture of a board.
fn decode_line(line: &[u8]) -> String {
    let start = line.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
    " ".repeat(start) + &decode(line)
}
