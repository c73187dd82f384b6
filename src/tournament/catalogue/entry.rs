//! An entry of the catalogue.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::braces::{FOLDER, PROGRAM, WORDS, filled, names_in_braces, with_texts};
use super::form::EngineForm;
use crate::record::fields::FileObject;
use crate::record::problem::{self, Problem};
use crate::record::text::meant;

/// The format of an entry's file.
const FORMAT: &str = "rival-engine/1";

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
    /// The file of the entry; `None` for one of the program.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

/// An option in an engine's command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setting {
    pub default: String,
    pub what: String,
    /// The least and the largest value of an option whose values are whole numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i64, i64)>,
}

impl Setting {
    /// Refuses a value outside the range.
    pub(super) fn check(&self, place: &str, value: &str) -> Result<(), Problem> {
        match self.range {
            Some((low, high)) if !value.parse().is_ok_and(|value| (low..=high).contains(&value)) => {
                Err(Problem::at(place, format!("{value:?}"), format!("a whole number from {low} to {high}")))
            }
            _ => Ok(()),
        }
    }
}

impl Entry {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The file is not an entry. The error is the first reason.
    pub(super) fn parse(bytes: &[u8], form: &EngineForm) -> Result<Entry, Problem> {
        let entry: Entry = problem::json_of_format(bytes, FORMAT).map_err(|problem| problem.among(|| objects(form)))?;
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
        if entry.can_play() {
            if entry.programs.is_empty() {
                return Err(Problem::at("programs", "none", "names of files"));
            }
            entry.check_options(form)?;
            entry.check_engine(form)?;
        }
        Ok(entry)
    }

    /// Checks the options: their names, defaults and use.
    fn check_options(&self, form: &EngineForm) -> Result<(), Problem> {
        let texts = [&self.engine, &self.defaults].map(|fields| Value::from(fields.clone()).to_string());
        for (option, setting) in &self.options {
            let place = format!("options.{option}");
            if form.names.contains(option) || WORDS.contains(&option.as_str()) {
                return Err(Problem::wrong(place, "this name has a meaning of its own: choose another"));
            }
            if !texts.iter().any(|text| text.contains(&format!("{{{option}}}"))) {
                return Err(Problem::wrong(place, format!("no text of \"engine\" contains {{{option}}}")));
            }
            if let Some((low, high)) = setting.range.filter(|(low, high)| low > high) {
                return Err(Problem::at(format!("{place}.range"), format!("[{low}, {high}]"), "the least value first"));
            }
            setting.check(&format!("{place}.default"), &setting.default)?;
        }
        Ok(())
    }

    /// Checks the fields of the engine, as they are with the defaults of the options.
    fn check_engine(&self, form: &EngineForm) -> Result<(), Problem> {
        let mut words = vec![(PROGRAM, "/program".to_owned()), (FOLDER, "/".to_owned())];
        words.extend(self.options.iter().map(|(option, setting)| (option.as_str(), setting.default.clone())));
        let mut all = Map::from_iter([("name".to_owned(), Value::from(self.name.clone()))]);
        for (object, fields) in [("defaults", &self.defaults), ("engine", &self.engine)] {
            form.check_names(object, fields, &[])?;
            if fields.contains_key("name") {
                let message = "an engine is called after its entry and options: remove this field";
                return Err(Problem::wrong(format!("{object}.name"), message));
            }
            for (field, value) in fields {
                self.check_braces(&format!("{object}.{field}"), value)?;
            }
            all.extend(with_texts(fields, &|text| filled(text, &words)));
        }
        let texts = Value::from(self.engine.clone()).to_string();
        if ![PROGRAM, FOLDER].iter().any(|name| texts.contains(&format!("{{{name}}}"))) {
            return Err(Problem::wrong("engine.cmd", "no word contains {program} or {folder}"));
        }
        (form.check)(all).map_err(|problem| {
            let field = problem.place.split(['.', '[']).next().unwrap_or_default();
            let object = if self.engine.contains_key(field) || field.is_empty() { "engine" } else { "defaults" };
            let dot = if field.is_empty() { "" } else { "." };
            let place = format!("{object}{dot}{}", problem.place);
            Problem { position: None, ..problem }.within(place)
        })
    }

    /// Refuses a name in braces that stands for nothing.
    fn check_braces(&self, place: &str, value: &Value) -> Result<(), Problem> {
        match value {
            Value::String(text) => match names_in_braces(text).find(|name| !self.fills(name)) {
                Some(name) => {
                    let known = self.option_names().into_iter().chain(WORDS);
                    let expected = "a name in \"options\", or program or folder";
                    let message = format!("nothing replaces {{{name}}}{}", meant(name, known, expected));
                    Err(Problem::wrong(place, message))
                }
                None => Ok(()),
            },
            Value::Array(list) => {
                list.iter().enumerate().try_for_each(|(at, value)| self.check_braces(&format!("{place}[{at}]"), value))
            }
            Value::Object(fields) => {
                fields.iter().try_for_each(|(name, value)| self.check_braces(&format!("{place}.{name}"), value))
            }
            _ => Ok(()),
        }
    }

    /// The names of the options.
    pub(super) fn option_names(&self) -> Vec<&str> {
        self.options.keys().map(String::as_str).collect()
    }

    /// True if this name in braces is replaced by a value.
    fn fills(&self, name: &str) -> bool {
        self.options.contains_key(name) || WORDS.contains(&name)
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

/// The file and the objects in it.
fn objects(form: &EngineForm) -> Vec<FileObject> {
    let engine = |path: &str| FileObject { path: path.to_owned(), variant: None, fields: form.names.clone() };
    vec![FileObject::at::<Entry>(""), engine("engine"), engine("defaults")]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> EngineForm {
        let names = ["cmd", "proto", "depth", "margin"].map(str::to_owned).to_vec();
        EngineForm { names, check: |fields| fields.get("proto").map(drop).ok_or(Problem::at("", "none", "a protocol")) }
    }

    /// The entry in the form of the documents.
    fn documented() -> String {
        let document = include_str!("../../../docs/tournament.md");
        document.split("```json\n").nth(2).unwrap().split("```").next().unwrap().to_owned()
    }

    #[test]
    fn the_entry_of_the_documents_is_one_and_mistakes_in_it_are_named() {
        let entry = Entry::parse(documented().as_bytes(), &form()).unwrap();
        assert!(entry.can_play() && entry.options["level"].default == "3", "{entry:?}");
        for (right, mistake, expected) in [
            ("\"title\"", "\"titel\"", "titel: line 4, column 9: unknown field: did you mean \"title\"?"),
            ("\"options\"", "\"option\"", "option: line 7, column 10: unknown field: did you mean \"options\"?"),
            ("\"get\"", "\"proto\"", "proto: line 8, column 9: unknown field: it belongs in \"engine\""),
            ("\"what\"", "\"about\"", "options.level.about: line 7, "),
            ("rival-engine/1", "rival/1", "format: found \"rival/1\" (a personality), expected \"rival-engine/1\""),
            ("\"not_tried\": \"it is new\"", "\"tried\": \"1 game\", \"not_tried\": \"\"", "tried: either \"tried\""),
            ("\"proto\"", "\"porto\"", "engine.porto: unknown field (did you mean \"proto\"?)"),
            ("\"proto\": \"gtp\", ", "", "engine: found none, expected a protocol"),
            ("\"{program}\", ", "", "engine.cmd: no word contains {program} or {folder}"),
            (
                "\"engine\": {",
                "\"engine\": { \"name\": \"x\",",
                "engine.name: unknown field, expected a field of an engine",
            ),
            ("{level}", "{lvl}", "options.level: no text of \"engine\" contains {level}"),
            ("\"{level}\"", "\"{level}\", \"{levle}\"", "engine.cmd[3]: nothing replaces {levle} (did you mean"),
            ("\"default\": \"3\"", "\"default\": \"9\"", "options.level.default: found \"9\", expected a whole number"),
            ("{ \"level\"", "{ \"depth\"", "options.depth: this name has a meaning of its own"),
        ] {
            let text = documented().replacen(right, mistake, 1);
            let said = Entry::parse(text.as_bytes(), &form()).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
    }
}
