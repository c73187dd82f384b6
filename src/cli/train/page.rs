//! The page of a run.

use crate::cli::{about, show};
use crate::players::Personality;
use crate::report::training::{Chart, ChartStage, Training, moving_average, page};
use crate::train::Run;
use crate::train::fitness::Measure;
use crate::train::league::LeaguePlan;
use crate::train::run::GenerationLog;

/// The squares that the ten numbers of a symmetric board stand for.
const OCTANT: [&str; 10] = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];

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
        charts: charts(run.entries(), league.as_ref()),
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

fn charts(entries: &[GenerationLog], league: Option<&LeaguePlan>) -> Vec<Chart> {
    let first = entries.first().map_or(0, |entry| entry.generation);
    let mut fitness = vec![
        ("best".to_owned(), values(entries, |entry| entry.best)),
        ("mean".to_owned(), values(entries, |entry| entry.mean)),
    ];
    if let Some(scores) = reference(entries, league) {
        fitness.push(("champion against the reference".to_owned(), scores));
    }
    let spread = vec![("deviation of a gene".to_owned(), values(entries, |entry| entry.spread))];
    let mut charts = vec![
        Chart::new("fitness", ACROSS, first, fitness),
        Chart::new("spread of the population", ACROSS, first, spread),
    ];
    let genes = entries.first().map_or(0, |entry| entry.selected.len());
    for from in (0..genes).step_by(LINES) {
        let group = from..genes.min(from + LINES);
        let means: Vec<(String, Vec<f64>)> = group
            .clone()
            .map(|gene| (name(gene, genes), values(entries, |entry| entry.selected.get(gene).copied().unwrap_or(0.0))))
            .collect();
        let averages = means.iter().map(|(name, means)| (name.clone(), moving_average(means, AVERAGE))).collect();
        let deviations = group
            .map(|gene| {
                (name(gene, genes), values(entries, |entry| entry.deviations.get(gene).copied().unwrap_or(0.0)))
            })
            .collect();
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

/// The score against the reference in each generation: the latest measured one. Generations of a stage before its first
/// measurement have the first score. `None` without measurements.
fn reference(entries: &[GenerationLog], league: Option<&LeaguePlan>) -> Option<Vec<f64>> {
    let mut score = entries.iter().find_map(|entry| entry.reference)?;
    let mut scores = Vec::with_capacity(entries.len());
    for stage in entries.chunk_by(|_, next| !league.is_some_and(|plan| plan.begins(next.generation))) {
        score = stage.iter().find_map(|entry| entry.reference).unwrap_or(score);
        for entry in stage {
            score = entry.reference.unwrap_or(score);
            scores.push(score);
        }
    }
    Some(scores)
}

/// A value of each generation.
fn values(entries: &[GenerationLog], value: impl Fn(&GenerationLog) -> f64) -> Vec<f64> {
    entries.iter().map(value).collect()
}

fn name(gene: usize, genes: usize) -> String {
    if genes == OCTANT.len() { OCTANT[gene].to_owned() } else { format!("gene {gene}") }
}
