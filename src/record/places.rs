//! Places in JSON that serde does not know.
//!
//! Serde reads an object whose type depends on one of its fields (`#[serde(tag = "name")]`) as one piece. An error
//! in it has the place of the object and the line of its end.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::problem::{Problem, json, of_json};

/// The field that decides the type of an object.
const TAG: &str = "name";

/// Reads JSON of a type with tagged objects.
///
/// # Errors
/// See [`json`].
pub(crate) fn json_with_tags<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    json(bytes).map_err(|problem| problem_in_tags::<T>(bytes).unwrap_or(problem))
}

/// The first error, with its place inside tagged objects; `None` for errors that only the text shows.
fn problem_in_tags<T: DeserializeOwned>(bytes: &[u8]) -> Option<Problem> {
    let file: Value = json(bytes).ok()?;
    let error = serde_json::from_value::<T>(file.clone()).err()?;
    let path = path_of_error::<T>(&file, &error.to_string());
    let position = position(bytes, &path);
    Some(Problem { position, ..of_json(place(&path), &error) })
}

/// The names of fields and numbers of elements that lead to the value with this error. It is the innermost value that
/// has the error even if it is alone in the file.
fn path_of_error<T: DeserializeOwned>(file: &Value, message: &str) -> Vec<String> {
    let missing_field = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    let mut path = Vec::new();
    while let Some(value) = file.pointer(&pointer(&path)) {
        if missing_field.is_some_and(|field| lacks::<T>(file, &path, field)) {
            break;
        }
        let culprit = if has_error::<T>(&only_tag(file, &path), message) {
            value.get(TAG).map(|_| TAG.to_owned())
        } else {
            steps(value).into_iter().find(|step| has_error::<T>(&only_step(file, &path, step), message))
        };
        let Some(step) = culprit else { break };
        path.push(step);
    }
    path
}

/// True if the first error in this value is this one.
fn has_error<T: DeserializeOwned>(value: &Value, message: &str) -> bool {
    serde_json::from_value::<T>(value.clone()).is_err_and(|error| error.to_string() == message)
}

/// True if the object with this path lacks this field of its type.
fn lacks<T: DeserializeOwned>(file: &Value, path: &[String], field: &str) -> bool {
    let mut file = file.clone();
    match file.pointer_mut(&pointer(path)) {
        Some(Value::Object(fields)) if !fields.contains_key(field) => {
            fields.insert(field.to_owned(), Value::Null);
        }
        _ => return false,
    }
    let error = serde_json::from_value::<T>(file).err().map(|error| error.to_string());
    error.is_none_or(|error| !error.starts_with("unknown field") && !error.starts_with("missing field"))
}

/// The path as a JSON pointer.
fn pointer(path: &[String]) -> String {
    path.iter().map(|step| format!("/{step}")).collect()
}

/// The names of an object's fields, or the numbers of an array's elements.
fn steps(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => fields.keys().filter(|name| *name != TAG).cloned().collect(),
        Value::Array(list) => (0..list.len()).map(|at| at.to_string()).collect(),
        _ => Vec::new(),
    }
}

/// The file with nothing but the tag of the object with this path.
fn only_tag(file: &Value, path: &[String]) -> Value {
    only_step(file, path, "")
}

/// The file with nothing but one field of the object with this path, or one element of the array, and with tags.
fn only_step(file: &Value, path: &[String], step: &str) -> Value {
    only(file, &[path, &[step.to_owned()]].concat())
}

/// The value with nothing but this path and the tags of the objects on it.
fn only(value: &Value, path: &[String]) -> Value {
    let Some((first, rest)) = path.split_first() else { return value.clone() };
    match value {
        Value::Object(fields) => {
            let tag = fields.get(TAG).map(|tag| (TAG.to_owned(), tag.clone()));
            let step = fields.get(first).map(|inner| (first.clone(), only(inner, rest)));
            Value::Object(Map::from_iter(tag.into_iter().chain(step)))
        }
        Value::Array(list) => {
            let element = first.parse().ok().and_then(|at: usize| list.get(at));
            element.map(|inner| only(inner, rest)).into_iter().collect()
        }
        other => other.clone(),
    }
}

/// The path as in messages, such as `games[2].moves`.
fn place(path: &[String]) -> String {
    let mut place = String::new();
    for step in path {
        if step.bytes().all(|byte| byte.is_ascii_digit()) {
            place.push_str(&format!("[{step}]"));
        } else if place.is_empty() {
            place.push_str(step);
        } else {
            place.push_str(&format!(".{step}"));
        }
    }
    place
}

/// The line and the column, from 1, at which the value with this path begins.
fn position(bytes: &[u8], path: &[String]) -> Option<(usize, usize)> {
    let mut value: &RawValue = json(bytes).ok()?;
    for step in path {
        value = match step.parse::<usize>() {
            Ok(at) => serde_json::from_str::<Vec<&RawValue>>(value.get()).ok()?.get(at).copied()?,
            Err(_) => serde_json::from_str::<BTreeMap<String, &RawValue>>(value.get()).ok()?.get(step).copied()?,
        };
    }
    Some(line_and_column(bytes, value))
}

/// The line and the column, from 1, at which a value in these bytes begins.
pub(crate) fn line_and_column(bytes: &[u8], value: &RawValue) -> (usize, usize) {
    let before = &bytes[..value.get().as_ptr() as usize - bytes.as_ptr() as usize];
    let lines = before.iter().filter(|&&byte| byte == b'\n').count();
    let in_line = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
    (lines + 1, in_line + 1)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(rename = "name")]
        _name: String,
        #[serde(rename = "methods")]
        _methods: Vec<Method>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
    enum Method {
        Genetic {
            #[serde(rename = "alpha")]
            _alpha: f64,
            #[serde(rename = "mutation")]
            _mutation: Mutation,
        },
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
    enum Mutation {
        Uniform {
            #[serde(rename = "rate")]
            _rate: f64,
        },
    }

    #[test]
    fn errors_in_tagged_objects_have_their_place_and_line() {
        let right = "{\n\"name\": \"x\",\n\"methods\": [{\n\"name\": \"genetic\",\n\"alpha\": 1,\n\"mutation\": {\n\
                     \"name\": \"uniform\",\n\"rate\": 1}}]}";
        assert!(json_with_tags::<File>(right.as_bytes()).is_ok());
        for (part, mistake, expected) in [
            (
                "\"alpha\": 1",
                "\"alpha\": \"a\"",
                "methods[0].alpha: line 5, column 10: found string \"a\", expected a number",
            ),
            ("\"alpha\": 1,", "", "methods[0]: line 3, column 13: found no field `alpha`, expected the field `alpha`"),
            ("genetic", "other", "methods[0].name: line 4, column 9: found \"other\", expected \"genetic\""),
            (
                "\"rate\": 1",
                "\"rate\": []",
                "methods[0].mutation.rate: line 8, column 9: found an array, expected a number",
            ),
            ("\"rate\"", "\"rat\"", "methods[0].mutation.rat: line 8, column 8: unknown field: did you mean \"rate\"?"),
            ("uniform", "normal", "methods[0].mutation.name: line 7, column 9: found \"normal\", expected \"uniform\""),
            ("\"rate\": 1", "\"rate\" 1", "methods[0].mutation: line 8, column 8: found text that is not JSON"),
            ("\"methods\"", "\"method\"", "method: line 3, column 11: unknown field: did you mean \"methods\"?"),
            (",\n\"rate\": 1", "", "methods[0].mutation: line 6, column 13: found no field `rate`"),
            ("\"name\": \"x\",", "", "line 1, column 1: found no field `name`, expected the field `name`"),
        ] {
            let error = json_with_tags::<File>(right.replacen(part, mistake, 1).as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
