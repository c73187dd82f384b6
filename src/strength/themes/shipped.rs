//! The themes of the shipped exercises.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{NONE, Theme};
use crate::people::Exercises;
use crate::strength::exercises::id;

/// The file with the themes of the shipped exercises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExerciseThemes {
    /// The command that finds the themes again.
    pub command: String,
    /// A letter for each exercise, in their order.
    themes: String,
}

impl ExerciseThemes {
    /// The themes of exercises in their order, which this command found.
    #[must_use]
    pub fn new(command: &str, themes: &[Option<Theme>]) -> ExerciseThemes {
        let themes = themes.iter().map(|theme| theme.map_or(NONE, Theme::letter)).collect();
        ExerciseThemes { command: command.to_owned(), themes }
    }

    /// The text of the file: JSON with a final line feed.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings are JSON") + "\n"
    }

    fn by_id(&self) -> BTreeMap<u64, Theme> {
        let ids = Exercises::shipped().exercises.iter().map(|exercise| id(&exercise.board));
        let themes = ids.zip(self.themes.chars());
        themes.filter_map(|(id, letter)| Some((id, Theme::of_letter(letter)?))).collect()
    }
}

fn file() -> ExerciseThemes {
    serde_json::from_str(include_str!("exercises.json")).expect("a test reads it")
}

/// The themes of the shipped exercises, by [`id`]. Exercises without a theme are left out.
#[must_use]
pub fn shipped() -> &'static BTreeMap<u64, Theme> {
    static SHIPPED: LazyLock<BTreeMap<u64, Theme>> = LazyLock::new(|| file().by_id());
    &SHIPPED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Stop;
    use crate::strength::themes::Finder;

    #[test]
    fn the_shipped_themes_are_those_of_the_shipped_exercises() {
        let file = file();
        let exercises = &Exercises::shipped().exercises;
        assert_eq!(file.themes.len(), exercises.len(), "find them again: {}", file.command);
        let mut finder = Finder::new(&Stop::default());
        for (exercise, letter) in exercises.iter().zip(file.themes.chars()).step_by(50) {
            let theme = finder.of_exercise(exercise);
            assert_eq!(theme, Theme::of_letter(letter), "find them again: {}", file.command);
        }
        assert!(Theme::ALL.iter().filter(|theme| shipped().values().any(|other| other == *theme)).count() >= 6);
    }
}
