//! Recipes for learned patterns: the parameters of a run, as a JSON file.

use serde::{Deserialize, Serialize};

use super::accept::Match;
use super::calibrate::Calibration;
use super::fit::Fit;
use super::label::Labels;
use super::positions::{LatePositions, SelfPlay};
use super::probcut::Measurement;
use crate::board::Objective;
use crate::eval::patterns::{Count, Layout, Phases, Shape};
use crate::personality::Problem;
use crate::record::fields::FileObject;
use crate::train::recipe_error::{self, RecipeError, check_texts, from_json, within};

/// The format that this program reads and writes.
pub const FORMAT: &str = "rival-patterns-recipe/1";

/// The rules of a training run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// [`FORMAT`].
    pub format: String,
    /// The name of the recipe, and of its personality.
    pub name: String,
    /// Its purpose, in a sentence.
    pub summary: String,
    /// The rule that the weights are trained for.
    #[serde(default)]
    pub rule: Objective,
    /// The patterns. Each includes all its mirrored and rotated places.
    pub shapes: Vec<Shape>,
    /// The features that are counted: `moves`, `replies`.
    pub counts: Vec<String>,
    /// The number of empty squares in a phase.
    pub phase_width: u32,
    /// The fit of the weights to the labels.
    pub fit: Fit,
    /// The first generation.
    pub growth: Growth,
    /// The later generations, in their order.
    pub generations: Vec<Generation>,
    /// The conversion of the values to discs at the end.
    pub calibration: Calibration,
    /// The measurement of ProbCut's figures.
    pub probcut: Measurement,
    /// The match against the previous generation.
    pub acceptance: Match,
}

/// Generation 0, which grows backwards from the end, phase by phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Growth {
    /// The number of positions for each number of empty squares.
    pub positions: usize,
    /// The rules for labelling the positions.
    pub labels: Labels,
}

/// A later generation, from games of the previous one, which also labels the positions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generation {
    /// The number of positions.
    pub positions: usize,
    /// The games that the positions come from.
    pub games: SelfPlay,
    /// The rules for labelling the positions.
    pub labels: Labels,
    /// The weight of earlier generations' labels, 0 to 1. Exact labels always have weight 1.
    #[serde(default)]
    pub earlier: f32,
}

/// The shipped recipes, the best one first.
const SHIPPED: [&str; 2] = [include_str!("../recipes/patterns.json"), include_str!("../recipes/patterns-small.json")];

/// All shipped recipes for patterns.
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

/// Parses a recipe. `file` is only a name for errors.
///
/// # Errors
///
/// The bytes are not a usable recipe.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Recipe, RecipeError> {
    let recipe: Recipe = from_json(file, bytes, FORMAT, objects)?;
    recipe.check().map_err(|problem| RecipeError::File { file: file.to_owned(), problem: Box::new(problem) })?;
    Ok(recipe)
}

/// The recipe and the objects in it.
fn objects() -> Vec<FileObject> {
    vec![
        FileObject::at::<Recipe>(""),
        FileObject::at::<Shape>("shapes[]"),
        FileObject::at::<Fit>("fit"),
        FileObject::at::<Growth>("growth"),
        FileObject::at::<Labels>("growth.labels"),
        FileObject::at::<Generation>("generations[]"),
        FileObject::at::<SelfPlay>("generations[].games"),
        FileObject::at::<LatePositions>("generations[].games.late"),
        FileObject::at::<Labels>("generations[].labels"),
        FileObject::at::<Calibration>("calibration"),
        FileObject::at::<Measurement>("probcut"),
        FileObject::at::<Match>("acceptance"),
    ]
}

impl Recipe {
    /// The source in the personality's file.
    pub(super) fn source(&self) -> String {
        recipe_error::source("rival train patterns", &self.summary)
    }

    fn check(&self) -> Result<(), Problem> {
        check_texts(&self.name, &self.source())?;
        // Labels of growth reach over a phase.
        within("phase_width", self.phase_width, 1, 30)?;
        self.layout()?;
        within("fit.shrinkage", self.fit.shrinkage, 1e-6, 1e6)?;
        within("fit.steps", self.fit.steps, 1, 10_000)?;
        within("fit.overlap", self.fit.overlap, 0, 60)?;
        within("fit.overlap_weight", self.fit.overlap_weight, 0.0, 1.0)?;
        within("growth.positions", self.growth.positions, 1, 100_000_000)?;
        // A search as deep as a phase is wide reaches phases that are already fitted.
        within("growth.labels.depth", self.growth.labels.depth, self.phase_width, 30)?;
        within("growth.labels.exact_to", self.growth.labels.exact_to, self.phase_width, 30)?;
        if self.generations.len() > 100 {
            let found = format!("{} generations", self.generations.len());
            return Err(Problem::at("generations", found, "100 at most"));
        }
        for (number, Generation { positions, games, labels: labels_of_generation, earlier }) in
            self.generations.iter().enumerate()
        {
            let place = format!("generations[{number}]");
            within(format!("{place}.positions"), *positions as u64, 1, 10_000_000_000)?;
            self::games(&format!("{place}.games"), games)?;
            within(format!("{place}.earlier"), *earlier, 0.0, 1.0)?;
            labels(&place, labels_of_generation)?;
        }
        calibration(&self.calibration)?;
        within("probcut.positions", self.probcut.positions, 400, 1_000_000)?;
        within("probcut.depth", self.probcut.depth, 6, 20)?;
        within("acceptance.pairs", self.acceptance.pairs, 1, 1_000_000)?;
        within("acceptance.plies", self.acceptance.plies, 0, 40)?;
        within("acceptance.depth", self.acceptance.depth, 1, 60)?;
        within("acceptance.solve_from", self.acceptance.solve_from, 0, 30)
    }

    /// The layout of the weights.
    ///
    /// # Errors
    ///
    /// The shapes or counts are unusable.
    pub fn layout(&self) -> Result<Layout, Problem> {
        let shape_twice = (1..self.shapes.len()).find(|&at| self.shapes[..at].contains(&self.shapes[at]));
        if let Some(at) = shape_twice {
            let name = format!("{:?} a second time", self.shapes[at].name());
            return Err(Problem::at(format!("shapes[{at}]"), name, "each shape once"));
        }
        let count_twice = (1..self.counts.len()).find(|&at| self.counts[..at].contains(&self.counts[at]));
        if let Some(at) = count_twice {
            let name = format!("{:?} a second time", self.counts[at]);
            return Err(Problem::at(format!("counts[{at}]"), name, "each count once"));
        }
        let counts = self.counts.iter().map(|name| count(name)).collect::<Result<Vec<_>, _>>()?;
        Layout::new(self.shapes.clone(), counts, Phases::even(self.phase_width)).ok_or_else(|| {
            let found = format!("{} shapes", self.shapes.len());
            Problem::at("shapes", found, "1 to 64 places of shapes with room for their weights")
        })
    }

    /// The text of the recipe's file: JSON with a final line feed.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("text and finite numbers are JSON") + "\n"
    }
}

fn calibration(calibration: &Calibration) -> Result<(), Problem> {
    within("calibration.games", calibration.games, 1, 100_000_000)?;
    within("calibration.prefix", calibration.prefix.1, calibration.prefix.0, 50)?;
    within("calibration.settle", calibration.settle, 0, 50)?;
    within("calibration.depth", calibration.depth, 1, 20)?;
    within("calibration.exact_to", calibration.exact_to, 0, 30)
}

/// Checks that such games can be played.
fn games(place: &str, games: &SelfPlay) -> Result<(), Problem> {
    within(format!("{place}.prefix"), games.prefix.1, games.prefix.0, 58)?;
    within(format!("{place}.noise"), games.noise, 0.0, 1.0)?;
    within(format!("{place}.depth"), games.depth.0, 1, games.depth.1)?;
    within(format!("{place}.depth"), games.depth.1, 1, 20)?;
    if let Some(late) = games.late {
        within(format!("{place}.late.empties"), late.empties, 1, 60)?;
        within(format!("{place}.late.times"), late.times, 0.0, 100.0)?;
    }
    Ok(())
}

/// Checks that the labels at this place can be computed.
fn labels(place: &str, labels: &Labels) -> Result<(), Problem> {
    within(format!("{place}.labels.exact_to"), labels.exact_to, 1, 30)?;
    within(format!("{place}.labels.depth"), labels.depth, 1, 30)
}

/// The count of this name.
fn count(name: &str) -> Result<Count, Problem> {
    let count = Count::ALL.into_iter().find(|count| count.name() == name);
    count.ok_or_else(|| Problem::at("counts", format!("{name:?}"), "\"moves\" or \"replies\""))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn shipped_recipes_are_read_as_they_are_written() {
        for recipe in shipped() {
            assert_eq!(parse("again", recipe.to_json().as_bytes()).unwrap(), recipe);
        }
    }

    /// The error that a change in the text of a shipped recipe causes.
    fn error(from: &str, to: &str) -> String {
        let text = shipped().next().unwrap().to_json();
        assert!(text.contains(from), "{from}");
        parse("mine.json", text.replacen(from, to, 1).as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_run_is_refused_with_its_place() {
        assert_eq!(
            error("rival-patterns-recipe/1", "rival-recipe/1"),
            "mine.json: format: found \"rival-recipe/1\" (a recipe), expected \"rival-patterns-recipe/1\""
        );
        assert_eq!(
            error("\"moves\"", "\"hops\""),
            "mine.json: counts: found \"hops\", expected \"moves\" or \"replies\""
        );
        assert!(error("\"phase_width\": 4", "\"phase_width\": 0").ends_with("phase_width: found 0, expected 1 to 30"));
        // Both mistakes in a value are answered with the same range.
        for depth in ["3", "31"] {
            let said = error("\"depth\": 4", &format!("\"depth\": {depth}"));
            assert_eq!(said, format!("mine.json: growth.labels.depth: found {depth}, expected 4 to 30"));
        }
        assert!(error("b2 a1", "b2 b2").contains("expected 1 to 10 different squares"));
        let said = error("\"moves\",", "\"moves\", \"moves\",");
        assert_eq!(said, "mine.json: counts[1]: found \"moves\" a second time, expected each count once");
    }

    /// The fields of the table in `docs/training.md`, each with its range.
    fn documented() -> Vec<(&'static str, &'static str)> {
        let document = include_str!("../../../docs/training.md");
        let section = document.split("## Learned patterns").nth(1).unwrap().split("\n## ").next().unwrap();
        let rows = section.lines().filter(|line| line.starts_with("| `"));
        let fields = rows.flat_map(|row| {
            let mut cells = row.split('|').skip(1);
            let places = cells.next().unwrap().split('`').skip(1).step_by(2);
            places.zip(std::iter::repeat(cells.next().unwrap().trim()))
        });
        fields.collect()
    }

    #[test]
    fn every_field_is_documented() {
        let objects = objects();
        let expected: BTreeSet<String> = objects
            .iter()
            .flat_map(|FileObject { path, fields, .. }| {
                fields.iter().map(move |field| if path.is_empty() { field.clone() } else { format!("{path}.{field}") })
            })
            // An object has no row of its own.
            .filter(|place| !objects.iter().any(|object| object.path.trim_end_matches("[]") == place))
            .collect();
        assert_eq!(documented().iter().map(|(place, _)| (*place).to_owned()).collect::<BTreeSet<_>>(), expected);
    }

    /// The limits in a range such as `1 to 10,000` or `two numbers, 0 to 58`.
    fn bounds(range: &str) -> Option<(bool, i64, i64)> {
        let one = range.trim_start_matches("two numbers, ");
        let (low, high) = one.split_once(" to ")?;
        let number = |digits: &str| digits.replace(',', "").parse().ok();
        Some((one != range, number(low)?, number(high)?))
    }

    #[test]
    fn the_documented_ranges_are_those_that_are_checked() {
        let mut recipe = serde_json::to_value(shipped().next().unwrap()).unwrap();
        recipe["growth"]["labels"] = json!({"exact_to": 30, "depth": 30});
        let mut checked = 0;
        for (place, (are_two, low, high)) in
            documented().into_iter().filter_map(|(place, range)| Some((place, bounds(range)?)))
        {
            for (value, is_inside) in [(low, true), (high, true), (low - 1, false), (high + 1, false)] {
                let pointer = format!("/{}", place.replace("[]", "/0").replace('.', "/"));
                let (object, field) = pointer.rsplit_once('/').unwrap();
                let mut changed = recipe.clone();
                let values = if are_two { json!([value, value]) } else { json!(value) };
                changed.pointer_mut(object).unwrap()[field] = values;
                match parse("mine.json", changed.to_string().as_bytes()) {
                    Ok(_) => assert!(is_inside, "{place}: {value} is accepted"),
                    Err(error) => {
                        let error = error.to_string();
                        let place = place.replace("[]", "[0]");
                        assert!(!is_inside && error.contains(&format!("mine.json: {place}")), "{value}: {error}");
                    }
                }
            }
            checked += 1;
        }
        assert!(checked > 20, "{checked}");
    }
}
