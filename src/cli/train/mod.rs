//! `rival train`: turns a recipe into a personality, in a folder of its own.

mod book;
mod labels;
mod network;
mod options;
mod page;
mod patterns;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;

use super::complaint::complain;
use super::output::print;
use super::{code, interrupt};
use crate::cli::progress::Bar;
use crate::train::recipe::{self, Target};
use crate::train::{End, Run};
use options::{InFolder, TrainingOptions};

/// Train a player.
///
/// A run has a folder of its own. After Ctrl-C or a kill it continues with --resume and ends with the same personality.
/// With the same seed the personality is the same on any number of threads.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    target: Option<TrainCommand>,
    /// List the shipped recipes.
    #[arg(long)]
    list: bool,
}

#[derive(Debug, clap::Subcommand)]
enum TrainCommand {
    /// Train a priority map (kind static-map).
    Map(TrainingOptions),
    /// Train a board of ten numbers (kind linear).
    Board(TrainingOptions),
    /// Train the weights of a list of features (kind linear).
    Linear(TrainingOptions),
    /// Train learned patterns: an evaluation from nothing, by games against itself.
    Patterns(patterns::Args),
    /// Label positions of games for a network or for the next generation of patterns.
    Labels(labels::Args),
    /// Train a network over learned patterns, from labelled positions.
    Network(network::Args),
    /// Grow an opening book by a player's own search.
    Book(book::Args),
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (target, options) = match &args.target {
        _ if args.list => return code(list()),
        None => {
            bail!("train: found nothing to do, expected map, board, linear, patterns, labels, network, book or --list")
        }
        Some(TrainCommand::Patterns(args)) => return patterns::run(args),
        Some(TrainCommand::Labels(args)) => return labels::run(args),
        Some(TrainCommand::Network(args)) => return network::run(args),
        Some(TrainCommand::Book(args)) => return book::run(args),
        Some(TrainCommand::Map(options)) => (Target::Map, options),
        Some(TrainCommand::Board(options)) => (Target::Board, options),
        Some(TrainCommand::Linear(options)) => (Target::Linear, options),
    };
    let (recipe, settings) = options.plan(target)?;
    let InFolder { out, resume, threads, .. } = &options.folder;
    let (mut run, notes) = Run::begin(out, recipe, settings, *resume)?;
    say(&notes);
    train(&mut run, threads.count())
}

fn list() -> anyhow::Result<()> {
    let lines = recipe::shipped().map(|recipe| {
        let target = format!("{:?}", recipe.target).to_lowercase();
        format!("{:<15} {target:<8} {:>4} generations  {}\n", recipe.name, recipe.generations, recipe.summary)
    });
    print(lines.collect::<String>() + &patterns::list())
}

fn say(notes: &[String]) {
    notes.iter().for_each(|line| complain!("rival: {line}"));
}

/// Time between two versions of the page of a run.
const BETWEEN_PAGES: Duration = Duration::from_secs(60);

fn train(run: &mut Run, threads: usize) -> anyhow::Result<ExitCode> {
    let stop = interrupt::stop()?;
    let bar = Bar::resumed("generations", run.recipe().generations, run.generation());
    let mut shown: Option<Instant> = None;
    let end = run.train(threads, &stop, &mut |run| {
        let entry = run.entries().last().expect("a generation is over");
        // The page is written during the run. If that fails, the error is reported at the end.
        if shown.is_none_or(|when| when.elapsed() >= BETWEEN_PAGES) {
            let _ = run.folder().write("index.html", page::html(run, None));
            shown = Some(Instant::now());
        }
        bar.say(&format!("best {:.3}, mean {:.3}, spread {:.3}", entry.best, entry.mean, entry.spread));
        bar.advance();
    })?;
    drop(bar);
    let folder = run.folder();
    match end {
        End::Stopped { generation } => {
            folder.write("index.html", page::html(run, None))?;
            complain!(
                "rival: stopped after {generation} of {} generations; the same command with --resume goes on",
                run.recipe().generations
            );
            Ok(ExitCode::FAILURE)
        }
        End::Done { personality, fitness, generation } => {
            folder.write("index.html", page::html(run, Some(&personality)))?;
            print(format!(
                "{}: the champion of generation {generation}, score {fitness:.3} at the end\n",
                folder.path().join("personality.json").display()
            ))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
