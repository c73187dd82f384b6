//! `rival nboard`: an engine for the NBoard GUI.

use std::io;
use std::process::ExitCode;

use super::serving;
use crate::serve::{nboard, standard_input};

/// Serve the NBoard protocol on stdin and stdout.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    serving: serving::Args,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (player, options) = args.serving.open()?;
    nboard::serve(player, standard_input()?, io::stdout(), options)?;
    Ok(ExitCode::SUCCESS)
}
