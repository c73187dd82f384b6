//! Explanations with their numbers, by the player's own evaluation.

use std::fmt;

use super::tell::often;
use super::{Account, Contrast, Explanation, Margin, Rest, Unnatural, Why};
use crate::eval::Unit;
use crate::stats::signed;

/// A contrast names this many terms for a move, and this many against it.
const NAMED: usize = 3;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.mv, self.why)?;
        if let Some(contrast) = &self.contrast {
            write!(f, "; {contrast}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Only => write!(f, "the only legal move"),
            Why::Book { discs } => write!(f, "from its opening book, {} discs", signed(*discs, 2)),
            Why::Best { before: None } => write!(f, "worth the most"),
            Why::Best { before: Some((next, margin)) } => write!(f, "worth the most, {margin} before {next}"),
            Why::Equal { moves, seed } => write!(f, "one of {moves} equal moves, drawn by seed {seed}"),
            Why::Natural { left_out, reason: Unnatural::Corner } => {
                write!(f, "a corner is always taken, although {left_out} is worth more")
            }
            Why::Natural { left_out, reason: Unnatural::Gift } => {
                write!(f, "{left_out} is worth more but would give a corner away")
            }
            Why::Aimed { best, loss, account, moves, seed } => {
                if loss.is_nothing() {
                    write!(f, "worth the most")?;
                } else {
                    write!(f, "{loss} worse than {best} on purpose")?;
                }
                let Account { unit, lost, due, .. } = account;
                write!(f, "; {lost:.1} {unit} lost so far, {due:.1} due")?;
                if account.corrected > 0.0 {
                    write!(f, " ({:.1} more, being ahead)", account.corrected)?;
                } else if account.corrected < 0.0 {
                    write!(f, " ({:.1} less, being behind)", -account.corrected)?;
                }
                if *moves > 1 {
                    write!(f, "; one of {moves} that fit, drawn by seed {seed}")?;
                }
                Ok(())
            }
            Why::Noisy { loss, seed, .. } if loss.is_nothing() => {
                write!(f, "worth the most, with the noise of seed {seed} and without it")
            }
            Why::Noisy { best, loss, seed } => write!(f, "{loss} worse than {best}, by the noise of seed {seed}"),
            Why::Human { best, loss, chance, seed, .. } => {
                if loss.is_nothing() {
                    write!(f, "worth the most")?;
                } else {
                    write!(f, "{loss} worse than {best}")?;
                }
                write!(f, "; a player like this one {}; drawn by seed {seed}", often((chance * 10.0).round() as u32))
            }
            Why::Priority { priority, next: None } => write!(f, "priority {priority}"),
            Why::Priority { priority, next: Some((next, other)) } => {
                write!(f, "priority {priority}, the next is {next} with {other}")
            }
            Why::Drawn { moves, seed } => write!(f, "one of {moves} moves, drawn by seed {seed}"),
            Why::Playouts { games, discs } => {
                write!(f, "the most visited of {games} random games, with {} discs on average", signed(*discs, 1))
            }
            Why::Another { choice, margin: None } => write!(f, "{choice} would be played instead"),
            Why::Another { choice, margin: Some(margin) } if margin.is_nothing() => {
                write!(f, "{choice}, which is worth the same, would be played instead")
            }
            Why::Another { choice, margin: Some(margin) } => {
                write!(f, "{choice} would be played instead, {margin} better")
            }
        }
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Margin::Evaluated(unit, amount) => write!(f, "{amount:.1} {unit}"),
            Margin::Final(discs) => write!(f, "{discs} discs"),
            Margin::Decides => write!(f, "decisively"),
        }
    }
}

impl fmt::Display for Contrast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.with {
            Rest::Move(mv) => write!(f, "beside {mv} it ")?,
            Rest::Now => write!(f, "it ")?,
        }
        // A point is small, a disc is large. What would be shown as 0 is left out.
        let (digits, least) = if self.unit == Unit::Points { (0, 0.5) } else { (1, 0.05) };
        let side = |sign: f64| {
            let kept = self.changes.iter().filter(move |change| change.amount * sign >= least).take(NAMED);
            kept.map(|change| format!("{:+.digits$} by {}", change.amount, change.words)).collect::<Vec<_>>().join(", ")
        };
        match (side(1.0), side(-1.0)) {
            (gains, gives) if gains.is_empty() && gives.is_empty() => write!(f, "comes to the same"),
            (gains, gives) if gives.is_empty() => write!(f, "gains: {gains}"),
            (gains, gives) if gains.is_empty() => write!(f, "gives up: {gives}"),
            (gains, gives) => write!(f, "gains: {gains}; gives up: {gives}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Contribution;

    #[test]
    fn changes_that_would_be_shown_as_zero_are_left_out() {
        let part = |words, amount| Contribution { name: words, words, amount };
        let said = |changes| Contrast { with: Rest::Now, unit: Unit::Discs, changes }.to_string();
        assert_eq!(said(vec![part("moves", 1.26), part("the turn", -0.049)]), "it gains: +1.3 by moves");
        assert_eq!(said(vec![part("moves", 0.04), part("edges", -0.01)]), "it comes to the same");
    }
}
