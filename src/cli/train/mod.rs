//! `rival train`: turns a recipe into a personality, in a run's folder.

mod book;
mod labels;
mod network;
mod options;
mod page;
mod patterns;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::complaint::complain;
use super::output::print;
use super::{code, interrupt};
use crate::cli::progress::Bar;
use crate::search::Stop;
use crate::train::recipe::{self, Recipe, Target};
use crate::train::run::{LENGTH, PERSONALITY};
use crate::train::{End, Run, Settings};
use options::{InFolder, LinearOptions, MapOptions, TrainingOptions, recorded_command};

/// Train a player.
///
/// A run has its own folder. After Ctrl-C or a kill it continues with --resume and ends with the same personality.
/// With the same seed the personality is the same on any number of threads, unless --seconds ends the run. Only
/// `network` writes a single file, and begins again after a stop.
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
    Map(MapOptions),
    /// Train a board of ten numbers (kind linear).
    Board(TrainingOptions),
    /// Train the weights of a list of features (kind linear).
    Linear(LinearOptions),
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
    let (options, plan) = match &args.target {
        _ if args.list => return code(list()),
        None => {
            bail!("train: found nothing to do, expected map, board, linear, patterns, labels, network, book or --list")
        }
        Some(TrainCommand::Patterns(args)) => return patterns::run(args),
        Some(TrainCommand::Labels(args)) => return labels::run(args),
        Some(TrainCommand::Network(args)) => return network::run(args),
        Some(TrainCommand::Book(args)) => return book::run(args),
        Some(TrainCommand::Map(options)) => return train_map(options),
        Some(TrainCommand::Board(options)) => (options, options.plan(Target::Board, None)),
        Some(TrainCommand::Linear(LinearOptions { training, features })) => {
            (training, training.plan(Target::Linear, features.as_ref()))
        }
    };
    let (recipe, settings) = plan?;
    let InFolder { out, resume, threads, .. } = &options.folder;
    let (mut run, notes) = Run::begin(out, recipe, settings, *resume)?;
    say(&notes);
    train_whole(&mut run, threads.count())
}

fn list() -> anyhow::Result<()> {
    let lines = recipe::shipped().map(|recipe| {
        let target = recipe.target.name();
        format!("{:<15} {target:<8} {:>4} generations  {}\n", recipe.name, recipe.generations, recipe.summary)
    });
    print(lines.collect::<String>() + &patterns::list())
}

fn say(notes: &[String]) {
    notes.iter().for_each(|line| complain!("rival: {line}"));
}

/// Time between two versions of a run's page.
const BETWEEN_PAGES: Duration = Duration::from_secs(60);

/// Trains to the end, for this time, or until stopped.
fn train(run: &mut Run, threads: usize, time: Option<Duration>, stop: &Stop) -> anyhow::Result<End> {
    let begun = Instant::now();
    let bar = Bar::resumed("generations", run.recipe().generations, run.generation());
    let mut shown: Option<Instant> = None;
    let end = run.train(threads, stop, &mut |run| {
        let entry = run.entries().last().expect("a generation is over");
        // The page is written during the run. If that fails, the error is reported at the end.
        if shown.is_none_or(|when| when.elapsed() >= BETWEEN_PAGES) {
            let _ = run.folder().write("index.html", page::html(run, None, None));
            shown = Some(Instant::now());
        }
        bar.say(&format!("best {:.3}, mean {:.3}, spread {:.3}", entry.best, entry.mean, entry.spread));
        bar.advance();
        if time.is_some_and(|time| begun.elapsed() >= time) {
            stop.stop();
        }
    })?;
    drop(bar);
    if matches!(end, End::Stopped { .. }) && time.is_some_and(|time| begun.elapsed() >= time) {
        run.shorten()?;
        return Ok(run.train(threads, stop, &mut |_| ())?);
    }
    Ok(end)
}

/// Trains to the end, and writes the page of the run.
fn train_whole(run: &mut Run, threads: usize) -> anyhow::Result<ExitCode> {
    let end = train(run, threads, None, &interrupt::stop()?)?;
    let End::Done { personality, .. } = &end else { return stopped(run, LENGTH) };
    run.folder().write("index.html", page::html(run, Some(personality), None))?;
    say_champion(run, &end)?;
    Ok(ExitCode::SUCCESS)
}

/// Trains a map, and then a best response to it, or only a best response to another player of maps.
fn train_map(options: &MapOptions) -> anyhow::Result<ExitCode> {
    let InFolder { out, resume, threads, .. } = &options.training.folder;
    let (recipe, settings) = options.plan()?;
    let seed = settings.seed;
    let (mut run, notes) = Run::begin(out, recipe, settings, *resume)?;
    say(&notes);
    let stop = interrupt::stop()?;
    let end = train(&mut run, threads.count(), options.seconds, &stop)?;
    let End::Done { personality, fitness, .. } = &end else {
        return stopped(&run, if options.seconds.is_some() { TIMED } else { LENGTH });
    };
    let file = run.folder().path().join(PERSONALITY);
    if let Some(opponent) = &options.against {
        run.folder().write("index.html", page::html(&run, Some(personality), None))?;
        let games = run.recipe().response_games();
        let score = fitness.expect("a response plays against its opponent");
        print(format!(
            "{}: scores {score:.3} against {opponent} in new games, after {games} games of training\n",
            file.display()
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    let folder = run.folder().path().join(RESPONSE_FOLDER);
    let (recipe, settings) = plan_response(&run, &file, options.response, seed)?;
    let earlier = Run::response(&folder, &recipe, seed).map(|(recipe, score)| exploited(&recipe, score));
    run.folder().write("index.html", page::html(&run, Some(personality), earlier.as_deref()))?;
    say_champion(&run, &end)?;
    if options.response == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let (mut response, notes) = Run::respond(&folder, recipe, settings)
        .with_context(|| format!("the best response cannot continue (without {} it begins anew)", folder.display()))?;
    say(&notes);
    let end = train(&mut response, threads.count(), None, &stop)?;
    let End::Done { personality: best, fitness, .. } = end else { return stopped(&response, "--response") };
    response.folder().write("index.html", page::html(&response, Some(&best), None))?;
    let exploited = exploited(response.recipe(), fitness.expect("a response plays against its opponent"));
    run.folder().write("index.html", page::html(&run, Some(personality), Some(&exploited)))?;
    print(format!("{exploited}\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// A sentence about the score of a best response by this recipe.
fn exploited(recipe: &Recipe, score: f64) -> String {
    format!("A best response of {} games scores {score:.3} against it in new games.", recipe.response_games())
}

/// The folder of the best response, inside the folder of a map's run.
const RESPONSE_FOLDER: &str = "response";

/// The recipe and the settings of the best response to a finished map.
fn plan_response(run: &Run, map: &Path, generations: u64, seed: u64) -> anyhow::Result<(Recipe, Settings)> {
    let opponent = map.to_string_lossy();
    let recipe = Recipe { generations, ..recipe::best_response(&opponent)? };
    let options = [
        ("seed", Some(seed.to_string())),
        ("against", Some(opponent.to_string())),
        ("generations", Some(generations.to_string())),
    ];
    let command = recorded_command("map", &options);
    let name = RESPONSE_FOLDER.to_owned();
    let date = run.settings().date.clone();
    Ok((recipe, Settings { seed, name, command, date, ..Settings::default() }))
}

/// Names the file of a run that is at its end, and its score.
fn say_champion(run: &Run, end: &End) -> anyhow::Result<()> {
    let End::Done { fitness, candidates, generation, .. } = end else { return Ok(()) };
    let file = run.folder().path().join(PERSONALITY);
    let choice = match (fitness, candidates) {
        (Some(fitness), 1) => format!("the only candidate: score {fitness:.3} in new games, which chose nothing"),
        (Some(fitness), _) => format!("the best of the last ones: score {fitness:.3} in the games that chose it"),
        (None, _) => "the only candidate, so no games chose it".to_owned(),
    };
    print(format!("{}: the champion of generation {generation}, {choice}\n", file.display()))
}

/// The options for the length of a run that has a time instead.
const TIMED: &str = "no --seconds but --generations";

/// Reports that a run was stopped, and writes its page. `length` is the option for its length.
fn stopped(run: &Run, length: &str) -> anyhow::Result<ExitCode> {
    run.folder().write("index.html", page::html(run, None, None))?;
    let done = run.generation();
    let total = run.recipe().generations;
    // A league needs all generations of its oracles.
    let may_end = Recipe { generations: done, ..run.recipe().clone() }.fitness().is_ok();
    let ending = if may_end { format!(", and ends here with {length} {done}") } else { String::new() };
    complain!("rival: stopped after {done} of {total} generations; the same command with --resume goes on{ending}");
    Ok(ExitCode::FAILURE)
}
