//! `rival thesis`: the method of Ueda's thesis (2012), a command for each step.

mod agent;
pub(super) mod losses;
mod rivals;

use std::process::ExitCode;

use super::code;

/// Measure, copy and vary a player as Ueda's thesis does.
///
/// Yohei Ueda's master's thesis (JAIST, 2012) is on rivals. For opponents of your own strength see `rival measure` and
/// `rival rivals`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, clap::Subcommand)]
enum Step {
    Losses(losses::Args),
    Agent(agent::Args),
    Rivals(rivals::Args),
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.step {
        Step::Losses(args) => losses::run(args),
        Step::Agent(args) => code(agent::run(args)),
        Step::Rivals(args) => rivals::run(args),
    }
}
