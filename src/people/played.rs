//! What plays at a strength: how the model of choices is turned into a player whose results are as promised.
//!
//! A player that draws from the model at somebody's `theta` is not as strong as that person: the judge that the model
//! looks through is blind where the player is. So there are two scales. A [`Setting`] says how moves are drawn; a
//! [`Ladder`] says, by games, at which rating a setting plays.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::judging::Judging;
use super::tie::Tie;

/// How moves are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The strength that the model is asked at.
    pub theta: f64,
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
    pub rating: f64,
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
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        let rating = |rung: Option<&Rung>| rung.map_or(0.0, |rung| rung.rating);
        (rating(self.rungs.first()), rating(self.rungs.last()))
    }

    /// The ratings of people who are as strong as its lowest and its highest player.
    #[must_use]
    pub fn people(&self) -> (f64, f64) {
        let ((low, high), tie) = (self.range(), Tie::shipped());
        (tie.people(low), tie.people(high))
    }

    /// What plays at a rating: between two rungs in proportion; the ends are the ends. Between rungs with different
    /// judges it is the nearer rung.
    #[must_use]
    pub fn setting(&self, rating: f64) -> Setting {
        let above = self.rungs.partition_point(|rung| rung.rating < rating).min(self.rungs.len() - 1);
        let upper = self.rungs[above];
        let lower = self.rungs[above.saturating_sub(1)];
        let width = upper.rating - lower.rating;
        let part = if width > 0.0 { ((rating - lower.rating) / width).clamp(0.0, 1.0) } else { 1.0 };
        if (lower.setting.depth, lower.setting.exact_from) != (upper.setting.depth, upper.setting.exact_from) {
            return if part < 0.5 { lower.setting } else { upper.setting };
        }
        let between = |low: f64, high: f64| low + part * (high - low);
        Setting {
            theta: between(lower.setting.theta, upper.setting.theta),
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
        let setting = |theta, sharpness, depth| Setting { theta, sharpness, depth, exact_from: 2 * depth };
        let rungs = [(500.0, setting(-4.0, 0.0, 5)), (900.0, setting(-4.0, 1.0, 5)), (1_500.0, setting(2.0, 1.0, 7))];
        let rungs = rungs.map(|(rating, setting)| Rung { rating, setting }).to_vec();
        let ladder = Ladder { command: String::new(), judge: Judging::with(""), rungs };
        assert_eq!(ladder.setting(700.0), setting(-4.0, 0.5, 5));
        assert_eq!(ladder.setting(900.0), setting(-4.0, 1.0, 5));
        // Judges do not mix.
        assert_eq!([1_199.0, 1_200.0].map(|r| ladder.setting(r)), [setting(-4.0, 1.0, 5), setting(2.0, 1.0, 7)]);
        assert_eq!([ladder.setting(0.0), ladder.setting(3_000.0)], [setting(-4.0, 0.0, 5), setting(2.0, 1.0, 7)]);
        assert_eq!(ladder.range(), (500.0, 1_500.0));
    }
}
