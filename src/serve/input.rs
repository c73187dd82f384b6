//! Lines from the client, read on a separate thread so that searches can be interrupted.

use std::io::{BufRead, BufReader, Read};
use std::ops::Deref;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::machine::work;

/// The longest line in bytes. The rest is dropped, so that no input exhausts the memory.
const LONGEST: usize = 1 << 22;
/// The bytes that lines may take: another line is read when they take fewer. A client that writes faster than it is
/// answered has to wait, too. If it reads nothing until it has written all, it must not write more than this.
const ROOM: usize = 1 << 24;
/// About the bytes that a line takes beside its text.
const BESIDE: usize = 64;

/// A line without its line end. When it is dropped, its bytes make room for other lines.
#[derive(Debug)]
pub(super) struct Line {
    text: Vec<u8>,
    taken: Arc<Taken>,
}

impl Deref for Line {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.text
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        *self.taken.lock() -= self.text.len() + BESIDE;
        self.taken.fewer.notify_one();
    }
}

/// The bytes that all lines take that are not dropped.
#[derive(Debug, Default)]
struct Taken {
    bytes: Mutex<usize>,
    fewer: Condvar,
}

impl Taken {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room for another line.
    fn wait(&self) {
        drop(self.fewer.wait_while(self.lock(), |bytes| *bytes >= ROOM));
    }

    fn line(self: &Arc<Taken>, text: Vec<u8>) -> Line {
        *self.lock() += text.len() + BESIDE;
        Line { text, taken: self.clone() }
    }
}

/// Reads lines without their line ends until the input ends or fails, then disconnects. The last line may have no line
/// end.
#[must_use]
pub(super) fn lines(input: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = unbounded();
    work::start(move || read(BufReader::new(input), &sender));
    receiver
}

fn read(mut input: impl BufRead, sender: &Sender<Line>) {
    let taken = Arc::<Taken>::default();
    while let Some(text) = next_line(&mut input) {
        if sender.send(taken.line(text)).is_err() {
            return;
        }
        taken.wait();
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
        for text in [b"hint 2".to_vec(), vec![b'x'; LONGEST - 1]] {
            let most = ROOM.div_ceil(text.len() + BESIDE);
            let line = [&text[..], b"\n"].concat();
            // Each line begins with a read of its own, so the number of reads bounds that of the lines.
            let (reads, count) = crossbeam_channel::unbounded();
            let client = std::iter::repeat_with(move || reads.send(()).map(|()| line.clone()));
            let lines = lines(Endless { client: client.map_while(Result::ok), line: std::io::Cursor::default() });
            while lines.len() < most {
                std::thread::yield_now();
            }
            // Lines that somebody keeps take room, too.
            let mut kept: Vec<Line> = lines.try_iter().collect();
            std::thread::sleep(std::time::Duration::from_millis(20));
            assert_eq!((kept.len(), lines.len(), count.len()), (most, 0, most));
            kept.pop();
            assert_eq!(lines.recv().as_deref(), Ok(&text[..]));
            drop(kept);
            for _ in 0..2 * most {
                assert_eq!(lines.recv().as_deref(), Ok(&text[..]));
            }
        }
    }

    #[test]
    fn a_client_whose_lines_nobody_takes_any_more_is_left() {
        let (reads, count) = crossbeam_channel::unbounded();
        let client = std::iter::repeat_with(move || reads.send(()).map(|()| b"hint 2\n".to_vec()));
        drop(lines(Endless { client: client.map_while(Result::ok), line: std::io::Cursor::default() }));
        // Its end of the channel is dropped with the thread that reads.
        while count.recv().is_ok() {}
    }

    /// A client that writes one more line when the one before was read.
    struct Endless<I> {
        client: I,
        line: std::io::Cursor<Vec<u8>>,
    }

    impl<I: Iterator<Item = Vec<u8>>> Read for Endless<I> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.line.position() == self.line.get_ref().len() as u64 {
                self.line = std::io::Cursor::new(self.client.next().unwrap_or_default());
            }
            self.line.read(buffer)
        }
    }

    #[test]
    fn long_lines_are_cut_and_the_last_one_needs_no_end() {
        for more in [0, 1, 100] {
            let mut input = vec![b'x'; LONGEST + more];
            input.extend_from_slice(b"\nping 1\n\nlast");
            let lines: Vec<Line> = lines(std::io::Cursor::new(input)).iter().collect();
            let lines: Vec<&[u8]> = lines.iter().map(Line::deref).collect();
            assert_eq!(lines.iter().map(|line| line.len()).collect::<Vec<_>>(), [LONGEST, 6, 0, 4]);
            assert_eq!(&lines[1..], [&b"ping 1"[..], b"", b"last"]);
        }
    }
}
