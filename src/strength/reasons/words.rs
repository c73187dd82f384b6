//! The English words of reasons.

use std::fmt;

use super::fact::Fact;
use super::{Clause, Reason};
use crate::board::{Color, Move};

fn name(side: Color) -> &'static str {
    match side {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn counted_words(count: u32, one: &str) -> String {
    match count {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}

fn counted_plies(plies: usize) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

fn result(lead: i32) -> String {
    match lead {
        0 => "even".to_owned(),
        1.. => format!("{lead} ahead"),
        _ => format!("{} behind", -lead),
    }
}

impl Fact {
    /// The clause about the played move.
    fn does(self) -> String {
        match self {
            Fact::Takes { side, corner, ply, edge } => {
                let later = if ply > 2 { " later" } else { "" };
                let edge = if edge { " and the whole edge" } else { "" };
                format!("lets {} take {corner}{edge}{later}", name(side))
            }
            Fact::KeepsOut { side, corner } => format!("keeps {} out of {corner}", name(side)),
            Fact::Passes { side } => format!("leaves {} without a move", name(side)),
            Fact::Safe { side, moves } => format!("leaves {} {}", name(side), counted_words(moves, "safe move")),
            Fact::Moves { side, moves } => format!("leaves {} {}", name(side), counted_words(moves, "move")),
            Fact::LastMove { side, square } => {
                format!("lets {} make the last move of a region, {square}", name(side))
            }
            Fact::Wall { side, moves, answer } => {
                let best = answer.map_or(String::new(), |square| format!(", {square} first of all"));
                format!("opens {} to {}{best}", counted_words(moves, "new move"), name(side))
            }
            Fact::Gone { square, answer } => format!("gives up {square}, which is gone after {answer}"),
            Fact::Later { plies } => format!("shows no simple reason within {}", counted_plies(plies)),
            Fact::Opens { side, square } => format!("opens {square} to {}", name(side)),
            Fact::Closes { side, square } => format!("keeps {} out of {square}", name(side)),
            Fact::Turns { discs } => format!("turns {}", counted_words(discs, "disc")),
            Fact::Stable { side, discs } => {
                format!("leaves {} with {}", name(side), counted_words(discs, "stable disc"))
            }
            Fact::Ends { lead: 0, .. } => "ends even".to_owned(),
            Fact::Ends { lead, same: true } if lead > 0 => format!("still wins, {}", result(lead)),
            Fact::Ends { lead, same: true } => format!("loses as the better move does, {}", result(lead)),
            Fact::Ends { lead, same: false } => format!("ends {}", result(lead)),
        }
    }

    /// The clause about the better move. `again` is true if the clause before said the same of the played one.
    fn would(self, again: bool) -> String {
        match self {
            Fact::Takes { ply: 1, .. } => "taken the corner".to_owned(),
            Fact::Takes { corner, .. } => format!("won {corner}"),
            Fact::KeepsOut { side, corner: square } | Fact::Closes { side, square } => {
                format!("kept {} out of {square}", name(side))
            }
            Fact::Opens { side, square } => format!("opened {square} to {}", name(side)),
            Fact::LastMove { square, .. } => format!("kept the last move, {square}"),
            Fact::Wall { moves, .. } if again => {
                format!("opened {}", if moves == 0 { "none".to_owned() } else { moves.to_string() })
            }
            Fact::Wall { side, moves, .. } => format!("opened {} to {}", counted_words(moves, "new move"), name(side)),
            Fact::Gone { square, .. } => format!("played {square} in time"),
            Fact::Later { plies } => format!("been better, for no simple reason within {}", counted_plies(plies)),
            Fact::Turns { discs } if again => format!("turned {discs}"),
            Fact::Turns { discs } => format!("turned {}", counted_words(discs, "disc")),
            Fact::Passes { side } => format!("left {} without a move", name(side)),
            Fact::Safe { moves: count, .. } | Fact::Moves { moves: count, .. } if again => format!("left {count}"),
            Fact::Stable { discs, .. } if again => format!("left {discs}"),
            Fact::Safe { side, moves } => format!("left {} {}", name(side), counted_words(moves, "safe move")),
            Fact::Moves { side, moves } => format!("left {} {}", name(side), counted_words(moves, "move")),
            Fact::Stable { side, discs } => format!("left {} with {}", name(side), counted_words(discs, "stable disc")),
            Fact::Ends { lead, .. } => format!("ended {}", result(lead)),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Clause { mv, fact }) = self.played {
            write!(f, "{mv} {}", fact.does())?;
        }
        if let Some(Clause { mv, fact }) = self.better {
            let again =
                self.played.is_some_and(|own| std::mem::discriminant(&own.fact) == std::mem::discriminant(&fact));
            let would = match fact {
                Fact::Closes { square, .. } if mv == Move::Place(square) => "taken that square".to_owned(),
                fact => fact.would(again),
            };
            write!(f, "{}{mv} would have {would}", if self.played.is_some() { "; " } else { "" })?;
        }
        Ok(())
    }
}
