//! Names in braces in the texts of an entry, and the values that replace them.

use serde_json::{Map, Value};

/// The names in braces that stand for the program and for its folder.
pub(super) const PROGRAM: &str = "program";
pub(super) const FOLDER: &str = "folder";
/// The names in braces that are replaced when the engine starts.
pub(crate) const AT_START: [&str; 4] = ["seed", "depth", "nodes", "st"];
/// The names in braces that need no option.
pub(crate) const WORDS: [&str; 6] = {
    let [seed, depth, nodes, st] = AT_START;
    [PROGRAM, FOLDER, seed, depth, nodes, st]
};

/// The names in braces in a text: lower-case letters, digits and `_`.
pub(crate) fn names_in_braces(text: &str) -> impl Iterator<Item = &str> {
    let is_name =
        |name: &&str| !name.is_empty() && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).filter(is_name)
}

/// The text with the value of each name in braces.
#[must_use]
pub(super) fn filled(text: &str, words: &[(&str, String)]) -> String {
    words.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// The fields with every text replaced; names stay.
#[must_use]
pub(crate) fn with_texts(fields: &Map<String, Value>, text: &impl Fn(&str) -> String) -> Map<String, Value> {
    fields.iter().map(|(name, value)| (name.clone(), with_text(value, text))).collect()
}

fn with_text(value: &Value, text: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(old) => text(old).into(),
        Value::Array(list) => list.iter().map(|inner| with_text(inner, text)).collect(),
        Value::Object(fields) => with_texts(fields, text).into(),
        other => other.clone(),
    }
}
