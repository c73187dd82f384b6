//! The person's own exercises: examined mistakes, each with an exercise if it makes one.

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
/// The most mistakes that are examined.
const MOST: usize = 300;

/// An examined mistake.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Own {
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
pub(crate) struct Open {
    own: Own,
    board: String,
    last: Option<String>,
}

/// The person's examined mistakes.
pub(crate) fn own(store: &dyn Storage) -> Vec<Own> {
    store.get(OWN).unwrap_or_default()
}

/// The mistakes in the known games that are not examined yet: those of the dearest themes first, and the worst of them
/// first.
///
/// # Errors
/// The profile cannot be read.
pub(crate) fn open(store: &dyn Storage) -> Result<Vec<Open>, KeptError> {
    let Some(profile) = profile(store)? else { return Ok(Vec::new()) };
    let mut known: std::collections::BTreeSet<u64> = own(store).iter().map(|own| own.id).collect();
    let mut mistakes = mistakes(&profile.games);
    let dearest = themes::dearest(store, &profile);
    mistakes.sort_by_key(|mistake| !dearest.contains(&id(&mistake.board)));
    let mut open = Vec::new();
    for mistake in mistakes {
        let id = id(&mistake.board);
        if known.len() < MOST && known.insert(id) {
            let game = &profile.games[mistake.game];
            let own = Own {
                id,
                opponent: game.opponent.name.clone(),
                date: game.date.clone(),
                number: number(game, &mistake),
                played: mistake.played.to_string(),
                exercise: None,
            };
            let last = mistake.last.map(|last| last.to_string());
            open.push(Open { own, board: mistake.board.to_string(), last });
        }
    }
    Ok(open)
}

/// The number of a mistake's move. The game may have begun with any discs.
fn number(game: &PersonGame, mistake: &Mistake) -> u32 {
    let before = &game.game.history()[..mistake.ply];
    1 + before.iter().filter(|(_, mv)| mv.square().is_some()).count() as u32
}

impl Open {
    /// Examines the mistake; `None` if stopped.
    pub(crate) fn look(self, examiner: &mut Examiner, stop: &Stop) -> Option<Own> {
        let board: Board = self.board.parse().ok()?;
        let last: Option<Square> = self.last.and_then(|last| last.parse().ok());
        let found = examiner.examine(&board, last, &Limits { stop: stop.clone(), ..Limits::default() });
        let exercise = found.filter(|exercise| exercise.right.answer.to_string() != self.own.played);
        (!stop.is_stopped()).then_some(Own { exercise, ..self.own })
    }
}

/// Stores examined mistakes.
///
/// # Errors
/// See [`Storage::write`].
pub(crate) fn keep(store: &dyn Storage, found: impl IntoIterator<Item = Own>) -> std::io::Result<()> {
    let mut all = own(store);
    all.extend(found);
    store.put(OWN, &all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Move};
    use crate::people::Discs;
    use crate::record::{GameRecord, MoveNote, transcript};

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
