//! `rival train labels`: positions of a player's games with itself, and their values.

use std::path::PathBuf;
use std::process::ExitCode;

use super::options::{of_other_command, recorded_command};
use crate::cli::complaint::complain;
use crate::cli::interrupt;
use crate::cli::output::print;
use crate::cli::parts::Parts;
use crate::cli::progress::Bar;
use crate::cli::threads::Threads;
use crate::machine::shard::Shard;
use crate::players::load;
use crate::train::patterns::labels::{LabelFolder, Labelling};
use crate::train::patterns::recipe;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The player with learned patterns that plays the games and values the positions: a name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "master")]
    player: String,
    /// The recipe of games and labels: a shipped one or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "patterns-small")]
    recipe: String,
    /// The generation of the recipe.
    #[arg(long, value_name = "N", default_value_t = 1)]
    generation: usize,
    /// Decides the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of positions; default: the recipe's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    positions: Option<u64>,
    /// The folder for the labels: a new or an empty one.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Continue the labels in the folder, if there are some.
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    parts: Parts,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Args { player, recipe, generation, seed, .. } = args;
    let positions = args.positions.map(|positions| positions as usize);
    let labels_recipe = recipe::load(recipe).map_err(|error| of_other_command(error, recipe))?;
    let labelling = Labelling::new(&load(player)?, &labels_recipe, *seed, *generation, positions)?;
    let options = [
        ("player", Some(player.clone())),
        ("recipe", Some(recipe.clone())),
        ("generation", Some(generation.to_string())),
        ("seed", Some(seed.to_string())),
        ("positions", positions.map(|positions| positions.to_string())),
        ("shard", args.parts.shard.map(|shard| shard.to_string())),
    ];
    let command = recorded_command("labels", &options);
    let shard = args.parts.shard.unwrap_or(Shard::WHOLE);
    let labels = LabelFolder::open(&args.out, args.resume, labelling, shard, command, &args.parts.parts)?;
    let stop = interrupt::stop()?;
    let (batches, done) = labels.batches();
    let bar = Bar::resumed("labelling batches of positions", batches as u64, done as u64);
    let is_done = labels.label(args.threads.count(), &stop, &|| bar.advance())?;
    drop(bar);
    if !is_done {
        complain!("rival: stopped; the same command with --resume goes on");
        return Ok(ExitCode::FAILURE);
    }
    print(format!("{}: {} positions\n", args.out.join("labels").display(), labels.positions()))?;
    Ok(ExitCode::SUCCESS)
}
