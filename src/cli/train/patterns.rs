//! `rival train patterns`: learned patterns, trained without earlier knowledge.

use std::path::PathBuf;
use std::process::ExitCode;

use super::options::{InFolder, of_other_command, recorded_command};
use crate::board::Objective;
use crate::cli::complaint::complain;
use crate::cli::games::extensions;
use crate::cli::interrupt;
use crate::cli::output::print;
use crate::cli::progress::Stages;
use crate::cli::words::{one_of, rule};
use crate::machine::work::WorkEnd;
use crate::personality::check_name;
use crate::record::format::Part;
use crate::record::run_folder::{FolderError, Layout, RunFolder};
use crate::record::{FileGame, file};
use crate::train::patterns::archive;
use crate::train::patterns::recipe::{self, Recipe};
use crate::train::patterns::sample::Sample;
use crate::train::patterns::{PatternsRun, Stage};
use crate::train::run::Settings;
use anyhow::{Context, bail};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A shipped recipe (see --list) or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "patterns-small")]
    recipe: String,
    #[command(flatten)]
    folder: InFolder,
    /// Decides everything that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The personality's name; default: the recipe's.
    #[arg(long)]
    name: Option<String>,
    /// Most discs or fewest discs win.
    #[arg(long, value_parser = rule())]
    rule: Option<Objective>,
    #[arg(long, value_name = "FILE", num_args = 1..,
        help = format!("Also learn from the positions of these games, never from their results: {}", extensions()))]
    games: Vec<PathBuf>,
    /// Run only this stage, for the first generation that still needs it.
    #[arg(long, value_parser = one_of(Stage::ALL.map(|stage| (stage.name(), stage))))]
    stage: Option<Stage>,
    /// The folders of all parts of `rival train labels` for the next generation, whose positions are then not labelled
    /// here.
    #[arg(long, value_name = "FOLDER", num_args = 1..)]
    parts: Vec<PathBuf>,
}

impl Args {
    fn plan(&self) -> anyhow::Result<(Recipe, Settings)> {
        let mut recipe = recipe::load(&self.recipe).map_err(|error| of_other_command(error, &self.recipe))?;
        if let Some(rule) = self.rule {
            recipe.rule = rule;
        }
        if recipe.generations.is_empty() && !self.games.is_empty() {
            bail!("--games: the recipe has no generations, and only these learn from games");
        }
        let name = self.name.clone().unwrap_or_else(|| recipe.name.clone());
        check_name("--name", &name)?;
        let command = self.command();
        Ok((recipe, Settings { seed: self.seed, name, command, date: self.folder.date.clone(), ..Settings::default() }))
    }

    /// The command that repeats the run, without folder and threads.
    fn command(&self) -> String {
        let options = [
            ("recipe", Some(self.recipe.clone())),
            ("seed", Some(self.seed.to_string())),
            ("rule", self.rule.map(|rule| rule.to_string())),
            ("name", self.name.clone()),
        ];
        let command = recorded_command("patterns", &options);
        if self.games.is_empty() {
            return command;
        }
        let files = self.games.iter().map(|file| file.display().to_string());
        format!("{command} --games {}", shell_words::join(files))
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (recipe, settings) = args.plan()?;
    let InFolder { out, resume, .. } = &args.folder;
    // Labels come from the player of a run that has begun.
    if !args.parts.is_empty() && !RunFolder::is_in(out, Layout::RUN) {
        return Err(FolderError::NoRun(out.clone()).into());
    }
    let run = PatternsRun::begin(out, recipe, settings, *resume, || positions(&args.games))?;
    run.take_labels(&args.parts)?;
    train(&run, args.stage, args.folder.threads.count())
}

/// Every position of games in files.
fn positions(files: &[PathBuf]) -> anyhow::Result<Vec<Sample>> {
    let mut games = Vec::new();
    for path in files {
        let name = path.display();
        let entries = file::open_known(path, Some(Part::Moves)).with_context(|| name.to_string())?;
        if entries.is_empty() {
            bail!("{name}: found no games, expected one or more");
        }
        let faulty: Vec<(usize, &FileGame)> = (1..).zip(&entries).filter(|(_, entry)| entry.game.is_err()).collect();
        if let Some(&(number, first)) = faulty.first() {
            let count = faulty.len();
            let place = first.place(number);
            complain!(
                "rival: {name}: {count} of {} games cannot be read and are left out; the first: {place}",
                entries.len()
            );
        }
        games.extend(entries.into_iter().filter_map(|entry| entry.game.ok()));
    }
    let positions = archive::positions(&games);
    if positions.is_empty() && !files.is_empty() {
        bail!("--games: found no readable moves in these files, expected those of a game");
    }
    Ok(positions)
}

/// A line for each shipped recipe.
pub(super) fn list() -> String {
    let lines = recipe::shipped().map(|recipe| {
        let generations = recipe.generations.len();
        format!("{:<15} {:<8} {generations:>4} generations  {}\n", recipe.name, "patterns", recipe.summary)
    });
    lines.collect()
}

fn train(run: &PatternsRun, only: Option<Stage>, threads: usize) -> anyhow::Result<ExitCode> {
    if let Some(stage) = only.filter(|&stage| !run.needs(stage)) {
        complain!("rival: no generation needs the stage {}", stage.name());
        return Ok(ExitCode::SUCCESS);
    }
    let stop = interrupt::stop()?;
    let stages = Stages::default();
    let end = run.train(only, threads, &stop, &stages)?;
    stages.clear();
    match end {
        WorkEnd::Stopped => {
            complain!("rival: stopped; the same command with --resume goes on");
            Ok(ExitCode::FAILURE)
        }
        WorkEnd::Done if only.is_some() => Ok(ExitCode::SUCCESS),
        WorkEnd::Done => {
            let taken = run.best()?;
            print(format!("{}: generation {taken}\n", run.folder().path().join("personality.json").display()))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
