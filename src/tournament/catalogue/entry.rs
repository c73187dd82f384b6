//! An entry of the catalogue.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::record::problem::{self, Problem};

/// The format of an entry's file.
pub(crate) const FORMAT: &str = "rival-engine/1";

/// The settings of an engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub format: String,
    /// The name for `--engine`.
    pub name: String,
    /// The full name, with the author.
    pub title: String,
    /// The file names of the program, the best first. One that ends with `*` is the start of a name.
    pub programs: Vec<String>,
    /// The fields of an engine in a tournament. In `cmd`, `env` and `init` an option in braces stands for its value,
    /// and `{program}` for the program; in `dir` and `cmd` `{folder}` stands for the program's folder. Empty if the
    /// engine cannot play in tournaments.
    pub engine: Map<String, Value>,
    /// Default fields. They apply if neither the user nor the tournament sets a field.
    #[serde(default)]
    pub defaults: Map<String, Value>,
    /// Options that `--engine` may set, in addition to the fields of an engine.
    #[serde(default)]
    pub options: BTreeMap<String, Setting>,
    /// Instructions for getting the engine, in a sentence or two.
    pub get: String,
    /// The reports that the engine gives with its moves, and the settings that it obeys.
    pub answers: String,
    /// The games that were played with the real program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<String>,
    /// The reason why there are no such games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_tried: Option<String>,
}

/// An option in an engine's command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setting {
    pub default: String,
    pub what: String,
}

impl Entry {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The file is not an entry. The error is the first reason.
    pub(super) fn parse(bytes: &[u8]) -> Result<Entry, Problem> {
        let value: Value = problem::json(bytes)?;
        let entry: Entry = problem::value(&value)?;
        if entry.format != FORMAT {
            return Err(Problem::at("format", format!("'{}'", entry.format), FORMAT));
        }
        let is_plain = entry.name.chars().all(|c| c.is_ascii_alphanumeric() || "._+-()@".contains(c));
        if entry.name.is_empty() || entry.name.len() > 30 || !is_plain {
            return Err(Problem::at("name", format!("'{}'", entry.name), "up to 30 letters, digits or . _ + - ( ) @"));
        }
        if entry.tried.is_some() == entry.not_tried.is_some() {
            return Err(Problem::wrong(
                "tried",
                "either \"tried\" (games) or \"not_tried\" (why there are none) must be there, and not both",
            ));
        }
        if let Some(bad) = entry.programs.iter().find(|name| name.is_empty() || name.contains('/')) {
            return Err(Problem::at("programs", format!("'{bad}'"), "names of files"));
        }
        if entry.can_play() && entry.programs.is_empty() {
            return Err(Problem::at("programs", "none", "names of files"));
        }
        Ok(entry)
    }

    /// True if a tournament can play the engine: it has one of our protocols.
    #[must_use]
    pub(crate) fn can_play(&self) -> bool {
        !self.engine.is_empty()
    }

    /// The games that were played with the real program, or the reason why there are none.
    #[must_use]
    pub(crate) fn games(&self) -> String {
        let untried = self.not_tried.iter().map(|why| format!("not tried: {why}"));
        self.tried.iter().cloned().chain(untried).collect()
    }

    /// The protocol in a word.
    #[must_use]
    pub(crate) fn protocol(&self) -> &str {
        self.engine.get("proto").and_then(Value::as_str).unwrap_or("none")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entry in the form of the documents.
    fn documented() -> String {
        let document = include_str!("../../../docs/tournament.md");
        document.split("```json\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
    }

    #[test]
    fn the_entry_of_the_documents_is_one_and_mistakes_in_it_are_named() {
        let entry = Entry::parse(documented().as_bytes()).unwrap();
        assert!(entry.can_play() && entry.options["level"].default == "3", "{entry:?}");
        for (right, mistake, expected) in [
            ("\"title\"", "\"titel\"", "titel: unknown field: did you mean \"title\"?"),
            ("\"options\"", "\"option\"", "option: unknown field: did you mean \"options\"?"),
            ("\"what\"", "\"about\"", "options.level.about: unknown field: expected \"default\" or \"what\""),
            ("rival-engine/1", "rival/1", "format: found 'rival/1', expected rival-engine/1"),
            ("\"not_tried\": \"it is new\"", "\"tried\": \"1 game\", \"not_tried\": \"\"", "tried: either \"tried\""),
        ] {
            let text = documented().replacen(right, mistake, 1);
            let said = Entry::parse(text.as_bytes()).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
    }
}
