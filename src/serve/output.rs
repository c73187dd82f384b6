//! Messages to the client, and the log of the traffic.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;
use std::time::Duration;

use crate::machine;

/// A file that logs the traffic: `> ` received, `< ` sent, as in a protocol transcript.
#[derive(Debug)]
pub struct Log(File);

impl Log {
    /// # Errors
    /// The file cannot be created or opened, or it is a link, which could lead into any file of the user's. Or it is no
    /// log: lines at the end of another file would damage it.
    pub fn open(path: &Path) -> io::Result<Log> {
        let file = machine::regular::append(path)?;
        let mut head = Vec::new();
        (&file).take(2).read_to_end(&mut head)?;
        if [&b""[..], b"> ", b"< "].contains(&&head[..]) {
            return Ok(Log(file));
        }
        let message = "found a file that is not a log, expected a new file or an earlier log";
        Err(io::Error::new(io::ErrorKind::InvalidInput, message))
    }

    /// Writes a line. Errors, such as a full disk, are ignored: a log must not stop a game.
    fn write(&mut self, mark: char, text: &str) {
        let lines: String = text.lines().map(|line| format!("{mark} {line}\n")).collect();
        let _ = self.0.write_all(lines.as_bytes());
    }
}

/// The time that messages may wait for another one that is about to come, because each write wakes the client.
pub(super) fn at_once() -> Duration {
    #[cfg(test)]
    if let Some(longer) = tests::LONGER.get() {
        return longer;
    }
    Duration::from_millis(1)
}
/// The most bytes that wait.
const MOST: usize = 1 << 14;

/// The output of a server. Messages are logged and collected. They are written before the server waits.
#[derive(Debug)]
pub(super) struct Output<W> {
    writer: W,
    waiting: Vec<u8>,
    log: Option<Log>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W, log: Option<Log>) -> Output<W> {
        Output { writer, waiting: Vec::new(), log }
    }

    /// Adds a message that ends with a line feed. It waits for [`Output::flush`].
    pub(super) fn say(&mut self, message: &impl Display) -> io::Result<()> {
        let text = message.to_string();
        self.waiting.extend_from_slice(text.as_bytes());
        if let Some(log) = &mut self.log {
            log.write('<', &text);
        }
        if self.waiting.len() > MOST { self.flush() } else { Ok(()) }
    }

    /// True if a message waits.
    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Writes the waiting bytes.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        if self.is_waiting() {
            self.writer.write_all(&self.waiting)?;
            self.waiting.clear();
            self.writer.flush()?;
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

/// Ignores the error of a client that has closed its end of the pipe.
pub(super) fn quietly(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::{Cursor, Read};

    use super::*;
    use crate::players::{Options, load};
    use crate::serve::{self, gtp, nboard};

    thread_local! {
        /// Messages of servers on this thread wait longer, so that a busy machine changes nothing.
        pub(super) static LONGER: Cell<Option<Duration>> = const { Cell::new(None) };
    }

    /// The text of each write.
    #[derive(Default)]
    struct Writes(Vec<String>);

    impl Write for &mut Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(String::from_utf8(bytes.to_vec()).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A client that stays connected for a while.
    struct Stays;

    impl Read for Stays {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            std::thread::sleep(Duration::from_millis(300));
            Ok(0)
        }
    }

    fn served(player: &str, is_gtp: bool, input: String) -> Vec<String> {
        let player = load(player).unwrap().player(&Options::default());
        let (mut writes, input, options) =
            (Writes::default(), Cursor::new(input).chain(Stays), serve::Options::default());
        if is_gtp {
            gtp::serve(player, input, &mut writes, options).unwrap();
        } else {
            nboard::serve(player, input, &mut writes, options).unwrap();
        }
        writes.0
    }

    #[test]
    fn answers_that_come_at_once_are_written_together() {
        LONGER.set(Some(Duration::from_secs(10)));
        let gtp = "genmove b\nrival-last_search\ngenmove w\nrival-last_search\n".repeat(20);
        let nboard = "ping 1\ngo\n".repeat(40);
        for (is_gtp, input, answer, lines) in [(true, gtp, "= ", 80), (false, nboard, "===", 40)] {
            // On a busy machine the lines may come late, and then nothing is there to be written together.
            let attempts = (0..5).map(|_| served("static-normal", is_gtp, input.clone()));
            let is_together = attempts.into_iter().any(|writes| {
                let count = writes.concat().lines().filter(|line| line.starts_with(answer)).count();
                assert_eq!(count, lines, "{writes:?}");
                // Separate writes would be 80 and 160.
                writes.len() < 60
            });
            assert!(is_together);
        }
    }

    #[test]
    fn an_answer_does_not_wait_for_a_search() {
        let gtp = "rival-time_settings 0 0 200 1\nname\ngenmove b\n".to_owned();
        let nboard = "set movetime 200\nping 1\ngo\n".to_owned();
        for (is_gtp, input, first, then) in [(true, gtp, "= rival master", "= "), (false, nboard, "pong 1", "===")] {
            let writes = served("master", is_gtp, input);
            let answer = writes.iter().position(|write| write.contains(first));
            let last = writes.iter().rposition(|write| write.contains(then));
            assert!(answer.is_some() && answer < last, "{writes:?}");
        }
    }
}
