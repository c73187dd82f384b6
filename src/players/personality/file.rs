//! The file as it is written: field names and types, nothing more.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::Problem;

/// All fields of all kinds. One flat struct, so that every mistake has a path and a line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub format: String,
    pub name: String,
    pub kind: String,
    pub rule: String,
    pub summary: String,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub notes: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub provenance: Option<Provenance>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub priorities: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub features: Option<Vec<FeatureFile>>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub points_per_disc: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub search: Option<SearchFile>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub flips: Option<FlipsFile>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub choice: Option<ChoiceFile>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub playouts: Option<PlayoutsFile>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub learn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub learn_at_end: Option<bool>,
}

/// How a personality was made. Nothing is decided by it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The command that made it.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub command: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub generation: Option<u64>,
    /// In the units of the command.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub fitness: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub date: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FeatureFile {
    pub feature: String,
    pub weight: f64,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub noise: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub values: Option<Vec<f64>>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchFile {
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub first_depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub solve_from: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub ties: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub natural: Option<bool>,
}

/// What a rival likes to turn.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FlipsFile {
    #[serde(default)]
    pub straight: f64,
    #[serde(default)]
    pub diagonal: f64,
}

/// How a rival chooses among the moves that its tester has valued.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChoiceFile {
    pub method: String,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub target: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub targets: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub tolerance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub correction: Option<CorrectionFile>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub k: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub sigma: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub reference: Option<ReferenceFile>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReferenceFile {
    pub losses: Vec<f64>,
    pub tester: String,
    pub depth: u32,
    pub plies: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CorrectionFile {
    pub from: u32,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub ahead: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub weaker: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub behind: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub stronger: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub goal: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub gain: Option<f64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayoutsFile {
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub exploration: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub natural: Option<bool>,
}

/// An optional field that is there has a value: `null` is a mistake, not an absence.
fn present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl File {
    pub fn parse(bytes: &[u8]) -> Result<File, Problem> {
        // Windows editors put a byte order mark before UTF-8.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut json = serde_json::Deserializer::from_slice(bytes);
        let file = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().to_string();
            problem(if path == "." { String::new() } else { path }, error.inner())
        })?;
        json.end().map_err(|error| Problem {
            expected: "nothing after the closing brace".to_owned(),
            found: "more text".to_owned(),
            ..problem(String::new(), &error)
        })?;
        objects(bytes)?;
        Ok(file)
    }
}

/// Serde takes an array for an object, field by field; this format does not.
fn objects(bytes: &[u8]) -> Result<(), Problem> {
    let value: Value = serde_json::from_slice(bytes).map_err(|error| problem(String::new(), &error))?;
    let parts = ["provenance", "search", "flips", "choice", "playouts"]
        .into_iter()
        .map(|field| (field.to_owned(), &value[field]));
    let features = value["features"].as_array().into_iter().flatten().enumerate();
    let features = features.map(|(i, feature)| (format!("features[{i}]"), feature));
    let within = ["correction", "reference"].map(|field| (format!("choice.{field}"), &value["choice"][field]));
    match parts.chain(features).chain(within).chain([(String::new(), &value)]).find(|(_, value)| value.is_array()) {
        Some((place, _)) => Err(Problem::at(place, "an array", "a JSON object")),
        None => Ok(()),
    }
}

/// A message of serde as found and expected.
fn problem(place: String, error: &serde_json::Error) -> Problem {
    let whole = error.to_string();
    let message = whole.split(" at line ").next().unwrap_or_default();
    let (found, expected) = if let Some(rest) = message.strip_prefix("missing field ") {
        (format!("no field {rest}"), format!("the field {rest}"))
    } else if let Some(rest) = message.strip_prefix("duplicate field ") {
        (format!("the field {rest} twice"), "it once".to_owned())
    } else if message.starts_with("invalid length ") {
        // Serde took an array for an object, and it was too short.
        ("an array".to_owned(), "a JSON object".to_owned())
    } else if let Some((found, expected)) = message.rsplit_once(", expected ") {
        (found_words(found), types(expected))
    } else if let Some(expected) = message.strip_prefix("expected ") {
        ("text that is not JSON".to_owned(), expected.to_owned())
    } else if error.is_eof() {
        ("the end of the file".to_owned(), "the rest of a JSON object".to_owned())
    } else {
        (message.to_owned(), if error.is_data() { "a valid value" } else { "JSON" }.to_owned())
    };
    // Line 0 is serde_json's way to say that it does not know.
    let position = (error.line() > 0).then(|| (error.line(), error.column()));
    Problem { position, ..Problem::at(place, found, expected) }
}

/// What serde calls a value, as a user's words.
fn found_words(found: &str) -> String {
    match found.replacen("invalid type: ", "", 1).replacen("invalid value: ", "", 1).as_str() {
        "map" => "an object".to_owned(),
        "sequence" => "an array".to_owned(),
        other => other.to_owned(),
    }
}

/// The names of Rust's types as a user's words.
fn types(expected: &str) -> String {
    match expected {
        "f64" => "a number",
        "u32" | "u64" => "a whole number, 0 or more",
        "a sequence" => "an array",
        "struct File" => "a JSON object",
        name if name.starts_with("struct ") => "an object",
        "a boolean" => "true or false",
        other => other,
    }
    .to_owned()
}
