//! PGN-like headers to a record and back: `[Black "Ann"]`.

use std::fmt::Write as _;

use super::TranscriptError;
use super::error::Problem;
use crate::record::clock::{number, seconds};
use crate::record::{Clock, Ending, GameRecord, Outcome, ServerRating};

/// Sets what a header tells; an unreadable rating, result or clock is unknown.
///
/// # Errors
/// The game starts from another board than the normal one.
pub(super) fn set(record: &mut GameRecord, key: &str, value: &str) -> Result<(), Problem> {
    let text = if value == "?" { "" } else { value.trim() }.to_owned();
    match key {
        "black" => record.black.name = text,
        "white" => record.white.name = text,
        "blackelo" | "blackrating" => record.black.rating = rating(value),
        "whiteelo" | "whiterating" => record.white.rating = rating(value),
        "event" => record.place = text,
        "site" | "place" if record.place.is_empty() => record.place = text,
        "date" => record.date = text,
        "utcdate" if record.date.is_empty() => record.date = text,
        "result" => record.result = result(value).or(record.result),
        "termination" => {
            if let (Some(result), Some(ending)) = (&mut record.result, ending(value)) {
                result.ending = ending;
            }
        }
        "komi" => record.komi = number(value),
        "timecontrol" => {
            record.black.clock = clock(value);
            record.white.clock = record.black.clock;
        }
        "fen" | "position" | "startposition" => return Err(Problem::Start),
        _ => {}
    }
    Ok(())
}

fn rating(text: &str) -> Option<ServerRating> {
    number(text).filter(|rating| *rating > 0.0).map(ServerRating)
}

/// `40-24`, the discs of Black and White, or `+16`, Black's lead. `1-0` is nothing: some name Black first, some White.
fn result(text: &str) -> Option<Outcome> {
    let score = match text.trim().split_once('-') {
        Some((black, white)) if !black.is_empty() => {
            let [black, white]: [u32; 2] = [black.trim().parse().ok()?, white.trim().parse().ok()?];
            discs((black, white))?
        }
        _ => number(text).filter(|_| text.trim().starts_with(['+', '-']))?,
    };
    Some(Outcome { score, ending: Ending::Played })
}

/// Black's lead, if these can be the discs at the end of a game.
pub(super) fn discs((black, white): (u32, u32)) -> Option<f64> {
    (3..=64).contains(&black.saturating_add(white)).then(|| f64::from(black) - f64::from(white))
}

const ENDINGS: [(Ending, &str); 3] =
    [(Ending::Resigned, "resignation"), (Ending::TimedOut, "time forfeit"), (Ending::Agreed, "agreement")];

fn ending(text: &str) -> Option<Ending> {
    ENDINGS.into_iter().find(|(_, words)| words.eq_ignore_ascii_case(text.trim())).map(|(ending, _)| ending)
}

/// `300`, `300+5`, or a clock as GGF writes it.
fn clock(text: &str) -> Option<Clock> {
    match text.split_once('+') {
        Some((main, increment)) => {
            Some(Clock { main: seconds(main)?, increment: seconds(increment)?, ..Clock::default() })
        }
        None => text.parse().ok(),
    }
}

/// The headers of a record, a line each, and an empty line.
pub(super) fn write(record: &GameRecord) -> String {
    // A game always has the names, so that it has headers.
    let [black, white] = [&record.black.name, &record.white.name].map(|name| if name.is_empty() { "?" } else { name });
    let result = record.result;
    let ending = result.and_then(|result| ENDINGS.into_iter().find(|(ending, _)| *ending == result.ending));
    let clock = record.black.clock.filter(|_| record.black.clock == record.white.clock);
    let headers: [(&str, Option<String>); 9] = [
        ("Event", Some(record.place.clone())),
        ("Date", Some(record.date.clone())),
        ("Black", Some(black.to_owned())),
        ("White", Some(white.to_owned())),
        ("Result", result.map(|result| score(result.score))),
        ("Termination", ending.map(|(_, words)| words.to_owned())),
        ("BlackElo", record.black.rating.map(|rating| rating.to_string())),
        ("WhiteElo", record.white.rating.map(|rating| rating.to_string())),
        ("Komi", record.komi.map(|komi| komi.to_string())),
    ];
    let mut text = String::new();
    for (key, value) in headers.into_iter().chain([("TimeControl", clock.map(|clock| clock.to_string()))]) {
        put(&mut text, key, &value.unwrap_or_default());
    }
    text + "\n"
}

/// Appends a header, unless its value is empty.
fn put(text: &mut String, key: &str, value: &str) {
    if !value.is_empty() {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(text, "[{key} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
}

/// The discs of both, empty squares to the winner, if a whole board has them; otherwise Black's lead.
fn score(lead: f64) -> String {
    let black = 32.0 + lead / 2.0;
    if black.fract() == 0.0 && (0.0..=64.0).contains(&black) {
        format!("{black}-{}", 64.0 - black)
    } else {
        format!("{lead:+}")
    }
}

impl From<Problem> for TranscriptError {
    fn from(problem: Problem) -> TranscriptError {
        TranscriptError { line: None, column: None, problem }
    }
}
