//! A side in a rated game. It is fast enough for thousands of games, and plays the same on any machine.

use rand::RngExt;
use rand::seq::IteratorRandom;

use crate::board::{Objective, Position, Square, squares};
use crate::eval::Evaluation;
use crate::personality::{self, Effort, Kind, Personality, PersonalityError, TieRule};
use crate::search::{SHALLOW, shallow_with};

/// The reason why a player is not usable as a training opponent.
#[derive(Debug, thiserror::Error)]
pub enum OpponentError {
    #[error(transparent)]
    Personality(#[from] PersonalityError),
    #[error("opponent {name}: found a personality for the rule \"{found}\", expected one for \"{expected}\"")]
    OtherRule { name: String, found: Objective, expected: Objective },
    #[error("opponent {name}: found a personality of kind \"{kind}\", expected a static map or a map mixture")]
    NoMap { name: String, kind: &'static str },
    #[error(
        "opponent {name}: found {found}, expected a random player, a static map, or a linear one or learned patterns \
         that search 1 to {SHALLOW} plies without noise, \"book\", \"solve_from\", \"natural\" or random ties"
    )]
    NoShallow { name: String, found: &'static str },
}

/// The personality with this name, which must play by the rule.
///
/// # Errors
///
/// There is no such personality, or it plays by the other rule.
pub(super) fn opponent(name: &str, rule: Objective) -> Result<Personality, OpponentError> {
    let personality = personality::load(name)?;
    if personality.plays_for(rule) {
        return Ok(personality);
    }
    Err(OpponentError::OtherRule { name: name.to_owned(), found: personality.rule, expected: rule })
}

/// A player in rated games.
#[derive(Debug, Clone)]
pub(crate) enum Contender {
    /// A uniformly random mover.
    Random,
    /// A player by priorities of squares.
    Map(Box<[f64; 64]>),
    /// A player with a shallow search.
    Search { evaluation: Evaluation, depth: u32 },
}

impl Contender {
    /// Loads a personality as a contender.
    ///
    /// # Errors
    ///
    /// There is no such personality, or it is not allowed in rated games.
    pub(crate) fn load(name: &str, rule: Objective) -> Result<Contender, OpponentError> {
        let personality = opponent(name, rule)?;
        Contender::new(personality.kind).map_err(|found| OpponentError::NoShallow { name: name.to_owned(), found })
    }

    /// A contender of this kind, or the property that rated games do not allow.
    fn new(kind: Kind) -> Result<Contender, &'static str> {
        let spec = match kind {
            Kind::Random => return Ok(Contender::Random),
            Kind::StaticMap(priorities) => return Ok(Contender::Map(priorities)),
            Kind::AlphaBeta(spec) => spec,
            other => return Err(other.name()),
        };
        let depth = match spec.search.effort {
            Effort::Depth(depth) if depth.get() <= SHALLOW => depth.get(),
            Effort::Depth(_) => return Err("a deeper search"),
            Effort::Time { .. } => return Err("a time per move"),
        };
        if spec.book.is_some() {
            return Err("an opening book");
        }
        if spec.search.solve_from > 0 {
            return Err("an exact end");
        }
        if spec.search.natural {
            return Err("natural moves only");
        }
        if spec.search.ties != TieRule::First {
            return Err("random choices between equal moves");
        }
        if spec.evaluation.has_noise() {
            return Err("noise");
        }
        Ok(Contender::Search { evaluation: spec.evaluation.build(), depth })
    }

    /// The move of the side to move; `None` for a pass.
    fn choose(&self, position: &Position, rule: Objective, rng: &mut impl RngExt) -> Option<Square> {
        match self {
            Contender::Random => squares(position.moves()).choose(rng),
            Contender::Map(priorities) => {
                squares(position.moves()).min_by(|a, b| priorities[b.index()].total_cmp(&priorities[a.index()]))
            }
            Contender::Search { evaluation, depth } => shallow_with(position, evaluation, rule, *depth),
        }
    }
}

/// Plays a game. Returns the result in discs for the side that moves first.
pub(super) fn play(start: &Position, players: [&Contender; 2], rule: Objective, rng: &mut impl RngExt) -> i32 {
    let mut position = *start;
    let mut turn = 0;
    while !position.is_over() {
        position = match players[turn].choose(&position, rule, rng) {
            Some(square) => position.play(square),
            None => position.pass(),
        };
        turn = 1 - turn;
    }
    if turn == 0 { position.score(rule) } else { -position.score(rule) }
}
