//! `loadsgf`.

use crate::machine::regular::read_up_to;
use crate::record::{GameRecord, sgf};

/// A game of Othello is a few kilobytes; what is larger than this is none, and a device without an end is not read for
/// ever.
const LARGEST: u64 = 1 << 22;

/// The game in a file, up to before a move (the first is 1); `None` if there is no such file or no game in it.
pub(super) fn sgf(file: &str, before: Option<usize>) -> Option<GameRecord> {
    let text = read_up_to(file, LARGEST).ok()?;
    match before {
        Some(number) => sgf::parse_before(&text, number).ok(),
        None => sgf::parse(&text).ok(),
    }
}
