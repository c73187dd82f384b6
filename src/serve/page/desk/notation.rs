//! Games in the format of the page.

use crate::personality::signed_name;
use crate::record::GameRecord;
pub(super) use crate::record::notation::{game, moves, record, start, written};
use crate::serve::page::tell;

/// A player's name for display, without the digest of a signature.
pub(super) fn plain_name(name: &str) -> String {
    signed_name(name).unwrap_or(name).to_owned()
}

/// A record for the page: players, moves, and how the game ended.
pub(super) fn show(record: &GameRecord) -> tell::Game {
    tell::Game {
        black: plain_name(&record.black.name),
        white: plain_name(&record.white.name),
        date: record.date.clone(),
        place: record.place.clone(),
        rule: record.objective.into(),
        start: start(record.game()),
        moves: moves(record.game()),
        result: tell::GameEnd::new(record),
        evals: record.notes().iter().map(|note| note.eval).collect(),
        you: None,
        opponent: None,
    }
}
