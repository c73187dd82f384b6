//! The page of the model of people's choices: learning curves, predictions by strength, weights.

use crate::cli::about;
use crate::people::{COUNT, ELO, in_words};
use crate::record::text::counted;
use crate::report::training::{Chart, Intervals, Table, Training, page};
use crate::stats::{Mean, Z95};
use crate::train::people::Done;
use crate::train::people::validation::{Errors, Group, Point, Reliability, Validation};

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
        intervals: intervals(done),
        tables: tables(done),
        files: vec![("Estimator".to_owned(), json)],
        ..Training::default()
    })
}

/// Values with their intervals, so that few people are drawn as few: a row for each number of games.
fn intervals(done: &Done) -> Vec<Intervals> {
    let Validation { curves, groups, .. } = &done.validation;
    let figure = |title: &str, of: &dyn Fn(&Point) -> (f64, f64, f64)| Intervals {
        title: title.to_owned(),
        rows: curves
            .iter()
            .map(|point| {
                let (value, low, high) = of(point);
                let games = counted(point.games, "game");
                (format!("{games}, {} people", point.players), value, low, high)
            })
            .collect(),
    };
    // The relative error of a deviation of n normal numbers is 1 / sqrt(2 n).
    let error = |value: f64, point: &Point| {
        let reach = Z95 * value / (2.0 * point.players as f64).sqrt();
        (value, (value - reach).max(0.0), value + reach)
    };
    let share = |value: f64, point: &Point| {
        let mean = Mean { count: point.players, mean: value, error: None };
        let (low, high) = mean.interval_of_share();
        (value, low, high)
    };
    let losses = groups.iter().flat_map(|group| {
        let row = |name: &str, discs: f64| (format!("{:.0}, {name}", group.rating), discs, discs, discs);
        [row("played", group.loss.0), row("predicted", group.expected_loss.0)]
    });
    let losses =
        Intervals { title: "discs that a move loses, by the players' rating".to_owned(), rows: losses.collect() };
    vec![
        figure("error of the rating of an unknown player, in Elo", &|p| error(p.nothing, p)),
        figure("error of the rating by moves, in Elo", &|p| error(p.measured_moves.rmse, p)),
        figure("error of the rating by moves and margins, in Elo", &|p| error(p.measured_both.rmse, p)),
        figure("error of a straight line of the mean loss, in Elo", &|p| error(p.mean_loss, p)),
        figure("error of a straight line of the share of best moves, in Elo", &|p| error(p.best_moves, p)),
        figure("how often the 95 % interval by moves holds the rating", &|p| share(p.measured_moves.coverage, p)),
        figure("how often the 95 % interval by moves and margins holds the rating", &|p| {
            share(p.measured_both.coverage, p)
        }),
        losses,
    ]
}

/// How often moves of similar probability are played.
fn charts(done: &Done) -> Vec<Chart> {
    let bins = &done.validation.reliability;
    let series = |name: &str, of: &dyn Fn(&Reliability) -> f64| (name.to_owned(), bins.iter().map(of).collect());
    let title = "how often moves of 0 to 10 %, 10 to 20 %, ... are played";
    let series = vec![series("predicted", &|bin| bin.said), series("played", &|bin| bin.played)];
    vec![Chart::new(title, "tenth of the probabilities", 1, series)]
}

fn estimates(done: &Done) -> Table {
    let row = |p: &Point| {
        let first = vec![p.games.to_string(), p.players.to_string(), format!("{:.0}", p.nothing)];
        let ways = [p.moves, p.both, p.measured_moves, p.measured_both];
        let of = |e: Errors| [format!("{:.1}", e.rmse), format!("{:.3}", e.coverage), format!("{:.0}", e.half_width)];
        let others = vec![format!("{:.1}", p.mean_loss), format!("{:.1}", p.best_moves)];
        [first, ways.into_iter().flat_map(of).collect(), others].concat()
    };
    let ways = ["moves: RMSE", "moves and margins: RMSE", "moves, as measured: RMSE", "both, as measured: RMSE"];
    let columns: Vec<&str> = ways.into_iter().flat_map(|way| [way, "covered", "±"]).collect();
    let others = ["line of the mean loss: RMSE", "line of the share of best moves: RMSE"];
    let headings = [&["games", "players", "nothing known"], &columns[..], &others].concat();
    let rows = done.validation.curves.iter().map(row).collect();
    Table::new("The estimate for players who were left out of the fit", &headings, rows)
}

fn tables(done: &Done) -> Vec<Table> {
    let groups = done.validation.tables().map(|(title, of)| groups(title, of)).collect();
    [vec![estimates(done)], groups, vec![reliability(done), weights(done)]].concat()
}

fn reliability(done: &Done) -> Table {
    let row = |bin: &Reliability| vec![bin.moves.to_string(), format!("{:.3}", bin.said), format!("{:.3}", bin.played)];
    let rows = done.validation.reliability.iter().map(row).collect();
    Table::new("Moves 11 to 60 by predicted probability", &["moves", "predicted", "played"], rows)
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
    Table::new(title, &headings, of.iter().map(row).collect())
}

fn weights(done: &Done) -> Table {
    let model = &done.figures.model;
    let row = |k: usize| vec![in_words(k), format!("{:.3}", model.a[k]), format!("{:.3}", model.b[k])];
    let more = format!("change for {ELO} Elo");
    let headings = ["feature", "for the average player", &more];
    Table::new("Weights, in the logarithm of the odds", &headings, (0..COUNT).map(row).collect())
}
