//! The usable games of an archive.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use crate::board::{Board, Color, Game, Objective, Square};
use crate::eval::patterns::digest;
use crate::record::format::Part;
use crate::record::{GameRecord, file};

/// A finished game of two people from the normal start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Played {
    /// Numbers of the players in the archive.
    pub black: usize,
    /// The index of White among the players of the archive.
    pub white: usize,
    /// Black's final difference in discs.
    pub discs: i32,
    /// The squares in order; passes follow from the rules.
    pub moves: Vec<Square>,
}

impl Played {
    /// The player of a side.
    #[must_use]
    pub fn player(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// How many discs a player placed.
    #[must_use]
    pub fn placed(&self, player: usize) -> usize {
        let own = if player == self.black { Color::Black } else { Color::White };
        let placed = |(board, mv): &&(Board, crate::board::Move)| board.to_move == own && mv.square().is_some();
        self.game().history().iter().filter(placed).count()
    }

    /// The final difference in discs for a side.
    #[must_use]
    pub fn margin(&self, color: Color) -> i32 {
        if color == Color::Black { self.discs } else { -self.discs }
    }

    /// The score of the first player: 0, 0.5 or 1.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.discs.signum() + 1) / 2.0
    }

    /// The game move by move.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(Board::START);
        for &square in &self.moves {
            let board = game.board();
            let passes = board.is_legal(crate::board::Move::Pass);
            let mover = if passes { board.to_move.other() } else { board.to_move };
            game.play_as(mover, square.into()).expect("the record was legal");
        }
        game
    }
}

/// Games with the names of their players.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Archive {
    /// The names, each once.
    pub players: Vec<String>,
    /// The games, in the order of their files.
    pub games: Vec<Played>,
}

/// What was not used, and why.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// Errors of files and games, a line each.
    pub problems: Vec<String>,
    /// Games with a program, an unknown name, or a player to leave out.
    pub strangers: usize,
    /// Games that are unfinished, for the fewest discs, from another start, or repeated.
    pub unusable: usize,
}

impl Archive {
    /// The games of these files, without those of players to leave out. In the WTHOR archive a name with parentheses is
    /// a program's ("Edax (delorme)"), and one with a question mark is unknown.
    #[must_use]
    pub fn read(paths: &[PathBuf], leave_out: &[String]) -> (Archive, LeftOut) {
        let mut archive = Archive::default();
        let mut left_out = LeftOut::default();
        let mut numbers = BTreeMap::new();
        let mut known = HashSet::new();
        for path in paths {
            let name = path.display();
            let entries = match file::open_known(path, Some(Part::Names)) {
                Ok(entries) => entries,
                Err(error) => {
                    left_out.problems.push(format!("{name}: {error}"));
                    continue;
                }
            };
            for (entry, number) in entries.into_iter().zip(1..) {
                match entry.game {
                    Err(error) => left_out.problems.push(format!("{name}: game {number}: {error}")),
                    Ok(record) => {
                        let players = [&record.black, &record.white].map(|player| player.name.trim().to_owned());
                        if players.iter().any(|player| !is_person(player) || leave_out.contains(player)) {
                            left_out.strangers += 1;
                            continue;
                        }
                        let mut number = |name: &String| {
                            *numbers.entry(name.clone()).or_insert_with(|| {
                                archive.players.push(name.clone());
                                archive.players.len() - 1
                            })
                        };
                        let [black, white] = [number(&players[0]), number(&players[1])];
                        match played(&record, black, white).filter(|game| known.insert(game.clone())) {
                            Some(game) => archive.games.push(game),
                            None => left_out.unusable += 1,
                        }
                    }
                }
            }
        }
        (archive, left_out)
    }

    /// A name for exactly these games.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut bytes = Vec::new();
        for game in &self.games {
            bytes.extend([&self.players[game.black], &self.players[game.white]].map(|n| n.as_bytes()).concat());
            bytes.extend(game.moves.iter().map(|square| square.index() as u8));
            bytes.push(b'\n');
        }
        digest(&bytes)
    }
}

fn is_person(name: &str) -> bool {
    !name.is_empty() && !name.contains(['(', '?'])
}

fn played(record: &GameRecord, black: usize, white: usize) -> Option<Played> {
    let usable = record.objective == Objective::Normal && *record.game().start() == Board::START && black != white;
    let discs = record.final_score().filter(|_| usable)?;
    Some(Played { black, white, discs, moves: record.game().moves().filter_map(|mv| mv.square()).collect() })
}
