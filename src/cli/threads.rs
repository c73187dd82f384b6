//! The option `--threads` of commands that play, judge or train.

use crate::machine::work;

/// The option for the number of threads.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
#[group(skip)]
pub(super) struct Threads {
    /// Threads; default: all cores. They do not change the result.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// The given number of threads, or that of all cores.
    pub(super) fn count(self) -> usize {
        self.threads.map_or_else(work::cores, usize::from)
    }
}
