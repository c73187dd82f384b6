//! A best response in its own folder. It continues as long as it answers the same opponent, wherever its file is.

use std::fs;
use std::path::Path;

use super::{LAYOUT, PERSONALITY, RECIPE, Run, RunError, Settings};
use crate::personality::{self, Provenance};
use crate::record::run_folder::{FolderError, RunFolder, read};
use crate::train::fitness::Measure;
use crate::train::recipe::{self, Recipe};

impl Run {
    /// Begins a best response in a folder, or continues the one that is there. That one keeps its finished generations
    /// if the recipe has fewer, and is replaced if it answers another opponent. Returns notes about all this.
    ///
    /// # Errors
    ///
    /// The opponent or the folder cannot be used, or the response there is damaged.
    pub fn respond(path: &Path, recipe: Recipe, settings: Settings) -> Result<(Run, Vec<String>), RunError> {
        if !RunFolder::is_in(path, LAYOUT) {
            return Ok((Run::create(path, recipe, settings)?, Vec::new()));
        }
        let folder_name = path.display();
        let Some((folder, earlier)) = earlier(path, &recipe, settings.seed)? else {
            fs::remove_dir_all(path).map_err(|error| FolderError::Write { file: path.to_owned(), error })?;
            let note = format!("{folder_name}: it answered another map, or by another recipe, and is trained anew");
            return Ok((Run::create(path, recipe, settings)?, vec![note]));
        };
        if players(&earlier) != players(&recipe) {
            let generations = earlier.generations;
            let settings = Settings { players: recipe.files()?, ..settings.lasting(generations) };
            folder.write_settings(&settings)?;
            folder.write_json(RECIPE, &Recipe { generations, ..recipe.clone() })?;
        }
        drop(folder);
        let (mut run, mut notes) = Run::open(path)?;
        let generations = recipe.generations.max(run.generation());
        if generations > recipe.generations {
            notes.push(format!("{folder_name}: the response keeps its {generations} generations"));
        }
        let changes = run.take_over(Recipe { generations, ..recipe }, settings.lasting(generations))?;
        notes.extend(changes.into_iter().map(|note| format!("{folder_name}: {note}")));
        Ok((run, notes))
    }

    /// The recipe of the finished response in a folder, with the generations of its personality, and its score. `None`
    /// without a readable response to the opponent of this recipe.
    #[must_use]
    pub fn response(path: &Path, recipe: &Recipe, seed: u64) -> Option<(Recipe, f64)> {
        let file = path.join(PERSONALITY);
        if !RunFolder::is_in(path, LAYOUT) || !file.exists() {
            return None;
        }
        let (_, recipe) = earlier(path, recipe, seed).ok()??;
        let Provenance { generation, fitness, .. } = personality::load(&file.display().to_string()).ok()?.provenance?;
        Some((Recipe { generations: generation? + 1, ..recipe }, fitness?))
    }
}

/// The response in a folder, and its recipe. `None` if it has another opponent, recipe or seed, whatever its length and
/// the path of the opponent.
fn earlier(path: &Path, recipe: &Recipe, seed: u64) -> Result<Option<(RunFolder, Recipe)>, RunError> {
    let folder = RunFolder::open(path, LAYOUT)?;
    let file = path.join(RECIPE);
    let earlier = recipe::parse(&file.display().to_string(), &read(&file)?)?;
    let settings: Settings = folder.settings()?;
    let is_same_opponent = if settings.players.is_empty() {
        // Earlier versions noted no digests.
        players(&earlier) == players(recipe)
    } else {
        settings.players.values().eq(recipe.files()?.values())
    };
    let is_same = is_same_opponent && settings.seed == seed && essence(&earlier) == essence(recipe);
    Ok(is_same.then_some((folder, earlier)))
}

/// The names of the opponents.
fn players(recipe: &Recipe) -> &[String] {
    match &recipe.fitness {
        Measure::Pool { opponents, .. } => &opponents.players,
        _ => &[],
    }
}

/// The recipe without its length and the names of the opponents.
fn essence(recipe: &Recipe) -> Recipe {
    let mut recipe = Recipe { generations: 0, ..recipe.clone() };
    if let Measure::Pool { opponents, .. } = &mut recipe.fitness {
        opponents.players.clear();
    }
    recipe
}
