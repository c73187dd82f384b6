//! Splits command lines into words.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::record::problem::{self, Problem};

/// The words of a line by the rules of a shell: quotes keep words together, a backslash keeps the next character.
///
/// # Errors
///
/// A quote is not closed.
pub(crate) fn split(line: &str) -> Result<Vec<String>, Problem> {
    shell_words::split(line)
        .map_err(|error| Problem::at("", format!("{error} in '{line}'"), "words that a shell accepts"))
}

/// The fields in `--engine 'name=A cmd="..." proto=gtp'`, in the form of a configuration file. `env.X=Y` sets a
/// variable, and `init=` may be repeated. A first word without `=` means `use=WORD`, an entry of the catalogue.
///
/// # Errors
///
/// Another word is not `key=value`, or a key is repeated.
pub(crate) fn fields(text: &str) -> Result<Map<String, Value>, Problem> {
    let mut engine = Map::new();
    for (at, word) in split(text)?.into_iter().enumerate() {
        let word = if at == 0 && !word.contains('=') { format!("use={word}") } else { word };
        let (key, value) = word.split_once('=').ok_or_else(|| Problem::at("", format!("'{word}'"), "key=value"))?;
        let value = typed(key, value);
        if let Some(variable) = key.strip_prefix("env.") {
            let env = engine.entry("env").or_insert_with(|| json!({}));
            let Some(env) = env.as_object_mut() else {
                return Err(Problem::at("", "env=".to_owned(), "env.NAME= with the name of a variable"));
            };
            if env.insert(variable.to_owned(), value).is_some() {
                return Err(Problem::wrong("", format!("{key}= is there twice: give it once")));
            }
        } else if key == "init" {
            let lines = engine.entry("init").or_insert_with(|| json!([]));
            lines.as_array_mut().into_iter().for_each(|lines| lines.push(value.clone()));
        } else if engine.insert(key.to_owned(), value).is_some() {
            return Err(Problem::wrong("", format!("{key}= is there twice: give it once")));
        }
    }
    Ok(engine)
}

/// An object written as `name=value` words. Values that look like numbers or truth values become these.
///
/// # Errors
///
/// A word is not `name=value`, or a value is unusable.
pub(crate) fn object<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    let mut object = Map::new();
    for word in split(text)? {
        let (key, value) = word.split_once('=').ok_or_else(|| Problem::at("", format!("'{word}'"), "name=value"))?;
        let value = match serde_json::from_str(value) {
            Ok(typed @ (Value::Number(_) | Value::Bool(_))) => typed,
            _ => value.into(),
        };
        if object.insert(key.to_owned(), value).is_some() {
            return Err(Problem::wrong("", format!("{key}= is there twice: give it once")));
        }
    }
    problem::value(Value::Object(object))
}

/// The value of a field with the type of the file's field.
pub(crate) fn typed(key: &str, text: &str) -> Value {
    let is_number = matches!(key, "st" | "depth" | "nodes" | "memory_mb" | "margin");
    match serde_json::from_str::<Value>(text) {
        Ok(parsed) if (is_number && parsed.is_number()) || (key == "log" && parsed.is_boolean()) => parsed,
        _ => Value::String(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unclosed_quote_is_an_error() {
        let expected = "found missing closing quote in 'a 'b', expected words that a shell accepts";
        assert_eq!(split("a 'b").unwrap_err().to_string(), expected);
        assert_eq!(split(r#"a 'b c' d\ e "f 'g'""#).unwrap(), ["a", "b c", "d e", "f 'g'"]);
        assert_eq!(split("  "), Ok(vec![]));
        assert_eq!(split("''"), Ok(vec![String::new()]));
    }

    #[test]
    fn fields_are_typed_as_in_the_file() {
        let value = fields(r#"name=A cmd="x -l 3" depth=6 env.K=1 init=a init="b c" log=false"#).unwrap();
        let expected =
            json!({"name": "A", "cmd": "x -l 3", "depth": 6, "env": {"K": "1"}, "init": ["a", "b c"], "log": false});
        assert_eq!(Value::Object(value), expected);
        assert_eq!(Value::Object(fields("edax level=6").unwrap()), json!({"use": "edax", "level": "6"}));
        for wrong in ["name=A name=B", "name=A name", "env=1 env.X=2", "env.X=1 env.X=2", "env.X=1 env=2"] {
            assert!(fields(wrong).is_err(), "{wrong}");
        }
    }
}
