//! The arguments of a training run: a recipe and its changes.

use crate::cli::threads::Threads;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};

use crate::board::Objective;
use crate::cli::complaint::complain;
use crate::cli::duration::seconds;
use crate::cli::words::rule;
use crate::machine::date::days;
use crate::personality::check_name;
use crate::train::openings::Openings;
use crate::train::optimisers::Method;
use crate::train::recipe::{self, MOST_GENERATIONS, RESPONSE, Recipe, Reference, Target, best_response};
use crate::train::{RecipeError, Settings, patterns};

/// Without a reference in the recipe: generations between two games against it, and the openings of these games.
const BETWEEN_REFERENCES: u64 = 20;
const REFERENCE_OPENINGS: Openings = Openings { plies: 8, count: 50, redrawn: false };

/// The options about a run's folder: threads, and the date in its files.
#[derive(Debug, clap::Args)]
pub(super) struct InFolder {
    /// The run's folder: a new or an empty one.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Continue the run in the folder, if there is one.
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub threads: Threads,
    /// The date in the files, YYYY-MM-DD; default: today.
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub date: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct TrainingOptions {
    /// A shipped recipe (see --list) or a file; default: the best for the target.
    #[arg(long, value_name = "NAME|FILE")]
    recipe: Option<String>,
    #[command(flatten)]
    pub folder: InFolder,
    /// Decides everything that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The personality's name; default: the recipe's.
    #[arg(long)]
    name: Option<String>,
    /// Most discs or fewest discs win.
    #[arg(long, value_parser = rule())]
    rule: Option<Objective>,
    /// Generations, in place of the recipe's.
    #[arg(long, value_name = "N")]
    generations: Option<u64>,
    /// Individuals of a generation, instead of the recipe's.
    #[arg(long, value_name = "N")]
    population: Option<usize>,
    /// Genetic algorithms: the probability of a mutation, instead of the recipe's.
    #[arg(long, value_name = "P")]
    mutation: Option<f64>,
    /// Opponents of the champions, for the report only: its curve of the score against them.
    #[arg(long, value_name = "NAME|FILE,...", value_delimiter = ',')]
    reference: Option<Vec<String>>,
}

/// The options of the training of a map.
#[derive(Debug, clap::Args)]
pub(super) struct MapOptions {
    #[command(flatten)]
    pub training: TrainingOptions,
    /// Train a best response to this map or mixture of maps.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "recipe")]
    pub against: Option<String>,
    /// Time for the best response, instead of 10 million games. Its result depends on the machine; the file names the
    /// command that repeats it. With --resume it trains for this time again.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "against",
        conflicts_with_all = ["generations", "response", "recipe"])]
    pub seconds: Option<Duration>,
    /// Generations of the best response to the finished map, whose score is reported; 0: none. With --resume a longer
    /// one stays.
    #[arg(long, value_name = "N", default_value_t = RESPONSE, conflicts_with = "against",
        value_parser = clap::value_parser!(u64).range(0..=MOST_GENERATIONS))]
    pub response: u64,
}

/// The options of the training of a linear evaluator.
#[derive(Debug, clap::Args)]
pub(super) struct LinearOptions {
    #[command(flatten)]
    pub training: TrainingOptions,
    /// The features, instead of the recipe's.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub features: Option<Vec<String>>,
}

impl MapOptions {
    /// The recipe and the settings of the run.
    pub(super) fn plan(&self) -> anyhow::Result<(Recipe, Settings)> {
        let Some(opponent) = &self.against else { return self.training.plan(Target::Map, None) };
        let mut recipe = best_response(opponent)?;
        if self.seconds.is_some() {
            recipe.generations = MOST_GENERATIONS;
        }
        let command = self.training.command("map", None, Some(opponent));
        self.training.settled(recipe, &command)
    }
}

/// The error of a recipe's name. The name of a shipped recipe of another command is answered with that command.
pub(super) fn of_other_command(error: RecipeError, name: &str) -> anyhow::Error {
    let command = if patterns::recipe::shipped().any(|recipe| recipe.name == name) {
        "patterns"
    } else if let Some(recipe) = recipe::shipped().find(|recipe| recipe.name == name) {
        recipe.target.name()
    } else {
        return error.into();
    };
    anyhow::anyhow!("recipe {name}: found a recipe of another command: run `rival train {command}`")
}

/// A date as YYYY-MM-DD.
pub(super) fn day(text: &str) -> Result<String, String> {
    let numbers: Vec<Option<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
    match numbers[..] {
        [Some(year), Some(month), Some(day)]
            if (1..=days(year, month)).contains(&day) && text == format!("{year:04}-{month:02}-{day:02}") =>
        {
            Ok(text.to_owned())
        }
        _ => Err("expected a day as YYYY-MM-DD".to_owned()),
    }
}

impl TrainingOptions {
    /// The changed recipe, and the run's settings. Without a name, the recipe is the best for the target. `features`
    /// replace the recipe's.
    pub(super) fn plan(&self, target: Target, features: Option<&Vec<String>>) -> anyhow::Result<(Recipe, Settings)> {
        let word = target.name();
        let best = if target == Target::Map { "map-league" } else { word };
        let name = self.recipe.clone().unwrap_or_else(|| best.to_owned());
        let mut recipe = recipe::load(&name).map_err(|error| of_other_command(error, &name))?;
        if recipe.target != target {
            let found = recipe.target.name();
            bail!("recipe {name}: target: found {found:?}, expected {word:?}: run `rival train {found}`");
        }
        let left_out = self.rule.map_or_else(Vec::new, |rule| recipe.change_rule(rule));
        if !left_out.is_empty() {
            complain!("rival: recipe {name}: opponents for the other rule are left out: {}", left_out.join(", "));
        }
        if let Some(features) = features {
            recipe.features = Some(features.clone());
        }
        self.settled(recipe, &self.command(word, features, None)).with_context(|| format!("recipe {name}"))
    }

    /// Applies the changes of the command line to a recipe. Returns it with the run's settings.
    fn settled(&self, mut recipe: Recipe, command: &str) -> anyhow::Result<(Recipe, Settings)> {
        self.change(&mut recipe)?;
        recipe.fitness()?;
        let name = self.name.clone().unwrap_or_else(|| recipe.name.clone());
        check_name("--name", &name)?;
        let command = command.to_owned();
        let settings =
            Settings { seed: self.seed, name, command, date: self.folder.date.clone(), ..Settings::default() };
        Ok((recipe, settings))
    }

    fn change(&self, recipe: &mut Recipe) -> anyhow::Result<()> {
        recipe.rule = self.rule.unwrap_or(recipe.rule);
        recipe.generations = self.generations.unwrap_or(recipe.generations);
        if let Some(players) = &self.reference {
            let usual = Reference { players: Vec::new(), every: BETWEEN_REFERENCES, openings: REFERENCE_OPENINGS };
            recipe.reference = Some(Reference { players: players.clone(), ..recipe.reference.take().unwrap_or(usual) });
        }
        if let Some(count) = self.population {
            match &mut recipe.method {
                Method::Generational { population, .. } | Method::CmaEs { population, .. } => *population = count,
                Method::Spsa { .. } => bail!("--population: SPSA has no population"),
            }
        }
        if let Some(rate) = self.mutation {
            let Method::Generational { mutation, .. } = &mut recipe.method else {
                bail!("--mutation: only genetic algorithms mutate");
            };
            mutation.set_probability(rate);
        }
        Ok(())
    }

    /// The command that repeats the run, without folder and threads.
    fn command(&self, target: &str, features: Option<&Vec<String>>, against: Option<&String>) -> String {
        let options = [
            ("recipe", self.recipe.clone()),
            ("rule", self.rule.map(|rule| rule.to_string())),
            ("population", self.population.map(|n| n.to_string())),
            ("mutation", self.mutation.map(|p| p.to_string())),
            ("features", features.map(|list| list.join(","))),
            ("reference", self.reference.as_ref().map(|list| list.join(","))),
            ("name", self.name.clone()),
            ("seed", Some(self.seed.to_string())),
            ("against", against.cloned()),
            // The last, as a run that ends early adds it.
            ("generations", self.generations.map(|n| n.to_string())),
        ];
        recorded_command(target, &options)
    }
}

/// A command of `rival train` for a shell, with these options.
pub(super) fn recorded_command(target: &str, options: &[(&str, Option<String>)]) -> String {
    let mut command = format!("rival train {target}");
    for (option, value) in options {
        if let Some(value) = value {
            command += &format!(" --{option} {}", shell_words::quote(value));
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        assert!(day(&crate::machine::date::day(1_000_000_000)).is_ok());
        assert!(day("2024-02-29").is_ok() && day("2000-02-29").is_ok() && day("2026-12-31").is_ok());
        for text in [
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "26-1-1",
            "2026-01-xx",
            "2026-+1-01",
            "20260-1-01",
            "2026-02-29",
            "2100-02-29",
            "2026-04-31",
            "2026-01-01-01",
            "",
        ] {
            assert!(day(text).is_err(), "{text}");
        }
    }
}
