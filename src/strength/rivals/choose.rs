//! Finds the least amount at which a character shows.

use super::agent::{Person, rounded, spec};
use super::characters::Character;
use super::scenes::{Play, Scene};
use crate::people::LadderElo;
use crate::personality::HumanSpec;

/// The least relative difference of a character's figure from the agent's in single positions.
const PART: f64 = 0.35;
/// The least share of its moves that the agent would not play.
const APART: f64 = 0.1;
/// The largest amount of a character, in units of the logarithm of a move's probability.
const MOST: f64 = 8.0;
/// Halvings of the range of amounts.
const STEPS: u32 = 12;
/// The least sharpness at which a character can show.
const DULL: f64 = 0.02;

/// Positions of the agent's games for trying characters, with its moves.
#[derive(Debug)]
pub struct Stage<'a> {
    /// The person that the agent imitates.
    pub person: &'a Person,
    /// The positions.
    pub scenes: &'a [Scene],
    /// The agent's choices in them.
    pub play: Play,
}

impl Stage<'_> {
    /// A character's player with this rating in its file. Its amount of the character is a multiple of the least one
    /// that shows in these positions. `false` if no amount shows.
    #[must_use]
    pub fn player(&self, character: &Character, rating: LadderElo, times: f64) -> (HumanSpec, bool) {
        let plain = spec(self.person, rating);
        let unit = 1.0 / plain.setting().sharpness.max(DULL);
        let of = |much: f64| {
            let style = rounded(character.style(&self.person.style, much * unit));
            let spec = HumanSpec { style, ..plain.clone() };
            let shows = self.shows(character, &spec);
            (spec, shows)
        };
        let (mut low, mut high) = (0.0, MOST);
        if !of(MOST).1 {
            return of(MOST);
        }
        for _ in 0..STEPS {
            let middle = f64::midpoint(low, high);
            if of(middle).1 { high = middle } else { low = middle }
        }
        (of(times * high).0, true)
    }

    fn shows(&self, character: &Character, spec: &HumanSpec) -> bool {
        let play = Play::of(spec, self.scenes);
        let figures = [&play, &self.play].map(|play| play.mean(self.scenes, &|choice| character.figure(choice)));
        character.shows(figures, PART) && self.play.apart(&play) >= APART
    }
}
