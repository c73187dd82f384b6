//! The processor time that a tournament itself needs, and the number of games that it plays in a second.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::output::Output;
use crate::program::Program;
use crate::table::{Table, cells};

/// The unit of times in /proc (`USER_HZ`), in milliseconds.
const TICK: f64 = 10.0;
/// The fields of /proc/PID/stat after the name in brackets: the state, and the ticks in user and in kernel mode.
const STATE: usize = 0;
const USER: usize = 11;
const KERNEL: usize = 12;

/// The processor time that rival tournament itself needs for a game, and the games that it plays a second (minutes,
/// Linux).
///
/// The time excludes guards and engines. Everything runs on the first cores, with as many games at a time as cores.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games of each tournament.
    #[arg(long, value_name = "N", default_value_t = 4000)]
    games: u32,
    /// The number of cores.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    cores: u32,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.output.empty_folder("tournament-speed", "tournaments")?;
    let mut table = Table::new("engines | protocol | games/s | harness, ms of processor time a game");
    for player in ["static-normal", "random"] {
        for protocol in ["gtp", "nboard"] {
            let begun = Instant::now();
            let milliseconds = tournament(args, player, protocol, &folder.join(format!("{player}-{protocol}")))?;
            let games = f64::from(args.games);
            let rate = format!("{:.0}", games / begun.elapsed().as_secs_f64());
            table.row(cells![player, protocol, rate, format!("{:.3}", milliseconds / games)]);
        }
    }
    let text = format!("{} games, {} at a time on {} cores.\n\n{table}", args.games, args.cores, args.cores);
    args.output.report("tournament-speed", &text)
}

/// Runs a tournament of a player against itself. Returns the harness's own processor time in milliseconds.
fn tournament(args: &Args, player: &str, protocol: &str, folder: &Path) -> anyhow::Result<f64> {
    let rival = args.program.path()?;
    let mut command = Command::new("taskset");
    command.arg("-c").arg(format!("0-{}", args.cores - 1)).arg(&rival);
    command.args(["tournament", "--games", &args.games.to_string(), "--concurrency", &args.cores.to_string()]);
    command.arg("--out").arg(folder).stdout(Stdio::null());
    for name in ["a", "b"] {
        let engine = format!("{} {protocol} --player {player}", rival.display());
        command.args(["--engine", &format!("name={name} proto={protocol} cmd=\"{engine}\" depth=own")]);
    }
    let mut harness = command.spawn()?;
    let milliseconds = used_until_end(&harness)?;
    let status = harness.wait()?;
    if !status.success() {
        bail!("rival tournament: found {status}, expected success");
    }
    Ok(milliseconds)
}

/// The processor time of an ended process without its children, in milliseconds. It can be read until the process is
/// waited for.
fn used_until_end(process: &Child) -> anyhow::Result<f64> {
    let path = format!("/proc/{}/stat", process.id());
    loop {
        let stat = fs::read_to_string(&path)?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        if fields[STATE] == "Z" {
            return Ok(TICK * (fields[USER].parse::<f64>()? + fields[KERNEL].parse::<f64>()?));
        }
        sleep(Duration::from_millis(2));
    }
}
