//! Splits bytes into lines, in bounded memory.

use std::time::Instant;

/// The bytes of a line that are kept. No protocol has longer lines, and an engine must not fill the harness's memory.
const LONGEST: usize = 64 * 1024;

/// A buffer of a pipe's output.
#[derive(Debug)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// The index of the first unread byte.
    start: usize,
    /// The index up to which there is no line end.
    searched: usize,
    read_at: Instant,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines { bytes: Vec::new(), start: 0, searched: 0, read_at: Instant::now() }
    }
}

impl Lines {
    /// Adds bytes that were read at this time.
    pub(super) fn push(&mut self, bytes: &[u8], now: Instant) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        // The rest of an overlong line is dropped.
        if self.bytes.len() > LONGEST && self.searched == self.bytes.len() {
            self.bytes.truncate(LONGEST);
            self.searched = LONGEST;
        }
        self.bytes.extend_from_slice(bytes);
        self.read_at = now;
    }

    /// The next complete line, with its line end.
    pub(super) fn take(&mut self) -> Option<Vec<u8>> {
        match self.bytes[self.searched..].iter().position(|&byte| byte == b'\n') {
            Some(at) => {
                let end = self.searched + at + 1;
                let line = self.bytes[self.start..end].to_vec();
                self.start = end;
                self.searched = end;
                Some(line)
            }
            None => {
                self.searched = self.bytes.len();
                None
            }
        }
    }

    /// The text after the last line end, once the pipe is closed.
    pub(super) fn last(&mut self) -> Option<Vec<u8>> {
        let rest = self.bytes.split_off(self.start);
        *self = Lines { read_at: self.read_at, ..Lines::default() };
        (!rest.is_empty()).then_some(rest)
    }

    /// The time at which the newest bytes were read.
    pub(super) fn read_at(&self) -> Instant {
        self.read_at
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_division_into_chunks_gives_the_same_lines(text in "[ab\n]{0,60}", cuts in proptest::collection::vec(1_usize..9, 0..60)) {
            let mut lines = Lines::default();
            let mut taken_lines = Vec::new();
            let mut rest = text.as_bytes();
            for cut in cuts.into_iter().chain([60]) {
                let (chunk, behind) = rest.split_at(cut.min(rest.len()));
                lines.push(chunk, Instant::now());
                taken_lines.extend(std::iter::from_fn(|| lines.take()));
                rest = behind;
            }
            taken_lines.extend(lines.last());
            prop_assert_eq!(taken_lines.concat(), text.as_bytes());
            prop_assert!(taken_lines.iter().all(|line| line.iter().filter(|&&byte| byte == b'\n').count() <= 1));
        }
    }

    #[test]
    fn a_line_without_an_end_does_not_grow() {
        let mut lines = Lines::default();
        for _ in 0..1000 {
            lines.push(&[b'x'; 4096], Instant::now());
            assert_eq!(lines.take(), None);
        }
        assert!(lines.bytes.len() <= LONGEST + 8192, "{}", lines.bytes.len());
        lines.push(b"\nnext\n", Instant::now());
        assert!(lines.take().unwrap().ends_with(b"x\n"));
        assert_eq!(lines.take().unwrap(), b"next\n");
    }
}
