//! A game that was played: the unit of the records.

use serde::{Deserialize, Serialize};

use super::fault::FaultKind;
use super::schedule::Slot;
use crate::board::{Board, Color, Game, Move, Objective};
use crate::record::{Ending, GameRecord, MoveNote, Outcome, board};

/// The version of the lines in `games.jsonl`.
pub const VERSION: u32 = 1;

/// One line of `games.jsonl`. Numbers of games, encounters and openings count from 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    pub v: u32,
    pub game: usize,
    pub encounter: usize,
    pub black: String,
    pub white: String,
    pub opening: OpeningRecord,
    /// Given to engines that take one.
    pub seed: u64,
    /// Every move from the start of the game, two characters each; a pass is `--`.
    pub moves: String,
    /// 1, 0.5 or 0 for Black; `None` if the game does not count.
    pub points: Option<f64>,
    /// Discs from Black's view, empty squares to the winner; `None` if the game was not played to its end.
    pub score: Option<i32>,
    pub termination: Termination,
    pub fault: Option<FaultRecord>,
    /// One entry for each move, in the order of the moves; moves of the opening and passes have none.
    pub plies: Vec<Option<Ply>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningRecord {
    pub number: usize,
    /// How many of the moves are the opening's.
    pub plies: usize,
    /// The board before the first move, if it is not the normal start.
    pub start: Option<String>,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Termination {
    /// Neither side can move.
    Normal,
    /// The solver knew the result.
    Adjudicated,
    Resigned,
    Fault,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultRecord {
    pub engine: String,
    pub kind: FaultKind,
    pub detail: String,
}

/// What is known of a move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// Seconds charged.
    pub time: f64,
    /// Seconds the engine says it used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<f64>,
    /// In discs from the mover's view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What stood behind the move, if not all of it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
}

impl Played {
    /// The game's number, from 0.
    #[must_use]
    pub fn number(&self) -> usize {
        self.game - 1
    }

    /// True if this is the game that the schedule has at its number.
    #[must_use]
    pub fn fits(&self, slot: Slot, names: &[String]) -> bool {
        let Slot { game, encounter, black, white } = slot;
        self.game == game + 1
            && self.encounter == encounter + 1
            && self.black == names[black]
            && self.white == names[white]
    }

    /// The moves on the board; `None` if the record is not of a legal game.
    #[must_use]
    pub fn replay(&self) -> Option<Game> {
        let start = match &self.opening.start {
            None => Board::START,
            Some(text) => board::parse(text).ok()?,
        };
        let mut game = Game::new(start);
        for chunk in self.moves.as_bytes().chunks(2) {
            game.play(std::str::from_utf8(chunk).ok()?.parse::<Move>().ok()?).ok()?;
        }
        Some(game)
    }

    /// The game for NBoard and other readers of GGF. Without times, so that the same games make the same file.
    #[must_use]
    pub fn to_record(&self, tournament: &str, objective: Objective) -> Option<GameRecord> {
        let game = self.replay()?;
        let mut record = GameRecord::new(*game.start());
        record.black.name.clone_from(&self.black);
        record.white.name.clone_from(&self.white);
        record.place = tournament.to_owned();
        record.objective = objective;
        let evals = self.plies.iter().map(|ply| ply.as_ref().and_then(|ply| ply.eval)).chain(std::iter::repeat(None));
        for (mv, eval) in game.moves().zip(evals) {
            record.play(mv, MoveNote { eval, seconds: None }).ok()?;
        }
        let decided = self.points.map(|points| {
            if points > 0.5 {
                64
            } else if points < 0.5 {
                -64
            } else {
                0
            }
        });
        let ending = match (self.termination, &self.fault) {
            (Termination::Normal, _) => Ending::Played,
            (Termination::Adjudicated, _) => Ending::Agreed,
            (_, Some(FaultRecord { kind: FaultKind::Time | FaultKind::Hang, .. })) => Ending::TimedOut,
            _ => Ending::Resigned,
        };
        record.result = self.score.or(decided).map(|score| Outcome { score: score.into(), ending });
        Some(record)
    }

    /// What the game counts for the engine of this name, doubled: 0 lost, 1 drawn, 2 won; `None` if it does not count.
    #[must_use]
    pub fn doubled(&self, engine: &str) -> Option<u8> {
        let black = (2.0 * self.points?) as u8;
        Some(if engine == self.black { black } else { 2 - black })
    }

    /// The engine that played a colour.
    #[must_use]
    pub fn engine(&self, color: Color) -> &str {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}
