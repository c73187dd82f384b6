//! The page of a run.

use crate::cli::{about, show};
use crate::players::Personality;
use crate::report::training::{Chart, Training, moving_average, page};
use crate::train::Run;
use crate::train::run::GenerationLog;

/// Squares of the ten numbers of a symmetric board.
const OCTANT: [&str; 10] = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];

/// Generations of the moving average of the report on a score board.
const AVERAGE: usize = 5;
/// The most lines of a chart that a reader can distinguish: a board of ten numbers is one chart.
const LINES: usize = 10;

/// The page as HTML; it needs no other file.
pub(super) fn html(run: &Run, personality: Option<&Personality>) -> String {
    let recipe = run.recipe();
    let settings = run.settings();
    let mut training = Training {
        name: settings.name.clone(),
        summary: recipe.summary.clone(),
        about: about::of_work(settings.date.as_deref().unwrap_or_default(), &settings.command),
        state: format!("{} of {} generations.", run.generation(), recipe.generations),
        charts: charts(run.entries()),
        ..Training::default()
    };
    if let Some(personality) = personality {
        training.files.extend(personality.boards().iter().map(|(title, values)| (title.clone(), show::board(values))));
        training.files.push(("personality.json".to_owned(), personality.to_json()));
    }
    let json = serde_json::to_string_pretty(recipe).expect("a recipe is JSON");
    training.files.push(("recipe.json".to_owned(), json));
    page(&training)
}

fn charts(entries: &[GenerationLog]) -> Vec<Chart> {
    let first = entries.first().map_or(0, |entry| entry.generation);
    let values = |of: &dyn Fn(&GenerationLog) -> f64| entries.iter().map(of).collect::<Vec<f64>>();
    let chart = |title: &str, series| Chart::new(title, "generation", first, series);
    let line = |name: &str, values| (name.to_owned(), values);
    let mut charts = vec![
        chart("fitness", vec![line("best", values(&|e| e.best)), line("mean", values(&|e| e.mean))]),
        chart("spread of the population", vec![line("deviation of a gene", values(&|e| e.spread))]),
    ];
    let Some(genes) = entries.first().map(|entry| entry.selected.len()).filter(|genes| *genes > 0) else {
        return charts;
    };
    let name = |gene: usize| if genes == OCTANT.len() { OCTANT[gene].to_owned() } else { format!("gene {gene}") };
    for from in (0..genes).step_by(LINES) {
        let group = from..genes.min(from + LINES);
        let each = |of: &dyn Fn(usize) -> Vec<f64>| group.clone().map(|g| (name(g), of(g))).collect();
        let means = |gene: usize| values(&|e| e.selected.get(gene).copied().unwrap_or(0.0));
        charts.push(chart("mean of each gene of the selected", each(&means)));
        let title = format!("the same, moving average of {AVERAGE} generations");
        charts.push(chart(&title, each(&|gene| moving_average(&means(gene), AVERAGE))));
        let deviations = |gene: usize| values(&|e| e.deviations.get(gene).copied().unwrap_or(0.0));
        charts.push(chart("deviation of each gene over the population", each(&deviations)));
    }
    charts
}
