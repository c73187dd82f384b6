//! Errors of serde as "found ..., expected ...".

use crate::personality::error::Problem;

/// An error of serde at this place.
pub fn problem(place: String, error: &serde_json::Error) -> Problem {
    let whole = error.to_string();
    let message = whole.split(" at line ").next().unwrap_or_default();
    let (found, expected) = if let Some(rest) = message.strip_prefix("missing field ") {
        (format!("no field {rest}"), format!("the field {rest}"))
    } else if let Some(rest) = message.strip_prefix("duplicate field ") {
        (format!("the field {rest} twice"), "it once".to_owned())
    } else if let Some((found, expected)) = message.rsplit_once(", expected ") {
        (found_words(found), types(expected))
    } else if let Some(expected) = message.strip_prefix("expected ") {
        ("text that is not JSON".to_owned(), expected.to_owned())
    } else if error.is_eof() {
        ("the end of the file".to_owned(), "the rest of a JSON object".to_owned())
    } else {
        (message.to_owned(), if error.is_data() { "a valid value" } else { "JSON" }.to_owned())
    };
    // Line 0 means that serde_json does not know the line. An array instead of an object inside the file is wrong as a
    // whole: its place says where.
    let is_whole = found == "an array" && expected == "a JSON object" && !place.is_empty();
    let position = (error.line() > 0 && !is_whole).then(|| (error.line(), error.column()));
    Problem { position, ..Problem::at(place, found, expected) }
}

/// What serde found, in a user's words.
fn found_words(found: &str) -> String {
    match found.replacen("invalid type: ", "", 1).replacen("invalid value: ", "", 1).as_str() {
        "map" => "an object".to_owned(),
        "sequence" => "an array".to_owned(),
        other => other.to_owned(),
    }
}

/// The type that Rust expected, in a user's words.
fn types(expected: &str) -> String {
    match expected {
        "f64" => "a number",
        "u32" | "u64" => "a whole number, 0 or more",
        "a sequence" => "an array",
        "a boolean" => "true or false",
        other => other,
    }
    .to_owned()
}
