//! Lines on standard error that are safe for a terminal. A failure to print is ignored.

use std::fmt::Display;
use std::io::{self, Write};

use crate::record::text::{printable, shortened};

/// The most characters of a line; an error may quote a whole file. The longest list of what was expected has room.
const LONGEST: usize = 400;

/// Prints a line on standard error. It may contain names and texts of files, so control characters become `?`, and a
/// long line is shortened in its middle: the start names the place, and the end says what was expected. A missing
/// reader (`2>&1 | head`) is not an error.
pub(super) fn say(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", shortened(&in_a_line(&line.to_string()), LONGEST));
}

fn in_a_line(text: &str) -> String {
    printable(&text.replace('\n', " "))
}

/// An error with its causes; a cause or a path that was already printed is not repeated.
pub(super) fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if !text.contains(&cause) {
            let last = text.rsplit(": ").next().unwrap_or_default();
            let news = cause.strip_prefix(last).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&cause).to_owned();
            if !text.is_empty() {
                text.push_str(": ");
            }
            text.push_str(&news);
        }
    }
    text
}

/// `complain!("{file}: {error}")`: a line on standard error.
macro_rules! complain {
    ($($words:tt)*) => { $crate::cli::complaint::say(format_args!($($words)*)) };
}
pub(crate) use complain;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_said_once() {
        let inner = "x".parse::<u32>().unwrap_err();
        let error = anyhow::Error::from(inner).context("file.txt: invalid digit found in string").context("arguments");
        assert_eq!(chain(&error), "arguments: file.txt: invalid digit found in string");
        let error = anyhow::anyhow!("b").context("a");
        assert_eq!(chain(&error), "a: b");
        let error = anyhow::anyhow!("a/b.json: line 2").context("a/b.json").context("job");
        assert_eq!(chain(&error), "job: a/b.json: line 2");
    }

    #[test]
    fn a_terminal_is_not_controlled() {
        assert_eq!(in_a_line("a\u{1b}[31m\u{202e}b\nc"), "a?[31m?b c");
        assert_eq!(in_a_line("می\u{200c}خواهم"), "می\u{200c}خواهم");
    }
}
