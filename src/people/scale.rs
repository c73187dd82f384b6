//! Numbers with their scale in the type. Only the [`Tie`](super::Tie) converts between people's ratings and the
//! ladder's; differences are within one scale.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The Elo in one unit of [`Theta`].
pub const ELO: f64 = 200.0;

/// The average player's rating.
pub const AVERAGE: PeopleElo = PeopleElo(1_500.0);

/// The standard deviation of people's strength between games, in Elo (`docs/people.md`, "days").
pub const DAYS: f64 = 100.0;

macro_rules! scale {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub struct $name(pub f64);

        impl $name {
            /// The difference from the other number; negative if this one is smaller.
            #[must_use]
            pub fn above(self, other: $name) -> f64 {
                self.0 - other.0
            }

            /// The number that is this much higher.
            #[must_use]
            pub fn plus(self, difference: f64) -> $name {
                $name(self.0 + difference)
            }

            /// The nearest number that is neither below `low` nor above `high`.
            ///
            /// # Panics
            /// `low` is above `high`.
            #[must_use]
            pub fn clamp(self, low: $name, high: $name) -> $name {
                $name(self.0.clamp(low.0, high.0))
            }

            /// The number rounded to a tenth, as in files.
            #[must_use]
            pub fn tenth(self) -> $name {
                $name((self.0 * 10.0).round() / 10.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

scale! {
    /// A rating in Elo among people: the average tournament player has 1500. What users see is on this scale.
    PeopleElo
}
scale! {
    /// A rating in Elo among the players of the [`Ladder`](super::Ladder), as in personality files.
    LadderElo
}
scale! {
    /// A strength among people in units of [`ELO`], 0 for the average player: the scale of the model of choices.
    Theta
}
scale! {
    /// Discs, as an evaluation counts them.
    Discs
}

impl PeopleElo {
    /// The same strength as a `theta`.
    #[must_use]
    pub fn theta(self) -> Theta {
        Theta(self.above(AVERAGE) / ELO)
    }
}

impl Theta {
    /// The same strength as a rating.
    #[must_use]
    pub fn rating(self) -> PeopleElo {
        AVERAGE.plus(ELO * self.0)
    }
}
