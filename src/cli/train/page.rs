//! The page of a run: its curves, and the board that came out.

use std::fmt::Write;

use crate::cli::show;
use crate::players::Personality;
use crate::report::lines::{Chart, Series, moving_average, svg};
use crate::report::{board, escape};
use crate::train::Run;
use crate::train::run::GenerationLog;

/// Squares of the ten numbers of a symmetric board.
const OCTANT: [&str; 10] = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];

/// Generations of the moving average of the report on a score board.
const AVERAGE: usize = 5;

/// The page as HTML, with pictures inside; it needs no other file.
pub fn html(run: &Run, personality: Option<&Personality>) -> String {
    let (recipe, settings) = (run.recipe(), run.settings());
    let mut page = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{name}</title>\n\
         <style>body{{font-family:sans-serif;max-width:900px;margin:2em auto;line-height:1.5}}pre{{background:#f4f4f4;padding:1em;overflow:auto}}svg{{max-width:100%;height:auto}}</style>\n\
         <h1>{name}</h1>\n<p>{summary}</p>\n<pre>{command}</pre>\n<p>{done} of {all} generations.</p>\n",
        name = escape(&settings.name),
        summary = escape(&recipe.summary),
        command = escape(&settings.command),
        done = run.generation(),
        all = recipe.generations,
    );
    for chart in charts(run.entries()) {
        page.push_str(&svg(&chart));
    }
    if let Some(personality) = personality {
        let boards = show::boards(personality);
        if !boards.is_empty() {
            page.push_str(&board::svg(&personality.name, &personality.summary, &boards));
        }
        let _ = writeln!(page, "<h2>personality.json</h2>\n<pre>{}</pre>", escape(&personality.to_json()));
    }
    let json = serde_json::to_string_pretty(recipe).expect("a recipe is JSON");
    let _ = writeln!(page, "<h2>recipe.json</h2>\n<pre>{}</pre>", escape(&json));
    page
}

fn charts(entries: &[GenerationLog]) -> Vec<Chart> {
    let chart = |title: &str, series| Chart { title: title.to_owned(), across: "generation".to_owned(), series };
    let points =
        |of: &dyn Fn(&GenerationLog) -> f64| entries.iter().map(|e| (e.generation as f64, of(e))).collect::<Vec<_>>();
    let series = |name: &str, points| Series { name: name.to_owned(), points };
    let mut charts = vec![
        chart("fitness", vec![series("best", points(&|e| e.best)), series("mean", points(&|e| e.mean))]),
        chart("spread of the population", vec![series("deviation of a gene", points(&|e| e.spread))]),
    ];
    let Some(genes) = entries.first().map(|entry| entry.selected.len()).filter(|genes| *genes > 0) else {
        return charts;
    };
    let name = |gene: usize| if genes == OCTANT.len() { OCTANT[gene].to_owned() } else { format!("gene {gene}") };
    // Ten lines are as many as one can tell apart.
    for from in (0..genes).step_by(OCTANT.len()) {
        let group = from..genes.min(from + OCTANT.len());
        let means = |gene: usize| points(&|e| e.selected.get(gene).copied().unwrap_or(0.0));
        let each = |of: &dyn Fn(usize) -> Vec<(f64, f64)>| group.clone().map(|g| series(&name(g), of(g))).collect();
        charts.push(chart("mean of each gene of the selected", each(&|gene| means(gene))));
        let title = format!("the same, moving average of {AVERAGE} generations");
        charts.push(chart(&title, each(&|gene| moving_average(&means(gene), AVERAGE))));
        let deviations = |gene: usize| points(&|e| e.deviations.get(gene).copied().unwrap_or(0.0));
        charts.push(chart("deviation of each gene over the population", each(&deviations)));
    }
    charts
}
