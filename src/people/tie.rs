//! The conversion between people's ratings and the ladder's.
//!
//! People's ratings come from games between people, and ladder ratings from games between players of the
//! [`Ladder`](super::Ladder), so their units differ. Losses connect them: a ladder player corresponds to people who
//! lose as much in a move, by the values of a deeper judge. Users see people's ratings, and files of players have
//! ladder ratings.

use serde::{Deserialize, Serialize};

use super::scale::{LadderElo, PeopleElo};

/// The points that connect both scales.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tie {
    /// The command that makes the tie again.
    pub command: String,
    /// The points, the weakest first.
    pub knots: Vec<Knot>,
}

/// A people's rating and the corresponding ladder rating, with the standard error of the latter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knot {
    /// Elo among people.
    pub people: PeopleElo,
    /// Elo among players of the ladder.
    pub ladder: LadderElo,
    /// Standard error of the ladder rating, in Elo.
    pub error: f64,
}

impl Tie {
    /// The shipped tie, made by `lab tie --write`.
    #[must_use]
    pub fn shipped() -> &'static Tie {
        shipped!(Tie, "tie.json", serde_json::from_str(include_str!("tie.json")))
    }

    /// The ladder rating of a player as strong as people of this rating. It is linear between knots, with slope 1
    /// outside them.
    #[must_use]
    pub fn ladder(&self, people: PeopleElo) -> LadderElo {
        LadderElo(self.across(people.0, |knot| (knot.people.0, knot.ladder.0)).0)
    }

    /// The rating of people as strong as a ladder player with this rating.
    #[must_use]
    pub fn people(&self, ladder: LadderElo) -> PeopleElo {
        PeopleElo(self.people_and_stretch(ladder).0)
    }

    /// The slope of people's ratings over ladder ratings.
    #[must_use]
    pub(crate) fn stretch(&self, ladder: LadderElo) -> f64 {
        self.people_and_stretch(ladder).1
    }

    fn people_and_stretch(&self, ladder: LadderElo) -> (f64, f64) {
        self.across(ladder.0, |knot| (knot.ladder.0, knot.people.0))
    }

    /// Converts a value from one scale to the other, and returns it with the slope at this point.
    fn across(&self, value: f64, scales: impl Fn(&Knot) -> (f64, f64)) -> (f64, f64) {
        let above = self.knots.partition_point(|knot| scales(knot).0 < value);
        if above == 0 || above == self.knots.len() {
            let end = if above == 0 { self.knots.first() } else { self.knots.last() };
            return end.map_or((value, 1.0), |knot| (scales(knot).1 + value - scales(knot).0, 1.0));
        }
        let [(from, start), (to, stop)] = [scales(&self.knots[above - 1]), scales(&self.knots[above])];
        let rise = (stop - start) / (to - from);
        (start + rise * (value - from), rise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::AVERAGE;

    #[test]
    fn the_shipped_tie_rises_on_both_scales() {
        let Tie { knots, .. } = Tie::shipped();
        assert!(knots.len() > 1 && knots.iter().all(|knot| knot.error > 0.0), "{knots:?}");
        assert!(
            knots.windows(2).all(|two| two[0].people < two[1].people && two[0].ladder < two[1].ladder),
            "{knots:?}"
        );
        // Ladder ratings are shifted so that the scales agree at the average player.
        let average = knots.iter().find(|knot| knot.people == AVERAGE).unwrap();
        assert!((average.ladder.0 - AVERAGE.0).abs() < 2.0 * average.error, "{average:?}");
    }

    #[test]
    fn one_scale_is_read_on_the_other_and_back() {
        let knots = [(1_500.0, 1_510.0), (1_900.0, 1_710.0)].map(|(people, ladder)| Knot {
            people: PeopleElo(people),
            ladder: LadderElo(ladder),
            error: 20.0,
        });
        let tie = Tie { command: String::new(), knots: knots.to_vec() };
        assert_eq!(
            [1_000.0, 1_500.0, 1_700.0, 1_900.0, 2_000.0].map(|r| tie.ladder(PeopleElo(r)).0),
            [1_010.0, 1_510.0, 1_610.0, 1_710.0, 1_810.0]
        );
        for ladder in (600..2_100).step_by(50).map(f64::from).map(LadderElo) {
            assert!(tie.ladder(tie.people(ladder)).above(ladder).abs() < 1e-9, "{ladder}");
        }
        assert_eq!([1_400.0, 1_600.0, 1_800.0].map(|ladder| tie.stretch(LadderElo(ladder))), [1.0, 2.0, 1.0]);
    }
}
