//! The result of a search, as text and as a page.

use std::fmt::Write as _;

use super::state::Search;
use crate::report::training::{Chart, Table, Training, page};

/// The rows of the options: name, range, start, now, mean.
fn rows(search: &Search) -> Vec<Vec<String>> {
    let Some((now, mean)) = search.found() else { return Vec::new() };
    let rows = search.setup.options.iter().zip(now).zip(&mean).map(|((option, &now), &mean)| {
        let range = format!("{} to {}", option.from, option.to);
        vec![option.name.clone(), range, option.text(option.start), option.text(now), option.text(mean)]
    });
    rows.collect()
}

const HEADINGS: [&str; 5] = ["option", "range", "start", "now", "mean of the last quarter"];

/// The text for a terminal.
#[must_use]
pub(super) fn plain(search: &Search) -> String {
    let mut text = String::new();
    for row in rows(search) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}: {} now, {} on average of the last quarter (start {}, {})",
            row[0], row[3], row[4], row[2], row[1]
        );
    }
    text
}

/// The page as HTML.
#[must_use]
pub(super) fn html(search: &Search, about: Vec<(String, String)>, steps: usize) -> String {
    let setup = &search.setup;
    let charts = setup.options.iter().enumerate().map(|(number, option)| {
        let values = search.steps.iter().map(|step| step.values[number]).collect();
        Chart::new(format!("{} after each step", option.name), "step", 1, vec![(option.name.clone(), values)])
    });
    let games = search.steps.len() * setup.probes * setup.games;
    let faults: usize = search.steps.iter().map(|step| step.faults).sum();
    let mut told = vec![
        ("engine".to_owned(), serde_json::Value::from(setup.engine.0.clone()).to_string()),
        (
            "method".to_owned(),
            format!("SPSA: {} probes a step, {} games each, gain {}", setup.probes, setup.games, setup.gain),
        ),
        ("openings".to_owned(), setup.openings.to_string()),
        ("seed".to_owned(), setup.seed.to_string()),
    ];
    told.extend(about);
    page(&Training {
        name: "Tuning".to_owned(),
        summary: "Each step plays an engine against itself at two opposite points around the present one, and goes \
                  towards the better of them."
            .to_owned(),
        about: told,
        state: format!("{} of {steps} steps, {games} games, {faults} of them ended by a fault.", search.steps.len()),
        charts: charts.collect(),
        tables: vec![Table::new("Options", &HEADINGS, rows(search))],
        ..Training::default()
    })
}
