//! The page of a training of patterns.

use crate::cli::about;
use crate::record::run_folder::FolderError;
use crate::report::training::{Chart, Intervals, Table, Training, page};
use crate::train::patterns::run::LogLine;
use crate::train::patterns::{Run, Stage};

const PLIES: u64 = 60;

/// The page as HTML; it needs no other file.
///
/// # Errors
/// The log of the run cannot be read.
pub(super) fn html(run: &Run) -> Result<String, FolderError> {
    let (recipe, settings) = (run.recipe(), run.settings());
    let entries = run.entries()?;
    let json = serde_json::to_string_pretty(recipe).expect("a recipe is JSON");
    let generations = recipe.generations.len();
    let done = (1..=generations).filter(|&generation| run.verdict(generation).is_some()).count();
    Ok(page(&Training {
        name: settings.name.clone(),
        summary: recipe.summary.clone(),
        about: about::of_work(settings.date.as_deref().unwrap_or_default(), &settings.command),
        state: format!("{done} of {generations} generations."),
        charts: vec![errors(run)],
        intervals: vec![matches(run)],
        tables: vec![stages(&entries)],
        files: vec![("recipe.json".to_owned(), json)],
        ..Training::default()
    }))
}

/// The error over held-out positions, by the ply about to be played.
fn errors(run: &Run) -> Chart {
    let all = 0..=run.recipe().generations.len();
    let series = all.filter_map(|generation| {
        let errors = run.errors(generation)?;
        let of_ply = |ply: u64| {
            let empties = (PLIES + 1 - ply) as u32;
            errors.iter().find(|phase| phase.empties >= empties).map_or(0.0, |phase| phase.held_out.absolute)
        };
        Some((format!("generation {generation}"), (1..=PLIES).map(of_ply).collect()))
    });
    let title = "mean error of positions held out, in discs: each generation's own labels";
    Chart::new(title, "ply", 1, series.collect())
}

/// The score of each generation in its acceptance match.
fn matches(run: &Run) -> Intervals {
    let rows = (1..=run.recipe().generations.len()).filter_map(|generation| {
        let verdict = run.verdict(generation)?;
        let outcome = &verdict.outcome;
        let taken = if verdict.taken { "taken" } else { "not taken" };
        let name = format!("{generation} against {}: {taken}", verdict.against);
        Some((name, 100.0 * outcome.score, 100.0 * outcome.low, 100.0 * outcome.high))
    });
    Intervals { title: "score of each generation against the one before, %".to_owned(), rows: rows.collect() }
}

/// The work and the speed of each stage.
fn stages(entries: &[LogLine]) -> Table {
    let headings = ["generation", "stage", "done", "seconds", "threads", "an hour"];
    let row = |entry: &LogLine| {
        let what = match entry.stage {
            Stage::Growth | Stage::Fit => "phases",
            Stage::Positions | Stage::Labels | Stage::ProbCut => "positions",
            Stage::Calibration => "games",
            Stage::Match => "pairs of games",
        };
        let an_hour = entry.items as f64 / entry.seconds.max(1e-3) * 3600.0;
        vec![
            entry.generation.to_string(),
            entry.stage.name().to_owned(),
            format!("{} {what}", entry.items),
            format!("{:.0}", entry.seconds),
            entry.threads.to_string(),
            format!("{an_hour:.3e}"),
        ]
    };
    Table::new("What each stage did", &headings, entries.iter().map(row).collect())
}
