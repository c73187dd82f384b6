//! A move's explanation after the game: what it does, and why it was played, in words.

use super::{Account, Explanation, Opinion, Unnatural, Why};

impl Explanation {
    /// What the move does, as anybody can see it, without a hint of its value.
    #[must_use]
    pub fn plain(&self) -> String {
        match &self.seen {
            Some(seen) => format!("{}: {seen}", self.mv),
            None => self.mv.to_string(),
        }
    }

    /// What the move does and why it is played or not, with the player's rating and seed: for after the game.
    #[must_use]
    pub fn told(&self) -> String {
        let mut text = format!("{}; {}", self.plain(), self.why.told());
        if let Some(Opinion { tester, best, rank, .. }) = &self.opinion {
            text += &if *rank == 1 { format!("; {tester} agrees") } else { format!("; {tester} would play {best}") };
        }
        text
    }
}

impl Why {
    fn told(&self) -> String {
        match self {
            Why::Only => "the only legal move".to_owned(),
            Why::Best { before: None } => "the best that it sees".to_owned(),
            Why::Best { before: Some((next, _)) } => format!("the best that it sees, before {next}"),
            Why::Equal { moves, seed } => format!("one of {moves} that it values equally, drawn by seed {seed}"),
            Why::Natural { left_out, reason: Unnatural::Corner } => {
                format!("it always takes a corner, so {left_out} is left out")
            }
            Why::Natural { left_out, reason: Unnatural::Gift } => {
                format!("{left_out} is left out because it gives a corner away")
            }
            Why::Aimed { best, loss, account, moves, seed } => {
                let Account { unit, lost, due, .. } = account;
                let what = if loss.is_nothing() {
                    "the best that it sees".to_owned()
                } else {
                    format!("weaker than {best} on purpose")
                };
                let draw = if *moves > 1 { format!("; one of {moves}, drawn by seed {seed}") } else { String::new() };
                format!("{what}: it has lost {lost:.1} {unit} so far and should have lost {due:.1}{draw}")
            }
            Why::Noisy { loss, seed, .. } if loss.is_nothing() => {
                format!("the best that it sees, despite the noise of seed {seed}")
            }
            Why::Noisy { best, seed, .. } => format!("it values it above {best}: an error of seed {seed}"),
            Why::Human { best, loss, chance, seed, liked } => {
                let what = if loss.is_nothing() {
                    "the best that it sees".to_owned()
                } else {
                    format!("{best} is {loss} better by its own search")
                };
                let liked = if liked.is_empty() {
                    String::new()
                } else {
                    format!("; it likes that it {}", liked.join(" and "))
                };
                format!("{what}{liked}; a player like this one {}; drawn by seed {seed}", often(*chance))
            }
            Why::Priority { next: None, .. } => "its square comes first".to_owned(),
            Why::Priority { next: Some((next, _)), .. } => format!("its square comes first, before {next}"),
            Why::Drawn { moves, seed } => format!("one of {moves} moves, drawn by seed {seed}"),
            Why::Playouts { games, discs } => {
                let side = if *discs < 0.0 { "behind" } else { "ahead" };
                format!("most visited in {games} random games, on average {:.1} discs {side}", discs.abs())
            }
            Why::Another { choice, margin } => match margin {
                Some(margin) if margin.is_nothing() => format!("it would play {choice}, which it values equally"),
                _ => format!("it would play {choice}"),
            },
        }
    }
}

/// How often a move is played, in words.
pub(super) fn often(chance: f64) -> String {
    match (chance * 10.0).round() as u32 {
        0 => "seldom plays it".to_owned(),
        10 => "almost always plays it".to_owned(),
        times => format!("plays it {times} times in 10"),
    }
}
