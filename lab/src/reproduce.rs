//! All experiments of the five source works, one after the other.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::bail;

use crate::journal::Resuming;
use crate::output::Output;
use crate::table::{Table, cells};

/// The experiments, as the tables of `lab/README.md` name them.
const EXPERIMENTS: [&str; 16] = [
    "table1",
    "linear-grid",
    "train-linear",
    "strength-check",
    "levels",
    "k-best",
    "refused-moves",
    "train-maps",
    "field maps static-normal map-normal map-league",
    "train-boards",
    "map-elites",
    "rivals-thesis",
    "agents",
    "correction",
    "rivals --games 300",
    "natural characters --ratings 1400 --games 240 --rounds 8",
];

/// Repeats the experiments of the five source works, one after the other (a night).
///
/// Each has a folder of its own with its report. With --resume those that have finished are left out.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder("reproduce")?;
    let mut table = Table::new("command | minutes | folder");
    let mut failed = Vec::new();
    for experiment in EXPERIMENTS {
        let own_folder = folder.join(name(experiment));
        let finished = own_folder.join("finished");
        if !(args.resuming.resume && finished.exists()) {
            eprintln!("lab {experiment}");
            let start = Instant::now();
            if !repeat(experiment, &own_folder)? {
                failed.push(experiment);
                continue;
            }
            std::fs::write(&finished, format!("{:.1}", start.elapsed().as_secs_f64() / 60.0))?;
        }
        let minutes = std::fs::read_to_string(&finished)?;
        table.row(cells![format!("`lab {experiment}`"), minutes, own_folder.display()]);
    }
    args.output.report("reproduce", &table.to_string())?;
    if !failed.is_empty() {
        bail!("these failed: lab {}; --resume repeats them alone", failed.join(", lab "));
    }
    Ok(())
}

/// The folder of an experiment: its words without options.
fn name(experiment: &str) -> String {
    let words = experiment.split(' ').take_while(|word| !word.starts_with("--")).take(2);
    words.collect::<Vec<_>>().join("-")
}

/// Runs an experiment in its folder, from the beginning; true if it succeeds.
fn repeat(experiment: &str, folder: &Path) -> anyhow::Result<bool> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let mut command = Command::new(std::env::current_exe()?);
    command.args(experiment.split(' ')).arg("--out").arg(folder);
    Ok(command.status()?.success())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Parser;

    use super::*;
    use crate::Cli;

    #[test]
    fn all_experiments_of_the_document_are_repeated() {
        let document = include_str!("../README.md");
        let works = document.split("## The five source works").nth(1).unwrap().split("\n## ").next().unwrap();
        let documented: BTreeSet<&str> =
            works.split("| `lab ").skip(1).map(|rest| rest.split('`').next().unwrap()).collect();
        assert!(documented.len() > 10);
        for command in documented {
            // The document names a part of these.
            let begins_alike = |known: &&str| known.split(' ').next() == command.split(' ').next();
            let known = EXPERIMENTS.iter().find(|known| begins_alike(known));
            assert!(known.is_some(), "lab {command}");
        }
    }

    #[test]
    fn each_is_a_command_with_a_folder_of_its_own() {
        let names: BTreeSet<String> = EXPERIMENTS.iter().map(|experiment| name(experiment)).collect();
        assert_eq!(names.len(), EXPERIMENTS.len());
        for experiment in EXPERIMENTS {
            let words = ["lab"].into_iter().chain(experiment.split(' ')).chain(["--out", "folder"]);
            assert!(Cli::try_parse_from(words).is_ok(), "{experiment}");
        }
    }
}
