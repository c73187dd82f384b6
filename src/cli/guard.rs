//! `rival guard` starts engines for a tournament. Users do not need it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::tournament::process::guard::{self, GuardedEngine};

/// Run a program that ends when standard error is closed from the other side.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    /// Address space of the program in MiB.
    #[arg(long)]
    memory_mb: Option<u64>,
    /// Set this memory limit in MiB, then become the program.
    #[arg(long, conflicts_with_all = ["memory_mb", "errors"])]
    limit_mb: Option<u64>,
    /// Append the program's standard error to this file.
    #[arg(long)]
    errors: Option<PathBuf>,
    /// The processors that the program may use.
    #[arg(long, value_delimiter = ',')]
    processors: Vec<usize>,
    /// The program and its arguments.
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Args { memory_mb: memory, limit_mb, errors, processors, command } = args.clone();
    let mut words = command.into_iter();
    let program = words.next().unwrap_or_default();
    Ok(match limit_mb {
        Some(megabytes) => guard::limited(&program, &words.collect::<Vec<_>>(), megabytes),
        None => guard::run(&GuardedEngine { program, arguments: words.collect(), memory, errors, processors }),
    })
}
