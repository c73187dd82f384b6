//! The clock of tournaments compared with the engines' own.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::numbers::mean;
use crate::output::Output;
use crate::table::{Table, cells};

/// The time that a tournament charges, minus the time that the engines report (seconds).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folders of tournaments with NBoard engines that report their times.
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new("tournament | moves | charged - reported, mean ms | median | 99 % below");
    for folder in &args.folders {
        let mut differences = differences(&folder.join("games.jsonl"))?;
        if differences.is_empty() {
            bail!("{}: found no engine that reports its times, expected one", folder.display());
        }
        differences.sort_by(f64::total_cmp);
        let count = differences.len();
        let figures = [mean(&differences), differences[count / 2], differences[count * 99 / 100]];
        let [mean, median, most] = figures.map(|figure| format!("{figure:.3}"));
        table.row(cells![folder.display(), count, mean, median, most]);
    }
    args.output.report("tournament-clock", &table.to_string())
}

/// The differences for all moves with a reported time, in milliseconds.
fn differences(path: &Path) -> anyhow::Result<Vec<f64>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut differences = Vec::new();
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).with_context(|| path.display().to_string())?;
        for ply in game["plies"].as_array().into_iter().flatten() {
            if let (Some(charged), Some(reported)) = (ply["time"].as_f64(), ply["claimed"].as_f64()) {
                differences.push(1000.0 * (charged - reported));
            }
        }
    }
    Ok(differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_without_a_reported_time_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        fs::write(&path, "{\"plies\": [null, {\"time\": 0.5}, {\"time\": 0.25, \"claimed\": 0.125}]}\n").unwrap();
        assert_eq!(differences(&path).unwrap(), [125.0]);
    }
}
