//! A played game, which is the unit of records.

use serde::{Deserialize, Serialize};

use super::fault::FaultKind;
use super::identity::Identity;
use super::schedule::Pairing;
use crate::board::{Color, Game, Objective, points};
use crate::record::problem::Problem;
use crate::record::{Ending, GameRecord, MoveNote, Outcome, notation};

/// The largest number of attempts at a game.
pub(super) const MOST_ATTEMPTS: u32 = 3;

/// The version of the lines in `games.jsonl`.
pub(super) const VERSION: u32 = 1;

/// One line of `games.jsonl`. Numbers of games, encounters and openings count from 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentGame {
    pub v: u32,
    pub game: usize,
    /// The number of the attempt, from 1. A later attempt replaces an earlier one.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub attempt: u32,
    pub encounter: usize,
    pub black: String,
    pub white: String,
    pub opening: OpeningRecord,
    /// The seed for engines that accept one.
    pub seed: u64,
    /// Every move from the start of the game, with two characters each. A pass is `--`.
    pub moves: String,
    /// Black's points: 1, 0.5 or 0; `None` if the game does not count.
    pub points: Option<f64>,
    /// The discs from Black's view, with empty squares for the winner; `None` if the game was not completed.
    pub score: Option<i32>,
    pub termination: Termination,
    pub fault: Option<FaultRecord>,
    /// An entry for each move. Passes and moves of the opening have none.
    pub plies: Vec<Option<Ply>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningRecord {
    pub number: usize,
    /// The number of moves of the opening.
    pub plies: usize,
    /// The start board, if it is not the normal one.
    pub start: Option<String>,
}

/// The reason for a game's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Termination {
    /// Neither side can move.
    Normal,
    /// The solver determined the result.
    Adjudicated,
    Resigned,
    /// The engines' own values decided the game.
    Claimed,
    Fault,
}

impl Termination {
    /// The word for it in the records.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudicated => "adjudicated",
            Termination::Resigned => "resigned",
            Termination::Claimed => "claimed",
            Termination::Fault => "fault",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FaultRecord {
    pub engine: String,
    pub kind: FaultKind,
    pub detail: String,
    /// The seconds for which the engine waited for a processor, if it lost on time only because of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queued: Option<f64>,
    /// The seconds charged for the move, if it came too late or never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<f64>,
}

const fn first() -> u32 {
    1
}

fn is_first(attempt: &u32) -> bool {
    *attempt == first()
}

/// The details of a move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ply {
    /// The charged time in seconds.
    pub time: f64,
    /// The wait for a processor within the charged time. It exists only under a limit of wall time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waited: Option<f64>,
    /// The time that the engine reported, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<f64>,
    /// The reported value in discs for the mover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The first moves of the reported line of play, with two characters each. They begin with the move itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pv: Option<String>,
    /// The time left on the clock after the move, in seconds, with its increment. It exists only under a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
    /// The text after the move, if part of it was unreadable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
}

impl TournamentGame {
    /// The game's number, from 0.
    #[must_use]
    pub(crate) fn number(&self) -> usize {
        self.game - 1
    }

    /// True if the game does not count and is repeated: an engine lost on time only because it waited for a processor.
    #[must_use]
    pub(crate) fn is_to_repeat(&self) -> bool {
        self.attempt < MOST_ATTEMPTS && self.fault.as_ref().is_some_and(|fault| fault.queued.is_some())
    }

    /// True if the game is the schedule's game with its number.
    #[must_use]
    pub(crate) fn fits(&self, pairing: Pairing, identity: &Identity) -> bool {
        let Pairing { game, encounter, black, white } = pairing;
        self.game == game + 1
            && self.encounter == encounter + 1
            && self.black == identity.engines[black].name
            && self.white == identity.engines[white].name
    }

    /// The charged times of a colour's moves, in seconds, with that of a move that came too late or never.
    pub(crate) fn times(&self, color: Color) -> impl Iterator<Item = f64> {
        let late = self.fault.as_ref().filter(|fault| fault.engine == self.engine(color)).and_then(|fault| fault.spent);
        self.plies_of(color).map(|ply| ply.time).chain(late)
    }

    /// The details of the moves that a colour's engine chose.
    pub(super) fn plies_of(&self, color: Color) -> impl Iterator<Item = &Ply> {
        let replay = self.replay();
        let mine = replay.into_iter().flat_map(move |game| {
            game.history().iter().map(|(board, _)| board.to_move == color).collect::<Vec<bool>>()
        });
        self.plies.iter().zip(mine).filter_map(|(ply, is_mine)| ply.as_ref().filter(|_| is_mine))
    }

    /// The number of moves whose wait for a processor was measured, and the number of those that waited for more than a
    /// tenth of their time.
    pub(crate) fn waits(&self) -> (usize, usize) {
        const MUCH: f64 = 0.1;
        let measured = self.plies.iter().flatten().filter_map(|ply| Some((ply.time, ply.waited?)));
        let long = measured.clone().filter(|&(time, waited)| waited > MUCH * time);
        (measured.count(), long.count())
    }

    /// The moves on the board; `None` if one of them is illegal.
    #[must_use]
    pub(crate) fn replay(&self) -> Option<Game> {
        notation::game(self.opening.start.as_deref(), &self.moves)
    }

    /// Checks the result against the moves.
    ///
    /// # Errors
    ///
    /// The result is not that of the moves. A record that was changed by hand must not affect ratings.
    pub(crate) fn check(&self, rule: Objective) -> Result<(), Problem> {
        let wrong = |found: String, expected: &str| Err(Problem::at("", found, expected));
        let game = self.replay().ok_or_else(not_legal)?;
        if self.plies.len() != game.history().len() {
            return wrong(format!("{} plies for {} moves", self.plies.len(), game.history().len()), "one for each");
        }
        if !(1..=MOST_ATTEMPTS).contains(&self.attempt) {
            return wrong(format!("attempt {}", self.attempt), &format!("1 to {MOST_ATTEMPTS}"));
        }
        let (score, points) = match (self.termination, &self.fault) {
            (Termination::Normal, None) if game.is_over() => {
                let score = game.board().score(Color::Black, rule);
                (Some(score), Some(points(score)))
            }
            (Termination::Adjudicated, None) if !game.is_over() => {
                // Empty squares count for the winner, so the difference is even.
                let score = self.score.filter(|score| score.abs() <= 64 && score % 2 == 0);
                (score, score.map(points))
            }
            (Termination::Resigned, None) if !game.is_over() => (None, Some(lost_by(game.board().to_move))),
            (Termination::Claimed, None) if !game.is_over() => {
                (None, self.points.filter(|points| [0.0, 0.5, 1.0].contains(points)))
            }
            (Termination::Fault, Some(fault)) if fault.engine == self.black || fault.engine == self.white => {
                let color = if fault.engine == self.black { Color::Black } else { Color::White };
                (None, self.points.map(|_| lost_by(color)))
            }
            _ => return wrong(format!("'{}'", self.termination.name()), "an ending that fits the moves"),
        };
        if self.termination != Termination::Fault && points.is_none() || score != self.score {
            return wrong(format!("the score {}", shown(self.score)), "the score that the moves give");
        }
        if points != self.points {
            return wrong(format!("{} points for black", shown(self.points)), &shown(points));
        }
        Ok(())
    }

    /// The game for NBoard and other readers of GGF. It has no times, so that the same games give the same file.
    #[must_use]
    pub(crate) fn to_record(&self, tournament: &str, objective: Objective) -> Option<GameRecord> {
        self.record_with(tournament, objective, |ply, _| MoveNote { eval: ply.eval, ..MoveNote::default() })
    }

    /// The game with the depths and the times of its moves.
    #[must_use]
    pub(crate) fn to_timed_record(&self, tournament: &str, objective: Objective) -> Option<GameRecord> {
        self.record_with(tournament, objective, |ply, empties| MoveNote {
            eval: ply.eval,
            depth: ply.depth.as_deref().and_then(|depth| plies(depth, empties)),
            seconds: Some((ply.time * 1e3).round() / 1e3),
        })
    }

    /// The record of the game. `note` makes the note of a move from its details and the number of empty squares.
    fn record_with(
        &self,
        tournament: &str,
        objective: Objective,
        note: impl Fn(&Ply, u32) -> MoveNote,
    ) -> Option<GameRecord> {
        let game = self.replay()?;
        let mut record = GameRecord::new(*game.start());
        record.black.name.clone_from(&self.black);
        record.white.name.clone_from(&self.white);
        record.place = tournament.to_owned();
        record.objective = objective;
        let plies = self.plies.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        for (&(board, mv), ply) in game.history().iter().zip(plies) {
            let note = ply.map_or_else(MoveNote::default, |ply| note(ply, board.position.empties()));
            record.play(mv, note).ok()?;
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
            (Termination::Adjudicated | Termination::Claimed, _) => Ending::Adjudicated,
            (_, Some(FaultRecord { kind: FaultKind::Time | FaultKind::Hang, .. })) => Ending::TimedOut,
            (_, Some(_)) => Ending::Forfeited,
            (_, None) => Ending::Resigned,
        };
        record.result = self.score.or(decided).map(|score| Outcome { score: score.into(), ending });
        Some(record)
    }

    /// The doubled result for the engine with this name: 0 lost, 1 drawn, 2 won; `None` if the game does not count.
    #[must_use]
    pub(crate) fn doubled(&self, engine: &str) -> Option<u8> {
        let black = (2.0 * self.points?) as u8;
        Some(if engine == self.black { black } else { 2 - black })
    }

    /// The engine that played a colour.
    #[must_use]
    pub(crate) fn engine(&self, color: Color) -> &str {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

/// The number of plies in a reported depth like `12`, `20@73%` or `100%`, which reaches the end of the game.
fn plies(depth: &str, empties: u32) -> Option<u32> {
    if depth.starts_with("100%") {
        return Some(empties);
    }
    let digits = depth.len() - depth.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    depth[..digits].parse().ok()
}

fn lost_by(color: Color) -> f64 {
    if color == Color::Black { 0.0 } else { 1.0 }
}

/// A value as text, or `null`.
fn shown<T: ToString>(value: Option<T>) -> String {
    value.map_or("null".to_owned(), |value| value.to_string())
}

/// The error for illegal moves.
pub(super) fn not_legal() -> Problem {
    Problem::wrong("", "the moves are not legal")
}
