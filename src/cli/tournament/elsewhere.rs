//! `rival tournament` and related commands on systems where they cannot run.

use std::ffi::OsString;

use anyhow::bail;

/// Play engine programs against each other (only on Linux and macOS).
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Ignored arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    anything: Vec<OsString>,
}

pub(super) fn run(_args: &Args) -> anyhow::Result<()> {
    bail!(
        "engine programs: found {}, expected Linux or macOS, whose process groups end engines that hang (WSL has them \
         too); rival match plays personalities against each other here",
        std::env::consts::OS
    )
}
