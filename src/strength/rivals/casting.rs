//! Fits a character: finds the amount that is visible in complete games, and the rating at which its player is as
//! strong as the person.

use serde::{Deserialize, Serialize};

use super::agent::Person;
use super::characters::{CHARACTERS, Character, LEAST};
use super::choose::Stage;
use super::level::{Effort, Levelling, Opponent, games, level};
use super::make::{ROUND, habits};
use crate::people::{Choice, Ladder, LadderElo};
use crate::personality::{HumanSpec, OpeningRole, RepertoireSpec};
use crate::search::Stop;
use crate::stats::derive;

/// The most rounds of games for finding the amount. After each one the amount grows by this factor.
const TRIALS: u64 = 4;
const GROWTH: f64 = 1.4;
/// The least relative difference between the character's figure and the agent's. It exceeds [`LEAST`], because a round
/// has only 48 games.
const GOAL: f64 = 0.32;
/// The largest cost of a character in Elo. A stronger player with a larger handicap is not like people.
const DEAREST: f64 = 350.0;

/// The characters that open as the person does. All others meet the person's openings.
const OPENS_ALIKE: [&str; 2] = ["rook", "bishop"];

/// The conditions for fitting characters.
#[derive(Debug)]
pub struct Casting<'a> {
    /// The person for whom the rivals are made.
    pub person: &'a Person,
    /// Positions from the agent's games.
    pub stage: &'a Stage<'a>,
    /// The opponents in games.
    pub panel: &'a [Opponent],
    /// The agent's choices in games against these opponents.
    pub agent: &'a [Choice],
    /// The seed of the rivals' habits. Each rival is levelled with the openings that it will repeat.
    pub seed: u64,
}

/// A character that is visible in games, with its amount and its strength.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VisibleCharacter {
    /// The amount, as a multiple of the least one that is visible in single positions.
    pub times: f64,
    /// The result of levelling the player.
    pub levelled: Levelling,
    /// The figures in games: the character's and the agent's.
    pub figures: [f64; 2],
}

impl VisibleCharacter {
    /// True if the figures still differ at the strength of this person, and the player can be levelled at little cost.
    fn is_usable(&self, character: &Character, person: &Person) -> bool {
        let is_on_the_ladder = self.levelled.rating < Ladder::shipped().range().1;
        is_on_the_ladder && self.levelled.cost(person) < DEAREST && character.shows(self.figures, LEAST)
    }
}

/// The rounds of games for the agent's choices: enough for figures with an error of a few percent.
pub(super) const CHOICE_ROUNDS: u64 = 2;

/// The agent's choices against the panel; `None` if stopped. `progress` gets the number of games.
#[must_use]
pub fn agents_choices(
    agent: &HumanSpec,
    panel: &[Opponent],
    effort: Effort,
    stop: &Stop,
    progress: &(dyn Fn(u64) + Sync),
) -> Option<Vec<Choice>> {
    let mut all = Vec::new();
    for round in 0..CHOICE_ROUNDS {
        let reach = |games| progress(round * ROUND + games);
        let played = games(agent, panel, derive(effort.seed, round), effort.threads, stop, &reach)?;
        all.extend(played.into_iter().flat_map(|(_, choices)| choices));
    }
    Some(all)
}

impl Casting<'_> {
    /// The rival of a character with this rating in its file.
    #[must_use]
    pub fn player(&self, number: usize, rating: LadderElo, times: f64) -> HumanSpec {
        let habits = Some(habits(self.seed, number));
        let player = self.stage.player(&CHARACTERS[number], rating, times).0;
        let opens_alike = OPENS_ALIKE.contains(&CHARACTERS[number].name);
        let role = if opens_alike { OpeningRole::Own } else { OpeningRole::Meet };
        let repertoire = player.repertoire.map(|openings| RepertoireSpec { role, ..openings });
        HumanSpec { habits, repertoire, ..player }
    }

    fn figures(&self, character: &Character, choices: &[Choice]) -> [f64; 2] {
        [choices, self.agent].map(|choices| character.mean(choices.iter()))
    }

    /// Finds the amount at which a character is visible in complete games, and the rating at which its player is as
    /// strong as the person. The search begins at `rating`. `Some(None)` if the character is never visible, `None` if
    /// stopped. `progress` gets the number of games.
    #[must_use]
    pub fn cast(
        &self,
        number: usize,
        rating: LadderElo,
        effort: Effort,
        stop: &Stop,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Option<Option<VisibleCharacter>> {
        let character = &CHARACTERS[number];
        let mut times = 1.0;
        let mut trial = 0;
        loop {
            let spec = self.player(number, rating, times);
            let seed = derive(effort.seed, 1_000 + trial);
            let reach = |games| progress(trial * ROUND + games);
            let round = games(&spec, self.panel, seed, effort.threads, stop, &reach)?;
            let choices: Vec<Choice> = round.into_iter().flat_map(|(_, choices)| choices).collect();
            trial += 1;
            if character.shows(self.figures(character, &choices), GOAL) {
                break;
            }
            if trial == TRIALS {
                return Some(None);
            }
            times *= GROWTH;
        }
        let (levelled, choices) = level(
            &|rating| self.player(number, rating, times),
            self.person.level(),
            self.panel,
            effort,
            stop,
            &|games| progress(trial * ROUND + games),
        )?;
        let visible = VisibleCharacter { times, levelled, figures: self.figures(character, &choices) };
        Some(visible.is_usable(character, self.person).then_some(visible))
    }
}

#[cfg(test)]
mod tests {
    use super::super::scenes::MoveChances;
    use super::*;
    use crate::people::{PeopleElo, Tie};

    #[test]
    fn a_rival_shows_by_a_quarter_costs_less_than_350_elo_and_is_on_the_ladder() {
        let character = CHARACTERS.iter().find(|character| character.is_more).unwrap();
        const { assert!(GOAL > LEAST, "a round has an error") };
        let person = Person::plain("Ann", PeopleElo(1_200.0));
        let level = person.level();
        let top = Ladder::shipped().range().1;
        let strong = Person::plain("Bea", Tie::shipped().people(top.plus(-100.0)));
        for (person, rating, figure, expected) in [
            (&person, level.plus(349.9), 1.25, true),
            (&person, level.plus(350.0), 1.25, false),
            (&person, level.plus(349.9), 1.24, false),
            (&strong, top.plus(-1.0), 1.25, true),
            (&strong, top, 1.25, false),
        ] {
            let levelled = Levelling { rating, error: 20.0, games: 48, score: 0.5 };
            let visible = VisibleCharacter { times: 1.0, levelled, figures: [figure, 1.0] };
            assert_eq!(visible.is_usable(character, person), expected, "{rating} {figure}");
        }
    }

    #[test]
    fn rooks_and_bishops_open_as_the_person_does() {
        let openings = RepertoireSpec { role: OpeningRole::Own, black: vec!["f5d6c3".to_owned()], white: Vec::new() };
        let person = Person { repertoire: Some(openings), ..Person::plain("Ann", PeopleElo(1_200.0)) };
        let play = MoveChances::new(&HumanSpec::like(PeopleElo(1_200.0)), &[]);
        let stage = Stage { person: &person, scenes: &[], play };
        let casting = Casting { person: &person, stage: &stage, panel: &[], agent: &[], seed: 1 };
        let opens_alike = |number: &usize| {
            let player = casting.player(*number, person.level(), 1.0);
            player.repertoire.is_some_and(|openings| openings.role == OpeningRole::Own)
        };
        let alike = (0..CHARACTERS.len()).filter(opens_alike).map(|number| CHARACTERS[number].name);
        assert_eq!(alike.collect::<Vec<_>>(), ["rook", "bishop"]);
    }
}
