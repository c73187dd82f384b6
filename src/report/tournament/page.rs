//! The report of a tournament: one self-contained HTML file.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::cross::{Cross, Score};
use super::table::{COLUMNS, cells, faults, headline, likely, pairing, pairs, range, share, sprt};
use crate::report::about::terms;
use crate::report::escape;
use crate::stats::Range;
use crate::style;
use crate::tournament::{EngineLine, Ply, Standing, Termination, TournamentGame};

/// The most games that can be replayed in the page: about 12 MB.
const MOST_GAMES: usize = 20_000;
const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page from the table and the games. `about` has names and texts for its head.
///
/// # Errors
///
/// The iterator returns an error.
pub(crate) fn page<E>(
    standing: &Standing,
    about: &[(String, String)],
    games: impl Iterator<Item = Result<TournamentGame, E>>,
) -> Result<String, E> {
    let names: Vec<&str> = standing.engines.iter().map(|engine| engine.name.as_str()).collect();
    let mut games_in_page = Vec::new();
    let mut total = 0;
    for game in games {
        let game = game?;
        total += 1;
        if games_in_page.len() < MOST_GAMES {
            games_in_page.push(compact(&game, &names));
        }
    }
    // The page has the lines of the table already.
    let engines: Vec<Value> =
        standing.engines.iter().map(|engine| json!({"name": engine.name, "rating": engine.rating})).collect();
    let data = json!({
        "engines": names, "standing": {"engines": engines}, "games": games_in_page, "total": total,
    });
    // A `<` could end the script, so it is escaped.
    let data = data.to_string().replace('<', "\\u003c");
    let count = standing.pairings.len();
    let parts = [
        ("{{title}}", escape(&standing.name)),
        ("{{headline}}", escape(&headline(standing))),
        ("{{about}}", terms(about)),
        ("{{table}}", table(standing)),
        ("{{heat}}", heat(standing)),
        ("{{pairing_count}}", format!("{count} pairing{} as a table", if count == 1 { "" } else { "s" })),
        ("{{pairings}}", pairings(standing)),
        ("{{sprt}}", test(standing)),
        ("{{warnings}}", warnings(standing)),
        ("{{base}}", style::REPORT_BASE.to_owned()),
        ("{{style}}", STYLE.to_owned()),
        ("{{draw}}", style::REPORT.to_owned()),
        ("{{script}}", SCRIPT.to_owned()),
        // The data comes last, so that nothing inside it is replaced.
        ("{{data}}", data),
    ];
    Ok(parts.into_iter().fold(TEMPLATE.to_owned(), |page, (mark, text)| page.replace(mark, &text)))
}

fn warnings(standing: &Standing) -> String {
    let items: String = standing.warnings.iter().map(|line| format!("<li>{}</li>\n", escape(line))).collect();
    if items.is_empty() { items } else { format!("<ul class=\"note\">\n{items}</ul>") }
}

fn head(columns: &[&str]) -> String {
    let cells: String = columns.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape(name))).collect();
    format!("<thead><tr>{cells}</tr></thead>\n<tbody>\n")
}

/// A table cell with its sorting key, unless that is its text.
fn cell(text: &str, value: Option<f64>) -> String {
    match value {
        Some(value) => format!("<td data-value=\"{value}\">{}</td>", escape(text)),
        None => format!("<td>{}</td>", escape(text)),
    }
}

fn table(standing: &Standing) -> String {
    let mut text = head(&[&COLUMNS[..], &["faults"]].concat());
    for (engine, place) in standing.engines.iter().zip(1..) {
        let EngineLine { rating, los, discs, .. } = engine;
        let rating = rating.and_then(|rating| rating.value.or(rating.low).or(rating.high));
        let values = [None, None, rating, los.map(|los| los.0), None, None, None, None, None, None, *discs];
        let row: String = cells(place, engine).iter().zip(values).map(|(text, value)| cell(text, value)).collect();
        let wrong: u64 = engine.faults.values().sum();
        let _ = writeln!(text, "<tr>{row}{}</tr>", cell(&faults(engine), Some(wrong as f64)));
    }
    text + "</tbody>"
}

/// A cell for each pairing, coloured by the score.
fn heat(standing: &Standing) -> String {
    let cross = Cross::new(standing);
    let columns: String = cross
        .names
        .iter()
        .map(|name| format!("<th class=\"column\" scope=\"col\"><span>{}</span></th>", escape(name)))
        .collect();
    let mut text = format!("<thead><tr><td></td>{columns}</tr></thead>\n<tbody>\n");
    for (row, a) in cross.names.iter().enumerate() {
        let fields = cross.names.iter().enumerate().map(|(column, b)| match cross.score(a, b) {
            _ if a == b => "<td class=\"self\"></td>".to_owned(),
            Some(Score { points, games, line }) => {
                let share = points / games as f64;
                let side = if share < 0.5 { "down" } else { "up" };
                // Text stays readable on less than half of the colour.
                let intensity = 90.0 * (share - 0.5).abs();
                let title = escape(&format!("{} - {}: {}", line.first, line.second, pairing(line)));
                let score = 100.0 * share;
                // The spoken text includes the visible one.
                let label = escape(&format!("{a} against {b}: {score:.0} %, {points:.1} of {games}"));
                format!(
                    "<td class=\"{side}\" style=\"--much:{intensity:.0}%\"><button type=\"button\" \
                     aria-pressed=\"false\" data-one=\"{row}\" data-other=\"{column}\" title=\"{title}\" \
                     aria-label=\"{label}\">\
                     {score:.0}</button></td>"
                )
            }
            None => "<td>·</td>".to_owned(),
        });
        let _ = writeln!(text, "<tr><th scope=\"row\">{}</th>{}</tr>", escape(a), fields.collect::<String>());
    }
    text + "</tbody>"
}

/// The sorting key of a range: its value, or the end that exists.
fn middle(range: Range) -> Option<f64> {
    range.value.or(range.low).or(range.high)
}

fn pairings(standing: &Standing) -> String {
    let columns = ["engine", "against", "games", "won", "drawn", "lost", "score %", "Elo", "nElo", "LOS"];
    let mut text = head(&[&columns[..], &["LL LD WL DD WD WW", "pair ratio"]].concat());
    for line in &standing.pairings {
        let games = line.wins + line.draws + line.losses;
        let row = [
            cell(&line.first, None),
            cell(&line.second, None),
            cell(&games.to_string(), None),
            cell(&line.wins.to_string(), None),
            cell(&line.draws.to_string(), None),
            cell(&line.losses.to_string(), None),
            cell(&format!("{:.1}", share(line)), None),
            cell(&line.elo.map_or("-".to_owned(), range::<0>), line.elo.and_then(middle)),
            cell(&line.nelo.map_or("-".to_owned(), range::<0>), line.nelo.and_then(middle)),
            cell(&likely(line.los), line.los.map(|los| los.0)),
            cell(&line.pairs.map_or("-".to_owned(), pairs), None),
            cell(&line.ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}")), line.ratio),
        ];
        let _ = writeln!(text, "<tr>{}</tr>", row.concat());
    }
    text + "</tbody>"
}

/// The state of the SPRT, if there is one.
fn test(standing: &Standing) -> String {
    let line = standing.sprt.as_ref().map(|line| format!("<p>{}</p>", escape(&sprt(line))));
    line.unwrap_or_default()
}

/// A game as a row of short fields, because there are many games. The fields are its number, the engines' indices, the
/// start board if it is not the normal one, plies of the opening, moves, Black's points doubled, discs, the ending, the
/// fault, and for each ply the time (in tenths of a millisecond), the value (in tenths of a disc) and the depth.
/// Numbers are in base 36.
fn compact(game: &TournamentGame, names: &[&str]) -> Value {
    let [black, white] = [&game.black, &game.white].map(|name| names.iter().position(|other| other == name));
    let ending = match game.termination {
        Termination::Normal => 0,
        Termination::Adjudicated => 1,
        Termination::Resigned => 2,
        Termination::Claimed => 3,
        Termination::Fault => 4,
    };
    let fault = game.fault.as_ref().map(|fault| format!("{}: {}: {}", fault.engine, fault.kind.title(), fault.detail));
    let plies = &game.plies;
    json!([
        game.game,
        black,
        white,
        game.opening.start,
        game.opening.plies,
        game.moves,
        game.points.map(|points| (2.0 * points) as u8),
        game.score,
        ending,
        fault,
        join(plies, |ply| base36((ply.time * 1e4).round() as i64)),
        join(plies, |ply| ply.eval.map(|eval| base36((eval * 10.0).round() as i64)).unwrap_or_default()),
        join(plies, |ply| ply.depth.as_deref().unwrap_or_default().replace(',', ";")),
    ])
}

/// The texts of all plies, separated by commas. A ply without a note has an empty text.
fn join(plies: &[Option<Ply>], text: impl Fn(&Ply) -> String) -> String {
    let texts: Vec<String> = plies.iter().map(|ply| ply.as_ref().map(&text).unwrap_or_default()).collect();
    texts.join(",").trim_end_matches(',').to_owned()
}

fn base36(value: i64) -> String {
    let mut digits = Vec::new();
    let mut rest = value.unsigned_abs();
    while rest > 0 || digits.is_empty() {
        digits.push(char::from_digit((rest % 36) as u32, 36).unwrap_or('0'));
        rest /= 36;
    }
    let sign = if value < 0 { "-" } else { "" };
    sign.chars().chain(digits.into_iter().rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_to_the_base_36() {
        for value in [0, 1, -1, 35, 36, 12_345, -640, i64::from(u32::MAX)] {
            assert_eq!(i64::from_str_radix(&base36(value), 36), Ok(value));
        }
    }
}
