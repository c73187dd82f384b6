//! A value with its certainty, so that a bound cannot be mistaken for a score.

use std::fmt;
use std::ops::Neg;

/// The least percentage at which a likely result decides the move if no certain one came in time.
pub const TRUSTED: u8 = 75;

/// The result of a game for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WinLossDraw {
    /// The side wins.
    Win,
    /// The game is a draw.
    Draw,
    /// The side loses.
    Loss,
}

impl WinLossDraw {
    /// The result that a score's sign gives.
    #[must_use]
    pub const fn from_score(score: i32) -> WinLossDraw {
        match score {
            1.. => WinLossDraw::Win,
            0 => WinLossDraw::Draw,
            _ => WinLossDraw::Loss,
        }
    }

    /// The number of discs with this result that is nearest. Final differences are even.
    fn nearest(self, discs: f64) -> f64 {
        match self {
            WinLossDraw::Win => discs.max(2.0),
            WinLossDraw::Draw => 0.0,
            WinLossDraw::Loss => discs.min(-2.0),
        }
    }
}

/// Displays `win`, `draw` or `loss`.
impl fmt::Display for WinLossDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WinLossDraw::Win => "win",
            WinLossDraw::Draw => "draw",
            WinLossDraw::Loss => "loss",
        })
    }
}

impl Neg for WinLossDraw {
    type Output = WinLossDraw;

    /// The same for the other side.
    fn neg(self) -> WinLossDraw {
        match self {
            WinLossDraw::Win => WinLossDraw::Loss,
            WinLossDraw::Draw => WinLossDraw::Draw,
            WinLossDraw::Loss => WinLossDraw::Win,
        }
    }
}

/// The estimate of a search that does not reach the end of the game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimated final difference, -64 to 64.
    pub discs: f64,
    /// The depth of the search in plies.
    pub depth: u32,
}

impl Estimate {
    fn at_most(self, discs: f64) -> Estimate {
        Estimate { discs: self.discs.min(discs), ..self }
    }
}

impl Neg for Estimate {
    type Output = Estimate;

    fn neg(self) -> Estimate {
        // A subtraction, so that the result is never a negative zero.
        Estimate { discs: 0.0 - self.discs, ..self }
    }
}

/// A move's or a position's value with its certainty, from the view of one side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Valuation {
    /// The final difference in discs with best play, -64 to 64.
    Exact(i32),
    /// The result is certain. Its margin is an estimate.
    Certain(WinLossDraw, Estimate),
    /// The result is likely.
    Likely {
        /// The result.
        result: WinLossDraw,
        /// The least percentage of such claims that are true.
        percent: u8,
        /// The estimate without the claim.
        estimate: Estimate,
    },
    /// Only an estimate is known.
    Estimate(Estimate),
}

impl Valuation {
    /// An estimate of this depth.
    #[must_use]
    pub const fn estimate(discs: f64, depth: u32) -> Valuation {
        Valuation::Estimate(Estimate { discs, depth })
    }

    /// The exact score in discs, or the estimate. If the result is certain, or likely enough to decide a move, it is
    /// the nearest number with that result.
    #[must_use]
    pub fn discs(self) -> f64 {
        match self {
            Valuation::Exact(score) => f64::from(score),
            Valuation::Certain(result, estimate) | Valuation::Likely { result, estimate, percent: TRUSTED.. } => {
                result.nearest(estimate.discs)
            }
            Valuation::Likely { estimate, .. } | Valuation::Estimate(estimate) => estimate.discs,
        }
    }

    /// The value with an estimate of at most this many discs. An exact score stays.
    pub(super) fn at_most(self, discs: f64) -> Valuation {
        match self {
            Valuation::Exact(_) => self,
            Valuation::Certain(result, estimate) => Valuation::Certain(result, estimate.at_most(discs)),
            Valuation::Likely { result, percent, estimate } => {
                Valuation::Likely { result, percent, estimate: estimate.at_most(discs) }
            }
            Valuation::Estimate(estimate) => Valuation::Estimate(estimate.at_most(discs)),
        }
    }

    /// The score, if it is exact.
    #[must_use]
    pub const fn score(self) -> Option<i32> {
        if let Valuation::Exact(score) = self { Some(score) } else { None }
    }

    /// True for an exact score.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Valuation::Exact(_))
    }

    /// The certainty.
    #[must_use]
    pub const fn certainty(self) -> Certainty {
        match self {
            Valuation::Exact(_) => Certainty::Exact,
            Valuation::Certain(..) => Certainty::WinLossDraw,
            Valuation::Likely { percent, estimate, .. } => Certainty::Likely { depth: estimate.depth, percent },
            Valuation::Estimate(Estimate { depth, .. }) => Certainty::Depth(depth),
        }
    }
}

impl Neg for Valuation {
    type Output = Valuation;

    /// The same for the other side.
    fn neg(self) -> Valuation {
        match self {
            Valuation::Exact(score) => Valuation::Exact(-score),
            Valuation::Certain(result, estimate) => Valuation::Certain(-result, -estimate),
            Valuation::Likely { result, percent, estimate } => {
                Valuation::Likely { result: -result, percent, estimate: -estimate }
            }
            Valuation::Estimate(estimate) => Valuation::Estimate(-estimate),
        }
    }
}

/// The certainty of a value: the kind of a [`Valuation`], in order from the least certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Certainty {
    /// An estimate by a search of this many plies.
    Depth(u32),
    /// An estimate, and a likely win, loss or draw.
    Likely {
        /// The depth of the estimate in plies.
        depth: u32,
        /// The probability of the result in percent.
        percent: u8,
    },
    /// Win, loss or draw is certain; the margin is not.
    WinLossDraw,
    /// The exact final difference with best play.
    Exact,
}

/// Displays the certainty as protocols write it: `12` for any estimate, `100%W` or `100%`.
impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certainty::Depth(plies) | Certainty::Likely { depth: plies, .. } => write!(f, "{plies}"),
            Certainty::WinLossDraw => f.write_str("100%W"),
            Certainty::Exact => f.write_str("100%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULTS: [WinLossDraw; 3] = [WinLossDraw::Win, WinLossDraw::Draw, WinLossDraw::Loss];

    #[test]
    fn discs_are_the_score_or_an_estimate_on_the_side_of_the_result() {
        for (discs, expected) in [(38.5, [38.5, 0.0, -2.0]), (-0.5, [2.0, 0.0, -2.0])] {
            let estimate = Estimate { discs, depth: 9 };
            assert_eq!(RESULTS.map(|result| Valuation::Certain(result, estimate).discs()), expected);
        }
        let estimate = Estimate { discs: -3.0, depth: 12 };
        let likely = [74, 75].map(|percent| Valuation::Likely { result: WinLossDraw::Win, percent, estimate });
        let [unlikely, likely] = likely;
        assert_eq!(
            [unlikely, likely, Valuation::Estimate(estimate), Valuation::Exact(-38)].map(Valuation::discs),
            [-3.0, 2.0, -3.0, -38.0]
        );
        assert_eq!([likely, Valuation::Exact(2)].map(Valuation::score), [None, Some(2)]);
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        let estimate = Estimate { discs: 4.5, depth: 12 };
        let values = RESULTS.map(|result| Valuation::Certain(result, estimate));
        let likely = RESULTS.map(|result| Valuation::Likely { result, percent: 90, estimate });
        for value in values.into_iter().chain(likely).chain([Valuation::Exact(0), Valuation::estimate(0.0, 3)]) {
            assert_eq!(-value.discs(), (-value).discs(), "{value:?}");
            assert_eq!((-value).certainty(), value.certainty());
            assert_eq!(-(-value), value);
        }
        assert!((-Valuation::estimate(0.0, 3)).discs().is_sign_positive());
    }

    #[test]
    fn the_least_sure_comes_first() {
        let ordered = ["3", "12", "10", "10", "100%W", "100%"];
        let certainties = [
            Certainty::Depth(3),
            Certainty::Depth(12),
            Certainty::Likely { depth: 10, percent: 80 },
            Certainty::Likely { depth: 10, percent: 99 },
            Certainty::WinLossDraw,
            Certainty::Exact,
        ];
        assert!(certainties.is_sorted());
        assert_eq!(certainties.map(|certainty| certainty.to_string()), ordered);
    }
}
