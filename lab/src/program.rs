//! Runs the program `rival` for tournaments, training and servers.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use nix::sys::resource::{UsageWho, getrusage};
use rival::players::{Personality, load};

use crate::journal::Resuming;
use crate::output::{Output, Shipping};
use crate::play::Play;

/// The program that an experiment runs.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Program {
    /// The path of rival; default: the `rival` beside this program.
    #[arg(long, value_name = "PROGRAM")]
    rival: Option<PathBuf>,
}

/// The options of an experiment that trains with `rival train`.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Training {
    #[command(flatten)]
    pub play: Play,
    #[command(flatten)]
    pub program: Program,
    #[command(flatten)]
    pub resuming: Resuming,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub shipping: Shipping,
}

impl Program {
    pub(crate) fn at(path: PathBuf) -> Program {
        Program { rival: Some(path) }
    }

    /// The path of the program.
    ///
    /// # Errors
    /// There is no such file.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        let beside = std::env::current_exe()?.with_file_name(format!("rival{}", std::env::consts::EXE_SUFFIX));
        let path = self.rival.clone().unwrap_or(beside);
        path.canonicalize().with_context(|| {
            format!("{}: found no program, expected what cargo build --release makes, or --rival", path.display())
        })
    }

    /// The text that a command prints; its messages and progress go to the terminal.
    ///
    /// # Errors
    /// The program cannot be run, or it fails.
    pub(crate) fn run<Word: AsRef<OsStr>>(&self, words: &[Word]) -> anyhow::Result<String> {
        let output = Command::new(self.path()?).args(words).stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            let words: Vec<_> = words.iter().map(|word| word.as_ref().to_string_lossy()).collect();
            bail!("rival {}: found {}, expected success", words.join(" "), output.status);
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    /// The text that a command prints, and its processor time.
    ///
    /// # Errors
    /// As for [`Program::run`].
    pub(crate) fn run_timed<Word: AsRef<OsStr>>(&self, words: &[Word]) -> anyhow::Result<(String, Duration)> {
        let before = used_by_children()?;
        let printed = self.run(words)?;
        let used = used_by_children()? - before;
        Ok((printed, used))
    }

    /// Trains with `rival train` in a folder, and returns the personality. A finished or interrupted run in the folder
    /// is continued if `resume` is true, otherwise refused.
    ///
    /// # Errors
    /// The training fails.
    pub(crate) fn train(&self, words: &str, folder: &Path, resume: bool) -> anyhow::Result<Personality> {
        let mut all: Vec<&OsStr> = vec!["train".as_ref()];
        all.extend(words.split(' ').map(OsStr::new));
        all.extend([OsStr::new("--out"), folder.as_os_str()]);
        if resume {
            all.push("--resume".as_ref());
        }
        self.run(&all)?;
        trained(folder)
    }
}

/// The processor time of all finished child processes.
fn used_by_children() -> anyhow::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let microseconds = [usage.user_time(), usage.system_time()].map(|time| time.tv_sec() * 1_000_000 + time.tv_usec());
    Ok(Duration::from_micros(microseconds.iter().sum::<i64>() as u64))
}

/// The personality of a finished training.
///
/// # Errors
/// The training has none, or is not finished.
pub(crate) fn trained(folder: &Path) -> anyhow::Result<Personality> {
    Ok(load(&personality_file(folder).to_string_lossy())?)
}

/// The personality in the folder of a training.
pub(crate) fn personality_file(folder: &Path) -> PathBuf {
    folder.join("personality.json")
}
