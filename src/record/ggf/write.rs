//! Writes records as GGF, in NBoard's form.

use std::fmt::Display;

use super::MoveItem;
use crate::board::{Color, Objective};
use crate::record::{Ending, GameRecord, Outcome, board};

/// Writes a record on one line, without a line end. Brackets in names become parentheses, because GGF cannot hold them.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    write_with(record, "")
}

/// The same as [`write()`] with a comment on the whole game, unless it is empty. The property is `C`, as in SGF;
/// readers skip unknown properties.
#[must_use]
pub fn write_with(record: &GameRecord, comment: &str) -> String {
    let mut text = String::from("(;GM[Othello]");
    put(&mut text, "PC", &record.place);
    put(&mut text, "DT", &record.date);
    put(&mut text, "PB", &record.black.name);
    put(&mut text, "PW", &record.white.name);
    put(&mut text, "RE", &record.outcome().map_or("?".to_owned(), result));
    put_known(&mut text, "RB", record.black.rating);
    put_known(&mut text, "RW", record.white.rating);
    match (record.black.clock, record.white.clock) {
        (None, None) => {}
        (black, white) if black == white => put_known(&mut text, "TI", black),
        (black, white) => {
            put_known(&mut text, "TB", black);
            put_known(&mut text, "TW", white);
        }
    }
    let anti = if record.objective == Objective::Anti { "a" } else { "" };
    let komi = if record.komi.is_some() { "k" } else { "" };
    put(&mut text, "TY", &format!("8{anti}{komi}"));
    let start = record.game().start();
    let side = if start.to_move == Color::Black { '*' } else { 'O' };
    put(&mut text, "BO", &format!("8 {} {side}", board::squares(start, '*', 'O')));
    put_known(&mut text, "KM", record.komi);
    if !comment.is_empty() {
        put(&mut text, "C", comment);
    }
    for (&(board, mv), &note) in record.game().history().iter().zip(record.notes()) {
        let key = if board.to_move == Color::Black { "B" } else { "W" };
        put(&mut text, key, &MoveItem { mv, note }.to_string());
    }
    text.push_str(";)");
    text
}

fn put(text: &mut String, key: &str, value: &str) {
    let allowed = value.chars().map(|c| match c {
        '[' => '(',
        ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    });
    text.push_str(key);
    text.push('[');
    text.extend(allowed);
    text.push(']');
}

fn put_known(text: &mut String, key: &str, value: Option<impl Display>) {
    if let Some(value) = value {
        put(text, key, &value.to_string());
    }
}

fn result(outcome: Outcome) -> String {
    let suffix = match outcome.ending {
        Ending::Played => "",
        Ending::Resigned | Ending::Forfeited | Ending::Unknown => ":r",
        Ending::TimedOut => ":t",
        Ending::Agreed | Ending::Adjudicated => ":s",
    };
    format!("{}{suffix}", outcome.score)
}
