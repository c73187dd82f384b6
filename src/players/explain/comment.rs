//! Explanations in words: short ones during the game, and the reasons of moves after it.

use std::fmt;

use serde::Serialize;

use super::{Account, Explanation, Liking, MoveReason, Unnatural};
use crate::board::Move;
use crate::eval::Unit;

/// The player's comment on a move after the game, as data for any language. It is displayed in English, in at most two
/// clauses. Values are the player's own.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "a variant says what its fields are")]
pub enum MoveComment {
    /// There was no other legal move.
    Only,
    /// It knows the opening from its book.
    Book,
    /// The player thought that the move was best; the reader knows a better one.
    TookForBest,
    /// The player knows no better move.
    NothingBetter,
    /// The player values this many moves equally.
    Equal { moves: usize },
    /// The player always takes a corner, and left this move out.
    Corner { left_out: Move },
    /// The player left this move out, because it gives a corner away.
    Gift { left_out: Move },
    /// The player loses points on purpose. The fields are its losses in this game, the intended ones, and a move that
    /// it valued more, if there is one.
    Aimed { better: Option<Move>, unit: Unit, lost: f64, due: f64 },
    /// The player overlooked a better move, as it does now and then.
    Overlooked { better: Move },
    /// The player drew the move from the model of people's choices.
    Human {
        /// A better move that the reader sees, and whether the player saw it; `None` without one.
        better: Option<Move>,
        saw: bool,
        likes: Option<Liking>,
        /// The number of times in 10 that the player chooses this move. It is shown if `better` or the liking is
        /// missing.
        times: u32,
    },
    /// The square has the highest priority, before that of the next move.
    First { next: Option<Move> },
    /// The move was drawn from this many legal moves.
    Drawn { moves: usize },
    /// Most random games went through the move. The fields are their number and the mean lead in discs.
    Playouts { games: u64, discs: f64 },
    /// The player would choose another move, which it may value equally.
    Another { choice: Move, equal: bool },
}

impl Explanation {
    /// The visible effects of the move, without a hint of its value, in 30 characters.
    #[must_use]
    pub fn effects(&self) -> String {
        match &self.visible_effects {
            Some(effects) => format!("{} {effects}", self.mv).trim_end().to_owned(),
            None => self.mv.to_string(),
        }
    }

    /// The player's comment after the game. `better` is a better move in the values that the reader sees beside the
    /// comment.
    #[must_use]
    pub fn comment(&self, better: Option<Move>) -> MoveComment {
        self.why.comment(better)
    }
}

impl MoveReason {
    fn comment(&self, better: Option<Move>) -> MoveComment {
        match *self {
            MoveReason::Only => MoveComment::Only,
            MoveReason::Book => MoveComment::Book,
            MoveReason::Best if better.is_some() => MoveComment::TookForBest,
            MoveReason::Best => MoveComment::NothingBetter,
            MoveReason::Equal { moves } => MoveComment::Equal { moves },
            MoveReason::Natural { left_out, reason: Unnatural::Corner } => MoveComment::Corner { left_out },
            MoveReason::Natural { left_out, reason: Unnatural::Gift } => MoveComment::Gift { left_out },
            MoveReason::Aimed { better, account: Account { unit, lost, due } } => {
                MoveComment::Aimed { better, unit, lost, due }
            }
            MoveReason::Noisy { better: None } => MoveComment::TookForBest,
            MoveReason::Noisy { better: Some(better) } => MoveComment::Overlooked { better },
            MoveReason::Human { seen, chance, liked } => MoveComment::Human {
                better,
                saw: better.and_then(Move::square).is_some_and(|square| seen & square.bit() != 0),
                // The character decided only if there was something better.
                likes: liked.filter(|_| better.is_some()),
                times: (chance * 10.0).round() as u32,
            },
            MoveReason::Priority { next } => MoveComment::First { next },
            MoveReason::Drawn { moves } => MoveComment::Drawn { moves },
            MoveReason::Playouts { games, discs } => MoveComment::Playouts { games, discs },
            MoveReason::Another { choice, equal } => MoveComment::Another { choice, equal },
        }
    }
}

impl fmt::Display for MoveComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveComment::Only => write!(f, "The only legal move"),
            MoveComment::Book => write!(f, "It knows this opening from its book"),
            MoveComment::TookForBest => write!(f, "It took this for the best move"),
            MoveComment::NothingBetter => write!(f, "It sees nothing better"),
            MoveComment::Equal { moves } => write!(f, "One of {moves} that it values equally"),
            MoveComment::Corner { left_out } => write!(f, "It always takes a corner; it leaves out {left_out}"),
            MoveComment::Gift { left_out } => write!(f, "It leaves out {left_out}, which gives a corner away"),
            MoveComment::Aimed { better, unit, lost, due } => {
                match better {
                    None => write!(f, "It takes this for the best move")?,
                    Some(better) => write!(f, "It takes {better} for better, and loses on purpose")?,
                }
                write!(f, ": {lost:.1} {unit} so far, {due:.1} intended")
            }
            MoveComment::Overlooked { better } => write!(f, "It overlooked {better}, as it does now and then"),
            MoveComment::Human { better, saw, likes, times } => {
                let often = often(times);
                match (better, likes) {
                    (Some(better), Some(likes)) if saw => write!(f, "It saw {better}, but it likes {likes}"),
                    (Some(better), Some(likes)) => write!(f, "It did not see {better}; it likes {likes}"),
                    (Some(better), None) if saw => write!(f, "It saw {better}; it {often}"),
                    (Some(better), None) => write!(f, "It did not see {better}; it {often}"),
                    (None, Some(likes)) => write!(f, "It likes {likes}; it {often}"),
                    (None, None) => write!(f, "It {often}"),
                }
            }
            MoveComment::First { next: None } => write!(f, "Its square comes first"),
            MoveComment::First { next: Some(next) } => write!(f, "Its square comes first, before {next}"),
            MoveComment::Drawn { moves } => write!(f, "Drawn by chance from {moves} moves"),
            MoveComment::Playouts { games, discs } => {
                let side = if discs < 0.0 { "behind" } else { "ahead" };
                write!(
                    f,
                    "More of its {games} random games began with this move than with any other, and ended {:.1} discs \
                     {side} on average",
                    discs.abs()
                )
            }
            MoveComment::Another { choice, equal: true } => {
                write!(f, "It would play {choice}, which it values equally")
            }
            MoveComment::Another { choice, .. } => write!(f, "It would play {choice}"),
        }
    }
}

/// The frequency of a move in words, such as "3 times in 10".
fn often(times: u32) -> String {
    match times {
        0 => "seldom plays this".to_owned(),
        10 => "almost always plays this".to_owned(),
        times => format!("plays this {times} times in 10"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{COUNT, Facts, place};
    use crate::players::explain::liking;

    #[test]
    fn what_it_saw_and_what_it_likes_are_two_clauses_and_agree_with_the_judgement_beside_it() {
        let mut weights = [0.0; COUNT];
        weights[place("flips-21-40").unwrap()] = 1.0;
        let [five, one] = [5, 1].map(|flips| Facts { flips, ..Facts::default() });
        let many = liking(&weights, 30, &five, &one);
        assert_eq!(comment(&["g5"], many, Some("g5")), "It saw g5, but it likes to turn many discs: here 5");
        // It need not be the move that the player valued most.
        assert_eq!(comment(&["f2", "g5"], None, Some("g5")), "It saw g5; it plays this 3 times in 10");
        assert_eq!(comment(&["h4"], many, Some("g5")), "It did not see g5; it likes to turn many discs: here 5");
        assert_eq!(comment(&[], None, Some("g5")), "It did not see g5; it plays this 3 times in 10");
        // If the reader's values show no better move, the comment names none, and no liking: it did not decide.
        assert_eq!(comment(&["g5"], many, None), "It plays this 3 times in 10");
        assert_eq!(comment(&["g5"], None, None), "It plays this 3 times in 10");
    }

    /// The comment of a human-like player on c4, which valued these moves clearly higher.
    fn comment(saw: &[&str], liked: Option<Liking>, better: Option<&str>) -> String {
        let seen = saw.iter().fold(0, |set, name| set | parse_move(name).square().unwrap().bit());
        let why = MoveReason::Human { seen, chance: 0.31, liked };
        Explanation::new(parse_move("c4"), why).comment(better.map(parse_move)).to_string()
    }

    fn parse_move(name: &str) -> Move {
        name.parse().unwrap()
    }
}
