//! A rating list as a page, as Markdown and for a terminal.

use std::fmt::Write as _;

use super::table::{likely, literal, range};
use crate::report::columns;
use crate::report::training::{Intervals, Table, Training, page};
use crate::tournament::list::{Line, Rated};

/// The title of one field of a class, and its engines.
#[derive(Debug)]
pub(crate) struct Field {
    /// The class of the clocks.
    pub class: String,
    pub rated: Rated,
}

const HEADINGS: [&str; 11] =
    ["#", "engine", "Elo", "LOS", "score %", "opponents", "draws %", "games", "ms a move", "limits", "command"];

fn cells(place: usize, line: &Line) -> [String; 11] {
    let Line { name, engine, rating, los, games, points, draws, opponents } = line;
    let share = |part: f64| format!("{:.1}", 100.0 * part / (*games).max(1) as f64);
    let time =
        if engine.moves > 0 { format!("{:.1}", 1e3 * engine.seconds / engine.moves as f64) } else { "-".to_owned() };
    let faults: u64 = engine.faults.values().sum();
    let limits = if engine.limits.is_empty() { "none" } else { &engine.limits };
    [
        place.to_string(),
        name.clone(),
        range::<0>(*rating),
        likely(*los),
        share(*points),
        format!("{opponents:+.0}"),
        share(*draws as f64),
        if faults > 0 { format!("{games} ({faults} faults)") } else { games.to_string() },
        time,
        limits.to_owned(),
        engine.arguments.join(" "),
    ]
}

fn rows(rated: &Rated) -> Vec<Vec<String>> {
    rated.lines.iter().zip(1..).map(|(line, place)| cells(place, line).to_vec()).collect()
}

fn games(rated: &Rated) -> u64 {
    rated.meetings.iter().map(|(_, _, tally)| tally.iter().sum::<u64>()).sum()
}

/// The title of a field.
fn title(field: &Field) -> String {
    format!("{} ({} engines, {} games)", field.class, field.rated.lines.len(), games(&field.rated))
}

const PRIOR: &str = "Some of these engines took no point from the others, so nothing says how far apart they are: each \
                     rating counts one encounter more, half won and half lost.";

/// The page.
#[must_use]
pub(crate) fn html(name: &str, fields: &[Field], about: &[(String, String)]) -> String {
    let tables = fields.iter().flat_map(|field| {
        let each = field.rated.meetings.iter().map(|(first, second, [won, drawn, lost])| {
            vec![first.clone(), second.clone(), won.to_string(), drawn.to_string(), lost.to_string()]
        });
        [
            Table::new(title(field), &HEADINGS, rows(&field.rated)),
            Table::new("Who met whom", &["engine", "against", "won", "drawn", "lost"], each.collect()),
        ]
    });
    let intervals = fields.iter().map(|field| {
        let rows = field.rated.lines.iter().filter_map(|line| {
            let rating = line.rating;
            Some((line.name.clone(), rating.value?, rating.low?, rating.high?))
        });
        Intervals { title: format!("{}: Elo with 95 % intervals", field.class), rows: rows.collect() }
    });
    let prior = fields.iter().any(|field| field.rated.prior);
    page(&Training {
        name: name.to_owned(),
        summary: SUMMARY.to_owned(),
        about: about.to_vec(),
        state: if prior { PRIOR.to_owned() } else { String::new() },
        intervals: intervals.filter(|found| !found.rows.is_empty()).collect(),
        tables: tables.collect(),
        ..Training::default()
    })
}

const SUMMARY: &str = "Elo with 95 % intervals from all games of a class; what a number is relative to is said under \
                       Scale. LOS is the probability of being better than the next engine of the list. Numbers of \
                       different classes cannot be compared.";

/// For `list.md`.
#[must_use]
pub(crate) fn list_markdown(name: &str, fields: &[Field], about: &[(String, String)]) -> String {
    let mut text = format!("# {}\n\n{SUMMARY}\n", literal(name));
    for field in fields {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {}\n\n", literal(&title(field)));
        let literals = rows(&field.rated).into_iter().map(|cells| cells.iter().map(|cell| literal(cell)).collect());
        let rows: Vec<Vec<String>> = [HEADINGS.map(str::to_owned).to_vec()].into_iter().chain(literals).collect();
        text += &columns::markdown(&rows, &[1, 9, 10]);
        if field.rated.prior {
            let _ = write!(text, "\n{PRIOR}\n");
        }
    }
    text.push('\n');
    about.iter().for_each(|(name, told)| text.push_str(&format!("- {}: {}\n", literal(name), literal(told))));
    text
}

/// For a terminal: without the commands.
#[must_use]
pub(crate) fn list_plain(fields: &[Field]) -> String {
    let mut text = String::new();
    for field in fields {
        let _ = writeln!(text, "{}", title(field));
        let head = HEADINGS.map(str::to_owned).to_vec();
        let mut rows: Vec<Vec<String>> = [head].into_iter().chain(rows(&field.rated)).collect();
        rows.iter_mut().for_each(|row| row.truncate(HEADINGS.len() - 1));
        text += &columns::plain(&rows, "  ", &[1, 9]);
    }
    text
}
