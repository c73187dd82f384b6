//! The catalogue: ready settings for other people's engines, a file for each. The program contains some, and the user's
//! folders may add more.

mod braces;
mod entry;
mod expand;
mod fields;
mod form;
mod search;

use std::path::{Path, PathBuf};

use serde_json::Value;

pub(crate) use braces::{AT_START, WORDS, names_in_braces, with_texts};
pub(crate) use entry::{Entry, Setting};
pub(crate) use expand::expand;
pub(crate) use fields::EngineFields;
pub(crate) use form::EngineForm;
pub(crate) use search::SearchPath;

use crate::machine::regular::{read, regular};
use crate::record::problem;
use crate::record::profile_file::KeptError;

/// The shipped entries in alphabetical order. A test compares them with the folder.
const SHIPPED: [(&str, &str); 7] = [
    ("edax.json", include_str!("entries/edax.json")),
    ("egaroucid.json", include_str!("entries/egaroucid.json")),
    ("neural-reversi.json", include_str!("entries/neural-reversi.json")),
    ("ntest.json", include_str!("entries/ntest.json")),
    ("rhino.json", include_str!("entries/rhino.json")),
    ("rival.json", include_str!("entries/rival.json")),
    ("scrzebra.json", include_str!("entries/scrzebra.json")),
];

/// All entries: those of the program, and those in the given folders, which replace entries with the same name.
///
/// # Errors
///
/// A file cannot be read, or is not a usable entry.
pub(crate) fn entries(places: &SearchPath, form: &EngineForm) -> Result<Vec<Entry>, KeptError> {
    let mut entries: Vec<Entry> = Vec::new();
    for (name, text) in SHIPPED {
        entries.push(entry(Path::new(name), text.as_bytes(), form)?);
    }
    for path in places.folders().iter().flat_map(|folder| files(folder)) {
        let bytes = regular(&path).and_then(|_| read(&path));
        let bytes = bytes.map_err(|error| KeptError::Io { path: path.clone(), error })?;
        if is_meant_as_entry(&bytes) {
            let entry = Entry { file: Some(path.clone()), ..entry(&path, &bytes, form)? };
            entries.retain(|other| other.name != entry.name);
            entries.push(entry);
        }
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}

fn entry(path: &Path, bytes: &[u8], form: &EngineForm) -> Result<Entry, KeptError> {
    Entry::parse(bytes, form).map_err(|problem| KeptError::bad(path, problem))
}

/// True for an entry, even if its format is wrong or missing or the text is not JSON. The folder may also hold
/// configurations, reports and files of engines, which are skipped.
fn is_meant_as_entry(bytes: &[u8]) -> bool {
    match problem::json::<Value>(bytes) {
        Ok(file) => {
            let is_named = file["format"].as_str().is_some_and(|format| format.starts_with("rival-engine"));
            is_named || ["programs", "engine"].iter().all(|field| file.get(field).is_some())
        }
        Err(_) => {
            let text = String::from_utf8_lossy(bytes);
            ["\"rival-engine", "\"programs\""].iter().any(|mark| text.contains(mark))
        }
    }
}

/// The files of a folder that may be entries, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(listed) = folder.read_dir() else { return Vec::new() };
    let mut paths: Vec<PathBuf> = listed.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A form with all fields of the shipped entries.
    fn form() -> EngineForm {
        let names = ["cmd", "proto", "dir", "depth"].map(str::to_owned).to_vec();
        EngineForm { names, check: |_| Ok(()) }
    }

    #[test]
    fn the_program_has_every_file_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tournament/catalogue/entries");
        let there: BTreeSet<String> =
            folder.read_dir().unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(SHIPPED.map(|(name, _)| name.to_owned()).into_iter().collect::<BTreeSet<_>>(), there);
        for (file, text) in SHIPPED {
            let entry = Entry::parse(text.as_bytes(), &form()).unwrap_or_else(|problem| panic!("{file}: {problem}"));
            assert_eq!(format!("{}.json", entry.name), file);
        }
    }

    #[test]
    fn the_users_entries_come_first_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("other.json", r#"{"format": "rival-tournament/1"}"#);
        write("broken.json", "{");
        write("data.json", r#"{"programs": {"a": 1}}"#);
        write("match.json", r#"{"engines": [{"name": "rival-engine", "cmd": "/opt/rival-engine/x"}]}"#);
        write("mine.json", &SHIPPED[0].1.replace("\"edax\",", "\"my-edax\","));
        write("theirs.json", &SHIPPED[0].1.replace("\"title\": \"", "\"title\": \"My own "));
        let places = SearchPath::new(&[folder.path().to_owned()]);
        let catalogue = entries(&places, &form()).unwrap();
        assert_eq!(catalogue.len(), SHIPPED.len() + 1);
        assert!(catalogue.iter().any(|entry| entry.name == "edax" && entry.title.starts_with("My own ")));
        assert!(catalogue.iter().any(|entry| entry.name == "my-edax"));
        write("theirs.json", &SHIPPED[0].1.replace("\"title\"", "\"titel\""));
        for (text, expected) in [
            (SHIPPED[0].1.replace("\"title\"", "\"titel\""), "titel: line 4, column 11: unknown field: did you mean"),
            (SHIPPED[0].1.replace("rival-engine/1", "rival/1"), "format: found \"rival/1\" (a personality), expected "),
            (SHIPPED[0].1.replace("\"format\": \"rival-engine/1\",", ""), "found no field `format`"),
            (SHIPPED[0].1.replacen(',', "", 1), "line 3, column 5: found text that is not JSON"),
        ] {
            write("theirs.json", &text);
            let error = entries(&places, &form()).unwrap_err().to_string();
            assert!(error.contains("theirs.json: ") && error.contains(expected), "{error}");
        }
    }
}
