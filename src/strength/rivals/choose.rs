//! How much of a character a player needs so that it can be seen, and which characters differ most.

use super::agent::{Person, rounded, spec};
use super::characters::Character;
use super::scenes::{Play, Scene};
use crate::people::LadderElo;
use crate::personality::HumanSpec;

/// The figure of a character is larger than the agent's by this factor, or smaller: beyond the quarter that it needs, so
/// that other positions show it too.
const MORE: f64 = 1.4;
const LESS: f64 = 0.66;
/// The least part of its moves that the agent would not play.
const APART: f64 = 0.2;
/// The largest amount of a character, in units of the logarithm of a move's probability.
const MOST: f64 = 8.0;
/// Halvings of the range of amounts.
const STEPS: u32 = 12;
/// Sharpness below which nothing can be seen.
const DULL: f64 = 0.02;

/// Where characters are tried: the agent's moves in positions.
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
    /// The player of a character whose file says this rating, with as little of the character as can be seen, and
    /// whether it can.
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

    /// The figure of a character: of a player by what it plays in these positions, and of the agent.
    #[must_use]
    pub fn figures(&self, character: &Character, play: &Play) -> [f64; 2] {
        [play, &self.play].map(|play| play.mean(self.scenes, &|facts| character.figure(facts)))
    }
}

/// The numbers of the `count` players whose least distance from one another is largest, first among equals; `distance`
/// is symmetric.
#[must_use]
pub fn farthest(players: usize, count: usize, distance: &dyn Fn(usize, usize) -> f64) -> Vec<usize> {
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
        // 0, 4.5 and 9 are 4.5 apart at least.
        assert_eq!(farthest(5, 3, &distance), [0, 3, 4]);
        assert_eq!(farthest(2, 3, &distance), [0, 1]);
        assert_eq!(farthest(5, 1, &distance).len(), 1);
    }
}
