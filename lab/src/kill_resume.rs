//! Commands that are killed and continued, beside runs that nobody disturbed.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::ensure;
use rival::stats::derive;

use crate::output::Output;
use crate::program::Program;
use crate::table::{Table, cells};

/// Commands with their words divided by `|`, and the file of each that must be that of an undisturbed run.
const COMMANDS: [(&str, &str); 5] = [
    ("train|map|--recipe|map-article|--generations|4|--date|2000-01-01|--resume", "log.jsonl"),
    ("train|book|--player|small-engine|--depth|2|--positions|40|--date|2000-01-01|--resume", "opening.book"),
    ("train|labels|--recipe|patterns-small|--positions|2000|--resume", "labels/000000.json"),
    ("tournament|--engine|rival player=random|--engine|rival player=static-normal|--games|8", "games.ggf"),
    (
        "tune|--engine|rival player=beginner depth={d}|--option|name=d start=2 from=1 to=3 step=1|--probes|1|\
         --games|2|--steps|3",
        "checkpoint.json",
    ),
];

/// Kills commands that write into a folder, at their first rename of a file or at random moments, continues them, and
/// compares the results with those of undisturbed runs (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Kills of each command at its first rename.
    #[arg(long, value_name = "N", default_value_t = 10)]
    renames: u64,
    /// Kills of each command at a random moment.
    #[arg(long, value_name = "N", default_value_t = 40)]
    kills: u64,
    /// Decides the moments.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let program = args.program.path()?;
    let runs = args.output.empty_folder("kill-resume", "runs")?;
    let mut table = Table::new("command | kills at the first rename | at a random moment | equal results");
    for (words, result) in COMMANDS {
        let undisturbed = runs.join("undisturbed");
        let begun = Instant::now();
        finish(start(&program, words, &undisturbed)?)?;
        let length = begun.elapsed();
        let mut equal = 0;
        for number in 0..args.renames + args.kills {
            let folder = runs.join("killed");
            let part = (derive(args.seed, number) % 1000) as u32;
            while !kill(&program, words, &folder, (number >= args.renames).then_some(length * part / 1000))? {
                fs::remove_dir_all(&folder)?;
            }
            finish(start(&program, words, &folder)?)?;
            equal += u64::from(fs::read(folder.join(result))? == fs::read(undisturbed.join(result))?);
            fs::remove_dir_all(&folder)?;
        }
        table.row(cells![words.replace('|', " "), args.renames, args.kills, equal]);
        fs::remove_dir_all(&runs)?;
    }
    args.output.report("kill-resume", &table.to_string())
}

/// Begins a run in a folder, or continues it.
fn start(program: &Path, words: &str, folder: &Path) -> anyhow::Result<Child> {
    let mut command = Command::new(program);
    command.args(words.split('|')).arg("--out").arg(folder);
    Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
}

fn finish(mut child: Child) -> anyhow::Result<()> {
    let status = child.wait()?;
    ensure!(status.success(), "found {status}, expected a run that continues");
    Ok(())
}

/// Kills a new run: after a time, or else between the first file that it writes and its rename. False if it was too
/// late.
fn kill(program: &Path, words: &str, folder: &Path, pause: Option<Duration>) -> anyhow::Result<bool> {
    let mut child = start(program, words, folder)?;
    match pause {
        Some(pause) => sleep(pause),
        None => while child.try_wait()?.is_none() && !has_temporary(folder) {},
    }
    child.kill()?;
    child.wait()?;
    Ok(pause.is_some() || has_temporary(folder))
}

fn has_temporary(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| entry.file_name().to_string_lossy().ends_with(".tmp"))
}
