//! The recipe `thesis`, cycle by cycle.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde_json::json;

use super::{Args, Folder, bar, made};
use crate::cli::output::print;
use crate::players::Personality;
use crate::stats::{Mean, derive};
use crate::train::rivals::thesis::{Settings, Weights, cycle, first, player, score, three};

/// Games that decide which individuals are near one half, as in table 6.1.
const LAST: u64 = 100;

pub fn run(args: &Args, folder: &Folder, agent: &Personality, threads: usize) -> anyhow::Result<ExitCode> {
    let settings = match args.chapter {
        6 => Settings::chapter_6(args.beta, args.seed, threads),
        _ => Settings { beta: args.beta, ..Settings::chapter_7(args.seed, threads) },
    };
    let (mut done, mut population) = match folder.value("population")? {
        Some(value) => {
            let population = serde_json::from_value(value["population"].clone());
            let cycles = value["cycles"].as_u64().and_then(|cycles| u32::try_from(cycles).ok());
            let expected = "population.json: expected the population of an earlier run";
            (cycles.context(expected)?, population.context(expected)?)
        }
        None => (0, first(&settings)),
    };
    let bar = bar(u64::from(settings.cycles), "cycles")?;
    bar.set_position(u64::from(done));
    while done < settings.cycles {
        cycle(&settings, done, &mut population, agent);
        done += 1;
        folder.keep_value("population", &json!({ "cycles": done, "population": population }))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seed = derive(args.seed, u64::MAX);
    let rated: Vec<(Weights, f64)> =
        population.iter().map(|w| (*w, score(w, agent, settings.depth, LAST, seed, threads))).collect();
    let mut said = String::new();
    for (weights, score) in &rated {
        let _ = writeln!(said, "{:>6} {:>6} {:>6}  scores {score:.3}", weights[0], weights[1], weights[2]);
    }
    let mean = Mean::of(rated.iter().map(|(_, score)| *score));
    if let Some(Mean { mean, error: Some(error), count }) = mean {
        let _ = writeln!(said, "mean {mean:.4}, standard deviation {:.4}", error * (count as f64).sqrt());
    }
    let chosen = three(&rated);
    for (&number, letter) in chosen.iter().zip(["a", "b", "c"]) {
        let (weights, score) = &rated[number];
        let mut rival = player(&format!("rival-{letter}"), weights, settings.depth);
        rival.notes = vec![format!("Scores {score:.3} against the agent in {LAST} games.")];
        rival.provenance = Some(made("thesis", args.seed, *score));
        folder.keep_rival(&rival)?;
        let _ = writeln!(said, "{}: {}", rival.name, rival.summary);
    }
    print(said)?;
    if chosen.len() < 3 {
        bail!("{}: found {} individuals within 0.1 of an even score, expected three", args.out.display(), chosen.len());
    }
    Ok(ExitCode::SUCCESS)
}
