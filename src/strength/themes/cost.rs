//! The cost of each theme for a person.

use std::collections::BTreeMap;

use super::{GameThemes, Theme};
use crate::people::{Choice, Discs, Ladder, PeopleElo, probabilities};
use crate::strength::person::PersonGame;

/// The cost of a theme for a person.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// The theme.
    pub theme: Theme,
    /// The discs that the person gives away in it in a game.
    pub own: Discs,
    /// The discs that people of the person's strength would give away in it in the same positions: those that the model
    /// of choices expects, times the share of them that people really give away.
    pub usual: Discs,
}

impl Cost {
    /// The discs that the person gives away more than people of her strength, 0 if they are hardly more.
    fn excess(&self) -> f64 {
        let more = self.own.0 - self.usual.0;
        if more < NOTABLE { 0.0 } else { more }
    }
}

/// The least difference from other people that counts, in discs a game.
const NOTABLE: f64 = 1.0;
/// The ratings between which [`share`] changes.
const RATINGS: [PeopleElo; 2] = [PeopleElo(1_200.0), PeopleElo(1_700.0)];

/// The discs that people of this rating give away in a theme, as a share of those that the model expects in the same
/// positions. It is linear between [`RATINGS`], and constant outside them (`lab themes`).
fn share(theme: Theme, rating: PeopleElo) -> f64 {
    let [weak, strong] = match theme {
        Theme::Corners => [0.6, 0.95],
        Theme::Walls => [0.87, 0.94],
        // No clear difference from 1.
        Theme::Mobility
        | Theme::Order
        | Theme::Parity
        | Theme::Passes
        | Theme::Discs
        | Theme::Results
        | Theme::Margins => [1.0, 1.0],
    };
    let [low, high] = RATINGS;
    let part = rating.clamp(low, high).above(low) / high.above(low);
    weak + part * (strong - weak)
}

/// The cost of each theme in these games with their themes, for a person of this rating: first themes in which the
/// person gives away clearly more than people of that strength, by the difference, and then the others, the dearest
/// first.
pub(super) fn costs(games: &[(&PersonGame, &GameThemes)], rating: PeopleElo) -> Vec<Cost> {
    let weights = Ladder::shipped().weights(rating);
    let mut sums: BTreeMap<Theme, [f64; 2]> = BTreeMap::new();
    for (game, themes) in games {
        for (choice, themes) in game.choices().iter().zip(&themes.0).filter(|(_, themes)| !themes.is_empty()) {
            let Choice { number, options, played, .. } = choice;
            let chances = probabilities(&weights, *number, options);
            for (at, (facts, theme)) in options.iter().zip(themes).enumerate() {
                let Some(theme) = theme else { continue };
                let [own, expected] = sums.entry(*theme).or_default();
                *own += if at == *played { f64::from(facts.loss) } else { 0.0 };
                *expected += chances[at] * f64::from(facts.loss);
            }
        }
    }
    let count = games.len().max(1) as f64;
    let mut costs: Vec<Cost> = sums
        .into_iter()
        .map(|(theme, [own, expected])| {
            let usual = expected * share(theme, rating);
            Cost { theme, own: Discs(own / count), usual: Discs(usual / count) }
        })
        .collect();
    costs.sort_by(|a, b| {
        let [more, other_more] = [a, b].map(Cost::excess);
        other_more.total_cmp(&more).then(b.own.0.total_cmp(&a.own.0))
    });
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_a_disc_more_than_others_is_no_excess() {
        let cost = |own| Cost { theme: Theme::Discs, own: Discs(own), usual: Discs(2.0) };
        let excesses = [1.0, 2.9, 3.5].map(|own| cost(own).excess());
        assert_eq!(excesses, [0.0, 0.0, 1.5]);
    }

    #[test]
    fn the_share_rises_with_the_rating_where_people_see_more_than_the_model() {
        for (theme, low, high) in [(Theme::Corners, 0.6, 0.95), (Theme::Walls, 0.87, 0.94), (Theme::Parity, 1.0, 1.0)] {
            let shares = [600.0, 1_200.0, 1_450.0, 1_700.0, 2_400.0].map(|rating| share(theme, PeopleElo(rating)));
            let expected = [low, low, (low + high) / 2.0, high, high];
            assert!(
                shares.iter().zip(expected).all(|(share, expected)| (share - expected).abs() < 1e-12),
                "{shares:?}"
            );
        }
    }
}
