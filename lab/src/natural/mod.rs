//! Human-like players in games, compared with their descriptions and with people.

mod characters;
mod errors;
mod start;

/// Human-like players in games: their characters and errors, beside people's (minutes to hours).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    part: Comparison,
}

#[derive(Debug, clap::Subcommand)]
enum Comparison {
    Characters(characters::Args),
    Errors(errors::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.part {
        Comparison::Characters(args) => characters::run(args),
        Comparison::Errors(args) => errors::run(args),
    }
}
