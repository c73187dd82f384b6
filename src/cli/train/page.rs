//! The page of a run.

use std::ops::Range;

use crate::cli::{about, show};
use crate::players::Personality;
use crate::report::training::{Chart, ChartStage, Training, moving_average, page};
use crate::train::features::{OCTANT, TrainableFeature};
use crate::train::fitness::Measure;
use crate::train::league::LeaguePlan;
use crate::train::recipe::Target;
use crate::train::run::GenerationLog;
use crate::train::{Recipe, Run};

/// Generations in the moving average, as in the report on a score board.
const AVERAGE: usize = 5;
/// The most lines that a reader can distinguish in a chart. A board of ten numbers fits in one.
const LINES: usize = 10;

/// The title of the charts' horizontal axis.
const ACROSS: &str = "generation";

/// The page as HTML; it is self-contained. `exploited` is a sentence on the best response to the trained map.
pub(super) fn html(run: &Run, personality: Option<&Personality>, exploited: Option<&str>) -> String {
    let recipe = run.recipe();
    let settings = run.settings();
    let league = match recipe.fitness {
        Measure::League { plan, .. } => Some(plan),
        _ => None,
    };
    let explanation = league.as_ref().map(explanation).unwrap_or_default();
    let exploited = exploited.map(|sentence| format!(" {sentence}")).unwrap_or_default();
    let mut training = Training {
        name: settings.name.clone(),
        summary: recipe.summary.clone(),
        about: about::of_work(settings.date.as_deref().unwrap_or_default(), &settings.command),
        state: format!("{} of {} generations.{exploited}{explanation}", run.generation(), recipe.generations),
        charts: charts(run.entries(), &gene_names(recipe), league.as_ref()),
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

/// The stages of a league, for readers who do not know it.
fn explanation(plan: &LeaguePlan) -> String {
    let LeaguePlan { oracles, judges, rounds, generations } = plan;
    format!(
        " First come {searches} searches. Each finds {rounds} champions: every {generations} generations one that is \
         trained against the earlier champions of its search. The champions of the searches called opponents are the \
         opponents of the final search, and those called judges choose the result among its generations. Each champion \
         and the final search start from random players, against other opponents. So the curves begin anew, and only \
         values in one piece of a curve can be compared.",
        searches = oracles + judges,
    )
}

/// The stages of a league in the generations so far.
fn stages(plan: &LeaguePlan, entries: &[GenerationLog]) -> Vec<ChartStage> {
    let begun = entries.iter().enumerate().filter(|(_, entry)| plan.begins(entry.generation));
    let stages = begun.map(|(at, &GenerationLog { generation, .. })| {
        let Some(oracle) = plan.oracle(generation) else {
            let name = "final search".to_owned();
            return ChartStage { at, label: Some(name.clone()), name };
        };
        let search = match oracle.checked_sub(plan.oracles) {
            None => format!("opponents {}", oracle + 1),
            Some(judge) => format!("judges {}", judge + 1),
        };
        let round = plan.round(generation);
        let name = format!("{search}, champion {}", round + 1);
        ChartStage { at, name, label: (round == 0).then_some(search) }
    });
    stages.collect()
}

fn charts(entries: &[GenerationLog], genes: &[String], league: Option<&LeaguePlan>) -> Vec<Chart> {
    let first = entries.first().map_or(0, |entry| entry.generation);
    let fitness = vec![
        ("best".to_owned(), values(entries, |entry| entry.best)),
        ("mean".to_owned(), values(entries, |entry| entry.mean)),
    ];
    let spread = vec![("deviation of a gene".to_owned(), values(entries, |entry| entry.spread))];
    let mut charts = vec![
        Chart { measured: reference(entries), ..Chart::new("fitness", ACROSS, first, fitness) },
        Chart::new("spread of the population", ACROSS, first, spread),
    ];
    // Only runs with few genes log them.
    let logged = entries.first().map_or(0, |entry| entry.selected.len()).min(genes.len());
    for from in (0..logged).step_by(LINES) {
        let group = from..logged.min(from + LINES);
        let means = lines(genes, group.clone(), entries, |entry| &entry.selected);
        let averages = means.iter().map(|(name, means)| (name.clone(), moving_average(means, AVERAGE))).collect();
        let deviations = lines(genes, group, entries, |entry| &entry.deviations);
        charts.push(Chart::new("mean of each gene of the selected", ACROSS, first, means));
        let title = format!("the same, moving average of {AVERAGE} generations");
        charts.push(Chart::new(title, ACROSS, first, averages));
        charts.push(Chart::new("deviation of each gene over the population", ACROSS, first, deviations));
    }
    if let Some(plan) = league {
        let stages = stages(plan, entries);
        charts.iter_mut().for_each(|chart| chart.stages.clone_from(&stages));
    }
    charts
}

/// The scores against the reference, in the generations that measured it.
fn reference(entries: &[GenerationLog]) -> Vec<(String, Vec<Option<f64>>)> {
    let scores: Vec<Option<f64>> = entries.iter().map(|entry| entry.reference).collect();
    if scores.iter().all(Option::is_none) {
        return Vec::new();
    }
    vec![("champion against the reference".to_owned(), scores)]
}

/// A line for each gene of a group, through its value in each generation.
fn lines(
    genes: &[String],
    group: Range<usize>,
    entries: &[GenerationLog],
    numbers: impl Fn(&GenerationLog) -> &[f64],
) -> Vec<(String, Vec<f64>)> {
    let mut lines = Vec::new();
    for gene in group {
        let values = values(entries, |entry| numbers(entry).get(gene).copied().unwrap_or(0.0));
        lines.push((genes[gene].clone(), values));
    }
    lines
}

/// A value of each generation.
fn values(entries: &[GenerationLog], value: impl Fn(&GenerationLog) -> f64) -> Vec<f64> {
    entries.iter().map(value).collect()
}

/// The names of the genes, in the order of the log. Runs of maps have too many genes to log them.
fn gene_names(recipe: &Recipe) -> Vec<String> {
    let features = recipe.features.iter().flatten().filter_map(|name| TrainableFeature::named(name));
    match recipe.target {
        Target::Map => Vec::new(),
        Target::Board => OCTANT.map(str::to_owned).to_vec(),
        Target::Linear => features.flat_map(TrainableFeature::gene_names).collect(),
    }
}
