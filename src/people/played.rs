//! Players of a chosen strength: turns the model of choices into a player with the expected results.
//!
//! A player that draws from the model at a person's `theta` is weaker than that person, because the model sees moves
//! only through the judge. So there are two scales. A [`Setting`] is a way to draw moves; a [`Ladder`] has the measured
//! rating of each setting.

use serde::{Deserialize, Serialize};

use super::features::COUNT;
use super::figures;
use super::judging::Judging;
use super::scale::{LadderElo, PeopleElo, Theta};
use super::tie::Tie;

/// The parameters for drawing moves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The strength for which the model's weights are taken.
    pub theta: Theta,
    /// The factor on all weights, including the style: 0 draws any legal move, a large factor plays the best one.
    pub sharpness: f64,
    /// The judge's depth in plies.
    pub depth: u32,
    /// The number of empty squares from which the judge is exact.
    pub exact_from: u32,
}

/// A setting with its measured rating.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// Elo in games among ladder players; [`Tie`] gives the corresponding rating among people.
    pub rating: LadderElo,
    /// The parameters of the player.
    pub setting: Setting,
}

/// The settings with measured ratings, the weakest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The command that makes the ladder again.
    pub command: String,
    /// The judge that the players use.
    pub judge: Judging,
    /// The rungs, the weakest first.
    pub rungs: Vec<Rung>,
}

impl Ladder {
    /// The shipped ladder, made by `lab ladder people`.
    #[must_use]
    pub fn shipped() -> &'static Ladder {
        shipped!(Ladder, "played.json", serde_json::from_str(include_str!("played.json")))
    }

    /// The lowest and the highest rating.
    ///
    /// # Panics
    /// The ladder has no rungs.
    #[must_use]
    pub fn range(&self) -> (LadderElo, LadderElo) {
        (self.rungs[0].rating, self.rungs[self.rungs.len() - 1].rating)
    }

    /// The people's ratings that correspond to the lowest and the highest player.
    #[must_use]
    pub fn people(&self) -> (PeopleElo, PeopleElo) {
        let ((low, high), tie) = (self.range(), Tie::shipped());
        (tie.people(low), tie.people(high))
    }

    /// The setting at a rating, interpolated linearly between two rungs. Outside the range it is the last rung's.
    /// Between rungs with different judges it is the nearer rung's.
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
        let [low, high] = [lower.setting, upper.setting];
        Setting {
            theta: Theta(low.theta.0 + part * (high.theta.0 - low.theta.0)),
            sharpness: low.sharpness + part * (high.sharpness - low.sharpness),
            ..upper.setting
        }
    }

    /// The weights of the model of choices for people of a rating. Down to the lowest `theta` of a rung they are the
    /// model's. Weaker people choose with less certainty, as the ladder's players of their rating do.
    #[must_use]
    pub fn weights(&self, rating: PeopleElo) -> [f64; COUNT] {
        let setting = self.setting(Tie::shipped().ladder(rating));
        let lowest = self.rungs[0].setting.theta;
        let theta = Theta(rating.theta().0.max(lowest.0));
        let sharpness = setting.sharpness.min(1.0);
        figures::shipped().model.weights(theta).map(|weight| sharpness * weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_weights_of_people_are_the_models_or_less_certain_and_change_in_small_steps() {
        let ladder = Ladder::shipped();
        let average = PeopleElo(1_500.0);
        assert_eq!(ladder.weights(average), figures::shipped().model.weights(average.theta()));
        let (weakest, _) = ladder.people();
        assert_eq!(ladder.weights(weakest), [0.0; COUNT], "chance alone");
        for rating in 500..2_300 {
            let [lower, upper] = [rating, rating + 1].map(|rating| ladder.weights(PeopleElo(rating.into())));
            let step = lower.iter().zip(&upper).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(step < 0.05, "{rating}: {step}");
        }
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
        // The depths of two judges are not interpolated.
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
