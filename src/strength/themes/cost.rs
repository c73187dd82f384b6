//! What each theme costs a person.

use std::collections::BTreeMap;

use super::{GameThemes, Theme};
use crate::people::{Choice, Discs, PeopleElo, probabilities, shipped};
use crate::strength::person::PersonGame;

/// What a theme costs a person.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// The theme.
    pub theme: Theme,
    /// The discs that the person gives away in it in a game.
    pub own: Discs,
    /// The discs that people of the person's strength would give away in it in the same positions, by the model of
    /// choices.
    pub usual: Discs,
}

impl Cost {
    fn excess(&self) -> f64 {
        self.own.0 - self.usual.0
    }
}

/// What each theme costs in these games with their themes, for a person of this rating, the dearest first: those in
/// which the person gives away more than people of that strength, by the difference, and then the others by their cost.
pub(super) fn costs(games: &[(&PersonGame, &GameThemes)], rating: PeopleElo) -> Vec<Cost> {
    let weights = shipped().model.weights(rating.theta());
    let mut sums: BTreeMap<Theme, [f64; 2]> = BTreeMap::new();
    for (game, themes) in games {
        for (choice, themes) in game.choices().iter().zip(&themes.0).filter(|(_, themes)| !themes.is_empty()) {
            let Choice { number, options, played, .. } = choice;
            let chances = probabilities(&weights, *number, options);
            for (at, (facts, theme)) in options.iter().zip(themes).enumerate() {
                let Some(theme) = theme else { continue };
                let [own, usual] = sums.entry(*theme).or_default();
                *own += if at == *played { f64::from(facts.loss) } else { 0.0 };
                *usual += chances[at] * f64::from(facts.loss);
            }
        }
    }
    let count = games.len().max(1) as f64;
    let mut costs: Vec<Cost> = sums
        .into_iter()
        .map(|(theme, [own, usual])| Cost { theme, own: Discs(own / count), usual: Discs(usual / count) })
        .collect();
    costs.sort_by(|a, b| {
        let [more, other_more] = [a, b].map(|cost| cost.excess().max(0.0));
        other_more.total_cmp(&more).then(b.own.0.total_cmp(&a.own.0))
    });
    costs
}
