//! From `--engine edax` to the fields of an engine.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::{Entry, Places, entries};
use crate::record::problem::Problem;

/// The field that names an entry.
const USE: &str = "use";
/// The field with folders to look in.
const LOOK_IN: &str = "look_in";
/// Fields that say how long or how far an engine thinks.
const LIMITS: [&str; 4] = ["tc", "st", "depth", "nodes"];

/// Replaces the engines of a configuration that name an entry by what the entry says, and removes what only the search
/// for programs needs. Fields beside `use` win over the entry's.
///
/// # Errors
///
/// There is no such entry, or its program is not found.
pub(crate) fn expand(mut value: Value) -> Result<Value, Problem> {
    let Some(fields) = value.as_object_mut() else { return Ok(value) };
    let given = match fields.remove(LOOK_IN) {
        None => Vec::new(),
        Some(folders) => serde_json::from_value::<Vec<PathBuf>>(folders.clone())
            .map_err(|_| Problem::at(LOOK_IN, folders, "a list of folders"))?,
    };
    if let Some(folder) = given.iter().find(|folder| !folder.is_dir()) {
        return Err(Problem::at(LOOK_IN, format!("no folder '{}'", folder.display()), "a folder"));
    }
    let common: Vec<&str> =
        LIMITS.into_iter().filter(|&limit| fields.get(limit).is_some_and(|v| !v.is_null())).collect();
    let has_depth = common.iter().any(|limit| matches!(*limit, "depth" | "nodes"));
    let Some(engines) = fields.get_mut("engines").and_then(Value::as_array_mut) else { return Ok(value) };
    if !engines.iter().any(|engine| engine.is_string() || engine.get(USE).is_some()) {
        return Ok(value);
    }
    let places = Places::new(&given);
    let known = entries(&places).map_err(|error| Problem::at("", error, "an entry of the catalogue"))?;
    for (number, engine) in engines.iter_mut().enumerate() {
        let mut own = match engine.take() {
            Value::String(name) => Map::from_iter([(USE.to_owned(), name.into())]),
            Value::Object(own) => own,
            other => {
                *engine = other;
                continue;
            }
        };
        *engine = match own.remove(USE) {
            None => own.into(),
            Some(name) => {
                let place = format!("engines[{number}]");
                one(&place, &name, own, &known, &places, has_depth)?.into()
            }
        };
    }
    Ok(value)
}

fn one(
    place: &str,
    name: &Value,
    mut own: Map<String, Value>,
    known: &[Entry],
    places: &Places,
    has_depth: bool,
) -> Result<Map<String, Value>, Problem> {
    let entry = known.iter().find(|entry| *name == entry.name);
    let Some(entry) = entry.filter(|entry| entry.can_play()) else {
        let names: Vec<&str> = known.iter().filter(|entry| entry.can_play()).map(|entry| entry.name.as_str()).collect();
        return Err(Problem::at(format!("{place}.{USE}"), name, format!("one of {}", names.join(", "))));
    };
    let dir = own.get("dir").and_then(Value::as_str).map(PathBuf::from);
    let Some(program) = places.find(entry, dir.as_deref()) else {
        let found = format!("no program {}", entry.programs.join(" or "));
        let expected =
            format!("one in {} (rival engines {} tells how to get it)", places.told(dir.as_deref()), entry.name);
        return Err(Problem::at(format!("{place}.{USE}"), found, expected));
    };
    let program = std::path::absolute(&program).unwrap_or(program);
    let folder = program.parent().unwrap_or(Path::new("/")).to_owned();
    let text = |path: &Path| path.display().to_string();
    let mut called = entry.name.clone();
    let mut words = vec![("{program}".to_owned(), text(&program)), ("{folder}".to_owned(), text(&folder))];
    for (option, setting) in &entry.options {
        let chosen = match own.remove(option) {
            None => setting.default.clone(),
            Some(value) => {
                let chosen = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                called.push_str(&format!("-{option}{chosen}"));
                chosen
            }
        };
        words.push((format!("{{{option}}}"), chosen));
    }
    let fill = |text: &str| words.iter().fold(text.to_owned(), |text, (mark, value)| text.replace(mark, value));
    for limit in LIMITS {
        if let Some(value) = own.get(limit) {
            called.push_str(&format!("-{limit}{}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
        }
    }
    let filled = |fields: &Map<String, Value>| -> Map<String, Value> {
        fields.iter().map(|(name, value)| (name.clone(), with_texts(value, &fill))).collect()
    };
    let mut fields = filled(&entry.engine);
    let says_depth = has_depth || ["depth", "nodes"].iter().any(|limit| own.contains_key(*limit));
    for (field, value) in filled(&entry.defaults) {
        if !(says_depth && field == "depth") {
            fields.entry(field).or_insert(value);
        }
    }
    // Its program was found in the user's folder; what it needs beside it is its own affair.
    if fields.contains_key("dir") {
        own.remove("dir");
    }
    // One time, and one depth or number of nodes, as between an engine and the field.
    for pair in [["tc", "st"], ["depth", "nodes"]] {
        if pair.iter().any(|limit| own.contains_key(*limit)) {
            fields.retain(|field, _| !pair.contains(&field.as_str()));
        }
    }
    fields.insert("name".to_owned(), json!(called));
    fields.extend(own);
    Ok(fields)
}

/// A value with each text in it replaced; the names of fields stay.
#[must_use]
pub(crate) fn with_texts(of: &Value, text: &impl Fn(&str) -> String) -> Value {
    match of {
        Value::String(found) => text(found).into(),
        Value::Array(list) => list.iter().map(|inner| with_texts(inner, text)).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, inner)| (name.clone(), with_texts(inner, text))).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a program of this name.
    fn with(name: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/bin/sh", folder.path().join(name)).unwrap();
        folder
    }

    #[test]
    fn a_name_is_enough_and_what_is_said_wins() {
        let folder = with("lEdax-test");
        let dir = folder.path().display().to_string();
        let value = json!({
            "look_in": [dir],
            "depth": 5,
            "engines": ["edax", {"use": "edax", "level": 6, "tc": "9+0"}, {"use": "edax", "name": "x", "depth": 3}],
        });
        let expanded = expand(value).unwrap();
        assert!(expanded.get("look_in").is_none());
        let [plain, level, named] = expanded["engines"].as_array().unwrap().as_slice() else { panic!() };
        let program = format!("{dir}/lEdax-test");
        assert_eq!((&plain["name"], &plain["depth"], &plain["dir"]), (&json!("edax"), &json!("own"), &json!(dir)));
        assert_eq!(plain["cmd"][0], json!(program));
        assert!(level["cmd"].as_array().unwrap().contains(&json!("6")), "{level}");
        assert_eq!((&level["name"], &level["tc"]), (&json!("edax-level6-tc9+0"), &json!("9+0")));
        assert!(level.get("level").is_none());
        assert_eq!((&named["name"], &named["depth"]), (&json!("x"), &json!(3)));
    }

    #[test]
    fn a_default_yields_to_the_field() {
        let folder = with("ntest");
        let dir = folder.path().display().to_string();
        let depth = |own: Value, depth: Value| {
            let mut engine = json!({"use": "ntest", "dir": dir});
            engine.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
            let value = expand(json!({"depth": depth, "engines": [engine]})).unwrap();
            value["engines"][0].get("depth").cloned()
        };
        assert!(depth(json!({}), Value::Null).is_some_and(|depth| depth.is_u64()));
        assert_eq!(depth(json!({}), json!(4)), None);
        assert_eq!(depth(json!({"depth": 6}), Value::Null), Some(json!(6)));
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = |engine: Value| expand(json!({"engines": [engine]})).unwrap_err().to_string();
        let said = error(json!("chess"));
        assert!(said.starts_with("engines[0].use: found \"chess\", expected one of edax, "), "{said}");
        assert!(!said.contains("scrzebra"), "{said}");
        let folder = tempfile::tempdir().unwrap();
        let said = error(json!({"use": "egaroucid", "dir": folder.path()}));
        let place = format!("expected one in '{}', ", folder.path().display());
        assert!(said.starts_with("engines[0].use: found no program Egaroucid"), "{said}");
        assert!(said.contains(&place) && said.contains("PATH, /usr/games (rival engines egaroucid tells"), "{said}");
    }
}
