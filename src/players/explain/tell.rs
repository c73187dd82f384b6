//! A move's explanation in words: in a few during the game, and after it why it was played.

use super::{Account, Explanation, Unnatural, Why};
use crate::board::Move;

impl Explanation {
    /// What the move does, as anybody can see it, without a hint of its value: what is new first, in 30 characters.
    #[must_use]
    pub fn plain(&self) -> String {
        match &self.seen {
            Some(seen) => format!("{} {seen}", self.mv),
            None => self.mv.to_string(),
        }
    }

    /// Why the move is played or not, in two clauses at most: for after the game. A better move is one by the judgement
    /// that the reader sees beside it; the player's own opinion of values is told as its own.
    #[must_use]
    pub fn told(&self, better: Option<Move>) -> String {
        self.why.told(better)
    }
}

impl Why {
    fn told(&self, better: Option<Move>) -> String {
        match self {
            Why::Only => "The only legal move".to_owned(),
            Why::Best { .. } if better.is_some() => "It took this for the best move".to_owned(),
            Why::Best { .. } => "It sees nothing better".to_owned(),
            Why::Equal { moves, .. } => format!("One of {moves} that it values equally"),
            Why::Natural { left_out, reason: Unnatural::Corner } => {
                format!("It always takes a corner; it leaves out {left_out}")
            }
            Why::Natural { left_out, reason: Unnatural::Gift } => {
                format!("It leaves out {left_out}, which gives a corner away")
            }
            Why::Aimed { best, loss, account, .. } => {
                let Account { unit, lost, due, .. } = account;
                let what = if loss.is_nothing() {
                    "It takes this for the best move".to_owned()
                } else {
                    format!("It takes {best} for better, and loses on purpose")
                };
                format!("{what}: {lost:.1} {unit} so far, {due:.1} intended")
            }
            Why::Noisy { loss, .. } if loss.is_nothing() => "It took this for the best move".to_owned(),
            Why::Noisy { best, .. } => format!("It overlooked {best}, as it does now and then"),
            Why::Human { saw, chance, liked, .. } => {
                let saw = better.map(|better| {
                    if *saw == Some(better) { format!("It saw {better}") } else { format!("It did not see {better}") }
                });
                match (saw, liked) {
                    (Some(saw), Some(liked)) => {
                        let but = if saw.starts_with("It saw") { ", but it" } else { "; it" };
                        format!("{saw}{but} likes {liked}")
                    }
                    (Some(saw), None) => format!("{saw}; it {}", often(*chance)),
                    (None, Some(liked)) => format!("It likes {liked}; it {}", often(*chance)),
                    (None, None) => format!("It {}", often(*chance)),
                }
            }
            Why::Priority { next: None, .. } => "Its square comes first".to_owned(),
            Why::Priority { next: Some((next, _)), .. } => format!("Its square comes first, before {next}"),
            Why::Drawn { moves, .. } => format!("Drawn by chance from {moves} moves"),
            Why::Playouts { games, discs } => {
                let side = if *discs < 0.0 { "behind" } else { "ahead" };
                format!("Most of {games} random games went through it, on average {:.1} discs {side}", discs.abs())
            }
            Why::Another { choice, margin } => match margin {
                Some(margin) if margin.is_nothing() => format!("It would play {choice}, which it values equally"),
                _ => format!("It would play {choice}"),
            },
        }
    }
}

/// How often a move is played, in words.
pub(super) fn often(chance: f64) -> String {
    match (chance * 10.0).round() as u32 {
        0 => "seldom plays this".to_owned(),
        10 => "almost always plays this".to_owned(),
        times => format!("plays this {times} times in 10"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Unit;
    use crate::players::explain::Margin;

    #[test]
    fn what_it_saw_and_what_it_likes_are_two_clauses_and_agree_with_the_judgement_beside_it() {
        let mv = |name: &str| name.parse::<Move>().unwrap();
        let told = |saw: Option<&str>, liked: Option<&str>, better: Option<&str>| {
            let why = Why::Human {
                best: mv("g5"),
                loss: Margin::Evaluated(Unit::Discs, 3.0),
                saw: saw.map(mv),
                chance: 0.31,
                seed: 7,
                liked: liked.map(str::to_owned),
            };
            Explanation::new(mv("c4"), why).told(better.map(mv))
        };
        let many = Some("to turn many discs: here 5");
        assert_eq!(told(Some("g5"), many, Some("g5")), "It saw g5, but it likes to turn many discs: here 5");
        assert_eq!(told(Some("h4"), many, Some("g5")), "It did not see g5; it likes to turn many discs: here 5");
        assert_eq!(told(None, None, Some("g5")), "It did not see g5; it plays this 3 times in 10");
        // Beside a judgement by which nothing is better, nothing better is named.
        assert_eq!(told(Some("g5"), many, None), "It likes to turn many discs: here 5; it plays this 3 times in 10");
        assert_eq!(told(Some("g5"), None, None), "It plays this 3 times in 10");
    }
}
