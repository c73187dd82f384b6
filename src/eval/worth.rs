//! Values of positions and moves outside the search.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use super::value::{Value, finished_score};

/// The unit of an evaluation's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Unit {
    /// The evaluation's own points, a fixed number of which equals a disc.
    Points,
    /// Discs of the final difference.
    Discs,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Points => "points",
            Unit::Discs => "discs",
        })
    }
}

/// The worth of a position or a move to one side.
///
/// Worths by one evaluation can be compared: won games rank above every evaluation and lost ones below, by their discs.
/// A drawn game equals an even position.
///
/// ```
/// use rival::eval::Worth;
/// assert!(Worth::Final(2) > Worth::Points(1e9) && Worth::Final(4) > Worth::Final(2));
/// assert_eq!(-Worth::Discs(3.5), Worth::Discs(-3.5));
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Worth {
    /// An evaluation in points.
    Points(f64),
    /// An evaluation in discs.
    Discs(f64),
    /// The game ends with this difference in discs, -64 to 64.
    Final(i32),
}

impl Worth {
    /// An evaluation of this amount in the unit.
    #[must_use]
    pub(crate) const fn evaluated(unit: Unit, amount: f64) -> Worth {
        match unit {
            Unit::Points => Worth::Points(amount),
            Unit::Discs => Worth::Discs(amount),
        }
    }

    /// The meaning of a search's value, in which `scale` equals one unit of the evaluation. A value of 0 counts as an
    /// evaluation, because it may be a drawn game.
    #[must_use]
    pub fn from_value(value: Value, unit: Unit, scale: f64) -> Worth {
        match finished_score(value) {
            Some(score) => Worth::Final(score),
            None => Worth::evaluated(unit, f64::from(value) / scale),
        }
    }

    /// True if the final result is known.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Worth::Final(_))
    }

    /// The amount in the evaluation's unit; infinite for a won or lost game.
    #[must_use]
    pub(crate) fn amount(self) -> f64 {
        match self {
            Worth::Points(amount) | Worth::Discs(amount) => amount,
            Worth::Final(0) => 0.0,
            Worth::Final(discs) => f64::INFINITY.copysign(f64::from(discs)),
        }
    }

    /// The difference from another value by the same evaluation. It is in the evaluation's unit; in discs if both games
    /// are won or both lost; infinite if only one is over.
    #[must_use]
    pub fn above(self, other: Worth) -> f64 {
        let ((class, amount), (other_class, other_amount)) = (self.rank(), other.rank());
        match class.cmp(&other_class) {
            Ordering::Equal => amount - other_amount,
            Ordering::Greater => f64::INFINITY,
            Ordering::Less => f64::NEG_INFINITY,
        }
    }

    /// The order of values: 1 for won games, 0 for open and drawn ones, -1 for lost ones; then the amount.
    #[must_use]
    pub fn rank(self) -> (i32, f64) {
        match self {
            Worth::Points(amount) | Worth::Discs(amount) => (0, amount),
            Worth::Final(discs) => (discs.signum(), f64::from(discs)),
        }
    }

    /// The order of worths by one evaluation.
    #[must_use]
    pub fn total_cmp(&self, other: &Worth) -> Ordering {
        let ((class, amount), (other_class, other_amount)) = (self.rank(), other.rank());
        class.cmp(&other_class).then(amount.total_cmp(&other_amount))
    }
}

impl PartialEq for Worth {
    fn eq(&self, other: &Worth) -> bool {
        self.rank() == other.rank()
    }
}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Worth) -> Option<Ordering> {
        self.rank().partial_cmp(&other.rank())
    }
}

impl Neg for Worth {
    type Output = Worth;

    /// The same worth for the other side.
    fn neg(self) -> Worth {
        match self {
            // A subtraction, so that the result is never a negative zero.
            Worth::Points(amount) => Worth::Points(0.0 - amount),
            Worth::Discs(amount) => Worth::Discs(0.0 - amount),
            Worth::Final(discs) => Worth::Final(-discs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::FINISHED;

    #[test]
    fn values_of_a_search_become_worths() {
        assert!(matches!(Worth::from_value(96, Unit::Points, 64.0), Worth::Points(1.5)));
        assert!(matches!(Worth::from_value(-32, Unit::Discs, 32.0), Worth::Discs(-1.0)));
        assert!(matches!(Worth::from_value(-FINISHED - 64, Unit::Points, 64.0), Worth::Final(-64)));
        assert!(matches!(Worth::from_value(FINISHED + 2, Unit::Discs, 32.0), Worth::Final(2)));
    }

    #[test]
    fn worths_are_in_order() {
        let ordered = [
            Worth::Final(-64),
            Worth::Final(-2),
            Worth::Points(-1e12),
            Worth::Final(0),
            Worth::Points(0.5),
            Worth::Final(2),
            Worth::Final(4),
        ];
        for pair in ordered.windows(2) {
            assert!(pair[0] < pair[1] && pair[0].total_cmp(&pair[1]) == Ordering::Less, "{pair:?}");
            assert!(-pair[1] < -pair[0] && pair[1].above(pair[0]) > 0.0, "{pair:?}");
        }
        assert_eq!(Worth::Final(0), Worth::Points(0.0));
    }

    #[test]
    fn differences_are_in_the_unit_or_in_discs_or_infinite() {
        assert_eq!(Worth::Points(5.0).above(Worth::Points(7.5)), -2.5);
        assert_eq!(Worth::Final(10).above(Worth::Final(4)), 6.0);
        assert_eq!(Worth::Final(2).above(Worth::Final(-2)), f64::INFINITY);
        assert_eq!(Worth::Points(1e9).above(Worth::Final(2)), f64::NEG_INFINITY);
    }
}
