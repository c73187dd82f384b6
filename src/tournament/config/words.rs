//! Command lines into words.

/// Splits a line at white space; single and double quotes keep words together, a backslash keeps the next character
/// (not within single quotes).
///
/// # Errors
/// A quote that is not closed.
///
/// ```
/// let words = rival::tournament::config::split(r#"a 'b c' d\ e "f 'g'""#).unwrap();
/// assert_eq!(words, ["a", "b c", "d e", "f 'g'"]);
/// ```
pub fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(characters.next()),
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("found no closing {open} in '{line}'"));
    }
    words.extend(word);
    Ok(words)
}

/// The fields of `--engine 'name=A cmd="..." proto=gtp'` as the configuration file would have them: `env.X=Y` sets a
/// variable, `init=` may be given more than once.
///
/// # Errors
/// A word that is no `key=value`, or a key given twice.
pub fn fields(text: &str) -> Result<serde_json::Value, String> {
    let mut engine = serde_json::Map::new();
    for word in split(text)? {
        let (key, value) = word.split_once('=').ok_or_else(|| format!("found '{word}', expected key=value"))?;
        let number = matches!(key, "st" | "depth" | "nodes" | "memory_mb" | "margin");
        let value = match serde_json::from_str::<serde_json::Value>(value) {
            Ok(parsed)
                if (number && parsed.is_number()) || (matches!(key, "log" | "ponder") && parsed.is_boolean()) =>
            {
                parsed
            }
            _ => serde_json::Value::String(value.to_owned()),
        };
        if let Some(variable) = key.strip_prefix("env.") {
            let env = engine.entry("env").or_insert_with(|| serde_json::json!({}));
            env[variable] = value;
        } else if key == "init" {
            let lines = engine.entry("init").or_insert_with(|| serde_json::json!([]));
            lines.as_array_mut().into_iter().for_each(|lines| lines.push(value.clone()));
        } else if engine.insert(key.to_owned(), value).is_some() {
            return Err(format!("found {key}= twice"));
        }
    }
    Ok(serde_json::Value::Object(engine))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unclosed_quote_is_an_error() {
        assert_eq!(split("a 'b"), Err("found no closing ' in 'a 'b'".to_owned()));
        assert_eq!(split("  "), Ok(vec![]));
        assert_eq!(split("''"), Ok(vec![String::new()]));
    }

    #[test]
    fn fields_are_typed_as_in_the_file() {
        let value = fields(r#"name=A cmd="x -l 3" depth=6 env.K=1 init=a init="b c" log=false"#).unwrap();
        let expected = serde_json::json!({"name": "A", "cmd": "x -l 3", "depth": 6, "env": {"K": "1"}, "init": ["a", "b c"], "log": false});
        assert_eq!(value, expected);
        assert!(fields("name=A name=B").is_err() && fields("name").is_err());
    }
}
