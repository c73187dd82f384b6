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
    let known = || if value == "?" { String::new() } else { value.trim().to_owned() };
    match key {
        "black" => record.black.name = known(),
        "white" => record.white.name = known(),
        "blackelo" | "blackrating" => record.black.rating = rating(value),
        "whiteelo" | "whiterating" => record.white.rating = rating(value),
        "event" => record.place = known(),
        "site" | "place" if record.place.is_empty() => record.place = known(),
        "date" => record.date = known(),
        "utcdate" if record.date.is_empty() => record.date = known(),
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
    let mut text = String::new();
    let mut put = |key: &str, value: &str| {
        if !value.is_empty() {
            let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let _ = writeln!(text, "[{key} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        }
    };
    let known = |value: Option<String>| value.unwrap_or_default();
    put("Event", &record.place);
    put("Date", &record.date);
    // A game always has these two, so that it has headers.
    for (key, name) in [("Black", &record.black.name), ("White", &record.white.name)] {
        put(key, if name.is_empty() { "?" } else { name });
    }
    put("Result", &known(record.result.map(|result| score(result.score))));
    let ending = |result: Outcome| ENDINGS.into_iter().find(|(ending, _)| *ending == result.ending);
    put("Termination", record.result.and_then(ending).map_or("", |(_, words)| words));
    put("BlackElo", &known(record.black.rating.map(|rating| rating.to_string())));
    put("WhiteElo", &known(record.white.rating.map(|rating| rating.to_string())));
    put("Komi", &known(record.komi.map(|komi| komi.to_string())));
    if record.black.clock == record.white.clock {
        put("TimeControl", &known(record.black.clock.map(|clock| clock.to_string())));
    }
    text + "\n"
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
