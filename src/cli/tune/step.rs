//! The jobs of a step: each plays two opposite points against each other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde_json::json;

use super::options;
use super::state::Setup;
use crate::cli::job::folder::{Plan, Whole, all};
use crate::cli::output::replace;
use crate::jobs::{Job, Shard, Task};
use crate::operators::Genome;
use crate::record::Digest;
use crate::stats::derive;
use crate::tournament::catalogue::with_texts;
use crate::tournament::config::typed;
use crate::tournament::planned::plan;
use crate::tournament::{Config, Played};

/// The sides of a probe.
const SIDES: [&str; 2] = ["plus", "minus"];

/// Writes the jobs of a step; those that are there are the same. `template`: its name and text.
pub(super) fn write(
    folder: &Path,
    setup: &Setup,
    template: Option<&(String, String)>,
    number: usize,
    points: &[Genome],
    program: &Digest,
) -> anyhow::Result<Plan> {
    let mut jobs = Vec::new();
    let mut files: BTreeMap<Digest, PathBuf> = BTreeMap::new();
    for (probe, two) in points.chunks_exact(2).enumerate() {
        let mut engines = Vec::new();
        for (side, values) in SIDES.into_iter().zip(two) {
            let mut engine = with_texts(&setup.engine, &|text| options::filled(text, &setup.options, values));
            if let Some((name, text)) = template {
                let path = std::path::absolute(folder)?.join(format!("{}-{side}-{name}", probe + 1));
                std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
                replace(&path, options::filled(text, &setup.options, values))?;
                engine = with_texts(&engine, &|text| text.replace("{template}", &path.display().to_string()));
            }
            // What was a text with {NAME} may be a number now.
            for (key, value) in engine.as_object_mut().into_iter().flatten() {
                if let Some(text) = value.as_str() {
                    *value = typed(key, text);
                }
            }
            engine["name"] = side.into();
            engines.push(engine);
        }
        // Each probe has openings of its own.
        let seed = derive(derive(setup.seed, number as u64), probe as u64) >> 33;
        let value = json!({
            "name": "tune", "engines": engines, "games": setup.games, "openings": setup.openings, "seed": seed,
            "log": false,
        });
        let config = Config::from_json(&value).map_err(|problem| anyhow::anyhow!("--engine: {problem}"))?;
        let (identity, games) = plan(&config)?;
        jobs.push(Job::new(program.clone(), Task::Shard(Shard::new(&identity, games))));
        files.extend(config.files().map_err(anyhow::Error::msg)?);
    }
    Plan::write(folder, &jobs, Whole::Tune, files)
}

/// By how much the first side of each probe was better, from -1 to 1, and the faults in all games.
pub(super) fn differences(folder: &Path, plan: &Plan) -> anyhow::Result<(Vec<f64>, usize)> {
    let matches: Vec<Vec<Played>> = all(plan, folder)?;
    let faults = matches.iter().flatten().filter(|game| game.fault.is_some()).count();
    let games: usize = matches.iter().map(Vec::len).sum();
    // An engine that always fails would drive the search somewhere.
    ensure!(
        faults < games,
        "{}: every game ended by a fault; rival tournament with the same engine shows why",
        folder.display()
    );
    let one = |games: &Vec<Played>| {
        let points: Vec<f64> =
            games.iter().filter_map(|game| game.doubled(SIDES[0])).map(|result| f64::from(result) - 1.0).collect();
        points.iter().sum::<f64>() / points.len().max(1) as f64
    };
    Ok((matches.iter().map(one).collect(), faults))
}
