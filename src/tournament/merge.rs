//! Joins the shards of a tournament.

use std::path::{Path, PathBuf};

use super::Error;
use super::folder::Folder;
use super::identity::Identity;
use super::journal::Journal;

/// Joins the folders of shards into a new one, with the games in schedule order. Returns the new folder and the number
/// of missing games; it can be continued as if it had never been divided.
///
/// # Errors
///
/// A folder is not a shard of the same tournament, a game is in two of them, or the new folder has games already. The
/// shards stay unchanged.
pub(crate) fn merge(parts: &[PathBuf], out: &Path) -> Result<(Folder, usize), Error> {
    let (Some(first), true) = (parts.first(), parts.len() > 1) else { return Err(Error::NothingToMerge) };
    let expected = Identity { shard: None, ..Folder::identity(first)? };
    let mut journals: Vec<(usize, Journal)> = Vec::new();
    for path in parts {
        let found = Folder::identity(path)?;
        // Wherever its things lay.
        if let Some(difference) = (Identity { shard: None, ..found.clone() }).difference(&expected) {
            let difference = Box::new(difference);
            return Err(Error::OtherPart { path: path.clone(), first: first.clone(), difference });
        }
        let journal = Journal::open(&path.join("games.jsonl"), &found, &found.plan.schedule())?;
        if let Some(game) = journal.games().find(|game| journals.iter().any(|(_, other)| other.has(game.number()))) {
            return Err(Error::TwiceInParts { path: path.clone(), game: game.game });
        }
        let start = journal.games().next().map_or(usize::MAX, |game| game.number());
        journals.push((start, journal));
    }
    journals.sort_by_key(|(start, _)| *start);
    let mut folder = Folder::make(out, expected)?;
    for (_, journal) in &journals {
        for game in journal.whole() {
            folder.journal.add(game?)?;
        }
    }
    folder.write_results(&folder.standing())?;
    let missing = folder.schedule.games() - folder.journal.len();
    Ok((folder, missing))
}
