//! Lines from the client, read on a separate thread so that searches can be interrupted.

use std::io::{BufRead, BufReader, Read};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::machine::work;

/// The longest line in bytes. The rest is dropped, so that no input exhausts the memory.
const LONGEST: usize = 1 << 22;
/// The number of lines that may wait. A client that writes faster than it is answered has to wait, too. If it reads
/// nothing until it has written all, it must not write more lines than this.
pub(super) const WAITING: usize = 1 << 16;

/// Reads lines without their line ends until the input ends or fails, then disconnects. The last line may have no line
/// end.
#[must_use]
pub(super) fn lines(input: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = bounded(WAITING);
    work::start(move || read(BufReader::new(input), &sender));
    receiver
}

fn read(mut input: impl BufRead, sender: &Sender<Vec<u8>>) {
    while let Some(line) = next_line(&mut input) {
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// The next line; `None` at the end of the input or after an error.
fn next_line(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let read = input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut line).ok()?;
    if read == 0 {
        return None;
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read == LONGEST {
        input.skip_until(b'\n').ok()?;
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_never_stops_writing_fills_no_memory() {
        // Each read gives one line, so the last number is that of the lines which were taken from the client.
        let (taken, count) = crossbeam_channel::unbounded();
        let client = std::iter::repeat_with(move || taken.send(()).map(|()| b"hint 2\n".to_vec()));
        let lines = lines(Endless(client.map_while(Result::ok)));
        while lines.len() < WAITING || count.len() <= WAITING {
            std::thread::yield_now();
        }
        assert_eq!((lines.len(), count.len()), (WAITING, WAITING + 1));
        for _ in 0..3 * WAITING {
            assert_eq!(lines.recv().as_deref(), Ok(&b"hint 2"[..]));
        }
    }

    /// A client that has written one more line at each read.
    struct Endless<I>(I);

    impl<I: Iterator<Item = Vec<u8>>> Read for Endless<I> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let line = self.0.next().unwrap_or_default();
            buffer[..line.len()].copy_from_slice(&line);
            Ok(line.len())
        }
    }

    #[test]
    fn long_lines_are_cut_and_the_last_one_needs_no_end() {
        for more in [0, 1, 100] {
            let mut input = vec![b'x'; LONGEST + more];
            input.extend_from_slice(b"\nping 1\n\nlast");
            let lines: Vec<Vec<u8>> = lines(std::io::Cursor::new(input)).iter().collect();
            assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [LONGEST, 6, 0, 4]);
            assert_eq!(&lines[1..], [&b"ping 1"[..], b"", b"last"]);
        }
    }
}
