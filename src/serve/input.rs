//! Lines from the client, read on a separate thread so that searches can be interrupted.

use std::io::{BufRead, BufReader, Read};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::machine::work;

/// The longest line in bytes. The rest is dropped, so that no input exhausts the memory.
const LONGEST: usize = 1 << 22;

/// Reads lines without their line ends until the input ends or fails, then disconnects. The last line may have no line
/// end.
#[must_use]
pub(super) fn lines(input: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = unbounded();
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
