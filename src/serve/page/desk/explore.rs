//! The moves played in a position: in the person's games, in tournaments, or in an open file.

use std::collections::BTreeMap;

use super::games::{AddedFile, Library, SeenGames};
use super::tournaments::{Tournaments, names};
use super::{Common, Reply, notation};
use crate::board::{Board, Color, Objective, Square, Symmetry};
use crate::record::GameRecord;
use crate::serve::page::ask::{Refusal, Source};
use crate::serve::page::store::LoadedGame;
use crate::serve::page::tell::{Answer, Exploration, GameEnd, PlayedMove};

#[derive(Default)]
pub(super) struct Explorer {
    /// The person's games that were read, by number. Finished games do not change.
    records: BTreeMap<u64, Option<LoadedGame>>,
    pub tournaments: Tournaments,
}

/// The results of the games with a move.
#[derive(Default)]
struct MoveResults {
    games: usize,
    /// The number of games with each square: images of a move are the same move.
    squares: BTreeMap<Square, usize>,
    /// Won, drawn and lost games.
    results: [usize; 3],
    /// The sum of the discs of the games that were played out, and their number.
    discs: f64,
    counted: usize,
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
            Source::Mine => count(&board, self.own_games(common).map(|(record, _)| record)),
            Source::All => {
                let added = library.added(common);
                let mut seen = SeenGames::default();
                let mut games = Vec::new();
                for (record, you) in self.own_games(common) {
                    seen.is_new(record, you);
                    games.push(record);
                }
                let added =
                    added.iter().flat_map(AddedFile::own_games).filter(|(record, you)| seen.is_new(record, *you));
                games.extend(added.map(|(record, _)| record));
                count(&board, games.into_iter())
            }
            Source::Tournaments => count(&board, self.tournaments.games(common)),
            Source::File { file } => count(&board, library.file(file)?.games.iter()),
        };
        Ok(Answer::Explored(Exploration { files: library.names(), tournaments: names(common), games, moves }))
    }

    /// The games that were played here, with the person's side in each.
    fn own_games(&mut self, common: &Common) -> impl Iterator<Item = (&GameRecord, Color)> {
        let numbers = common.store.games();
        self.records.retain(|number, _| numbers.contains(number));
        for number in numbers {
            self.records.entry(number).or_insert_with(|| common.store.game(number));
        }
        self.records.values().flatten().map(|game| (&game.record, game.kept.terms.you))
    }
}

/// Counts the games that reached a position, and the moves played there. Rotations and reflections count as the same
/// position. Games in which the fewest discs win are left out.
fn count<'a>(board: &Board, games: impl Iterator<Item = &'a GameRecord>) -> (usize, Vec<PlayedMove>) {
    let forms: Vec<(Symmetry, [u64; 2])> =
        Symmetry::all().map(|form| (form, [form.set(board.position.own), form.set(board.position.opp)])).collect();
    // In a symmetrical position, moves that are images of each other count together. The first form is the position.
    let position = forms[0].1;
    let images: Vec<Symmetry> = forms.iter().filter(|(_, form)| *form == position).map(|(image, _)| *image).collect();
    let empties = board.position.empties();
    let mut reached = 0;
    let mut moves: BTreeMap<Square, MoveResults> = BTreeMap::new();
    for record in games.filter(|record| record.objective == Objective::Normal) {
        let game = record.game();
        // Each move adds a disc, and a pass none.
        let first = game.start().position.empties().saturating_sub(empties) as usize;
        let later = game.history().iter().skip(first).take_while(|(there, _)| there.position.empties() >= empties);
        let mut there = later.filter_map(|(there, mv)| {
            let bitboards = [there.position.own, there.position.opp];
            let form = forms.iter().find(|(_, form)| *form == bitboards && there.to_move == board.to_move)?.0;
            Some((form, *mv))
        });
        let Some((form, mv)) = there.next() else { continue };
        reached += 1;
        let Some(square) = mv.square().and_then(|square| squares().find(|&from| form.square(from) == square)) else {
            continue;
        };
        let least = images.iter().map(|image| image.square(square)).min().unwrap_or(square);
        moves.entry(least).or_default().add(square, record, board.to_move);
    }
    let mut moves: Vec<PlayedMove> = moves.into_values().map(|played| played.show()).collect();
    moves.sort_by_key(|played| std::cmp::Reverse(played.games));
    (reached, moves)
}

impl MoveResults {
    /// Counts a game with a move on this square, by its result for the side to move.
    fn add(&mut self, square: Square, record: &GameRecord, to_move: Color) {
        self.games += 1;
        *self.squares.entry(square).or_default() += 1;
        let sign = if to_move == Color::Black { 1.0 } else { -1.0 };
        if let Some(GameEnd { score, .. }) = GameEnd::new(record) {
            let own_score = sign * score;
            self.results[if own_score > 0.0 { 0 } else { 1 + usize::from(own_score < 0.0) }] += 1;
        }
        if let Some(discs) = record.known_discs() {
            self.counted += 1;
            self.discs += sign * discs;
        }
    }

    /// The results, under the square that was played most often.
    fn show(&self) -> PlayedMove {
        let [won, drawn, lost] = self.results;
        let mean = (self.counted > 0).then(|| super::study::hundredths(self.discs / self.counted as f64));
        let usual = self.squares.iter().max_by_key(|(_, games)| **games);
        let square = usual.map(|(square, _)| square.to_string()).unwrap_or_default();
        PlayedMove { square, games: self.games, won, drawn, lost, discs: mean }
    }
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
            ("", 4, &[("f5", 4)][..]),
            // d3c5 is an image of f5d6. Its third move is named as on the displayed board.
            ("f5", 4, &[("d6", 3), ("f6", 1)]),
            ("f5d6", 3, &[("c3", 3)]),
            ("f5d6c3", 3, &[("d3", 2), ("g5", 1)]),
            ("f5d6c3d3c4", 0, &[]),
        ] {
            let board = *notation::game(None, moves).unwrap().board();
            let (count, played) = count(&board, games.iter());
            let played: Vec<(&str, usize)> =
                played.iter().map(|played| (played.square.as_str(), played.games)).collect();
            assert_eq!((count, &played[..]), (reached, continued), "{moves}");
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
            let (_, played) = count(notation::game(None, moves).unwrap().board(), games.iter());
            let [only] = &played[..] else { panic!("{played:?}") };
            assert_eq!(([only.won, only.drawn, only.lost], only.discs), (results, Some(discs)), "after {moves:?}");
        }
    }

    #[test]
    fn games_that_were_given_up_have_results_and_no_discs_and_those_of_the_other_rule_are_left_out() {
        let mut record = transcript::parse("f5d6c3").unwrap();
        let board = *notation::game(None, "").unwrap().board();
        let first = |records: &[GameRecord]| {
            let (_, played) = count(&board, records.iter());
            played.first().map(|played| (played.games, [played.won, played.drawn, played.lost], played.discs))
        };
        assert_eq!(first(&[record.clone()]), Some((1, [0, 0, 0], None)));
        let mut games = vec![record.clone()];
        for ending in [Ending::Resigned, Ending::TimedOut, Ending::Forfeited, Ending::Unknown] {
            record.result = Some(Outcome { score: -64.0, ending });
            games.push(record.clone());
        }
        assert_eq!(first(&games), Some((5, [0, 0, 4], None)));
        // A referee who decides a game by engines' values does not know the discs.
        record.result = Some(Outcome { score: -64.0, ending: Ending::Adjudicated });
        games.push(record.clone());
        assert_eq!(first(&games), Some((6, [0, 0, 5], None)));
        record.result = Some(Outcome { score: 6.0, ending: Ending::Played });
        games.push(record.clone());
        assert_eq!(first(&games), Some((7, [1, 0, 5], Some(6.0))));
        record.objective = Objective::Anti;
        assert_eq!(first(&[record]), None);
    }
}
