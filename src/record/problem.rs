//! An error in a file as a message for users: the place, the value found and the value expected, in one line.

use std::fmt;

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use serde_path_to_error::Path;

use super::fields::{FileObject, UnknownField, one_of, quoted_names};

/// An error in a file, and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The path of the field, such as `features[2].values`; empty for the whole file.
    pub place: String,
    /// Line and column, from 1, for errors in the text itself.
    pub position: Option<(usize, usize)>,
    /// The value at this place, or a description of the error.
    pub found: String,
    /// The expected value; `None` if `found` describes the error and what to do.
    pub expected: Option<Box<str>>,
    /// The unknown field, if that is the error.
    pub(crate) unknown: Option<Box<UnknownField>>,
}

impl Problem {
    /// An error at a place in a file: the value found and the value expected.
    pub fn at(place: impl Into<String>, found: impl fmt::Display, expected: impl fmt::Display) -> Problem {
        let found = found.to_string();
        Problem {
            place: place.into(),
            position: None,
            // The text may be an error that begins with "found", too.
            found: short(found.strip_prefix("found ").unwrap_or(&found)),
            expected: Some(one_line(&expected.to_string()).into()),
            unknown: None,
        }
    }

    /// An error at a place in a file without an expected value: what is wrong and what to do.
    pub(crate) fn wrong(place: impl Into<String>, message: impl fmt::Display) -> Problem {
        Problem {
            place: place.into(),
            position: None,
            found: one_line(&message.to_string()),
            expected: None,
            unknown: None,
        }
    }

    /// The same problem. A hint about an unknown field names other objects of the file that have it.
    #[must_use]
    pub(crate) fn among(self, objects: impl FnOnce() -> Vec<FileObject>) -> Problem {
        match &self.unknown {
            Some(unknown) => Problem { found: one_line(&unknown.hint(&objects())), ..self },
            None => self,
        }
    }

    /// The same problem inside another place.
    #[must_use]
    pub(crate) fn within(self, place: impl Into<String>) -> Problem {
        Problem { place: place.into(), ..self }
    }

    /// The first place where two values differ.
    #[must_use]
    pub(crate) fn difference(found: &Value, expected: &Value, place: String) -> Option<Problem> {
        let none = Map::new();
        match (found, expected) {
            (Value::Object(a), Value::Object(_) | Value::Null) | (Value::Null, Value::Object(a)) => {
                let of = |value: &Value| value.as_object().unwrap_or(&none).clone();
                let found = of(found);
                let expected = of(expected);
                let keys = a.keys().chain(expected.keys().filter(|key| !a.contains_key(*key)));
                let inner = |key: &String| {
                    let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
                    let of = |object: &Map<String, Value>| object.get(key).cloned().unwrap_or(Value::Null);
                    Problem::difference(&of(&found), &of(&expected), place)
                };
                keys.map(inner).find_map(|difference| difference)
            }
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                (0..a.len()).find_map(|at| Problem::difference(&a[at], &b[at], format!("{place}[{at}]")))
            }
            _ if found == expected => None,
            _ => {
                if let (Value::String(a), Value::String(b)) = (found, expected) {
                    let skipped = same_start(a, b);
                    return Some(Problem::at(place, rest(a, skipped), rest(b, skipped)));
                }
                let words = |value: &Value| if value.is_null() { "nothing".to_owned() } else { value.to_string() };
                Some(Problem::at(place, words(found), words(expected)))
            }
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", short(&self.place))?;
        }
        if let Some((line, column)) = self.position {
            // Column 0 is the end of the previous line.
            write!(f, "line {line}, column {}: ", column.max(1))?;
        }
        match &self.expected {
            Some(expected) => write!(f, "found {}, expected {expected}", self.found),
            None => f.write_str(&self.found),
        }
    }
}

/// The number of bytes that two texts with a long common start need not show: it ends before the last two words that
/// they share, such as an option and the beginning of its value.
fn same_start(a: &str, b: &str) -> usize {
    /// A start of up to this many bytes is shown.
    const SHOWN: usize = 30;
    let common = a.char_indices().zip(b.chars()).take_while(|((_, a), b)| a == b).last();
    let end = common.map_or(0, |((at, c), _)| at + c.len_utf8());
    if end <= SHOWN {
        return 0;
    }
    let spaces = a[..end].match_indices(' ').map(|(at, _)| at);
    spaces.rev().nth(1).map_or(0, |at| at + 1)
}

/// A text as in JSON without this many bytes at its start.
fn rest(text: &str, skipped: usize) -> String {
    let gap = if skipped > 0 { "…" } else { "" };
    format!("{:?}", format!("{gap}{}", short(&text[skipped..])))
}

/// Escapes control characters, so that a message stays on one line and does not control a terminal.
fn one_line(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

/// The first hundred characters in one line, and `…` if there are more.
pub fn short(text: &str) -> String {
    const MAX: usize = 100;
    let start: String = text.chars().take(MAX + 1).collect();
    let line = one_line(&start);
    match line.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A path in one line of at most a hundred characters. The middle of a longer one is left out, because its end is the
/// file's name.
#[must_use]
pub fn short_path(path: &str) -> String {
    const START: usize = 39;
    const END: usize = 60;
    let line = one_line(path);
    let count = line.chars().count();
    if count <= START + 1 + END {
        return line;
    }
    line.chars().take(START).chain(['…']).chain(line.chars().skip(count - END)).collect()
}

/// Reads JSON and nothing after it.
///
/// # Errors
/// It is not JSON, or not of this type. A text that is not JSON is reported first: a hint about a field would not help.
pub fn json<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Problem> {
    typed(bytes).map_err(|problem| typed::<Value>(bytes).err().unwrap_or(problem))
}

/// The same; the first error is reported.
fn typed<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Problem> {
    // Windows editors put a byte order mark before UTF-8.
    let mut json = serde_json::Deserializer::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let value = value(&mut json)?;
    json.end().map_err(|error| Problem {
        expected: Some("nothing after the closing brace".into()),
        found: "more text".to_owned(),
        ..of_json(String::new(), &error)
    })?;
    Ok(value)
}

/// Reads JSON whose field `format` is this one.
///
/// # Errors
/// The format differs; this is reported before other errors, which would not help. Otherwise see [`json`].
pub fn json_of_format<'a, T: Deserialize<'a>>(bytes: &'a [u8], format: &str) -> Result<T, Problem> {
    check_format(bytes, format)?;
    json(bytes)
}

/// Checks the field `format` of JSON; other errors are left to its reader.
///
/// # Errors
/// The format differs.
pub(crate) fn check_format(bytes: &[u8], format: &str) -> Result<(), Problem> {
    match json(bytes) {
        Ok(FormatField { format: found }) if found != format => {
            let kind = WRITTEN_FORMATS.iter().find(|(known, _)| *known == found);
            let kind = kind.map_or_else(String::new, |(_, kind)| format!(" ({kind})"));
            Err(Problem::at("format", format!("{found:?}{kind}"), format!("{format:?}")))
        }
        _ => Ok(()),
    }
}

/// The formats of files that users write, in words.
const WRITTEN_FORMATS: [(&str, &str); 5] = [
    ("rival/1", "a personality"),
    ("rival-recipe/1", "a recipe"),
    ("rival-patterns-recipe/1", "a recipe for learned patterns"),
    ("rival-tournament/1", "a tournament"),
    ("rival-engine/1", "an entry of the catalogue"),
];

#[derive(Deserialize)]
struct FormatField {
    format: String,
}

/// The text after these words in the first line of a file.
///
/// # Errors
/// The line does not begin with these words, has no end, or is not UTF-8.
pub(crate) fn first_line(bytes: &[u8], words: &str) -> Result<String, Problem> {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let text = std::str::from_utf8(&bytes[..end]).ok().and_then(|line| line.strip_prefix(words));
    text.map(str::to_owned).ok_or_else(|| Problem::at("line 1", "another beginning", format!("{words:?} and a text")))
}

/// The same as [`json`] for one line of a file. The caller adds the file's name.
///
/// # Errors
/// The error has no place in the file.
pub fn line<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, Problem> {
    json(line).map_err(|problem| Problem { position: None, ..problem })
}

/// Reads a value from parsed JSON, or from a parser.
///
/// # Errors
/// It is not of this type.
pub fn value<'a, T: Deserialize<'a>>(json: impl Deserializer<'a, Error = serde_json::Error>) -> Result<T, Problem> {
    serde_path_to_error::deserialize(json).map_err(|error| of_json(place(error.path()), error.inner()))
}

/// The place of a JSON error, such as `games[2].moves`; empty for the whole file. In a truncated text serde knows only
/// the enclosing object, and writes `?` for the rest.
fn place(path: &Path) -> String {
    path.to_string().trim_end_matches(['?', '.']).to_owned()
}

/// A problem from serde's error at this place.
pub(super) fn of_json(place: String, error: &serde_json::Error) -> Problem {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    if let Some(unknown) = UnknownField::read(&place, message) {
        let position = (error.line() > 0).then(|| (error.line(), error.column()));
        let problem = Problem::wrong(unknown.place.clone(), unknown.hint(&[]));
        return Problem { position, unknown: Some(Box::new(unknown)), ..problem };
    }
    if let Some((name, list)) = message.strip_prefix("unknown variant `").and_then(|rest| rest.split_once("`, ")) {
        return Problem::at(place, format!("{name:?}"), one_of(&quoted_names(list)));
    }
    let (found, expected) = if let Some(rest) = message.strip_prefix("missing field ") {
        (format!("no field {rest}"), format!("the field {rest}"))
    } else if let Some(rest) = message.strip_prefix("duplicate field ") {
        (format!("the field {rest} twice"), "it once".to_owned())
    } else if let Some((found, expected)) = message.rsplit_once(", expected ") {
        (found_words(found), types(expected))
    } else if let Some(expected) = message.strip_prefix("expected ") {
        ("text that is not JSON".to_owned(), expected.to_owned())
    } else if message == "trailing characters" && !place.is_empty() {
        ("more elements".to_owned(), "the end of the array".to_owned())
    } else if message == "key must be a string" {
        ("text that is not JSON".to_owned(), "the name of a field in quotation marks".to_owned())
    } else if error.is_eof() {
        ("the end of the file".to_owned(), "the rest of a JSON object".to_owned())
    } else {
        (message.to_owned(), if error.is_data() { "a valid value" } else { "JSON" }.to_owned())
    };
    // With line 0 serde_json says that the line is unknown. An array in place of an object is wrong as a whole, so its
    // place is enough.
    let is_whole = found == "an array" && expected == "a JSON object" && !place.is_empty();
    let position = (error.line() > 0 && !is_whole).then(|| (error.line(), error.column()));
    Problem { position, ..Problem::at(place, found, expected) }
}

/// Words for users in place of serde's name for a value.
fn found_words(found: &str) -> String {
    if let Some(length) = found.strip_prefix("invalid length ") {
        return format!("an array of length {length}");
    }
    match found.replacen("invalid type: ", "", 1).replacen("invalid value: ", "", 1).as_str() {
        "map" => "an object".to_owned(),
        "sequence" => "an array".to_owned(),
        other => other.to_owned(),
    }
}

/// Words for users in place of Rust's type names.
fn types(expected: &str) -> String {
    if ["struct ", "internally tagged enum "].iter().any(|start| expected.starts_with(start)) {
        return "an object".to_owned();
    }
    match expected {
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "i32" | "i64" => "a whole number",
        "variant identifier" => "a name in quotation marks",
        "a nonzero usize" => "a whole number, 1 or more",
        "a tuple of size 2" => "an array of two whole numbers",
        "a sequence" => "an array",
        "a map" => "an object",
        "a boolean" => "true or false",
        "string or map" => "a string",
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_in_words() {
        for (text, expected) in [
            ("-1", "found integer `-1`, expected an array of two whole numbers"),
            ("[1]", "found an array of length 1, expected an array of two whole numbers"),
            ("[-1, 1]", "[0]: line 1, column 3: found integer `-1`, expected a whole number, 0 or more"),
            ("{\"a\"}", "line 1, column 5: found text that is not JSON, expected `:`"),
            (
                "{a: 1}",
                "line 1, column 2: found text that is not JSON, expected the name of a field in quotation marks",
            ),
        ] {
            let error = json::<(usize, usize)>(text.as_bytes()).unwrap_err().to_string();
            assert!(error.ends_with(expected), "{error}");
        }
    }

    #[test]
    fn found_is_said_once() {
        for (found, expected) in [("found a link", "x: found a link, expected b"), ("a", "x: found a, expected b")] {
            assert_eq!(Problem::at("x", found, "b").to_string(), expected);
        }
        let custom = <serde_json::Error as serde::de::Error>::custom;
        for (message, expected) in [
            ("found no ']' after B[", "found no ']' after B[, expected a valid value"),
            ("found 'a', expected a board", "found 'a', expected a board"),
        ] {
            assert_eq!(of_json(String::new(), &custom(message)).to_string(), expected);
        }
    }
}
