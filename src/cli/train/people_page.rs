//! The page of the model of people's choices: learning curves, predictions by strength, weights.

use crate::cli::about;
use crate::people::{ELO, NAMES};
use crate::report::training::{Chart, Table, Training, page};
use crate::train::people::Done;
use crate::train::people::validation::{Errors, Group, Point};

/// The page as HTML; it needs no other file.
pub(super) fn html(done: &Done) -> String {
    let figures = &done.figures;
    let counts = figures.counts;
    let json = serde_json::to_string_pretty(&figures.estimator).expect("finite numbers are JSON");
    page(&Training {
        name: "How people choose".to_owned(),
        summary: format!(
            "{} choices in {} games; strengths of {} players from {} other games.",
            counts.choices, counts.judged_games, counts.rated_players, counts.rated_games
        ),
        about: about::of_this_run(),
        state: format!(
            "Judge: weights {}, depth {}, exact from {} empty squares.",
            &figures.judge.weights[..12],
            figures.judge.depth,
            figures.judge.exact_from
        ),
        charts: charts(done),
        tables: tables(done),
        files: vec![("Estimator".to_owned(), json)],
        ..Training::default()
    })
}

fn charts(done: &Done) -> Vec<Chart> {
    let (curves, groups) = (&done.validation.curves, &done.validation.groups);
    let curve = |name: &str, of: &dyn Fn(&Point) -> f64| (name.to_owned(), curves.iter().map(of).collect::<Vec<f64>>());
    let by = |name: &str, of: &dyn Fn(&Group) -> f64| (name.to_owned(), groups.iter().map(of).collect::<Vec<f64>>());
    let chart = |title: &str, across: &str, series: Vec<(String, Vec<f64>)>| Chart {
        title: title.to_owned(),
        across: across.to_owned(),
        first: 1,
        series,
    };
    let numbers = curves.iter().map(|point| point.games.to_string()).collect::<Vec<_>>().join(", ");
    let across = format!("point of the curve: {numbers} games");
    let errors = vec![
        curve("nothing known", &|p| p.nothing),
        curve("moves", &|p| p.moves.rmse),
        curve("moves and margins", &|p| p.both.rmse),
        curve("moves and margins, as measured", &|p| p.measured_both.rmse),
    ];
    let covered = vec![
        curve("moves", &|p| p.moves.coverage),
        curve("moves and margins", &|p| p.both.coverage),
        curve("moves and margins, as measured", &|p| p.measured_both.coverage),
        curve("promised", &|_| 0.95),
    ];
    let losses = vec![by("played", &|g| g.loss.0), by("by the model", &|g| g.expected_loss.0)];
    vec![
        chart("error in Elo (root mean square)", &across, errors),
        chart("share of truths in the 95 % interval", &across, covered),
        chart("mean loss in discs, moves 11 to 60", "group, by strength", losses),
    ]
}

fn table(title: &str, headings: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table { title: title.to_owned(), headings: headings.iter().map(|&heading| heading.to_owned()).collect(), rows }
}

fn estimates(done: &Done) -> Table {
    let row = |p: &Point| {
        let first = vec![p.games.to_string(), p.players.to_string(), format!("{:.0}", p.nothing)];
        let ways = [p.moves, p.both, p.measured_moves, p.measured_both];
        let of = |e: Errors| [format!("{:.1}", e.rmse), format!("{:.3}", e.coverage), format!("{:.0}", e.half_width)];
        [first, ways.into_iter().flat_map(of).collect()].concat()
    };
    let ways = ["moves: RMSE", "moves and margins: RMSE", "moves, as measured: RMSE", "both, as measured: RMSE"];
    let columns: Vec<&str> = ways.into_iter().flat_map(|way| [way, "covered", "±"]).collect();
    let headings = [&["games", "players", "nothing known"], &columns[..]].concat();
    let rows = done.validation.curves.iter().map(row).collect();
    table("The estimate for players who were left out of the fit", &headings, rows)
}

fn tables(done: &Done) -> Vec<Table> {
    let groups = done.validation.tables().map(|(title, of)| groups(title, of));
    [vec![estimates(done)], groups.to_vec(), vec![weights(done)]].concat()
}

fn groups(title: &str, of: &[Group]) -> Table {
    let three = |x: f64| format!("{x:.3}");
    let row = |g: &Group| {
        vec![
            format!("{:.0}", g.rating),
            g.choices.to_string(),
            three(g.predicted),
            three(g.best),
            three(g.surprise),
            three(g.loss.0),
            three(g.expected_loss.0),
        ]
    };
    let headings = ["rating", "choices", "predicted", "judge's best", "surprise", "loss", "expected loss"];
    table(title, &headings, of.iter().map(row).collect())
}

fn weights(done: &Done) -> Table {
    let model = &done.figures.model;
    let row = |(k, name): (usize, &&str)| {
        vec![(*name).to_owned(), format!("{:.3}", model.a[k]), format!("{:.3}", model.b[k])]
    };
    let title = format!("Weights: at the average player's strength (a), and what {ELO} Elo add (b)");
    table(&title, &["feature", "a", "b"], NAMES.iter().enumerate().map(row).collect())
}
