//! The person's repertoire: the openings of the person's games, with their results.

use std::collections::BTreeMap;

use super::games::{Library, SeenGames, won};
use super::{Common, Reply};
use crate::board::{Board, Color, Form, Game, Objective, Position, Square, Symmetry};
use crate::people::LAST_OPENING;
use crate::record::GameRecord;
use crate::serve::page::ask::Finish;
use crate::serve::page::store::LoadedGame;
use crate::serve::page::tell::{Answer, OpeningLine};

/// The fewest games of a line, and the part of a colour's games that a line has at least: one of so many.
const FEWEST: usize = 2;
const PART: usize = 12;
/// The fewest moves of a line: all first moves are images of each other.
const SHORTEST: usize = 2;
/// The most lines of a colour.
const LINES: usize = 8;

/// The lines that the person plays most, in all games that were played here or added.
pub(super) fn look(common: &Common, library: &Library) -> Reply {
    let mut openings = Openings::default();
    for LoadedGame { kept, record } in common.store.games().into_iter().filter_map(|id| common.store.game(id)) {
        openings.add(&record, kept.terms.you);
    }
    let added = library.added(common);
    for (record, you) in added.iter().flat_map(|file| file.own_games()) {
        openings.add(record, you);
    }
    let openings = openings.all;
    Ok(Answer::Repertoire([Color::Black, Color::White].into_iter().flat_map(|you| lines(&openings, you)).collect()))
}

/// The openings of the person's games, each game once.
#[derive(Default)]
struct Openings {
    all: Vec<Opening>,
    seen: SeenGames,
}

impl Openings {
    fn add(&mut self, record: &GameRecord, you: Color) {
        if self.seen.is_new(record, you) {
            self.all.extend(Opening::new(record, you));
        }
    }
}

/// The opening of a game of the person.
struct Opening {
    you: Color,
    /// The moves, turned so that the first one is f5, and the form of the position after each.
    moves: Vec<(Square, Position)>,
    ended: Option<Finish>,
}

impl Opening {
    /// `None` in a game by other rules or from another start.
    fn new(record: &GameRecord, you: Color) -> Option<Opening> {
        let game = record.game();
        if record.objective != Objective::Normal || *game.start() != Board::START {
            return None;
        }
        let turn = upright(game)?;
        let played = game.history().iter().take(LAST_OPENING as usize).map_while(|(board, mv)| {
            let square = mv.square()?;
            Some((turn.square(square), Form::canonical(&board.position.play(square)).position))
        });
        Some(Opening { you, moves: played.collect(), ended: won(record, Some(you)) })
    }
}

/// The symmetry of the start that makes f5 of the first move.
fn upright(game: &Game) -> Option<Symmetry> {
    let first = game.history().first()?.1.square()?;
    let start = Board::START.position;
    Symmetry::all().find(|way| way.set(start.own) == start.own && way.square(first).to_string() == "f5")
}

/// The lines of a colour, those with the most games first.
fn lines(openings: &[Opening], you: Color) -> Vec<OpeningLine> {
    let openings: Vec<&Opening> = openings.iter().filter(|opening| opening.you == you).collect();
    let fewest = FEWEST.max(openings.len() / PART);
    let mut lines = Vec::new();
    divide(&openings, 0, fewest, &mut lines);
    lines.sort_by_key(|line| std::cmp::Reverse(line.games));
    lines.truncate(LINES);
    lines
}

/// Divides games that are alike up to a ply into lines, each as long as `fewest` games follow it. Returns the number of
/// games of no line: with those that left earlier they may end one. A line has all games that went through it.
fn divide(openings: &[&Opening], ply: usize, fewest: usize, lines: &mut Vec<OpeningLine>) -> usize {
    let mut branches: BTreeMap<(u64, u64), Vec<&Opening>> = BTreeMap::new();
    let mut others = 0;
    for opening in openings {
        match opening.moves.get(ply) {
            Some((_, form)) => branches.entry((form.own, form.opp)).or_default().push(opening),
            None => others += 1,
        }
    }
    for branch in branches.into_values() {
        let is_line = branch.len() >= fewest;
        others += if is_line { divide(&branch, ply + 1, fewest, lines) } else { branch.len() };
    }
    if ply < SHORTEST || others < fewest {
        return others;
    }
    lines.push(line(openings, ply));
    0
}

/// The line of games that are alike up to a ply.
fn line(openings: &[&Opening], ply: usize) -> OpeningLine {
    let ended = |finish| openings.iter().filter(|opening| opening.ended == Some(finish)).count();
    let first = openings[0];
    OpeningLine {
        moves: first.moves[..ply].iter().map(|(square, _)| square.to_string()).collect(),
        you: first.you,
        games: openings.len(),
        won: ended(Finish::Won),
        drawn: ended(Finish::Drawn),
        lost: ended(Finish::Lost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, MoveNote, Outcome, transcript};

    fn opening(moves: &str, you: Color, black: f64) -> Opening {
        let mut record = transcript::parse(moves).unwrap();
        record.result = Some(Outcome { score: black, ending: Ending::Agreed });
        Opening::new(&record, you).unwrap()
    }

    #[test]
    fn games_are_divided_into_the_lines_that_some_share_however_the_board_lies() {
        let openings = [
            // d3c5 is an image of f5d6.
            opening("f5d6c3d3c4", Color::Black, 10.0),
            opening("f5d6c3d3c4", Color::Black, -2.0),
            opening("f5d6c3g5", Color::Black, 0.0),
            opening("d3c5f6", Color::Black, 4.0),
            opening("f5f6e6", Color::Black, 4.0),
            // The last two leave the others at different moves.
            opening("f5f4e3f6", Color::Black, 4.0),
            opening("f5f4e3f6", Color::Black, 4.0),
            opening("f5f4e3d6c5", Color::Black, 4.0),
            opening("f5f4g3", Color::Black, -4.0),
            opening("f5f6e6", Color::White, 4.0),
            opening("c4c3", Color::White, -4.0),
        ];
        let mut black_lines: Vec<_> = lines(&openings, Color::Black)
            .into_iter()
            .map(|line| (line.moves, line.games, [line.won, line.drawn, line.lost]))
            .collect();
        black_lines.sort();
        let expected = [
            ("f5d6c3", 4, [2, 1, 1]),
            ("f5d6c3d3c4", 2, [1, 0, 1]),
            ("f5f4", 4, [3, 0, 1]),
            ("f5f4e3f6", 2, [2, 0, 0]),
        ];
        assert_eq!(black_lines, expected.map(|(moves, games, ended)| (moves.to_owned(), games, ended)));
        let white_lines = lines(&openings, Color::White);
        assert_eq!(white_lines.iter().map(|line| (&*line.moves, line.games)).collect::<Vec<_>>(), [("f5f6", 2)]);
        assert_eq!([white_lines[0].won, white_lines[0].lost], [1, 1]);
    }

    #[test]
    fn a_line_has_a_twelfth_of_many_games_and_a_colour_has_eight_lines() {
        for (games, expected) in [(35, 2), (36, 1)] {
            let others = vec!["f5d6c3"; games - 2];
            let openings = [others, vec!["f5f6e6"; 2]].concat();
            let openings: Vec<Opening> = openings.into_iter().map(|moves| opening(moves, Color::Black, 4.0)).collect();
            assert_eq!(lines(&openings, Color::Black).len(), expected, "{games}");
        }
        let nine = ["d6c3", "d6c4", "d6c5", "d6c6", "d6c7", "f4c3", "f4d3", "f4e3", "f4g3"];
        let twice = nine.iter().flat_map(|moves| [moves; 2]);
        let openings: Vec<Opening> = twice.map(|moves| opening(&format!("f5{moves}"), Color::White, 4.0)).collect();
        assert_eq!(lines(&openings, Color::White).len(), 8);
    }

    #[test]
    fn a_game_that_is_in_two_files_counts_once() {
        let game = "e6f4g3f6g6d6c6e7d3c5d7c7b7a8f5g4h4g5f7d2";
        let [record, other] = [game, &game[..game.len() - 2]].map(|moves| transcript::parse(moves).unwrap());
        let mut openings = Openings::default();
        for (record, you) in [(&record, Color::Black), (&record, Color::Black), (&record, Color::White)] {
            openings.add(record, you);
        }
        assert_eq!(openings.all.len(), 2);
        openings.add(&other, Color::Black);
        assert_eq!(openings.all.len(), 3);
    }

    #[test]
    fn other_starts_and_rules_have_no_opening() {
        let mut record = transcript::parse("f5d6").unwrap();
        record.objective = Objective::Anti;
        assert!(Opening::new(&record, Color::Black).is_none());
        let Board { position, to_move } = Board::START;
        let mut other = GameRecord::new(Board { position: Position { opp: position.opp | 1, ..position }, to_move });
        other.play("f5".parse().unwrap(), MoveNote::default()).unwrap();
        let without_moves = GameRecord::new(Board::START);
        assert!([other, without_moves].iter().all(|record| Opening::new(record, Color::Black).is_none()));
    }
}
