//! The person's own exercises: examined mistakes, each with an exercise if it makes one.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::{profile, themes};
use crate::board::{Board, Square};
use crate::people::{Examiner, Exercise};
use crate::record::KeptError;
use crate::search::{Limits, Stop};
use crate::serve::page::store::Storage;
use crate::strength::exercises::{Mistake, id, mistakes};
use crate::strength::person::PersonGame;

/// The file of exercises from the person's own games.
pub(crate) const OWN: &str = "exercises.own.json";
/// The number of the last games whose mistakes are examined.
const LAST: usize = 300;
/// The most mistakes that are examined at a time.
const MOST: usize = 100;

/// An examined mistake.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ExaminedMistake {
    /// See [`id`](crate::strength::exercises::id).
    pub id: u64,
    /// The opponent.
    pub opponent: String,
    /// The date of the game, if known.
    pub date: String,
    /// The number of the move in the game, without passes, as the review counts it.
    pub number: u32,
    /// The square that was played.
    pub played: String,
    /// The exercise; `None` if no move is clearly right, the right one was played, or strength makes no difference.
    pub exercise: Option<Exercise>,
}

/// A mistake to examine.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PendingMistake {
    own: ExaminedMistake,
    board: String,
    last: Option<String>,
}

/// The ids of mistakes in games that were removed since the last search for exercises began. Locked while the file of
/// exercises changes.
#[derive(Debug, Default)]
pub(crate) struct RemovedMistakes(Mutex<BTreeSet<u64>>);

impl RemovedMistakes {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The person's examined mistakes.
pub(crate) fn examined_mistakes(store: &dyn Storage) -> Vec<ExaminedMistake> {
    store.get(OWN).unwrap_or_default()
}

/// The mistakes in the last games that are not examined yet, for a new search: those of the dearest themes first, and
/// the worst of them first. Examined mistakes in older games are forgotten if they made no exercise.
///
/// # Errors
/// The profile cannot be read, or the examined mistakes cannot be stored.
pub(crate) fn pending_mistakes(
    store: &dyn Storage,
    removed: &RemovedMistakes,
) -> Result<Vec<PendingMistake>, KeptError> {
    let mut removed = removed.lock();
    removed.clear();
    let Some(profile) = profile(store)? else { return Ok(Vec::new()) };
    let games = &profile.games[profile.games.len().saturating_sub(LAST)..];
    let mut mistakes = mistakes(games);
    let ids: BTreeSet<u64> = mistakes.iter().map(|mistake| id(&mistake.board)).collect();
    let mut examined = examined_mistakes(store);
    let count = examined.len();
    examined.retain(|own| own.exercise.is_some() || ids.contains(&own.id));
    if examined.len() < count {
        store.put(OWN, &examined).map_err(KeptError::io(Path::new(OWN)))?;
    }
    let mut known: BTreeSet<u64> = examined.iter().map(|own| own.id).collect();
    let dearest = themes::dearest(store, &profile);
    mistakes.sort_by_key(|mistake| !dearest.contains(&id(&mistake.board)));
    let mut open = Vec::new();
    for mistake in mistakes {
        let id = id(&mistake.board);
        if open.len() < MOST && known.insert(id) {
            let game = &games[mistake.game];
            let pending = ExaminedMistake {
                id,
                opponent: game.opponent.name.clone(),
                date: game.date.clone(),
                number: number(game, &mistake),
                played: mistake.played.to_string(),
                exercise: None,
            };
            let last = mistake.last.map(|last| last.to_string());
            open.push(PendingMistake { own: pending, board: mistake.board.to_string(), last });
        }
    }
    Ok(open)
}

/// The number of a mistake's move. The game may have begun with any discs.
fn number(game: &PersonGame, mistake: &Mistake) -> u32 {
    let before = &game.game.history()[..mistake.ply];
    1 + before.iter().filter(|(_, mv)| mv.square().is_some()).count() as u32
}

impl PendingMistake {
    /// Examines the mistake; `None` if stopped.
    pub(crate) fn look(self, examiner: &mut Examiner, stop: &Stop) -> Option<ExaminedMistake> {
        let board: Board = self.board.parse().ok()?;
        let last: Option<Square> = self.last.and_then(|last| last.parse().ok());
        let examined = examiner.examine(&board, last, &Limits { stop: stop.clone(), ..Limits::default() });
        let exercise = examined.filter(|exercise| exercise.right.answer.to_string() != self.own.played);
        (!stop.is_stopped()).then_some(ExaminedMistake { exercise, ..self.own })
    }
}

/// Stores examined mistakes, except those in removed games.
///
/// # Errors
/// See [`Storage::write`].
pub(crate) fn keep(
    store: &dyn Storage,
    removed: &RemovedMistakes,
    mistakes: impl IntoIterator<Item = ExaminedMistake>,
) -> std::io::Result<()> {
    let removed = removed.lock();
    let mut all = examined_mistakes(store);
    all.extend(mistakes.into_iter().filter(|mistake| !removed.contains(&mistake.id)));
    store.put(OWN, &all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Move};
    use crate::people::Discs;
    use crate::record::{GameRecord, MoveNote, transcript};
    use crate::serve::page::person::PROFILE;
    use crate::serve::page::store::Files;
    use crate::stats::derive;
    use crate::strength::person::Profile;

    /// A game of Black, who loses ten discs with each chosen move.
    fn bad_game(seed: u64) -> PersonGame {
        let mut record = GameRecord::default();
        for number in 0.. {
            let moves: Vec<Move> = record.game().board().moves().collect();
            if record.game().is_over() {
                break;
            }
            let mv = moves[(derive(seed, number) % moves.len() as u64) as usize];
            record.play(mv, MoveNote::default()).unwrap();
        }
        PersonGame::new(&record, Color::Black).played_badly()
    }

    #[test]
    fn all_mistakes_of_the_last_games_are_examined_some_at_a_time_and_older_ones_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let mut profile = Profile::new("Ann");
        profile.add((0..30).map(bad_game));
        store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        let removed = RemovedMistakes::default();
        let mut parts = Vec::new();
        loop {
            let waiting = pending_mistakes(store, &removed).unwrap();
            if waiting.is_empty() {
                break;
            }
            parts.push(waiting.len());
            keep(store, &removed, waiting.into_iter().map(|open| open.own)).unwrap();
        }
        let total = mistakes(&profile.games).len();
        assert!(parts.len() >= 3 && parts.iter().sum::<usize>() == total, "{parts:?} {total}");
        // A game without mistakes follows all the others.
        let exercise = crate::people::Exercises::shipped().exercises[0].clone();
        let mut examined = examined_mistakes(store);
        examined[7].exercise = Some(exercise);
        let solved = examined[7].id;
        store.put(OWN, &examined).unwrap();
        profile.add((100..100 + LAST as u64).map(|seed| {
            let game = bad_game(seed);
            let values = game.values().iter().map(|values| vec![0; values.len()]).collect();
            game.with_values(values).unwrap()
        }));
        store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        assert!(pending_mistakes(store, &removed).unwrap().is_empty());
        assert_eq!(examined_mistakes(store).iter().map(|own| own.id).collect::<Vec<_>>(), [solved]);
    }

    #[test]
    fn moves_of_the_game_are_counted_and_neither_discs_of_its_start_nor_passes() {
        let early = transcript::parse("f5d6c3").unwrap().game().board().to_string();
        let white_passes = format!("{}XXXXXXO- O", "-".repeat(56));
        for (start, moves, expected) in [(early, ["d3", "c4"], 2), (white_passes, ["--", "h8"], 1)] {
            let mut record = GameRecord::new(start.parse().unwrap());
            for name in moves {
                let mv = name.parse().map_or(Move::Pass, Move::Place);
                record.play(mv, MoveNote::default()).unwrap();
            }
            let game = PersonGame::new(&record, Color::Black);
            let board = game.game.history()[1].0;
            let played: Square = moves[1].parse().unwrap();
            let mistake = Mistake { game: 0, ply: 1, board, last: None, played, loss: Discs(6.0) };
            assert_eq!(number(&game, &mistake), expected, "{start}");
        }
    }
}
