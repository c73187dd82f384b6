//! Finds the least amount at which a character shows.

use super::agent::{Person, rounded, spec};
use super::characters::Character;
use super::scenes::{MoveChances, Scene};
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
    pub play: MoveChances,
}

impl Stage<'_> {
    /// A character's player with this rating in its file. Its amount of the character is a multiple of the least one
    /// that shows in these positions. `false` if no amount shows.
    #[must_use]
    pub fn player(&self, character: &Character, rating: LadderElo, times: f64) -> (HumanSpec, bool) {
        let plain = spec(self.person, rating);
        let strongest = self.styled(character, &plain, MOST);
        if !self.shows(character, &strongest) {
            return (strongest, false);
        }
        let mut low = 0.0;
        let mut high = MOST;
        for _ in 0..STEPS {
            let middle = f64::midpoint(low, high);
            let shows = self.shows(character, &self.styled(character, &plain, middle));
            if shows { high = middle } else { low = middle }
        }
        (self.styled(character, &plain, times * high), true)
    }

    /// The plain agent with so much of the character's style.
    fn styled(&self, character: &Character, plain: &HumanSpec, much: f64) -> HumanSpec {
        let unit = 1.0 / plain.setting().sharpness.max(DULL);
        HumanSpec { style: rounded(character.style(&self.person.style, much * unit)), ..plain.clone() }
    }

    fn shows(&self, character: &Character, spec: &HumanSpec) -> bool {
        let play = MoveChances::of(spec, self.scenes);
        let figures = [&play, &self.play].map(|play| play.mean(self.scenes, &|choice| character.figure(choice)));
        character.shows(figures, PART) && self.play.apart(&play) >= APART
    }
}
