//! Writes records as PGN.

use std::fmt::Display;

use super::{ANTI, ELO, TIME_CONTROL};
use crate::board::{Board, Color, Objective};
use crate::record::text::decimal;
use crate::record::{Clock, Ending, GameRecord, MoveNote, Outcome, PlayerInfo};

/// The longest line of moves.
const WIDTH: usize = 80;

/// Writes a record with its line end, so that an empty line separates it from the next one.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let mut text = String::new();
    let result = record.outcome().map_or("*", result);
    // Programs that compute ratings need names and result.
    put(&mut text, "Event", known(&record.place));
    put(&mut text, "Date", known(&record.date));
    put(&mut text, "White", known(&record.white.name));
    put(&mut text, "Black", known(&record.black.name));
    put(&mut text, "Result", result);
    if let Some(Outcome { score, ending }) = record.outcome() {
        // A game that was given up before its end, and has no discs of its own, is won by all of them. So is one that
        // engines' values decided.
        let may_lack_discs = ending.is_given_up() || ending == Ending::Adjudicated;
        if !may_lack_discs || score.abs() != 64.0 || record.final_score().is_some() {
            put(&mut text, "Score", format_args!("{score:+}"));
        }
        put_known(&mut text, "Termination", termination(ending));
    }
    if record.objective == Objective::Anti {
        put(&mut text, "Variant", ANTI);
    }
    put_known(&mut text, "Komi", record.komi);
    let sides = [("White", &record.white), ("Black", &record.black)];
    for (side, player) in sides {
        put_known(&mut text, &format!("{side}{ELO}"), player.rating);
    }
    if record.black.clock == record.white.clock {
        put_known(&mut text, TIME_CONTROL, record.black.clock.map(time_control));
    } else {
        for (side, PlayerInfo { clock, .. }) in sides {
            put_known(&mut text, &format!("{side}{TIME_CONTROL}"), clock.map(time_control));
        }
    }
    if *record.game().start() != Board::START {
        put(&mut text, "SetUp", 1);
        put(&mut text, "FEN", record.game().start());
    }
    text.push('\n');
    put_moves(&mut text, record, result);
    text
}

fn put_moves(text: &mut String, record: &GameRecord, result: &str) {
    let mut words = Vec::new();
    let mut number = 1;
    for ((board, mv), note) in record.game().history().iter().zip(record.notes()) {
        match board.to_move {
            Color::Black => words.push(format!("{number}.")),
            Color::White if words.is_empty() => words.push(format!("{number}...")),
            Color::White => {}
        }
        words.push(mv.square().map_or("pass".to_owned(), |square| square.to_string()));
        words.extend(comment(note));
        number += usize::from(board.to_move == Color::White);
    }
    words.push(result.to_owned());
    let mut column = 0;
    for word in words {
        if column > 0 {
            let fits = column + 1 + word.len() <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(&word);
        column += word.len();
    }
    text.push('\n');
}

/// The note of a move, like `{+1.23/12 0.45s}`; `None` without one.
fn comment(note: &MoveNote) -> Option<String> {
    let eval = note.eval.map(|eval| format!("{}{}", if eval < 0.0 { "" } else { "+" }, decimal(eval)));
    let depth = note.depth.map(|depth| format!("/{depth}"));
    let search = eval.unwrap_or_default() + &depth.unwrap_or_default();
    let seconds = note.seconds.map(|seconds| decimal(seconds) + "s");
    let words: Vec<String> =
        [search, seconds.unwrap_or_default()].into_iter().filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| format!("{{{}}}", words.join(" ")))
}

fn put(text: &mut String, tag: &str, value: impl Display) {
    text.push_str(&format!("[{tag} \""));
    for character in value.to_string().chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            character if character.is_control() => text.push(' '),
            character => text.push(character),
        }
    }
    text.push_str("\"]\n");
}

fn put_known(text: &mut String, tag: &str, value: Option<impl Display>) {
    if let Some(value) = value {
        put(text, tag, value);
    }
}

/// The text, or `?` if there is none.
fn known(text: &str) -> &str {
    if text.is_empty() { "?" } else { text }
}

/// The result as PGN has it, where the first number is White's.
fn result(outcome: Outcome) -> &'static str {
    if outcome.score > 0.0 {
        "0-1"
    } else if outcome.score < 0.0 {
        "1-0"
    } else {
        "1/2-1/2"
    }
}

fn termination(ending: Ending) -> Option<&'static str> {
    let words = match ending {
        Ending::Played => "normal",
        Ending::Resigned => "resigned",
        Ending::TimedOut => "time forfeit",
        Ending::Agreed => "agreed",
        Ending::Adjudicated => "adjudication",
        Ending::Forfeited => "rules infraction",
        Ending::Unknown => return None,
    };
    Some(words)
}

/// Seconds as `300` or `300+2`.
fn time_control(clock: Clock) -> String {
    if clock.increment > 0.0 { format!("{}+{}", clock.main, clock.increment) } else { clock.main.to_string() }
}
