//! Tournament games: WTHOR files that were opened once are kept, so that the explorer always has their counts.

use std::collections::BTreeMap;

use super::me::safe_name;
use super::{Common, GameFile, open_file};
use crate::record::{Digest, GameRecord};

/// The folder of these files.
const FOLDER: &str = "tournaments";
/// The most files. A file has a year's games, some thousand, which take some megabytes of memory.
const MOST: usize = 12;

/// The games of the kept files by name, read at the first use.
#[derive(Default)]
pub(super) struct Tournaments(BTreeMap<String, Vec<GameRecord>>);

impl Tournaments {
    /// Keeps a file of tournament games.
    pub(super) fn keep(&mut self, common: &mut Common, file: &GameFile) {
        // Earlier versions kept files under their safe names alone.
        let safe = safe_name(&file.shown.name);
        let is_kept = common.store.read(&format!("{FOLDER}/{safe}")).is_ok_and(|bytes| bytes == file.bytes);
        let name = if is_kept { safe } else { kept_name(&file.shown.name) };
        let known = names(common);
        if !file.is_database || (known.len() >= MOST && !known.contains(&name)) {
            return;
        }
        self.0.remove(&name);
        let written = common.store.write(&format!("{FOLDER}/{name}"), &file.bytes);
        common.note(FOLDER, written);
    }

    pub(super) fn games(&mut self, common: &Common) -> impl Iterator<Item = &GameRecord> {
        let names = names(common);
        self.0.retain(|name, _| names.contains(name));
        for name in names {
            self.0.entry(name).or_insert_with_key(|name| {
                let bytes = common.store.read(&format!("{FOLDER}/{name}")).unwrap_or_default();
                open_file(name, &[], bytes).map(|opened| opened.games).unwrap_or_default()
            });
        }
        self.0.values().flatten()
    }
}

/// The name of the kept file. Names that differ only in characters that are not safe have a digest each.
fn kept_name(name: &str) -> String {
    let safe = safe_name(name);
    if safe == name { safe } else { format!("{}-{safe}", &Digest::of_bytes(name).as_str()[..8]) }
}

/// The names of the kept files.
pub(super) fn names(common: &Common) -> Vec<String> {
    let mut names = common.store.list(FOLDER);
    names.sort();
    names
}

/// Removes the kept files.
pub(super) fn forget(common: &mut Common) {
    let removed = common.store.remove(FOLDER);
    common.note(FOLDER, removed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_names_in_other_scripts_are_kept_beside_each_other() {
        assert_eq!(kept_name("WTH_2001.wtb"), "WTH_2001.wtb");
        let [first, second] = ["日本.wtb", "中国.wtb"].map(kept_name);
        assert!(first != second && first == safe_name(&first) && first.ends_with(".wtb"), "{first} {second}");
    }
}
