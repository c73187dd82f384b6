//! The report of a tournament: one HTML file that needs nothing else.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::cross::Cross;
use super::table::{COLUMNS, cells, faults, headline, pairing, rounds, sprt};
use crate::report::escape;
use crate::tournament::{Played, Standing};

/// Games that can be replayed in the page; more would make it slow to open.
const MOST_GAMES: usize = 2000;
const TEMPLATE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page from the table and the games.
///
/// # Errors
/// Those of the iterator.
pub fn page<E>(standing: &Standing, games: impl Iterator<Item = Result<Played, E>>) -> Result<String, E> {
    let mut shown = Vec::new();
    let mut curves = Curves::default();
    let mut total = 0;
    for game in games {
        let game = game?;
        total += 1;
        curves.add(&game);
        if shown.len() < MOST_GAMES {
            shown.push(compact(&game));
        }
    }
    let data = json!({"standing": standing, "games": shown, "curves": curves.means(), "total": total});
    // A `<` could end the script.
    let data = data.to_string().replace('<', "\\u003c");
    let parts = [
        ("{{title}}", escape(&standing.name)),
        ("{{headline}}", escape(&headline(standing))),
        ("{{table}}", table(standing)),
        ("{{cross}}", cross(standing)),
        ("{{pairings}}", pairings(standing)),
        ("{{warnings}}", list("warnings", &standing.warnings)),
        ("{{script}}", SCRIPT.to_owned()),
        // The last, for nothing in it is replaced.
        ("{{data}}", data),
    ];
    Ok(parts.into_iter().fold(TEMPLATE.to_owned(), |page, (mark, text)| page.replace(mark, &text)))
}

fn row(tag: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
    format!("<tr>{cells}</tr>\n")
}

fn table(standing: &Standing) -> String {
    let mut head: Vec<String> = COLUMNS.map(str::to_owned).to_vec();
    head.push("faults".to_owned());
    let mut text = row("th", &head);
    for (engine, place) in standing.engines.iter().zip(1..) {
        let mut cells: Vec<String> = cells(place, engine).iter().map(|cell| escape(cell)).collect();
        cells.push(escape(&faults(engine)));
        text.push_str(&row("td", &cells));
    }
    text
}

/// Points of each engine against each.
fn cross(standing: &Standing) -> String {
    let cross = Cross::of(standing);
    let mut head = vec![String::new()];
    head.extend(cross.names.iter().map(|name| escape(name)));
    let mut text = row("th", &head);
    for a in &cross.names {
        let cells = cross.names.iter().map(|b| match cross.score(a, b) {
            _ if a == b => "<td class=\"self\"></td>".to_owned(),
            None => "<td>-</td>".to_owned(),
            Some((points, games)) => {
                // From red (all lost) over white to green (all won).
                let share = points / games as f64;
                let hue = if share < 0.5 { 5 } else { 130 };
                let light = 97.0 - 44.0 * (share - 0.5).abs();
                format!("<td style=\"background:hsl({hue} 55% {light:.0}%)\">{points:.1} / {games}</td>")
            }
        });
        let _ = writeln!(text, "<tr><th>{}</th>{}</tr>", escape(a), cells.collect::<String>());
    }
    text
}

fn pairings(standing: &Standing) -> String {
    let mut lines: Vec<String> =
        standing.pairings.iter().map(|line| format!("{} - {}: {}", line.first, line.second, pairing(line))).collect();
    lines.extend(rounds(standing));
    lines.extend(standing.sprt.iter().map(sprt));
    list("pairings", &lines)
}

fn list(class: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let items: String = lines.iter().map(|line| format!("<li>{}</li>\n", escape(line))).collect();
    format!("<ul class=\"{class}\">\n{items}</ul>")
}

/// A game for the page: short names, for there are many.
fn compact(game: &Played) -> Value {
    let of = |value: fn(&crate::tournament::Ply) -> Value| -> Vec<Value> {
        game.plies.iter().map(|ply| ply.as_ref().map_or(Value::Null, value)).collect()
    };
    let fault = game.fault.as_ref().map(|fault| format!("{}: {}: {}", fault.engine, fault.kind.title(), fault.detail));
    json!({
        "n": game.game, "b": game.black, "w": game.white, "s": game.opening.start, "o": game.opening.plies, "m": game.moves,
        "p": game.points, "d": game.score, "x": game.termination, "f": fault,
        "t": of(|ply| json!(ply.time)), "e": of(|ply| json!(ply.eval)), "g": of(|ply| json!(ply.depth)),
    })
}

/// Sums by engine and number of the move in the game.
#[derive(Default)]
struct Curves(BTreeMap<String, Vec<Sum>>);

#[derive(Default, Clone)]
struct Sum {
    moves: f64,
    time: f64,
    searches: f64,
    depth: f64,
}

impl Curves {
    fn add(&mut self, game: &Played) {
        let Some(replay) = game.replay() else { return };
        for (number, (ply, (board, _))) in game.plies.iter().zip(replay.history()).enumerate() {
            let Some(ply) = ply else { continue };
            let name = game.engine(board.to_move);
            let sums = self.0.entry(name.to_owned()).or_default();
            if sums.len() <= number {
                sums.resize(number + 1, Sum::default());
            }
            let sum = &mut sums[number];
            sum.moves += 1.0;
            sum.time += ply.time;
            // A percentage is the certainty of a solved position, not a depth.
            if let Some(depth) = ply.depth.as_ref().and_then(|depth| depth.split('@').next()?.parse::<f64>().ok()) {
                sum.searches += 1.0;
                sum.depth += depth;
            }
        }
    }

    fn means(&self) -> Value {
        let mean = |sum: f64, count: f64| if count > 0.0 { json!(sum / count) } else { Value::Null };
        let engines = self.0.iter().map(|(name, sums)| {
            let time: Vec<Value> = sums.iter().map(|sum| mean(sum.time, sum.moves)).collect();
            let depth: Vec<Value> = sums.iter().map(|sum| mean(sum.depth, sum.searches)).collect();
            (name.clone(), json!({"time": time, "depth": depth}))
        });
        Value::Object(engines.collect())
    }
}
