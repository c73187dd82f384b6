//! How much of a character a player needs for it to show, and which characters differ most.

use super::agent::{Person, rounded, spec};
use super::characters::Character;
use super::scenes::{Play, Scene};
use crate::people::LadderElo;
use crate::personality::HumanSpec;

/// The figure of a character is larger than the agent's by this factor, or smaller: more than the required quarter, so
/// that it also shows in other positions.
const MORE: f64 = 1.4;
const LESS: f64 = 0.66;
/// The least share of its moves that the agent would not play.
const APART: f64 = 0.2;
/// The largest amount of a character, in units of the logarithm of a move's probability.
const MOST: f64 = 8.0;
/// Halvings of the range of amounts.
const STEPS: u32 = 12;
/// Sharpness below which nothing can be seen.
const DULL: f64 = 0.02;

/// Positions of the agent's games for trying characters, with its moves.
#[derive(Debug)]
pub struct Stage<'a> {
    /// Whose agent it is.
    pub person: &'a Person,
    /// The positions.
    pub scenes: &'a [Scene],
    /// What the agent plays in them.
    pub play: Play,
}

impl Stage<'_> {
    /// A character's player whose file has this rating, with the least amount of the character that shows, and whether
    /// any does.
    #[must_use]
    pub fn player(&self, character: &Character, rating: LadderElo) -> (HumanSpec, bool) {
        let plain = spec(self.person, rating);
        let unit = 1.0 / plain.setting().sharpness.max(DULL);
        let of = |much: f64| {
            let style = rounded(character.style(&self.person.style, much * unit));
            let spec = HumanSpec { style, ..plain.clone() };
            let shows = self.shows(character, &spec);
            (spec, shows)
        };
        let (mut low, mut high) = (0.0, MOST);
        let mut best = of(MOST);
        if best.1 {
            for _ in 0..STEPS {
                let middle = f64::midpoint(low, high);
                let found = of(middle);
                if found.1 {
                    (high, best) = (middle, found);
                } else {
                    low = middle;
                }
            }
        }
        best
    }

    fn shows(&self, character: &Character, spec: &HumanSpec) -> bool {
        let play = Play::of(spec, self.scenes);
        let [own, agents] = self.figures(character, &play);
        let is_seen = if character.is_more { own >= MORE * agents } else { own <= LESS * agents };
        is_seen && self.play.apart(&play) >= APART
    }

    /// The figure of a character in these positions: by the player's choices, and by the agent's.
    #[must_use]
    pub fn figures(&self, character: &Character, play: &Play) -> [f64; 2] {
        [play, &self.play].map(|play| play.mean(self.scenes, &|facts| character.figure(facts)))
    }
}

/// The numbers of the `count` players with the largest minimum distance, the first among equals; `distance` is
/// symmetric.
#[must_use]
pub(super) fn farthest(players: usize, count: usize, distance: &dyn Fn(usize, usize) -> f64) -> Vec<usize> {
    let mut best: (f64, Vec<usize>) = (f64::NEG_INFINITY, (0..players.min(count)).collect());
    let mut chosen: Vec<usize> = best.1.clone();
    loop {
        let pairs = || chosen.iter().enumerate().flat_map(|(i, &a)| chosen[i + 1..].iter().map(move |&b| (a, b)));
        let least = pairs().map(|(a, b)| distance(a, b)).fold(f64::INFINITY, f64::min);
        if least > best.0 {
            best = (least, chosen.clone());
        }
        // The next combination in order.
        let size = chosen.len();
        let Some(turn) = (0..size).rev().find(|&i| chosen[i] < players - size + i) else { return best.1 };
        chosen[turn] += 1;
        for i in turn + 1..size {
            chosen[i] = chosen[i - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farthest_are_found() {
        let places = [0.0_f64, 1.0, 4.0, 4.5, 9.0];
        let distance = |a: usize, b: usize| (places[a] - places[b]).abs();
        // 0, 4.5 and 9 are at least 4.5 apart.
        assert_eq!(farthest(5, 3, &distance), [0, 3, 4]);
        assert_eq!(farthest(2, 3, &distance), [0, 1]);
        assert_eq!(farthest(5, 1, &distance).len(), 1);
    }
}
