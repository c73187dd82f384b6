//! Human-like players in games, beside their descriptions and beside people.

mod aims;
mod characters;
mod errors;
mod start;

/// Human-like players in games: their characters, errors and aims, beside people's (minutes to hours).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    part: Part,
}

#[derive(Debug, clap::Subcommand)]
enum Part {
    Characters(characters::Args),
    Errors(errors::Args),
    Aims(aims::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.part {
        Part::Characters(args) => characters::run(args),
        Part::Errors(args) => errors::run(args),
        Part::Aims(args) => aims::run(args),
    }
}
