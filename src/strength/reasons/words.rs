//! The English words of reasons.

use std::fmt;

use super::fact::{AnswerEffect, Fact, FewSquares, Sequel};
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

fn after_words(after: Option<Sequel>) -> String {
    after.map_or(String::new(), |path| format!(" after {path}"))
}

/// The squares as "c3, d4 and e5".
fn listed(squares: FewSquares) -> String {
    let names: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// The squares of this many moves as "(c3 d4)", or "(c3 d4 e5 ...)" if there are more; empty if none is named.
fn in_parentheses(squares: FewSquares, moves: u32) -> String {
    let names: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    let more = if names.len() < moves as usize { " ..." } else { "" };
    if names.is_empty() { String::new() } else { format!(" ({}{more})", names.join(" ")) }
}

fn result(lead: i32) -> String {
    match lead {
        0 => "even".to_owned(),
        1.. => format!("{lead} ahead"),
        _ => format!("{} behind", -lead),
    }
}

impl AnswerEffect {
    /// The effect of the answer of this side.
    fn does(self, side: Color) -> String {
        match self {
            AnswerEffect::Takes { squares } => format!("takes {} away from {}", listed(squares), name(side.other())),
            AnswerEffect::Quiet => format!("gives {} no new safe move", name(side.other())),
            AnswerEffect::Prepares { squares } => format!("opens {} to {}", listed(squares), name(side)),
        }
    }
}

impl Fact {
    /// The clause about the played move.
    fn does(self) -> String {
        match self {
            Fact::Takes { side, corner, after, .. } => {
                format!("lets {} take {corner}{}", name(side), after_words(after))
            }
            Fact::WipesOut { side, square } => {
                format!(
                    "lets {} turn every disc of {} with {square}, which ends the game",
                    name(side),
                    name(side.other())
                )
            }
            Fact::KeepsOut { side, corner } => format!("keeps {} out of {corner} for now", name(side)),
            Fact::Passes { side, after } => format!("leaves {} without a move{}", name(side), after_words(after)),
            Fact::Safe { side, moves, squares, after } => {
                let which = in_parentheses(squares, moves);
                format!("leaves {} {}{which}{}", name(side), counted_words(moves, "safe move"), after_words(after))
            }
            Fact::Moves { side, moves, after } => {
                format!("leaves {} {}{}", name(side), counted_words(moves, "move"), after_words(after))
            }
            Fact::LastMove { side, square } => {
                format!("lets {} make the last move of a region, {square}", name(side))
            }
            Fact::Enters { squares, answer } => {
                let answer = answer.map_or(String::new(), |square| format!(", where {square} follows"));
                format!("begins {} region of {squares}{answer}", parity(squares))
            }
            Fact::Wall { side, moves, squares } => {
                format!(
                    "opens {} to {}{}",
                    counted_words(moves, "safe move"),
                    name(side),
                    in_parentheses(squares, moves)
                )
            }
            Fact::Spoils { square, corner: Some(corner) } => format!("spoils {square}, which now gives {corner} away"),
            Fact::Spoils { square, corner: None } => format!("spoils {square}, which is illegal now"),
            Fact::Spares { square } => format!("keeps {square} for later"),
            Fact::Edge { side, square, discs: 0 } => format!("lets {} into the edge at {square}", name(side)),
            Fact::Edge { side, square, discs } => {
                let discs = counted_words(discs, "disc");
                format!("lets {} break the edge with {square}, turning {discs} along it", name(side))
            }
            Fact::Beside { corner } => format!("is beside the empty corner {corner}"),
            Fact::Waits { .. } => "could have waited, because for now only its own side can play there".to_owned(),
            Fact::Contested { side, square } => format!("plays {square}, where {} can play, too", name(side)),
            Fact::Loses { side, squares } => format!("makes {} illegal for {}", listed(squares), name(side)),
            Fact::Gone { square, answer } => format!("gives up {square}, which is gone after {answer}"),
            Fact::Later { plies } => format!("shows no simple reason within {}", counted_plies(plies)),
            Fact::Opens { side, square, effect } => {
                let what = effect.map_or(String::new(), |effect| format!(", which {}", effect.does(side)));
                format!("opens {square} to {}{what}", name(side))
            }
            Fact::Yields { side, square } => format!("lets {} play {square}", name(side)),
            Fact::Leaves { side, moves, squares } => {
                let which = in_parentheses(squares, moves);
                format!("lets {} keep {moves} of its safe moves{which}", name(side))
            }
            Fact::Denies => "takes them away".to_owned(),
            Fact::Closes { side, square } => format!("keeps {} out of {square} for now", name(side)),
            Fact::Turns { discs } => format!("turns {}", counted_words(discs, "disc")),
            Fact::Alone { side, square, discs } => {
                let better = counted_words(discs, "disc");
                format!("lets {} play {square}, {better} better than any other answer", name(side))
            }
            Fact::Keeps => "keeps them".to_owned(),
            Fact::QuietMoves { side, moves, squares, after } => {
                let which = in_parentheses(squares, moves);
                format!("leaves {} {}{which}{}", name(side), counted_words(moves, "quiet move"), after_words(after))
            }
            Fact::Plays { side, square, effect } => {
                format!("lets {} play {square}, which {}", name(side), effect.does(side))
            }
            Fact::Costs { side, square, squares } => {
                format!("makes {square} open {} to {}", listed(squares), name(side))
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
            Fact::Takes { corner, after, .. } => format!("won {corner}{}", after_words(after)),
            Fact::WipesOut { side, .. } => {
                format!("turned every disc of {}, which would have ended the game", name(side.other()))
            }
            Fact::KeepsOut { side, corner: square } | Fact::Closes { side, square } => {
                format!("kept {} out of {square} for now", name(side))
            }
            Fact::Opens { side, square, .. } => format!("opened {square} to {}", name(side)),
            Fact::Yields { side, square } => format!("let {} play {square}", name(side)),
            Fact::Leaves { side, moves, .. } => format!("left {} to {}", counted_words(moves, "safe move"), name(side)),
            Fact::Denies => "taken them away".to_owned(),
            Fact::LastMove { square, .. } => format!("kept the last move, {square}"),
            Fact::Enters { squares, .. } => format!("begun {} one of {squares}", parity(squares)),
            Fact::Wall { moves: 0, .. } => "been a quiet move".to_owned(),
            Fact::Wall { moves, .. } if again => format!("opened {moves}"),
            Fact::Wall { side, moves, .. } => {
                format!("opened {} to {}", counted_words(moves, "safe move"), name(side))
            }
            Fact::Spoils { square, .. } => format!("spoiled {square}"),
            Fact::Spares { square } => format!("kept {square} for later"),
            Fact::Edge { side, square, .. } => format!("let {} into the edge at {square}", name(side)),
            Fact::Beside { corner } => format!("been beside {corner}"),
            Fact::Waits { .. } => "waited".to_owned(),
            Fact::Contested { side, .. } => format!("come first, as {} can play there, too", name(side)),
            Fact::Loses { side, squares } => format!("made {} illegal for {}", listed(squares), name(side)),
            Fact::Gone { answer, .. } => format!("come before {answer}, which takes it away"),
            Fact::Later { plies } => format!("been better, for no simple reason within {}", counted_plies(plies)),
            Fact::Turns { discs } if again => format!("turned {discs}"),
            Fact::Turns { discs } => format!("turned {}", counted_words(discs, "disc")),
            Fact::Alone { side, square, .. } => format!("let {} play {square}", name(side)),
            Fact::Passes { side, after } => format!("left {} without a move{}", name(side), after_words(after)),
            Fact::Safe { moves, squares, after, .. } if again => {
                format!("left {moves}{}{}", in_parentheses(squares, moves), after_words(after))
            }
            Fact::Moves { moves, after, .. } if again => format!("left {moves}{}", after_words(after)),
            Fact::Safe { side, moves, after, .. } => {
                format!("left {} {}{}", name(side), counted_words(moves, "safe move"), after_words(after))
            }
            Fact::Moves { side, moves, after } => {
                format!("left {} {}{}", name(side), counted_words(moves, "move"), after_words(after))
            }
            Fact::Keeps => "kept them".to_owned(),
            Fact::QuietMoves { side, moves, squares, after } => {
                let which = in_parentheses(squares, moves);
                format!("left {} {}{which}{}", name(side), counted_words(moves, "quiet move"), after_words(after))
            }
            Fact::Plays { side, square, .. } => format!("let {} play {square}", name(side)),
            Fact::Costs { side, square, squares } => {
                format!("made {square} open {} to {}", listed(squares), name(side))
            }
            Fact::Ends { lead, .. } => format!("ended {}", result(lead)),
        }
    }
}

fn parity(squares: u32) -> &'static str {
    if squares.is_multiple_of(2) { "an even" } else { "an odd" }
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
                Fact::Closes { square, .. } if mv == Move::Place(square) => "come first".to_owned(),
                fact => fact.would(again),
            };
            write!(f, "{}{mv} would have {would}", if self.played.is_some() { "; " } else { "" })?;
        }
        if let Some((Clause { mv, .. }, corner)) = self.better.zip(self.price) {
            write!(f, "; {mv} gives {corner} away and is still better")?;
        }
        if self.close { f.write_str("; the winner stays the same") } else { Ok(()) }
    }
}
