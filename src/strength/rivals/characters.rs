//! Characters: offsets on features of moves. Each has a figure that measures it in complete games.

use crate::people::{COUNT, Choice, Facts, Marks, NAMES, family};

/// The least relative difference between a character's figure and the agent's in complete games.
pub const LEAST: f64 = 0.25;

/// A style of play.
#[derive(Debug, Clone, Copy)]
pub struct Character {
    /// The name, which is also the rival's.
    pub name: &'static str,
    /// The preference, in one line.
    pub likes: &'static str,
    /// Features or families of features, each with its offset in units of the character.
    features: &'static [(&'static str, f64)],
    /// The figure of a played move that the character changes; `None` if the move does not count.
    figure: fn(&Choice) -> Option<f64>,
    /// Words that follow the number of the figure.
    pub counts: &'static str,
    /// True if the character makes the figure larger.
    pub is_more: bool,
}

fn one_if(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn facts(choice: &Choice) -> &Facts {
    &choice.options[choice.played]
}

/// The figure for a mark: the share of moves that have it, up to a move of the game.
fn marked(choice: &Choice, marks: Marks, last: u32) -> Option<f64> {
    (choice.number <= last).then(|| one_if(facts(choice).marks.has(marks)))
}

/// 1 if the move answers a move on one edge by a move on another, otherwise 0; `None` if no legal move does.
fn traded(choice: &Choice) -> Option<f64> {
    let could = choice.options.iter().any(|facts| facts.marks.has(Marks::TRADE));
    could.then(|| one_if(facts(choice).marks.has(Marks::TRADE)))
}

/// The discs that moves lose on average in a part of the game.
fn lost(choice: &Choice, first: u32, last: u32) -> Option<f64> {
    (first..=last).contains(&choice.number).then(|| facts(choice).loss.into())
}

/// True if at most a tenth of people play the move.
fn is_rare(choice: &Choice) -> bool {
    facts(choice).usual <= libm::logf(0.1)
}

/// True if people play another move more often.
fn is_second(choice: &Choice) -> bool {
    choice.options.iter().any(|facts| facts.usual > choice.options[choice.played].usual)
}

/// The weights of losses for players that are better at the end, or at the beginning.
const LATER: &[(&str, f64)] = &[
    ("loss-1-10", -0.15),
    ("loss-11-20", -0.15),
    ("loss-21-30", -0.15),
    ("any-loss-1-20", -0.15),
    ("loss-41-49", 0.6),
    ("loss-50-60", 0.6),
    ("any-loss-41-60", 0.6),
];
const EARLIER: &[(&str, f64)] =
    &[("loss-1-10", 0.3), ("loss-11-20", 0.3), ("loss-41-49", -0.15), ("loss-50-60", -0.1), ("any-loss-41-60", -0.25)];
const SLOW: &[(&str, f64)] =
    &[("loss-1-10", -0.6), ("loss-11-20", -0.25), ("any-loss-1-20", -0.3), ("loss-41-49", 0.1), ("loss-50-60", 0.1)];

/// The characters that rivals are chosen from.
pub const CHARACTERS: [Character; 23] = [
    Character {
        name: "edge-lover",
        likes: "goes to the edges early",
        features: &[("edge", 1.0)],
        figure: |choice| marked(choice, Marks::EDGE, 30),
        counts: "of its moves up to the 30th are on an edge",
        is_more: true,
    },
    Character {
        name: "inlander",
        likes: "likes the middle better than the edges",
        features: &[("edge", -1.0)],
        figure: |choice| marked(choice, Marks::EDGE, 30),
        counts: "of its moves up to the 30th are on an edge",
        is_more: false,
    },
    Character {
        name: "collector",
        likes: "likes to turn many discs",
        features: &[("flips", 1.0)],
        figure: |choice| (choice.number <= 40).then(|| facts(choice).flips.into()),
        counts: "discs turned by a move up to the 40th",
        is_more: true,
    },
    Character {
        name: "miser",
        likes: "likes to have few discs, and turns few",
        features: &[("flips", -1.0)],
        figure: |choice| (choice.number <= 40).then(|| facts(choice).flips.into()),
        counts: "discs turned by a move up to the 40th",
        is_more: false,
    },
    Character {
        name: "shadow",
        likes: "likes to play close to your last disc",
        features: &[("distance", -1.0)],
        figure: |choice| Some(facts(choice).distance.into()),
        counts: "steps from the opponent's last disc",
        is_more: false,
    },
    Character {
        name: "nomad",
        likes: "likes to play far from your last disc",
        features: &[("distance", 1.0)],
        figure: |choice| Some(facts(choice).distance.into()),
        counts: "steps from the opponent's last disc",
        is_more: true,
    },
    Character {
        name: "burrower",
        likes: "keeps the position closed: turns discs that lie deep among others",
        features: &[("frontier", -1.0)],
        figure: |choice| (choice.number <= 40).then(|| facts(choice).frontier.into()),
        counts: "empty squares beside the discs turned by a move up to the 40th",
        is_more: false,
    },
    Character {
        name: "pioneer",
        likes: "opens the position: turns discs at the border",
        features: &[("frontier", 1.0)],
        figure: |choice| (choice.number <= 40).then(|| facts(choice).frontier.into()),
        counts: "empty squares beside the discs turned by a move up to the 40th",
        is_more: true,
    },
    Character {
        name: "squeezer",
        likes: "likes to leave you four moves or fewer",
        features: &[("replies", -1.0)],
        figure: |choice| Some(one_if(facts(choice).replies <= 4)),
        counts: "of its moves leave four moves or fewer",
        is_more: true,
    },
    Character {
        name: "host",
        likes: "likes to leave you ten moves or more",
        features: &[("replies", 1.0)],
        figure: |choice| Some(one_if(facts(choice).replies >= 10)),
        counts: "of its moves leave ten moves or more",
        is_more: true,
    },
    Character {
        name: "hoarder",
        likes: "likes to keep ten moves or more for itself",
        features: &[("mobility", 1.0)],
        figure: |choice| Some(one_if(facts(choice).mobility >= 10)),
        counts: "of its moves keep ten moves or more for itself",
        is_more: true,
    },
    Character {
        name: "wanderer",
        likes: "leaves the known openings early",
        features: &[("usual", -1.0)],
        figure: |choice| (choice.number <= 12).then(|| one_if(is_rare(choice))),
        counts: "of its first twelve moves are ones that one person of ten or fewer play",
        is_more: true,
    },
    Character {
        name: "theorist",
        likes: "keeps to the openings that everybody plays",
        features: &[("usual", 1.0)],
        figure: |choice| (choice.number <= 16).then(|| one_if(is_second(choice))),
        counts: "of its first sixteen moves are not those that people play most often",
        is_more: false,
    },
    Character {
        name: "daredevil",
        likes: "likes to play beside empty corners",
        features: &[("x-square", 1.0), ("c-square", 1.0)],
        figure: |choice| marked(choice, Marks::BESIDE, 50),
        counts: "of its moves up to the 50th are beside an empty corner",
        is_more: true,
    },
    Character {
        name: "guard",
        likes: "stays away from empty corners",
        features: &[("x-square", -1.0), ("c-square", -1.0)],
        figure: |choice| marked(choice, Marks::BESIDE, 50),
        counts: "of its moves up to the 50th are beside an empty corner",
        is_more: false,
    },
    Character {
        name: "raider",
        likes: "attacks corners early",
        features: &[("threat", 1.0)],
        figure: |choice| marked(choice, Marks::THREAT, 40),
        counts: "of its moves up to the 40th attack a corner",
        is_more: true,
    },
    Character {
        name: "rook",
        likes: "likes to turn discs along rows and columns, not along diagonals",
        features: &[("straight", 1.0), ("diagonal", -1.0)],
        figure: |choice| (facts(choice).flips > 0).then(|| straight(choice)),
        counts: "of the discs that a move turns are along rows and columns",
        is_more: true,
    },
    Character {
        name: "bishop",
        likes: "likes to turn discs along diagonals, not along rows and columns",
        features: &[("straight", -1.0), ("diagonal", 1.0)],
        figure: |choice| (facts(choice).flips > 0).then(|| 1.0 - straight(choice)),
        counts: "of the discs that a move turns are along diagonals",
        is_more: true,
    },
    Character {
        name: "trader",
        likes: "takes another edge when you take one",
        features: &[("trade", 1.0)],
        figure: traded,
        counts: "of the times that it could, it answered an edge by another edge",
        is_more: true,
    },
    Character {
        name: "swindler",
        likes: "sets traps: plays moves after which you are likely to err",
        features: &[("trap", 1.0)],
        figure: |choice| Some(choice.answer.map_or(f64::from(facts(choice).trap) / 10.0, f64::from)),
        counts: "discs lost by your answers to its moves",
        is_more: true,
    },
    Character {
        name: "finisher",
        likes: "plays the end of the game better than the beginning",
        features: LATER,
        figure: |choice| lost(choice, 41, 60),
        counts: "discs lost by a move from the 41st on",
        is_more: false,
    },
    Character {
        name: "sprinter",
        likes: "plays the beginning of the game better than the end",
        features: EARLIER,
        figure: |choice| lost(choice, 41, 60),
        counts: "discs lost by a move from the 41st on",
        is_more: true,
    },
    Character {
        name: "slow-starter",
        likes: "begins badly and recovers",
        features: SLOW,
        figure: |choice| lost(choice, 1, 20),
        counts: "discs lost by a move up to the 20th",
        is_more: true,
    },
];

fn straight(choice: &Choice) -> f64 {
    f64::from(facts(choice).straight) / f64::from(facts(choice).flips)
}

impl Character {
    /// The style with this amount of the character added.
    #[must_use]
    pub fn style(&self, own: &[f64; COUNT], much: f64) -> [f64; COUNT] {
        std::array::from_fn(|k| {
            let features = self.features.iter().filter(|(name, _)| *name == NAMES[k] || *name == family(k).name);
            own[k] + features.map(|(_, unit)| unit * much).sum::<f64>()
        })
    }

    /// The figure of a played move; `None` if it does not count.
    #[must_use]
    pub fn figure(&self, choice: &Choice) -> Option<f64> {
        (self.figure)(choice)
    }

    /// The mean figure of these moves; 0 if none counts.
    #[must_use]
    pub fn mean<'a>(&self, choices: impl Iterator<Item = &'a Choice>) -> f64 {
        let (sum, count) =
            choices.filter_map(|choice| self.figure(choice)).fold((0.0, 0.0), |(s, n), x| (s + x, n + 1.0));
        sum / f64::max(count, 1.0)
    }

    /// True if the player's figure differs from the agent's in the character's direction, by at least this part of the
    /// agent's figure.
    #[must_use]
    pub fn shows(&self, [player, agent]: [f64; 2], least: f64) -> bool {
        if self.is_more { player >= (1.0 + least) * agent } else { player <= (1.0 - least) * agent }
    }
}

#[cfg(test)]
mod tests {
    use super::super::agent::{Person, spec};
    use super::super::choose::Stage;
    use super::super::make::habits;
    use super::super::scenes::{MoveChances, scenes};
    use super::*;
    use crate::board::{Color, Game, Move};
    use crate::machine::work;
    use crate::people::PeopleElo;
    use crate::personality::HumanSpec;
    use crate::players::{Human, Player};
    use crate::search::{Limits, Stop};
    use crate::stats::derive;

    #[test]
    fn what_is_usual_is_what_people_play_and_not_what_the_policy_says() {
        let options = [(0.25_f32, 2.0), (0.7, 0.5), (0.05, 9.0)];
        let options =
            options.map(|(share, policy)| Facts { usual: libm::logf(share), policy, ..Facts::default() }).to_vec();
        let choices = [0, 1, 2].map(|played| Choice {
            color: Color::Black,
            number: 5,
            options: options.clone(),
            played,
            answer: None,
        });
        assert_eq!(choices.each_ref().map(is_second), [true, false, true]);
        assert_eq!(choices.each_ref().map(is_rare), [false, false, true]);
    }

    fn person(rating: f64) -> Person {
        Person::plain("Ann", PeopleElo(rating))
    }

    /// A rival for people of a rating, whose character's cost is not compensated.
    fn rival(character: &Character, rating: f64, amount: f64) -> HumanSpec {
        let person = person(rating);
        let plain = spec(&person, person.level());
        let style = character.style(&person.style, amount / plain.setting().sharpness);
        HumanSpec { style, ..plain }
    }

    fn x_squares(choice: &Choice) -> Option<f64> {
        marked(choice, Marks::X_SQUARE, 60)
    }

    #[test]
    fn no_character_makes_x_squares_likelier_unless_it_is_one_of_them() {
        let person = person(1_200.0);
        let agent = spec(&person, person.level());
        let scenes = scenes(&agent, 60, 1, 2, &Stop::default(), &|_| ()).unwrap();
        let plain = MoveChances::new(&agent, &scenes).mean(&scenes, &x_squares);
        assert!(plain > 0.001, "{plain}: the positions have no such moves");
        for character in &CHARACTERS {
            let is_one = character.name == "daredevil";
            let chance = MoveChances::new(&rival(character, 1_200.0, 3.0), &scenes).mean(&scenes, &x_squares);
            assert_eq!(chance > 1.000_001 * plain, is_one, "{}: {chance}, plain {plain}", character.name);
        }
    }

    /// The number of X-squares beside an empty corner that it takes in moves 1 to 20 of games against an equal player.
    fn early_x_squares(spec: &HumanSpec, rating: f64, games: usize, seed: u64) -> usize {
        let opponent = HumanSpec::like(PeopleElo(rating));
        let players = || [Human::new("own", spec), Human::new("other", &opponent)];
        let counts = work::map_with(2, games, players, |players, number| {
            for (player, side) in players.iter_mut().zip(0..) {
                player.new_game(derive(derive(seed, number as u64), side));
            }
            let mut game = Game::default();
            while !game.is_over() && game.board().position.empties() > 40 {
                let is_other = (game.board().to_move == Color::White) != (number % 2 == 1);
                let player = &mut players[usize::from(is_other)];
                game.play(player.decide(&game, &Limits::default()).map_or(Move::Pass, Move::from)).unwrap();
            }
            players[0].choices().iter().filter(|choice| marked(choice, Marks::X_SQUARE, 20) == Some(1.0)).count()
        });
        counts.into_iter().sum()
    }

    #[test]
    #[ignore = "the first twenty moves of 6,000 games of players that search 5 plies: minutes of processor time"]
    fn characters_play_no_more_x_squares_early_than_people() {
        // The X-squares that people took in the archive from 2000 on, by bands of 200 Elo: 24 in 1,908 games up to
        // 1100, then 15 in 5,140, 19 in 10,798 and 79 in 24,383.
        for (rating, most) in [(1_000.0, 0.0126), (1_200.0, 0.0029), (1_400.0, 0.0018), (1_600.0, 0.0032)] {
            let person = person(rating);
            let agent = spec(&person, person.level());
            let scenes = scenes(&agent, 200, 1, 2, &Stop::default(), &|_| ()).unwrap();
            let stage = Stage { person: &person, play: MoveChances::new(&agent, &scenes), scenes: &scenes };
            let mut squares = 0;
            let mut games = 0;
            for (number, character) in CHARACTERS.iter().enumerate().filter(|(_, one)| one.name != "daredevil") {
                let (player, _) = stage.player(character, person.level().plus(60.0), 1.4);
                let player = HumanSpec { habits: Some(habits(1, number)), ..player };
                squares += early_x_squares(&player, rating, 64, derive(1, number as u64));
                games += 64;
            }
            // The tolerance is two standard errors of the count.
            let expected = most * f64::from(games);
            println!("{rating}: {squares} in {games} games");
            assert!(squares as f64 <= expected + 2.0 * expected.sqrt(), "{rating}: {squares} in {games} games");
        }
    }
}
