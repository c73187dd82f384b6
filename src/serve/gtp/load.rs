//! The GTP command `loadsgf`: loads a game up to a move.

use std::path::Path;

use crate::machine::regular::{is_standard_input, read_up_to};
use crate::record::{GameRecord, sgf};

/// The largest accepted file. A game of Othello has a few kilobytes, and a device without an end must not be read
/// forever.
const LARGEST: u64 = 1 << 22;

/// The game in a file before the move with this number, from 1; `None` if there is no file or no game.
pub(super) fn sgf(file: &str, before: Option<usize>) -> Option<GameRecord> {
    // Standard input belongs to the protocol.
    if is_standard_input(Path::new(file)) {
        return None;
    }
    let text = read_up_to(file, LARGEST).ok()?;
    match before {
        Some(number) => sgf::parse_before(&text, number).ok(),
        None => sgf::parse(&text).ok(),
    }
}
