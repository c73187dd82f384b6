//! The page of what was learnt from people: learning curves, predictions by strength, the weights.

use std::fmt::Write;

use serde_json::json;

use crate::people::{ELO, NAMES};
use crate::report::escape;
use crate::style::{BASE, DRAW};
use crate::train::people::Done;
use crate::train::people::validate::{Group, Point};

/// Draws the charts into the page.
const SCRIPT: &str = "\
for (const spec of CHARTS) {
  const figure = Draw.lines({ ...spec, height: 260, legend: true });
  document.getElementById(\"curves\").append(figure);
}
";

/// The page as HTML, with pictures inside; it needs no other file.
pub fn html(done: &Done) -> String {
    let Done { table, validation } = done;
    let counts = table.counts;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>How people choose</title>\n<style>{BASE}</style>\n<main class=\"report\">\n<h1>How people choose</h1>\n<pre>{command}</pre>\n\
         <p>{choices} choices in {judged} games; strengths of {players} players from {rated} other games. Judge: weights \
         {weights}, depth {depth}, exact from {exact} empty squares.</p>\n",
        command = escape(&table.command),
        choices = counts.choices,
        judged = counts.judged_games,
        players = counts.rated_players,
        rated = counts.rated_games,
        weights = &table.judge.weights[..12],
        depth = table.judge.depth,
        exact = table.judge.exact_from,
    );
    page.push_str("<h2>The estimate for players who were left out of the fit</h2>\n<div id=\"curves\"></div>\n");
    let curve = |name: &str, of: &dyn Fn(&Point) -> f64| json!({ "name": name, "values": validation.curves.iter().map(of).collect::<Vec<f64>>() });
    let numbers = validation.curves.iter().map(|point| point.games.to_string()).collect::<Vec<_>>().join(", ");
    let across = format!("point of the curve: {numbers} games");
    let errors = [
        curve("nothing known", &|p| p.nothing),
        curve("moves", &|p| p.moves.rmse),
        curve("moves and margins", &|p| p.both.rmse),
    ];
    let covered = [
        curve("moves", &|p| p.moves.coverage),
        curve("moves and margins", &|p| p.both.coverage),
        curve("promised", &|_| 0.95),
    ];
    let by = |name: &str, of: &dyn Fn(&Group) -> f64| json!({ "name": name, "values": validation.groups.iter().map(of).collect::<Vec<f64>>() });
    let losses = [by("played", &|g| g.loss), by("by the model", &|g| g.expected_loss)];
    let charts = json!([
        { "title": "error in Elo (root mean square)", "across": across, "first": 1, "series": errors },
        { "title": "share of truths in the 95 % interval", "across": across, "first": 1, "series": covered },
        { "title": "mean loss in discs, moves 11 to 60", "across": "group, by strength", "first": 1, "series": losses },
    ]);
    let rows = validation.curves.iter().map(|p| {
        vec![
            p.games.to_string(),
            p.players.to_string(),
            format!("{:.0}", p.nothing),
            format!("{:.1}", p.moves.rmse),
            format!("{:.3}", p.moves.coverage),
            format!("{:.0}", p.moves.half_width),
            format!("{:.1}", p.both.rmse),
            format!("{:.3}", p.both.coverage),
            format!("{:.0}", p.both.half_width),
        ]
    });
    let heads =
        ["games", "players", "nothing known", "moves: RMSE", "covered", "±", "moves and margins: RMSE", "covered", "±"];
    table_of(&mut page, &heads, rows);

    page.push_str("<h2>Moves 11 to 60, by strength</h2>\n");
    let rows = validation.groups.iter().map(|g| {
        let three = |x: f64| format!("{x:.3}");
        vec![
            format!("{:.0}", g.elo),
            g.choices.to_string(),
            three(g.predicted),
            three(g.best),
            three(g.surprise),
            three(g.loss),
            three(g.expected_loss),
        ]
    });
    let heads = ["Elo", "choices", "predicted", "judge's best", "surprise", "loss", "expected loss"];
    table_of(&mut page, &heads, rows);

    let _ = writeln!(page, "<h2>Weights</h2>\n<p>At the average player's strength, and what {ELO} Elo add.</p>");
    let rows = NAMES.iter().enumerate().map(|(k, name)| {
        vec![(*name).to_owned(), format!("{:.3}", table.model.a[k]), format!("{:.3}", table.model.b[k])]
    });
    table_of(&mut page, &["feature", "a", "b"], rows);
    let json = serde_json::to_string_pretty(&table.estimator).expect("finite numbers are JSON");
    let _ = writeln!(page, "<h2>Estimator</h2>\n<pre>{}</pre>\n</main>", escape(&json));
    // A `<` could end the script.
    let data = charts.to_string().replace('<', "\\u003c");
    let _ = writeln!(page, "<script>\n{DRAW}\nconst CHARTS = {data};\n{SCRIPT}</script>\n</html>");
    page
}

fn table_of(page: &mut String, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let cells = |tag: &str, cells: &mut dyn Iterator<Item = String>| {
        cells.map(|cell| format!("<{tag}>{}</{tag}>", escape(&cell))).collect::<String>()
    };
    let _ = writeln!(page, "<table>\n<tr>{}</tr>", cells("th", &mut heads.iter().map(|&head| head.to_owned())));
    for row in rows {
        let _ = writeln!(page, "<tr>{}</tr>", cells("td", &mut row.into_iter()));
    }
    page.push_str("</table>\n");
}
