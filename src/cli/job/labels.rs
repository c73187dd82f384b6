//! Labels for `rival train patterns` in parts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::folder::{Plan, Whole, read_result};
use super::own_digest;
use crate::cli::complaint::complain;
use crate::cli::output::{print, replace};
use crate::eval::patterns::{NetworkFile, WeightsFile};
use crate::jobs::{Job, Labelled, Task};
use crate::machine::regular::regular;
use crate::record::Digest;
use crate::record::file::bytes;
use crate::train::patterns::job::Job as Labels;
use crate::train::patterns::recipe::{self, Recipe};
use crate::train::patterns::{Run, sample};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A run's folder: make the labels of its next generation. The run uses them when they are collected into the
    /// folder of their generation.
    #[arg(long, value_name = "FOLDER",
        conflicts_with_all = ["weights", "network", "recipe", "generation", "seed", "count"])]
    run: Option<PathBuf>,
    /// The weights that play against themselves and value positions.
    #[arg(long, value_name = "FILE", required_unless_present = "run")]
    weights: Option<PathBuf>,
    /// A network over the weights, which plays and values in their place.
    #[arg(long, value_name = "FILE", requires = "weights")]
    network: Option<PathBuf>,
    /// The parameters of games and labels: a shipped recipe or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "patterns-small")]
    recipe: String,
    /// The generation of the recipe.
    #[arg(long, value_name = "N", default_value_t = 1)]
    generation: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions; default: the recipe's number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    count: Option<u64>,
    /// The folder of the jobs.
    #[arg(long, visible_alias = "out", value_name = "DIR")]
    pub into: PathBuf,
}

/// What the jobs follow from.
struct Source {
    recipe: Recipe,
    seed: u64,
    generation: usize,
    weights: PathBuf,
    archive: Vec<sample::Sample>,
}

pub(super) fn make(args: &Args) -> anyhow::Result<Plan> {
    let source = match (&args.run, &args.weights) {
        (Some(folder), _) => of_run(folder)?,
        (None, Some(weights)) => of_options(args, weights)?,
        (None, None) => bail!("found neither --run nor --weights"),
    };
    let at = || source.weights.display().to_string();
    let content = regular(&source.weights).and_then(bytes).with_context(at)?;
    let WeightsFile { weights, .. } = WeightsFile::parse(&content).with_context(at)?;
    // The recipe has the rule; weights for the other rule cannot be used.
    let recipe = match args.run {
        Some(_) if weights.rule != source.recipe.rule => {
            bail!("{}: found weights for {}, expected {}", at(), weights.rule, source.recipe.rule)
        }
        _ => Recipe { rule: weights.rule, ..source.recipe },
    };
    let digest = Digest::of(&content);
    let tasks = recipe.label_jobs(source.seed, source.generation, digest.as_str(), &source.archive);
    let tasks = tasks.with_context(|| {
        let generations = recipe.generations.len();
        format!("--generation: found {}, expected 1 to {generations}, which the recipe has", source.generation)
    })?;
    let path = std::path::absolute(&source.weights).with_context(at)?;
    let mut files = BTreeMap::from([(digest.clone(), path)]);
    let rows = weights.layout.weights();
    let network = args.network.as_deref().map(|file| network(file, (&source.weights, &digest), rows)).transpose()?;
    let name = network.as_ref().map(|(digest, _)| digest.as_str().to_owned());
    files.extend(network);
    let program = own_digest()?;
    let job = |task| Job::new(program.clone(), Task::Labels(Labels { network: name.clone(), ..task }));
    let jobs: Vec<Job> = tasks.into_iter().map(job).collect();
    Plan::write(&args.into, &jobs, Whole::Labels, files)
}

/// The digest and the absolute path of a network over the weights of this file and digest, so many a phase.
fn network(file: &Path, (weights, digest): (&Path, &Digest), rows: usize) -> anyhow::Result<(Digest, PathBuf)> {
    let at = || file.display().to_string();
    let content = regular(file).and_then(bytes).with_context(at)?;
    let found = NetworkFile::parse(&content).with_context(at)?;
    found.check(&weights.display().to_string(), digest.as_str(), rows).with_context(at)?;
    Ok((Digest::of(&content), std::path::absolute(file).with_context(at)?))
}

fn of_options(args: &Args, weights: &Path) -> anyhow::Result<Source> {
    let mut recipe = recipe::load(&args.recipe)?;
    if let Some(count) = args.count {
        recipe.generations.iter_mut().for_each(|generation| generation.positions = count as usize);
    }
    let (seed, generation) = (args.seed, args.generation);
    Ok(Source { recipe, seed, generation, weights: weights.to_owned(), archive: Vec::new() })
}

/// The next generation of a run.
fn of_run(folder: &Path) -> anyhow::Result<Source> {
    let run = Run::open(folder)?;
    let recipe = run.recipe().clone();
    let open = (1..=recipe.generations.len()).find(|&number| run.verdict(number).is_none());
    let generation = open.with_context(|| format!("{}: found all generations finished", folder.display()))?;
    let weights = folder.join(format!("generation-{}/patterns.weights", run.best()?));
    let path = folder.join("archive.txt");
    let archive = if path.exists() {
        let text = regular(&path).and_then(bytes).with_context(|| path.display().to_string())?;
        let samples = sample::from_text(String::from_utf8_lossy(&text).trim());
        samples.with_context(|| format!("{}: found no samples", path.display()))?
    } else {
        Vec::new()
    };
    Ok(Source { recipe, seed: run.settings().seed, generation, weights, archive })
}

/// The files that the run itself would have written: `labels/NUMBER.json` in the folder of a generation.
pub(super) fn collect(plan: &Plan, results: &Path, out: &Path) -> anyhow::Result<ExitCode> {
    // Read first, so that an error leaves nothing behind.
    let mut found: Vec<(usize, Labelled)> = Vec::new();
    for (number, digest) in plan.jobs.iter().enumerate() {
        if let Some(output) = read_result(results, digest)? {
            found.push((number, serde_json::from_value(output.result).with_context(|| digest.to_string())?));
        }
    }
    let folder = out.join("labels");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for (number, labelled) in &found {
        replace(&folder.join(format!("{number:06}.json")), serde_json::to_string_pretty(labelled)? + "\n")?;
    }
    print(format!("{}: labels of {} jobs\n", folder.display(), found.len()))?;
    let missing = plan.jobs.len() - found.len();
    if missing > 0 {
        complain!("rival: {}: {missing} of {} jobs have no results", results.display(), plan.jobs.len());
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
