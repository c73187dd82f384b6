//! `rival tournament` and the commands around it where they cannot be run.

use std::ffi::OsString;

use anyhow::bail;

/// Play engine programs against each other (only on Linux and macOS).
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Arguments, which are ignored.
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
