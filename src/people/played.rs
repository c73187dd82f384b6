//! What plays at a strength: how the model of choices is turned into a player whose results are as promised.
//!
//! A player that draws from the model at somebody's `theta` is not as strong as that person: the judge that the model
//! looks through is blind where the player is. So there are two scales. A [`Setting`] says how moves are drawn; a
//! [`Ladder`] says, by games, at which rating a setting plays.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::judging::Judging;
use super::scale::{LadderElo, PeopleElo, Theta};
use super::tie::Tie;

/// How moves are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The strength that the model is asked at.
    pub theta: Theta,
    /// What all weights are multiplied by, style included: 0 draws any legal move, many times 1 plays the best.
    pub sharpness: f64,
    /// The judge's depth in plies.
    pub depth: u32,
    /// From this many empty squares on the judge knows the end.
    pub exact_from: u32,
}

/// A setting with the rating that it plays at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// Elo in games among the players of the ladder; [`Tie`] says as whom among people.
    pub rating: LadderElo,
    /// How a player of this rung chooses.
    pub setting: Setting,
}

/// The rungs that games were played with, the weakest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The command that makes it again.
    pub command: String,
    /// How the judge that the players look through values moves.
    pub judge: Judging,
    /// The rungs, the weakest first.
    pub rungs: Vec<Rung>,
}

impl Ladder {
    /// The ladder that is part of the program: `scripts/make-human-ladder`.
    #[must_use]
    pub fn shipped() -> &'static Ladder {
        static SHIPPED: LazyLock<Ladder> = LazyLock::new(|| {
            // The tests read it.
            serde_json::from_str(include_str!("played.json")).unwrap_or_else(|error| panic!("played.json: {error}"))
        });
        &SHIPPED
    }

    /// The lowest and the highest rating.
    ///
    /// # Panics
    /// The ladder has no rungs.
    #[must_use]
    pub fn range(&self) -> (LadderElo, LadderElo) {
        (self.rungs[0].rating, self.rungs[self.rungs.len() - 1].rating)
    }

    /// The ratings of people who are as strong as its lowest and its highest player.
    #[must_use]
    pub fn people(&self) -> (PeopleElo, PeopleElo) {
        let ((low, high), tie) = (self.range(), Tie::shipped());
        (tie.people(low), tie.people(high))
    }

    /// What plays at a rating: between two rungs in proportion; the ends are the ends. Between rungs with different
    /// judges it is the nearer rung.
    #[must_use]
    pub fn setting(&self, rating: LadderElo) -> Setting {
        let above = self.rungs.partition_point(|rung| rung.rating < rating).min(self.rungs.len() - 1);
        let upper = self.rungs[above];
        let lower = self.rungs[above.saturating_sub(1)];
        let width = upper.rating.above(lower.rating);
        let part = if width > 0.0 { (rating.above(lower.rating) / width).clamp(0.0, 1.0) } else { 1.0 };
        if (lower.setting.depth, lower.setting.exact_from) != (upper.setting.depth, upper.setting.exact_from) {
            return if part < 0.5 { lower.setting } else { upper.setting };
        }
        let between = |low: f64, high: f64| low + part * (high - low);
        Setting {
            theta: Theta(between(lower.setting.theta.0, upper.setting.theta.0)),
            sharpness: between(lower.setting.sharpness, upper.setting.sharpness),
            ..upper.setting
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::figures;

    #[test]
    fn the_shipped_ladder_rises_from_chance_and_is_by_the_shipped_judge() {
        let ladder = Ladder::shipped();
        assert_eq!(ladder.judge, figures::shipped().judge, "play again: {}", ladder.command);
        assert!(ladder.rungs.windows(2).all(|pair| pair[0].rating < pair[1].rating), "{:?}", ladder.rungs);
        assert_eq!(ladder.rungs[0].setting.sharpness, 0.0);
        let judges = ladder.rungs.iter().map(|rung| rung.setting.depth);
        assert!(judges.is_sorted());
    }

    #[test]
    fn between_rungs_settings_change_in_proportion() {
        let setting =
            |theta, sharpness, depth| Setting { theta: Theta(theta), sharpness, depth, exact_from: 2 * depth };
        let rungs = [(500.0, setting(-4.0, 0.0, 5)), (900.0, setting(-4.0, 1.0, 5)), (1_500.0, setting(2.0, 1.0, 7))];
        let rungs = rungs.map(|(rating, setting)| Rung { rating: LadderElo(rating), setting }).to_vec();
        let ladder = Ladder { command: String::new(), judge: Judging::with(""), rungs };
        assert_eq!(ladder.setting(LadderElo(700.0)), setting(-4.0, 0.5, 5));
        assert_eq!(ladder.setting(LadderElo(900.0)), setting(-4.0, 1.0, 5));
        // Judges do not mix.
        assert_eq!(
            [1_199.0, 1_200.0].map(|r| ladder.setting(LadderElo(r))),
            [setting(-4.0, 1.0, 5), setting(2.0, 1.0, 7)]
        );
        assert_eq!(
            [ladder.setting(LadderElo(0.0)), ladder.setting(LadderElo(3_000.0))],
            [setting(-4.0, 0.0, 5), setting(2.0, 1.0, 7)]
        );
        assert_eq!(ladder.range(), (LadderElo(500.0), LadderElo(1_500.0)));
    }
}
