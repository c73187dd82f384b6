//! Adjudication by the engines' own values: a game ends if the loser reports it as lost, or if both engines report it
//! as even.

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::search::WinLossDraw;

/// Resignation: an engine loses a game after reporting it as lost in enough consecutive moves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {
    /// The number of consecutive moves, 1 or more.
    pub moves: u32,
    /// The least reported deficit in discs, above 0.
    pub discs: f64,
    /// True if the opponent must also report such a lead, as often.
    #[serde(default)]
    pub twosided: bool,
}

/// Draws: a game is drawn if both engines report it as even in enough consecutive moves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draw {
    /// The first move of the game at which this applies.
    #[serde(default)]
    pub from: usize,
    /// The number of consecutive moves by each engine, 1 or more.
    pub moves: u32,
    /// The largest distance from 0 in discs.
    pub discs: f64,
}

/// An engine's claim about its position, from its own view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Claim {
    /// A score or an estimate in discs.
    Discs(f64),
    /// The winner, without a margin.
    Result(WinLossDraw),
}

impl Claim {
    /// The claim in a value with its reported depth. With `100%W` and other depths with a W the claim is the winner,
    /// and the value is not a score.
    #[must_use]
    pub(super) fn new(eval: f64, depth: Option<&str>) -> Claim {
        if depth.is_some_and(|depth| depth.ends_with("%W")) {
            Claim::Result(match eval {
                0.0 => WinLossDraw::Draw,
                _ if eval > 0.0 => WinLossDraw::Win,
                _ => WinLossDraw::Loss,
            })
        } else {
            Claim::Discs(eval)
        }
    }

    fn is_behind(self, by: f64) -> bool {
        match self {
            Claim::Discs(discs) => discs <= -by,
            Claim::Result(result) => result == WinLossDraw::Loss,
        }
    }

    fn is_ahead(self, by: f64) -> bool {
        match self {
            Claim::Discs(discs) => discs >= by,
            Claim::Result(result) => result == WinLossDraw::Win,
        }
    }

    fn is_even(self, within: f64) -> bool {
        match self {
            Claim::Discs(discs) => discs.abs() <= within,
            Claim::Result(result) => result == WinLossDraw::Draw,
        }
    }
}

/// The engines' claims in a game so far.
#[derive(Debug, Clone)]
pub(super) struct Claims {
    resign: Option<Resign>,
    draw: Option<Draw>,
    /// For each colour, the number of consecutive moves behind.
    behind: [u32; 2],
    ahead: [u32; 2],
    even: [u32; 2],
}

impl Claims {
    #[must_use]
    pub(super) fn new(resign: Option<Resign>, draw: Option<Draw>) -> Claims {
        Claims { resign, draw, behind: [0; 2], ahead: [0; 2], even: [0; 2] }
    }

    /// Takes a side's claim and the number of moves so far. Returns Black's points if that decides the game.
    pub(super) fn take(&mut self, side: Color, claim: Option<Claim>, moves: usize) -> Option<f64> {
        let index = usize::from(side == Color::White);
        let with_resign = claim.zip(self.resign);
        let with_draw = claim.zip(self.draw);
        let is_behind = with_resign.is_some_and(|(claim, resign)| claim.is_behind(resign.discs));
        let is_ahead = with_resign.is_some_and(|(claim, resign)| claim.is_ahead(resign.discs));
        let is_even = with_draw.is_some_and(|(claim, draw)| claim.is_even(draw.discs));
        self.behind[index] = if is_behind { self.behind[index] + 1 } else { 0 };
        self.ahead[index] = if is_ahead { self.ahead[index] + 1 } else { 0 };
        self.even[index] = if is_even { self.even[index] + 1 } else { 0 };
        if let Some(resign) = self.resign {
            // Both sides are checked, because a win may require both claims, and this claim may complete the
            // opponent's.
            for loser in [index, 1 - index] {
                let agreed = !resign.twosided || self.ahead[1 - loser] >= resign.moves;
                if self.behind[loser] >= resign.moves && agreed {
                    return Some(if loser == 0 { 0.0 } else { 1.0 });
                }
            }
        }
        let draw = self.draw.filter(|draw| moves >= draw.from)?;
        self.even.iter().all(|&count| count >= draw.moves).then_some(0.5)
    }
}

/// Warnings about engines that report no values, whose games the rules cannot end.
pub(super) fn silent_warnings<'a>(
    engines: impl Iterator<Item = &'a str>,
    resign: Option<Resign>,
    draw: Option<Draw>,
) -> Vec<String> {
    let resign = resign.map(|resign| match resign.twosided {
        true => "--resign cannot apply to its games",
        false => "--resign cannot end the games that it loses",
    });
    let draw = draw.map(|_| "--draw cannot apply to its games");
    let effects: Vec<&str> = resign.into_iter().chain(draw).collect();
    if effects.is_empty() {
        return Vec::new();
    }
    engines.map(|name| format!("{name} reports no values: {}", effects.join(", and "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESIGN: Resign = Resign { moves: 2, discs: 20.0, twosided: false };

    /// The result after claims by both sides in turn, Black first.
    fn after(mut claims: Claims, turns: &[Option<Claim>]) -> Option<(usize, f64)> {
        let sides = [Color::Black, Color::White].into_iter().cycle();
        turns
            .iter()
            .zip(sides)
            .enumerate()
            .find_map(|(at, (&claim, side))| claims.take(side, claim, at + 1).map(|points| (at, points)))
    }

    /// The result after estimates in discs.
    fn after_discs(claims: &Claims, evals: &[f64]) -> Option<(usize, f64)> {
        after(claims.clone(), &evals.iter().map(|&eval| Some(Claim::Discs(eval))).collect::<Vec<_>>())
    }

    #[test]
    fn an_engine_that_gives_up_in_a_row_has_lost() {
        let one = Claims::new(Some(RESIGN), None);
        assert_eq!(after_discs(&one, &[-21.0, 0.0, -20.0]), Some((2, 0.0)));
        assert_eq!(after_discs(&one, &[0.0, -30.0, 0.0, -20.0]), Some((3, 1.0)));
        // The claims are not consecutive, or too few.
        assert_eq!(after_discs(&one, &[-21.0, 0.0, -19.0, 0.0, -21.0]), None);
        // An engine without values never resigns.
        let behind = Some(Claim::Discs(-21.0));
        assert_eq!(after(one.clone(), &[behind, None, None, None, behind]), None);
    }

    #[test]
    fn twosided_needs_both() {
        let both = Claims::new(Some(Resign { twosided: true, ..RESIGN }), None);
        assert_eq!(after_discs(&both, &[-21.0, 3.0, -21.0, 3.0, -21.0, 3.0]), None);
        assert_eq!(after_discs(&both, &[-21.0, 22.0, -21.0, 22.0]), Some((3, 0.0)));
    }

    #[test]
    fn even_games_are_drawn_late() {
        let draw = Claims::new(None, Some(Draw { from: 6, moves: 2, discs: 0.5 }));
        assert_eq!(after_discs(&draw, &[0.0; 8]), Some((5, 0.5)));
        assert_eq!(after_discs(&draw, &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]), Some((9, 0.5)));
        assert_eq!(after_discs(&Claims::new(None, None), &[-64.0; 20]), None);
    }

    #[test]
    fn a_value_that_only_says_who_wins_is_no_score() {
        let says = |eval: f64, depth| Some(Claim::new(eval, Some(depth)));
        let draw = Claims::new(None, Some(Draw { from: 0, moves: 2, discs: 3.0 }));
        // A win by an unknown margin is written with the smallest one.
        assert_eq!(after(draw.clone(), &[says(2.0, "100%W"), says(-2.0, "100%W")].repeat(4)), None);
        assert_eq!(after(draw.clone(), &[says(0.0, "100%W")].repeat(8)), Some((3, 0.5)));
        assert_eq!(after(draw, &[says(2.0, "100%"), says(-2.0, "12")].repeat(4)), Some((3, 0.5)));
        let resign = Claims::new(Some(Resign { twosided: true, ..RESIGN }), None);
        assert_eq!(after(resign.clone(), &[says(-2.0, "100%W"), says(2.0, "95%W")].repeat(4)), Some((3, 0.0)));
        assert_eq!(after(resign, &[says(-2.0, "100%"), says(2.0, "100%W")].repeat(4)), None);
    }
}
