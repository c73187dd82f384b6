//! Trainings that are killed and continued, beside an undisturbed one.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::bail;
use rival::stats::derive;

use crate::output::Output;
use crate::program::{Program, personality_file};

/// Kills a training at random moments, continues it, and compares the personality and the log with those of an
/// undisturbed run (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The number of runs that are killed.
    #[arg(long, value_name = "N", default_value_t = 20)]
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
    let folder = args.output.folder("kill-resume")?.join("runs");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir(&folder)?;
    let undisturbed = folder.join("undisturbed");
    let begun = Instant::now();
    finish(train(&program, &undisturbed)?)?;
    let length = begun.elapsed();
    let mut text = format!("An undisturbed run takes {} ms.\n\n", length.as_millis());
    let mut same = 0;
    for number in 0..args.kills {
        let killed = folder.join(number.to_string());
        // A part of a thousand of the undisturbed run.
        let pause = length * (derive(args.seed, number) % 1000) as u32 / 1000;
        kill(train(&program, &killed)?, pause)?;
        let generations = fs::read_to_string(killed.join("log.jsonl")).unwrap_or_default().lines().count();
        finish(train(&program, &killed)?)?;
        let is_same = is_same(&undisturbed, &killed)?;
        same += u64::from(is_same);
        let result = if is_same { "the same personality and log" } else { "another result" };
        text += &format!("- killed after {} ms, {generations} generations logged: {result}\n", pause.as_millis());
    }
    text += &format!("\n{same} of {} runs ended with the same bytes.\n", args.kills);
    args.output.report("kill-resume", &text)?;
    if same < args.kills {
        bail!("found {} other results, expected none", args.kills - same);
    }
    Ok(())
}

/// Begins a training in a folder, or continues it.
fn train(program: &Path, folder: &Path) -> anyhow::Result<Child> {
    let words = "train map --recipe map-article --generations 600 --seed 1 --date 2000-01-01 --resume --out";
    Ok(Command::new(program).args(words.split(' ')).arg(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
}

fn finish(mut child: Child) -> anyhow::Result<()> {
    let status = child.wait()?;
    if !status.success() {
        bail!("rival train: found {status}, expected success");
    }
    Ok(())
}

fn kill(mut child: Child, pause: Duration) -> anyhow::Result<()> {
    sleep(pause);
    child.kill()?;
    child.wait()?;
    Ok(())
}

fn is_same(undisturbed: &Path, killed: &Path) -> anyhow::Result<bool> {
    let is_same_log = fs::read(undisturbed.join("log.jsonl"))? == fs::read(killed.join("log.jsonl"))?;
    let is_same_player = fs::read(personality_file(undisturbed))? == fs::read(personality_file(killed))?;
    Ok(is_same_log && is_same_player)
}
