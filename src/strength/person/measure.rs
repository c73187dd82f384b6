//! Judges many games at once, and stores each as soon as it is judged.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::sync::Mutex;

use super::Profile;
use super::file::{line, of_line};
use super::game::PersonGame;
use crate::machine::regular::{append, regular};
use crate::machine::work;
use crate::people::{Judge, Judging};
use crate::search::Stop;

/// The judged games of an unfinished measurement: a file with a line for each game, which survives the process.
#[derive(Debug)]
pub struct Journal {
    file: Mutex<File>,
    known: BTreeMap<u64, PersonGame>,
}

impl Journal {
    /// Opens or creates the journal. Lines of another judge and incomplete lines are left out.
    ///
    /// # Errors
    /// It cannot be read or written.
    pub fn open(path: &Path) -> io::Result<Journal> {
        let head = serde_json::to_string(Profile::judge()).expect("strings and numbers are JSON");
        let mut known = BTreeMap::new();
        let mut lines_kept = String::new();
        if let Ok(file) = regular(path) {
            let mut lines = BufReader::new(file).lines().map_while(Result::ok);
            let judge = lines.next().and_then(|line| serde_json::from_str::<Judging>(&line).ok());
            if judge.as_ref() == Some(Profile::judge()) {
                for text in lines {
                    if let Some(played) = of_line(&text) {
                        lines_kept += &(text + "\n");
                        known.insert(played.id(), played);
                    }
                }
            }
        }
        // The file is rewritten, so that nothing is appended to half a line.
        crate::machine::files::replace(path, format!("{head}\n{lines_kept}"))?;
        let file = append(path)?;
        Ok(Journal { file: Mutex::new(file), known })
    }

    fn keep(&self, played: &PersonGame) -> io::Result<()> {
        let mut file = self.file.lock().expect("nobody panics while writing");
        file.write_all((line(played) + "\n").as_bytes())
    }
}

/// Judges games in order. Games in the journal or among `known` are not judged again. `progress` is called after each
/// game. After a stop the result has only the judged games, which are also in the journal.
///
/// # Errors
/// The journal cannot be written.
pub fn measure(
    games: Vec<PersonGame>,
    known: &[PersonGame],
    journal: Option<&Journal>,
    threads: usize,
    stop: &Stop,
    progress: &(dyn Fn() + Sync),
) -> io::Result<Vec<PersonGame>> {
    let mut values: BTreeMap<u64, &PersonGame> = known.iter().map(|played| (played.id(), played)).collect();
    values.extend(journal.iter().flat_map(|journal| &journal.known).map(|(id, played)| (*id, played)));
    let judged: io::Result<Vec<Option<PersonGame>>> =
        work::try_map_with(threads, games.len(), Judge::shipped, |judge, number| {
            if stop.is_stopped() {
                return Ok(None);
            }
            let game = games[number].clone();
            let again = values.get(&game.id()).and_then(|known| game.clone().judged_as(known));
            let is_new = again.is_none();
            let Some(game) = again.or_else(|| game.judge(judge, stop)) else { return Ok(None) };
            if let Some(journal) = journal.filter(|_| is_new) {
                journal.keep(&game)?;
            }
            progress();
            Ok(Some(game))
        });
    Ok(judged?.into_iter().flatten().collect())
}
