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
use crate::people::{DeepJudge, Judge, Judging};
use crate::search::Stop;

/// Judges games as profiles have them: with the values of all moves, and the losses of the played ones by the deep
/// judge.
#[derive(Debug)]
pub struct GameJudge {
    judge: Judge,
    deep_judge: DeepJudge,
}

impl GameJudge {
    /// The shipped judges.
    #[must_use]
    pub fn shipped() -> GameJudge {
        GameJudge { judge: Judge::shipped(), deep_judge: DeepJudge::shipped() }
    }

    /// The judged game; `None` if stopped.
    #[must_use]
    pub fn judge(&mut self, game: PersonGame, stop: &Stop) -> Option<PersonGame> {
        game.judge(&mut self.judge, stop)?.judge_deeply(&mut self.deep_judge, stop)
    }

    /// A game that the judge knows, with the losses by the deep judge.
    fn complete(&mut self, game: PersonGame, stop: &Stop) -> Option<PersonGame> {
        if game.is_judged_deeply() { Some(game) } else { game.judge_deeply(&mut self.deep_judge, stop) }
    }
}

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
        let judges = (Profile::judge().clone(), Profile::deep_judge().clone());
        let head = serde_json::to_string(&judges).expect("strings and numbers are JSON");
        let mut known = BTreeMap::new();
        let mut lines_kept = String::new();
        if let Ok(file) = regular(path) {
            let mut lines = BufReader::new(file).lines().map_while(Result::ok);
            let found = lines.next().and_then(|line| serde_json::from_str::<(Judging, Judging)>(&line).ok());
            if found == Some(judges) {
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
        work::try_map_with(threads, games.len(), GameJudge::shipped, |judge, number| {
            if stop.is_stopped() {
                return Ok(None);
            }
            let game = games[number].clone();
            let known = values.get(&game.id()).and_then(|known| game.clone().judged_as(known));
            let is_complete = known.as_ref().is_some_and(PersonGame::is_judged_deeply);
            let judged = match known {
                Some(known) => judge.complete(known, stop),
                None => judge.judge(game, stop),
            };
            let Some(game) = judged else { return Ok(None) };
            if let Some(journal) = journal.filter(|_| !is_complete) {
                journal.keep(&game)?;
            }
            progress();
            Ok(Some(game))
        });
    Ok(judged?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::record::transcript;
    use crate::strength::person::Opponent;

    #[test]
    fn a_known_game_without_deep_losses_gets_them_and_keeps_its_values() {
        let record = transcript::parse("f5d6c3d3c4f4f6f3").unwrap();
        let game = PersonGame::against(record.game(), Color::Black, Opponent::default());
        let stop = Stop::default();
        // The values of another judge show that the game is not judged again.
        let known = game.clone().judge(&mut Judge::deeper(1, 2), &stop).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let journal = Journal::open(&path).unwrap();
        let measured = measure(vec![game.clone()], std::slice::from_ref(&known), Some(&journal), 1, &stop, &|| ());
        let measured = measured.unwrap();
        assert_eq!(measured[0].values, known.values);
        assert_eq!(measured[0].deep_losses, GameJudge::shipped().judge(game, &stop).unwrap().deep_losses);
        // The journal has the game with its losses.
        assert_eq!(Journal::open(&path).unwrap().known.into_values().collect::<Vec<_>>(), measured);
    }
}
