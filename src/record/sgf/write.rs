//! Writes records as SGF: FF[4], GM[2], rows from the top as in Quarry.

use std::fmt::Display;

use crate::board::{Bitboard, Board, Color, Move, Objective, Square, squares};
use crate::record::{Ending, GameRecord, Outcome};

/// Writes a record on one line, without a line end. SGF has no properties for the seconds of moves, increments and
/// grace times, or for the discs of a game that ended by resignation or on time. These are lost.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let mut text = String::from("(;GM[2]FF[4]CA[UTF-8]AP[rival]SZ[8]");
    for (key, value) in
        [("PB", &record.black.name), ("PW", &record.white.name), ("PC", &record.place), ("DT", &record.date)]
    {
        if !value.is_empty() {
            put(&mut text, key, value);
        }
    }
    put_known(&mut text, "BR", record.black.rating);
    put_known(&mut text, "WR", record.white.rating);
    put_known(&mut text, "KM", record.komi);
    put_known(&mut text, "RE", record.outcome().map(result));
    if record.objective == Objective::Anti {
        put(&mut text, "RU", "anti");
    }
    let [black, white] = [&record.black, &record.white].map(|player| player.clock.map(|clock| clock.main));
    if black == white {
        put_known(&mut text, "TM", black);
    }
    put_start(&mut text, record.game().start());
    for ((board, mv), note) in record.game().history().iter().zip(record.notes()) {
        let black = board.to_move == Color::Black;
        text.push(';');
        put(&mut text, if black { "B" } else { "W" }, &written(*mv));
        put_known(&mut text, "V", note.eval.map(|eval| if black { eval } else { -eval }));
    }
    text.push(')');
    text
}

/// Writes AB, AW and PL, unless it is the normal start.
fn put_start(text: &mut String, start: &Board) {
    if *start == Board::START {
        return;
    }
    let black = start.discs(Color::Black);
    let white = start.discs(Color::White);
    if black | white == 0 {
        // Without discs to set up, a reader would assume the normal start.
        put_set(text, "AE", Board::START.position.occupied());
    }
    put_set(text, "AB", black);
    put_set(text, "AW", white);
    put(text, "PL", if start.to_move == Color::Black { "B" } else { "W" });
}

fn put_set(text: &mut String, key: &str, set: Bitboard) {
    if set != 0 {
        text.push_str(key);
    }
    for square in squares(set) {
        text.push_str(&format!("[{}]", letters(square)));
    }
}

fn put(text: &mut String, key: &str, value: &str) {
    text.push_str(key);
    text.push('[');
    for character in value.chars() {
        match character {
            ']' | '\\' => text.extend(['\\', character]),
            character if character.is_control() => text.push(' '),
            character => text.push(character),
        }
    }
    text.push(']');
}

fn put_known(text: &mut String, key: &str, value: Option<impl Display>) {
    if let Some(value) = value {
        put(text, key, &value.to_string());
    }
}

fn written(mv: Move) -> String {
    mv.square().map(letters).unwrap_or_default()
}

fn letters(square: Square) -> String {
    [square.column(), square.row()].map(|index| char::from(b'a' + index)).iter().collect()
}

fn result(outcome: Outcome) -> String {
    let winner = if outcome.score > 0.0 { "B" } else { "W" };
    if outcome.score == 0.0 {
        return "0".to_owned();
    }
    match outcome.ending {
        Ending::Resigned => format!("{winner}+R"),
        Ending::TimedOut => format!("{winner}+T"),
        Ending::Forfeited => format!("{winner}+F"),
        Ending::Unknown => format!("{winner}+"),
        // The discs of a game that engines' values decided are unknown.
        Ending::Adjudicated if outcome.score.abs() == 64.0 => format!("{winner}+"),
        Ending::Played | Ending::Agreed | Ending::Adjudicated => format!("{winner}+{}", outcome.score.abs()),
    }
}
