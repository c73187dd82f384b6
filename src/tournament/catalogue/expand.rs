//! Expands `--engine edax` into the fields of an engine.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::braces::{FOLDER, PROGRAM, filled, with_texts};
use super::{EngineFields, EngineForm, Entry, SearchPath, entries};
use crate::record::problem::Problem;
use crate::record::text::suggestion;
use crate::tournament::programs::from_home;

/// The field that names an entry.
const USE: &str = "use";
/// The option of an entry that names a personality, after which the engine is called.
const PLAYER: &str = "player";
/// Fields that limit the time or the depth of an engine.
const LIMITS: [&str; 4] = ["tc", "st", "depth", "nodes"];

/// The fields of engines. If an engine names an entry, fields that it does not set come from the entry. `has_effort`:
/// the tournament has a depth or a number of nodes for all engines.
///
/// # Errors
///
/// There is no such entry or folder, or its program is not found.
pub(crate) fn expand(
    engines: &[EngineFields],
    look_in: &[PathBuf],
    has_effort: bool,
    form: &EngineForm,
) -> Result<Vec<Map<String, Value>>, Problem> {
    if let Some(folder) = look_in.iter().map(from_home).find(|folder| !folder.is_dir()) {
        return Err(Problem::at("look_in", format!("no folder '{}'", folder.display()), "a folder"));
    }
    let mut expanded: Vec<Map<String, Value>> = engines.iter().map(|engine| engine.0.clone()).collect();
    if !expanded.iter().any(|fields| fields.contains_key(USE)) {
        return Ok(expanded);
    }
    let places = SearchPath::new(look_in);
    let catalogue = entries(&places, form).map_err(|error| Problem::wrong("", error))?;
    for (number, fields) in expanded.iter_mut().enumerate() {
        if let Some(name) = fields.remove(USE) {
            let own_fields = std::mem::take(fields);
            let place = format!("engines[{number}]");
            let entry = playable(&place, &name, &catalogue)?;
            form.check_names(&place, &own_fields, &entry.option_names())?;
            *fields = one(&place, entry, own_fields, &places, has_effort)?;
        }
    }
    Ok(expanded)
}

/// The entry with this name, if it can play.
fn playable<'a>(place: &str, name: &Value, catalogue: &'a [Entry]) -> Result<&'a Entry, Problem> {
    let mut entries = catalogue.iter().filter(|entry| entry.can_play());
    entries.clone().find(|entry| *name == entry.name).ok_or_else(|| {
        let names = entries.clone().map(|entry| entry.name.as_str());
        let found = format!("{name}{}", suggestion(name.as_str().unwrap_or_default(), names));
        let all: Vec<&str> = entries.by_ref().map(|entry| entry.name.as_str()).collect();
        Problem::at(format!("{place}.{USE}"), found, format!("one of {}", all.join(", ")))
    })
}

fn one(
    place: &str,
    entry: &Entry,
    mut own: Map<String, Value>,
    places: &SearchPath,
    has_effort: bool,
) -> Result<Map<String, Value>, Problem> {
    let dir = own.get("dir").and_then(Value::as_str).map(from_home);
    let Some(program) = places.find(entry, dir.as_deref()) else {
        let found = format!("no program {}", entry.programs.join(" or "));
        let expected = format!(
            "one in {} (rival engines {} tells how to get it)",
            places.searched_folders(dir.as_deref()),
            entry.name
        );
        return Err(Problem::at(format!("{place}.{USE}"), found, expected));
    };
    let program = std::path::absolute(&program).unwrap_or(program);
    let folder = program.parent().unwrap_or(Path::new("/")).to_owned();
    let mut called = entry.name.clone();
    let mut words = vec![(PROGRAM, program.display().to_string()), (FOLDER, folder.display().to_string())];
    for (option, setting) in &entry.options {
        let chosen = match own.remove(option) {
            None => setting.default.clone(),
            Some(value) => {
                let chosen = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                setting.check(&format!("{place}.{option}"), &chosen)?;
                if option == PLAYER {
                    called = Path::new(&chosen).file_stem().unwrap_or_default().to_string_lossy().into_owned();
                } else {
                    called.push_str(&format!("-{option}{chosen}"));
                }
                chosen
            }
        };
        words.push((option, chosen));
    }
    let fill = |text: &str| filled(text, &words);
    for limit in LIMITS {
        if let Some(value) = own.get(limit) {
            called.push_str(&format!("-{limit}{}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
        }
    }
    let mut fields = with_texts(&entry.engine, &fill);
    let says_depth = has_effort || ["depth", "nodes"].iter().any(|limit| own.contains_key(*limit));
    for (field, value) in with_texts(&entry.defaults, &fill) {
        if !(says_depth && field == "depth") {
            fields.entry(field).or_insert(value);
        }
    }
    // An entry with its own `dir` keeps it. The user's `dir` was only searched for the program.
    if fields.contains_key("dir") {
        own.remove("dir");
    }
    // An engine has one time limit, and one depth or number of nodes.
    for pair in [["tc", "st"], ["depth", "nodes"]] {
        if pair.iter().any(|limit| own.contains_key(*limit)) {
            fields.retain(|field, _| !pair.contains(&field.as_str()));
        }
    }
    fields.insert("name".to_owned(), json!(called));
    fields.extend(own);
    Ok(fields)
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

    /// A form with some fields of engines.
    fn form() -> EngineForm {
        let names = ["name", "cmd", "proto", "dir", "tc", "depth"].map(str::to_owned).to_vec();
        EngineForm { names, check: |_| Ok(()) }
    }

    fn engines(list: Value) -> Vec<EngineFields> {
        serde_json::from_value(list).unwrap()
    }

    #[test]
    fn a_name_is_enough_and_what_is_said_wins() {
        let folder = with("lEdax-test");
        let dir = folder.path().display().to_string();
        let list = json!(["edax", {"use": "edax", "level": 6, "tc": "9+0"}, {"use": "edax", "name": "x", "depth": 3}]);
        let expanded = expand(&engines(list), &[folder.path().to_owned()], true, &form()).unwrap();
        let [plain, level, named] = &expanded[..] else { panic!() };
        let program = format!("{dir}/lEdax-test");
        assert_eq!((&plain["name"], &plain["depth"], &plain["dir"]), (&json!("edax"), &json!("own"), &json!(dir)));
        assert_eq!(plain["cmd"][0], json!(program));
        assert!(level["cmd"].as_array().unwrap().contains(&json!("6")), "{level:?}");
        assert_eq!((&level["name"], &level["tc"]), (&json!("edax-level6-tc9+0"), &json!("9+0")));
        assert!(level.get("level").is_none());
        assert_eq!((&named["name"], &named["depth"]), (&json!("x"), &json!(3)));
    }

    #[test]
    fn an_engine_of_ours_is_called_by_its_player() {
        let folder = with("rival");
        let dir = folder.path().display().to_string();
        let called = |player: &str| {
            let engine = json!({"use": "rival", "dir": dir, "player": player, "depth": 3});
            expand(&engines(json!([engine])), &[], false, &form()).unwrap()[0]["name"].clone()
        };
        assert_eq!(called("master-fast"), "master-fast-depth3");
        assert_eq!(called("rivals/inlander.json"), "inlander-depth3");
    }

    #[test]
    fn a_default_yields_to_the_field() {
        let folder = with("ntest");
        let dir = folder.path().display().to_string();
        let plain = json!({"use": "ntest", "dir": dir});
        let with_depth = json!({"use": "ntest", "dir": dir, "depth": 6});
        assert!(expanded_depth(plain.clone(), false).is_some_and(|depth| depth.is_u64()));
        assert_eq!(expanded_depth(plain, true), None);
        assert_eq!(expanded_depth(with_depth, false), Some(json!(6)));
    }

    fn expanded_depth(engine: Value, has_effort: bool) -> Option<Value> {
        let expanded = expand(&engines(json!([engine])), &[], has_effort, &form()).unwrap();
        expanded[0].get("depth").cloned()
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_near_one() {
        for (engine, expected) in [
            (json!({"use": "rhino", "levle": 2}), "engines[0].levle: unknown field (did you mean \"level\"?)"),
            (json!({"use": "rhino", "detph": 2}), "engines[0].detph: unknown field (did you mean \"depth\"?)"),
            (
                json!({"use": "rhino", "book": 2}),
                "engines[0].book: unknown field, expected a field of an engine, or level or random",
            ),
            (json!({"use": "rhion"}), "engines[0].use: found \"rhion\" (did you mean \"rhino\"?), expected one of "),
        ] {
            let said = expand(&engines(json!([engine])), &[], false, &form()).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let said = expand(&engines(json!(["chess"])), &[], false, &form()).unwrap_err().to_string();
        assert!(said.starts_with("engines[0].use: found \"chess\", expected one of edax, "), "{said}");
        assert!(!said.contains("scrzebra"), "{said}");
        let folder = tempfile::tempdir().unwrap();
        let egaroucid = json!([{"use": "egaroucid", "dir": folder.path()}]);
        let said = expand(&engines(egaroucid), &[], false, &form()).unwrap_err().to_string();
        let place = format!("expected one in '{}', ", folder.path().display());
        assert!(said.starts_with("engines[0].use: found no program Egaroucid"), "{said}");
        assert!(said.contains(&place) && said.contains("PATH, /usr/games (rival engines egaroucid tells"), "{said}");
    }
}
