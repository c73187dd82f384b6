//! Recipes: the parameters of a training run, as a JSON file. Reading a file gives a usable recipe or a one-line error.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use super::features::TrainableFeature;
use super::fitness::{Boards, Fitness, Maps, OpponentError, PUBLISHED};
pub use super::fitness::{Measure, Opponents};
pub use super::league::LeaguePlan;
pub use super::openings::Openings;
pub use super::optimisers::{Method, Pairing};
use super::recipe_error::{self, RecipeError, bad, check_texts, from_json, within};
use crate::board::Objective;
use crate::eval::features::{Definition, SymmetricBoard};
pub use crate::operators::Mutation;
use crate::personality::{self, Problem};
use crate::record::Digest;
use crate::record::fields::FileObject;
use crate::record::text::similar;
use crate::search::SHALLOW;

/// The format that this program reads and writes.
pub const FORMAT: &str = "rival-recipe/1";

/// The most generations of a run.
pub(crate) const MOST_GENERATIONS: u64 = 1_000_000;

/// The places of the opponents' names.
const OPPONENTS: &str = "fitness.opponents.players";
const REFERENCE: &str = "reference.players";

/// The number of generations of a best response: 10 million games with the recipe `map-response`.
pub const RESPONSE: u64 = 2_100;

/// The kind of evaluation that is trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A priority map.
    Map,
    /// A board of ten numbers.
    Board,
    /// The weights of a list of features.
    Linear,
}

impl Target {
    /// The word of the command that trains it: `rival train map`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Target::Map => "map",
            Target::Board => "board",
            Target::Linear => "linear",
        }
    }
}

/// The final choice: the champions of the last generations are rated again, with separate openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finish {
    /// The number of last champions that are rated again.
    pub candidates: usize,
    /// The openings of the games that decide.
    pub openings: Openings,
}

/// Opponents that the training does not use. The champion plays them at intervals, and the log has its score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// Shipped personalities or files.
    pub players: Vec<String>,
    /// The number of generations between two scores.
    pub every: u64,
    /// The openings of these games.
    pub openings: Openings,
}

impl Reference {
    /// The measure for games between champions and these opponents.
    pub(crate) fn measure(&self) -> Measure {
        let opponents = Opponents { players: self.players.clone(), ..Opponents::default() };
        Measure::Pool { opponents, openings: self.openings }
    }
}

/// The rules of a training run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The format of the file.
    pub format: String,
    /// The name of the recipe.
    pub name: String,
    /// Its purpose, in a sentence.
    pub summary: String,
    /// The kind of evaluation that is trained.
    pub target: Target,
    /// The rule that decides games.
    #[serde(default)]
    pub rule: Objective,
    /// The number of generations in a run.
    pub generations: u64,
    /// For boards and linear evaluators: the search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// For linear evaluators: the names of features.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<String>>,
    /// The rule by which the next generation is made.
    pub method: Method,
    /// The measure by which candidates are compared.
    pub fitness: Measure,
    /// The final choice.
    pub finish: Finish,
    /// Opponents of champions, for the log only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
}

macro_rules! recipes {
    ($($name:literal,)*) => { &[$(include_str!(concat!("recipes/", $name, ".json"))),*] };
}

/// The shipped recipes.
const SHIPPED: &[&str] = recipes! {
    "map-league", "map-response", "map-article", "board", "board-pool", "board-playoff", "linear",
};

/// All shipped recipes.
pub fn shipped() -> impl Iterator<Item = Recipe> {
    SHIPPED.iter().map(|text| parse("shipped recipe", text.as_bytes()).unwrap_or_else(|error| panic!("{error}")))
}

/// Loads a shipped recipe by name, or the recipe in a file.
///
/// # Errors
///
/// Neither exists, or the file is not a recipe.
pub fn load(name_or_file: &str) -> Result<Recipe, RecipeError> {
    recipe_error::load(name_or_file, shipped().map(|recipe| (recipe.name.clone(), recipe)), parse)
}

/// Parses a recipe. `file` is only a name for errors. Its values are not checked yet: see [`Recipe::fitness`].
///
/// # Errors
///
/// The bytes are not a recipe.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Recipe, RecipeError> {
    from_json(file, bytes, FORMAT, objects)
}

/// The recipe and the objects in it.
fn objects() -> Vec<FileObject> {
    let methods = ["generational", "cma-es", "spsa"].map(|name| FileObject::variant::<Method>("method", name));
    let measures =
        ["round-robin", "playoff", "pool", "league"].map(|name| FileObject::variant::<Measure>("fitness", name));
    let mutations = ["uniform", "gaussian", "one-of-three"];
    let mutations = mutations.map(|name| FileObject::variant::<Mutation>("method.mutation", name));
    let others = [
        FileObject::at::<Recipe>(""),
        FileObject::at::<Opponents>("fitness.opponents"),
        FileObject::at::<LeaguePlan>("fitness.plan"),
        FileObject::at::<Openings>("fitness.openings"),
        FileObject::at::<Finish>("finish"),
        FileObject::at::<Reference>("reference"),
        FileObject::at::<Openings>("finish.openings"),
        FileObject::at::<Openings>("reference.openings"),
    ];
    others.into_iter().chain(mutations).chain(methods).chain(measures).collect()
}

/// The recipe for a best response to a map or a mixture of maps, given as a shipped name or a file.
///
/// # Errors
///
/// There is no such player.
pub fn best_response(opponent: &str) -> Result<Recipe, RecipeError> {
    let mut recipe = load("map-response")?;
    recipe.rule = personality::load(opponent).map_err(|error| unfit(OPPONENTS, error.into()))?.rule;
    if let Measure::Pool { opponents, .. } = &mut recipe.fitness {
        opponents.players = vec![opponent.to_owned()];
    }
    Ok(recipe)
}

impl Recipe {
    /// The SHA-256 of each opponent that is a file, by its name.
    pub(super) fn files(&self) -> Result<BTreeMap<String, Digest>, RecipeError> {
        let mut digests = BTreeMap::new();
        let opponents = match &self.fitness {
            Measure::Pool { opponents, .. } => opponents.players.as_slice(),
            _ => &[],
        };
        let reference = self.reference.as_ref().map_or(&[][..], |reference| &reference.players);
        for (names, place) in [(opponents, OPPONENTS), (reference, REFERENCE)] {
            for name in names.iter().filter(|name| !personality::is_shipped(name) && *name != PUBLISHED) {
                let player = personality::load(name).map_err(|error| unfit(place, error.into()))?;
                digests.insert(name.clone(), Digest::of_bytes(player.to_json()));
            }
        }
        Ok(digests)
    }

    /// Changes the rule. Opponents for the other rule are left out, also of the summary; returns their names.
    pub fn change_rule(&mut self, rule: Objective) -> Vec<String> {
        if rule == self.rule {
            return Vec::new();
        }
        let mut left_out = Vec::new();
        let mut leave_out = |players: &mut Vec<String>| {
            let is_for_the_other = |name: &str| personality::load(name).is_ok_and(|player| !player.plays_for(rule));
            left_out.extend(players.extract_if(.., |name| is_for_the_other(name)));
        };
        if let Measure::Pool { opponents, .. } = &mut self.fitness {
            leave_out(&mut opponents.players);
        }
        if let Some(reference) = &mut self.reference {
            leave_out(&mut reference.players);
        }
        self.reference = self.reference.take().filter(|reference| !reference.players.is_empty());
        if !left_out.is_empty() {
            self.summary += &format!(", without the players for the rule {}", self.rule);
        }
        self.rule = rule;
        left_out.sort();
        left_out.dedup();
        left_out
    }

    /// The source in the personality's file.
    pub(super) fn source(&self) -> String {
        recipe_error::source("rival train", &self.summary)
    }

    /// Checks every value and makes the fitness.
    ///
    /// # Errors
    ///
    /// A value or an opponent is unusable.
    pub fn fitness(&self) -> Result<Box<dyn Fitness>, RecipeError> {
        check_texts(&self.name, &self.source())?;
        within("generations", self.generations, 1, MOST_GENERATIONS)?;
        within("finish.candidates", self.finish.candidates, 1, 10_000)?;
        check_openings("finish.openings", &self.finish.openings)?;
        check_openings("fitness.openings", self.fitness.openings())?;
        super::limits::check_method(&self.method)?;
        let none = Opponents::default();
        let opponents = match &self.fitness {
            Measure::Pool { opponents, .. } => {
                within("fitness.opponents.random", opponents.random, 0, 10_000)?;
                within("fitness.opponents.champions", opponents.champions, 0, 10_000)?;
                if opponents.players.is_empty() && opponents.random == 0 {
                    return bad("fitness.opponents", "no opponents", "at least one in \"players\" or \"random\"");
                }
                opponents
            }
            Measure::Playoff { .. } if !matches!(self.method, Method::Generational { .. }) => {
                return bad("fitness.name", "\"playoff\"", "\"round-robin\" or \"pool\" with this method");
            }
            Measure::League { plan, .. } => {
                self.check_league(plan)?;
                &none
            }
            _ => &none,
        };
        self.reference_fitness()?;
        self.build(OPPONENTS, opponents)
    }

    /// The fitness that rates champions for the log; `None` without opponents for this.
    ///
    /// # Errors
    ///
    /// An opponent is unusable.
    pub(crate) fn reference_fitness(&self) -> Result<Option<Box<dyn Fitness>>, RecipeError> {
        let Some(reference) = &self.reference else { return Ok(None) };
        within("reference.every", reference.every, 1, 1_000_000)?;
        check_openings("reference.openings", &reference.openings)?;
        if reference.players.is_empty() {
            return bad(REFERENCE, "no opponents", "at least one");
        }
        let Measure::Pool { opponents, .. } = reference.measure() else { unreachable!("a reference is a pool") };
        self.build(REFERENCE, &opponents).map(Some)
    }

    fn check_league(&self, plan: &LeaguePlan) -> Result<(), RecipeError> {
        within("fitness.plan.oracles", plan.oracles, 1, 100)?;
        within("fitness.plan.judges", plan.judges, 1, 100)?;
        within("fitness.plan.rounds", plan.rounds, 1, 1_000)?;
        within("fitness.plan.generations", plan.generations, 1, 100_000)?;
        if self.generations <= plan.oracle_generations() {
            let expected = format!("more than the {} of the oracles", plan.oracle_generations());
            return bad("generations", self.generations, expected);
        }
        Ok(())
    }

    /// Makes the fitness against these opponents, whose names are at this place.
    fn build(&self, place: &'static str, opponents: &Opponents) -> Result<Box<dyn Fitness>, RecipeError> {
        let rule = self.rule;
        if self.target != Target::Linear && self.features.is_some() {
            return Err(Problem::wrong("features", "only with the target \"linear\": remove this field").into());
        }
        if self.target == Target::Map {
            if self.depth.is_some() {
                return Err(Problem::wrong("depth", "a map has no depth: remove this field").into());
            }
            return Ok(Box::new(Maps::new(rule, opponents).map_err(|error| unfit(place, error))?));
        }
        let Some(depth) = self.depth else {
            let expected = format!("1 to {SHALLOW} plies to search");
            return bad("depth", "nothing", expected);
        };
        within("depth", depth, 1, SHALLOW)?;
        let depth = NonZeroU32::new(depth).expect("it is 1 or more");
        let features = match self.target {
            Target::Board => vec![TrainableFeature::named(SymmetricBoard::NAME).expect("it is in the table")],
            _ => self.weighed()?,
        };
        let boards = Boards::new(rule, depth, &features, self.target == Target::Board, opponents);
        Ok(Box::new(boards.map_err(|error| unfit(place, error))?))
    }

    fn weighed(&self) -> Result<Vec<TrainableFeature>, RecipeError> {
        let Some(names) = &self.features else {
            return bad("features", "nothing", "names of features, such as [\"edge-stable\", \"mobility:both\"]");
        };
        let mut features: Vec<TrainableFeature> = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let place = format!("features[{number}]");
            let Some(feature) = TrainableFeature::named(name) else {
                return Err(Problem::wrong(place, format!("no feature is called {name:?}{}", meant(name))).into());
            };
            if features.iter().any(|other| other.is_alike(feature)) {
                let found = format!("\"{name}\" beside one of its kind");
                return Err(Problem::at(place, found, "each kind of feature once").into());
            }
            features.push(feature);
        }
        if features.iter().map(|feature| feature.genes()).sum::<usize>() < 2 {
            return bad("features", "fewer than two numbers to search", "features with two or more");
        }
        Ok(features)
    }

    /// The games for a best response, in which one opponent is drawn for each opening.
    #[must_use]
    pub fn response_games(&self) -> u64 {
        let population = match self.method {
            Method::Generational { population, .. } | Method::CmaEs { population, .. } => population,
            Method::Spsa { pairs, .. } => 2 * pairs,
        };
        self.generations * 2 * (population * self.fitness.openings().count) as u64
    }

    /// True if the champion of this generation, counted from 0, meets the reference.
    pub(super) fn measures(&self, generation: u64) -> bool {
        self.reference.as_ref().is_some_and(|reference| (generation + 1).is_multiple_of(reference.every))
    }

    /// The number of genomes that a play-off keeps.
    #[must_use]
    pub const fn keep(&self) -> usize {
        match self.method {
            Method::Generational { parents, .. } => parents,
            _ => 1,
        }
    }
}

/// The names of all features.
fn known() -> Vec<String> {
    super::features::all().map(|(name, _)| name).collect()
}

/// A suggestion of features, such as ` (did you mean ...?)`, or the expected names. It has all ways of counting, unless
/// the name includes one.
fn meant(name: &str) -> String {
    let known = known();
    fn part<'a>(known: &'a str, name: &str) -> &'a str {
        if name.contains(':') { known } else { known.split(':').next().unwrap_or(known) }
    }
    let nearest = similar(name, known.iter().map(|known| part(known, name)));
    let meant: Vec<&str> =
        known.iter().map(String::as_str).filter(|known| nearest == Some(part(known, name))).collect();
    if meant.is_empty() {
        return ", expected one that docs/personalities.md lists, such as \"edge-stable\" or \"mobility:both\""
            .to_owned();
    }
    format!(" (did you mean {}?)", meant.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" or "))
}

/// The error for an opponent that is not allowed.
fn unfit(place: &'static str, error: OpponentError) -> RecipeError {
    RecipeError::Opponent { place, error: Box::new(error) }
}

fn check_openings(place: &'static str, openings: &Openings) -> Result<(), RecipeError> {
    if openings.plies > 50 {
        return Err(Problem::at(format!("{place}.plies"), openings.plies, "0 to 50").into());
    }
    if openings.count == 0 || openings.count > 100_000 {
        return Err(Problem::at(format!("{place}.count"), openings.count, "1 to 100000").into());
    }
    if openings.plies == 0 && openings.count > 1 {
        return bad(place, format!("the start position {} times", openings.count), "count 1 with plies 0");
    }
    Ok(())
}
