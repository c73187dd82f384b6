//! The catalogue: ready settings for other people's engines, a file for each. The program contains some, and the user's
//! folders may add more.

mod entry;
mod expand;
mod fields;
mod search;

use std::path::{Path, PathBuf};

pub(crate) use entry::Entry;
use entry::FORMAT;
pub(crate) use expand::{expand, with_texts};
pub(crate) use fields::EngineFields;
pub(crate) use search::SearchPath;

use crate::machine::regular::{read, regular};
use crate::record::kept::KeptError;
use crate::record::problem;

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
/// A file cannot be read, or is not an entry.
pub(crate) fn entries(places: &SearchPath) -> Result<Vec<Entry>, KeptError> {
    let mut found: Vec<Entry> = Vec::new();
    for (name, text) in SHIPPED {
        found.push(entry(Path::new(name), text.as_bytes())?);
    }
    for path in places.folders().iter().flat_map(|folder| files(folder)) {
        let bytes = regular(&path).and_then(|_| read(&path));
        let bytes = bytes.map_err(|error| KeptError::Io { path: path.clone(), error })?;
        // The folder may also hold configurations and reports, which are skipped.
        let format = problem::json::<serde_json::Value>(&bytes).map(|value| value["format"] == FORMAT);
        if format == Ok(true) {
            let entry = entry(&path, &bytes)?;
            found.retain(|other| other.name != entry.name);
            found.push(entry);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn entry(path: &Path, bytes: &[u8]) -> Result<Entry, KeptError> {
    Entry::parse(bytes).map_err(|problem| KeptError::Bad { path: path.to_owned(), problem: problem.into() })
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

    #[test]
    fn the_program_has_every_file_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tournament/catalogue/entries");
        let there: BTreeSet<String> =
            folder.read_dir().unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(SHIPPED.map(|(name, _)| name.to_owned()).into_iter().collect::<BTreeSet<_>>(), there);
        for (file, text) in SHIPPED {
            let entry = Entry::parse(text.as_bytes()).unwrap_or_else(|problem| panic!("{file}: {problem}"));
            assert_eq!(format!("{}.json", entry.name), file);
        }
    }

    #[test]
    fn the_users_entries_come_first_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("other.json", r#"{"format": "rival-tournament/1"}"#);
        write("broken.json", "{");
        write("mine.json", &SHIPPED[0].1.replace("\"edax\",", "\"my-edax\","));
        write("theirs.json", &SHIPPED[0].1.replace("\"title\": \"", "\"title\": \"My own "));
        let places = SearchPath::new(&[folder.path().to_owned()]);
        let found = entries(&places).unwrap();
        assert_eq!(found.len(), SHIPPED.len() + 1);
        assert!(found.iter().any(|entry| entry.name == "edax" && entry.title.starts_with("My own ")));
        assert!(found.iter().any(|entry| entry.name == "my-edax"));
        write("theirs.json", &SHIPPED[0].1.replace("\"title\"", "\"titel\""));
        let error = entries(&places).unwrap_err().to_string();
        assert!(error.contains("theirs.json: ") && error.contains("titel"), "{error}");
    }
}
