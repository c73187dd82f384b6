//! The moves played in a position: in the person's games, in tournaments, or in an open file.

use std::collections::BTreeMap;

use super::games::{AddedFile, Library, Seen};
use super::tournaments::{Tournaments, names};
use super::{Common, Reply, notation};
use crate::board::{Board, Color, Square, Symmetry};
use crate::record::GameRecord;
use crate::serve::page::ask::{Refusal, Source};
use crate::serve::page::store::KeptGame;
use crate::serve::page::tell::{Answer, Continued, Ended, Explored};

#[derive(Default)]
pub(super) struct Explorer {
    /// The person's games that were read, by number. Finished games do not change.
    own: BTreeMap<u64, Option<KeptGame>>,
    pub tournaments: Tournaments,
}

impl Explorer {
    /// The moves played in the position after these moves.
    pub(super) fn look(
        &mut self,
        common: &Common,
        library: &Library,
        (start, moves): (Option<&str>, &str),
        of: Source,
    ) -> Reply {
        let board = *notation::game(start, moves).ok_or(Refusal::Illegal)?.board();
        let (games, moves) = match of {
            Source::Mine => count(&board, self.own(common).map(|(record, _)| record)),
            Source::All => {
                let added = library.added(common);
                let mut seen = Seen::default();
                let mut games = Vec::new();
                for (record, you) in self.own(common) {
                    seen.is_new(record, you);
                    games.push(record);
                }
                let added = added.iter().flat_map(AddedFile::own).filter(|(record, you)| seen.is_new(record, *you));
                games.extend(added.map(|(record, _)| record));
                count(&board, games.into_iter())
            }
            Source::Tournaments => count(&board, self.tournaments.games(common)),
            Source::File { file } => count(&board, library.file(file)?.games.iter()),
        };
        Ok(Answer::Explored(Explored { files: library.names(), tournaments: names(common), games, moves }))
    }

    /// The games that were played here, with the person's side in each.
    fn own(&mut self, common: &Common) -> impl Iterator<Item = (&GameRecord, Color)> {
        let numbers = common.store.games();
        self.own.retain(|number, _| numbers.contains(number));
        for number in numbers {
            self.own.entry(number).or_insert_with(|| common.store.game(number));
        }
        self.own.values().flatten().map(|game| (&game.record, game.kept.terms.you))
    }
}

/// Counts the games that reached a position, and the moves played there. Rotations and reflections count as the same
/// position.
fn count<'a>(board: &Board, games: impl Iterator<Item = &'a GameRecord>) -> (usize, Vec<Continued>) {
    // The first form is the position itself, so that moves which are images of each other keep their names.
    let forms: Vec<(Symmetry, [u64; 2])> =
        Symmetry::all().map(|form| (form, [form.set(board.position.own), form.set(board.position.opp)])).collect();
    let empties = board.position.empties();
    let mut reached = 0;
    let mut moves: BTreeMap<Square, Continued> = BTreeMap::new();
    for record in games {
        let game = record.game();
        // Each move adds a disc, and a pass none.
        let first = game.start().position.empties().saturating_sub(empties) as usize;
        let later = game.history().iter().skip(first).take_while(|(there, _)| there.position.empties() >= empties);
        let mut there = later.filter_map(|(there, mv)| {
            let own = [there.position.own, there.position.opp];
            let form = forms.iter().find(|(_, form)| *form == own && there.to_move == board.to_move)?.0;
            Some((form, *mv))
        });
        let Some((form, mv)) = there.next() else { continue };
        reached += 1;
        let Some(square) = mv.square().and_then(|square| squares().find(|&from| form.square(from) == square)) else {
            continue;
        };
        let found = moves.entry(square).or_default();
        found.games += 1;
        if let Some(black) = Ended::of(record).map(|ended| ended.score) {
            let own = if board.to_move == Color::Black { black } else { -black };
            found.discs += own;
            let place = [&mut found.won, &mut found.drawn, &mut found.lost];
            *place[if own > 0.0 { 0 } else { 1 + usize::from(own < 0.0) }] += 1;
        }
    }
    let mut moves: Vec<Continued> = moves
        .into_iter()
        .map(|(square, found)| {
            let known = (found.won + found.drawn + found.lost).max(1) as f64;
            Continued { square: square.to_string(), discs: super::study::hundredths(found.discs / known), ..found }
        })
        .collect();
    moves.sort_by_key(|found| std::cmp::Reverse(found.games));
    (reached, moves)
}

fn squares() -> impl Iterator<Item = Square> {
    crate::board::squares(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, Outcome, transcript};

    #[test]
    fn games_are_counted_by_position_however_the_board_lies() {
        let games = ["f5d6c3d3c4", "d3c5f6f5", "f5f6e6f4", "f5d6c3g5"].map(|moves| transcript::parse(moves).unwrap());
        for (moves, reached, continued) in [
            ("", 4, &[("f5", 3), ("d3", 1)][..]),
            // d3c5 is an image of f5d6. Its third move is named as on the displayed board.
            ("f5", 4, &[("d6", 3), ("f6", 1)]),
            ("f5d6", 3, &[("c3", 3)]),
            ("f5d6c3", 3, &[("d3", 2), ("g5", 1)]),
            ("f5d6c3d3c4", 0, &[]),
        ] {
            let board = *notation::game(None, moves).unwrap().board();
            let (count, found) = count(&board, games.iter());
            let found: Vec<(&str, usize)> = found.iter().map(|found| (found.square.as_str(), found.games)).collect();
            assert_eq!((count, &found[..]), (reached, continued), "{moves}");
        }
    }

    #[test]
    fn results_are_those_of_the_side_to_move() {
        let games = [("f5d6c3", 10.0), ("f5d6c4", 0.0), ("f5d6c5", -4.0), ("f5d6c6", -8.0)].map(|(moves, score)| {
            let mut record = transcript::parse(moves).unwrap();
            record.result = Some(Outcome { score, ending: Ending::Agreed });
            record
        });
        for (moves, results, discs) in [("", [1, 1, 2], -0.5), ("f5", [2, 1, 1], 0.5)] {
            let (_, found) = count(notation::game(None, moves).unwrap().board(), games.iter());
            let [only] = &found[..] else { panic!("{found:?}") };
            assert_eq!(([only.won, only.drawn, only.lost], only.discs), (results, discs), "after {moves:?}");
        }
    }
}
