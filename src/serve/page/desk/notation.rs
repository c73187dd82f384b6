//! Games as the page gets them.

use crate::record::GameRecord;
pub(super) use crate::record::notation::{game, moves, record, start, written};
use crate::serve::page::tell;

/// A record for the page: who, what, how it ended.
pub(super) fn show(record: &GameRecord) -> tell::Game {
    tell::Game {
        black: record.black.name.clone(),
        white: record.white.name.clone(),
        date: record.date.clone(),
        place: record.place.clone(),
        rule: record.objective.into(),
        start: start(record.game()),
        moves: moves(record.game()),
        result: tell::Ended::of(record),
        evals: record.notes().iter().map(|note| note.eval).collect(),
        you: None,
        opponent: None,
    }
}
