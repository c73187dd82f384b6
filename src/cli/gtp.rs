//! `rival gtp`: an engine for Quarry, GoGui and match scripts.

use std::io;
use std::process::ExitCode;

use super::serving;
use crate::serve::{gtp, standard_input};

/// Serve the Go Text Protocol for Othello on stdin and stdout.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    serving: serving::Args,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (player, options) = args.serving.open()?;
    gtp::serve(player, standard_input()?, io::stdout(), options)?;
    Ok(ExitCode::SUCCESS)
}
