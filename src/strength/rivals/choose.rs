//! Finds the least amount at which a character is visible in positions.

use super::agent::{Person, rounded, spec};
use super::characters::Character;
use super::scenes::{MoveChances, Scene};
use crate::people::LadderElo;
use crate::personality::HumanSpec;

/// The least relative difference between a character's figure and the agent's in single positions.
const PART: f64 = 0.35;
/// The least share of moves that must differ from the agent's.
const APART: f64 = 0.1;
/// The largest amount of a character, in units of a move's log probability.
const MOST: f64 = 8.0;
/// The number of bisections of the range of amounts.
const STEPS: u32 = 12;
/// The least sharpness at which a character can be visible.
const DULL: f64 = 0.02;

/// Positions from the agent's games for trying characters, with the agent's choices.
#[derive(Debug)]
pub struct Stage<'a> {
    /// The person that the agent imitates.
    pub person: &'a Person,
    /// The positions.
    pub scenes: &'a [Scene],
    /// The agent's choices in these positions.
    pub play: MoveChances,
}

impl Stage<'_> {
    /// A character's player with this rating in its file. The amount is a multiple of the least one that is visible in
    /// these positions. `false` if no amount is visible.
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

    /// The plain agent with this amount of the character's style.
    fn styled(&self, character: &Character, plain: &HumanSpec, much: f64) -> HumanSpec {
        let unit = 1.0 / plain.setting().sharpness.max(DULL);
        HumanSpec { style: rounded(character.style(&self.person.style, much * unit)), ..plain.clone() }
    }

    fn shows(&self, character: &Character, spec: &HumanSpec) -> bool {
        let play = MoveChances::new(spec, self.scenes);
        let figures = [&play, &self.play].map(|play| play.mean(self.scenes, &|choice| character.figure(choice)));
        character.shows(figures, PART) && self.play.apart(&play) >= APART
    }
}
