//! `rival job collect`: results into the whole.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::json;

#[cfg(unix)]
use super::folder::read_result;
use super::folder::{Plan, Whole, all};
use super::{calibration, labels, losses, measure};
#[cfg(unix)]
use crate::cli::complaint::complain;
use crate::cli::output::{print, replace_named};
use crate::jobs::DuelGames;
use crate::stats::{Mean, Pairs};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder of the jobs.
    #[arg(value_name = "DIR")]
    jobs: PathBuf,
    /// The folder of the results, if it is another one.
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// The result: the results folder of a tournament, the profile of a player, a match's figures as JSON, or the
    /// generation's folder of a run of `rival train patterns`.
    #[arg(long, value_name = "FILE|DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let plan = Plan::read(&args.jobs)?;
    let folder = args.results.as_deref().unwrap_or(&args.jobs);
    match &plan.whole {
        Whole::Match => collect_match(&plan, folder, &args.out),
        Whole::Labels => labels::collect(&plan, folder, &args.out),
        Whole::Calibration => calibration::collect(&plan, &args.jobs, folder, &args.out),
        Whole::Measure { player } => measure::collect(&plan, &args.jobs, folder, player, &args.out),
        Whole::Losses { player } => losses::collect(&plan, &args.jobs, folder, player, &args.out),
        #[cfg(unix)]
        Whole::Tune => anyhow::bail!("{}: found a step of rival tune, which collects it itself", args.jobs.display()),
        #[cfg(unix)]
        Whole::Tournament { tournament } => collect_tournament(&plan, folder, tournament, &args.out),
    }
}

/// The figures of `rival match`.
fn collect_match(plan: &Plan, folder: &Path, out: &Path) -> anyhow::Result<ExitCode> {
    let discs: Vec<i32> = all::<DuelGames>(plan, folder)?.into_iter().flat_map(|games| games.discs).collect();
    let mut pairs = Pairs::default();
    for pair in discs.chunks(2) {
        if let [a, b] = pair {
            pairs.add((a.signum() + 1) as u8, (b.signum() + 1) as u8);
        }
    }
    let count = |sign: i32| discs.iter().filter(|discs| discs.signum() == sign).count();
    let mean = |of: fn(i32) -> f64| {
        Mean::of(discs.chunks(2).map(|pair| pair.iter().map(|&discs| of(discs)).sum::<f64>() / pair.len() as f64))
    };
    let score = mean(|discs| f64::from(discs.signum() + 1) / 2.0).context("there are no games")?;
    let result = mean(f64::from).context("there are no games")?;
    let scores = pairs.scores();
    let figures = json!({
        "games": discs.len(),
        "wins": count(1),
        "losses": count(-1),
        "draws": count(0),
        "score": score.mean,
        "score_error": score.error,
        "interval": score.interval_of_share(),
        "elo": scores.as_ref().map(crate::stats::Scores::elo_range),
        "discs": result.mean,
        "discs_error": result.error,
    });
    replace_named(out, format!("{figures}\n"))?;
    print(format!("{figures}\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// The results folder of a tournament. Games without results are missing in it and can be played there.
#[cfg(unix)]
fn collect_tournament(
    plan: &Plan,
    folder: &Path,
    tournament: &crate::tournament::Identity,
    out: &Path,
) -> anyhow::Result<ExitCode> {
    use crate::cli::tournament::{exit_code, finish, table};
    use crate::tournament::{Folder, Played};

    // Read first, so that an error leaves no folder behind.
    let mut games: Vec<Played> = Vec::new();
    for digest in &plan.jobs {
        if let Some(output) = read_result(folder, digest)? {
            let part: Vec<Played> = serde_json::from_value(output.result).with_context(|| digest.to_string())?;
            games.extend(part);
        }
    }
    // An existing folder is from an interrupted collection, or from an earlier one of fewer results.
    let mut whole = if Folder::is_there(out) {
        Folder::open(out, |found| found.difference(tournament).map_or_else(|| Ok(found.clone()), Err))?
    } else {
        Folder::make(out, tournament.clone())?
    };
    for game in games {
        if !whole.journal.has(game.number()) {
            whole.add(game)?;
        }
    }
    let standing = whole.standing();
    finish(&whole, &standing)?;
    print(table(&standing))?;
    let missing = standing.games - standing.played;
    if missing > 0 {
        complain!("rival: {}: {missing} games are in none of the results", out.display());
        return Ok(ExitCode::FAILURE);
    }
    Ok(exit_code(&standing))
}
