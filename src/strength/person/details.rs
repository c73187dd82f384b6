//! A person's losses by part of the game, and habits that differ from those of equally strong people.

use std::fmt;

use serde::Serialize;

use super::game::PersonGame;
use super::style::likeliest;
use super::{Profile, estimate};
use crate::people::{COUNT, Choice, Discs, FeatureKind, Ladder, families, features, probabilities, shipped};

/// A person's moves in a part of the game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// The name of the part, for users.
    pub name: &'static str,
    /// The first and the last move.
    pub moves: (u32, u32),
    /// The number of the person's choices.
    pub choices: u32,
    /// The mean loss of a choice by the judge's values.
    pub loss: Discs,
    /// The mean loss that people of the rating would have in the same choices.
    pub usual: Discs,
}

/// A habit: what a person does more or less often than equally strong people. It is data for any language, and is
/// displayed in English.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Habit {
    /// The name of the family of features.
    pub feature: &'static str,
    /// True if the person does it more often, or has more of it.
    pub more: bool,
    /// The number of times that the person did it, and the number expected of equally strong people; `None` if it
    /// cannot be counted.
    pub times: Option<[u32; 2]>,
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    words: &'static str,
}

const PARTS: [(&str, (u32, u32)); 3] = [("opening", (1, 20)), ("middle game", (21, 40)), ("endgame", (41, 60))];

/// The fewest moves for a meaningful mean.
const FEWEST: usize = 5;

/// The number of newest games that are looked at: older ones show a weaker or stronger player.
pub const NEWEST: usize = 300;

/// The least difference of a habit from people's, in standard errors. With 16 candidates, one in 130 people without
/// habits shows one by chance.
const CLEAR: f64 = 3.5;
/// The least difference that matters. Of a count it is a part of people's, of another number a part of the standard
/// deviation among the moves that people choose from.
const LARGE: f64 = 0.1;
/// The least count, the person's or people's, of a habit. A single rare move is far from people's mean by chance.
const OFTEN: f64 = 5.0;
const MOST: usize = 3;

/// The losses in the [`NEWEST`] games of a profile by part of the game (opening, middle game, endgame; parts without
/// choices are left out), and at most three habits in these games, the clearest first.
#[must_use]
pub fn details(profile: &Profile) -> (Vec<Part>, Vec<Habit>) {
    let older = profile.games.len().saturating_sub(NEWEST);
    let choices: Vec<Choice> = profile.games[older..].iter().flat_map(PersonGame::choices).collect();
    if choices.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let rows = choices.iter().map(|c| (c.options.iter().map(|f| features(c.number, f)).collect(), c.played));
    let (weights, _) = likeliest(&shipped().model, &rows.collect::<Vec<_>>());
    // The losses are compared with those of people of the rating, which also rests on results. A habit is a difference
    // from people whose moves are as good.
    let (weakest, strongest) = Ladder::shipped().people();
    let rating = estimate(profile).rating.clamp(weakest, strongest);
    let rated = Ladder::shipped().weights(rating);
    (parts(&choices, &rated), habits(&choices, &weights))
}

fn parts(choices: &[Choice], weights: &[f64; COUNT]) -> Vec<Part> {
    let parts = PARTS.into_iter().filter_map(|(name, (first, last))| {
        let choices: Vec<&Choice> = choices.iter().filter(|c| (first..=last).contains(&c.number)).collect();
        if choices.len() < FEWEST {
            return None;
        }
        let count = choices.len() as f64;
        let loss: f64 = choices.iter().map(|c| f64::from(c.options[c.played].loss)).sum();
        let usual: f64 = choices
            .iter()
            .map(|c| {
                let chances = probabilities(weights, c.number, &c.options);
                chances.iter().zip(&c.options).map(|(p, facts)| p * f64::from(facts.loss)).sum::<f64>()
            })
            .sum();
        Some(Part {
            name,
            moves: (first, last),
            choices: choices.len() as u32,
            loss: Discs(loss / count),
            usual: Discs(usual / count),
        })
    });
    parts.collect()
}

fn habits(choices: &[Choice], weights: &[f64; COUNT]) -> Vec<Habit> {
    let mut all: Vec<(f64, Habit)> = families()
        .filter_map(|(family, places)| {
            let (habits, is_counted) = match &family.kind {
                FeatureKind::Loss(_) | FeatureKind::Policy | FeatureKind::Usual { .. } | FeatureKind::Trap { .. } => {
                    return None;
                }
                FeatureKind::Mark { habits, .. } => (habits, true),
                FeatureKind::Number { habits, .. } => (habits, false),
            };
            let mut own = 0.0;
            let mut usual = 0.0;
            let mut variance = 0.0;
            for choice in choices {
                let chances = probabilities(weights, choice.number, &choice.options);
                let options = choice.options.iter();
                let values: Vec<f64> =
                    options.map(|facts| features(choice.number, facts)[places.clone()].iter().sum()).collect();
                let mean: f64 = chances.iter().zip(&values).map(|(p, v)| p * v).sum();
                own += values[choice.played];
                usual += mean;
                variance += chances.iter().zip(&values).map(|(p, v)| p * (v - mean).powi(2)).sum::<f64>();
            }
            let z = (own - usual) / variance.sqrt();
            let whole = if is_counted { usual } else { (variance * choices.len() as f64).sqrt() };
            let is_rare = is_counted && own.max(usual) < OFTEN;
            if !z.is_finite() || z.abs() < CLEAR || (own - usual).abs() < LARGE * whole || is_rare {
                return None;
            }
            let words = habits[usize::from(z < 0.0)];
            let times = is_counted.then(|| [own, usual].map(|times| times.round() as u32));
            Some((z.abs(), Habit { feature: family.name, more: z > 0.0, times, words }))
        })
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(MOST).map(|(_, habit)| habit).collect()
}

impl fmt::Display for Habit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words)?;
        match self.times {
            Some([own, usual]) => {
                write!(f, ": {}, where people of this strength would {}", often(own), often(usual))
            }
            None => write!(f, " than people of this strength"),
        }
    }
}

fn often(times: u32) -> String {
    if times == 1 { "once".to_owned() } else { format!("{times} times") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game, Move, squares};
    use crate::people::{Facts, Judge, Marks};
    use crate::players::duel::opening_board;
    use crate::search::Stop;
    use crate::strength::person::Opponent;

    #[test]
    fn who_takes_every_corner_takes_more_than_people_of_that_strength() {
        // All four moves are equally likely, and the first takes a corner.
        let mut options = vec![Facts::default(); 4];
        options[0].marks = Marks::CORNER;
        let choice = Choice { color: Color::Black, number: 0, options, played: 0, answer: None };
        let choices: Vec<Choice> = (20..60).map(|number| Choice { number, ..choice.clone() }).collect();
        let habits = habits(&choices, &[0.0; COUNT]);
        assert_eq!((habits[0].more, habits[0].times), (true, Some([40, 10])));
        let sentence = habits[0].to_string();
        assert!(sentence.ends_with(": 40 times, where people of this strength would 10 times"), "{sentence}");
        assert_eq!([0, 1, 2].map(often), ["0 times", "once", "2 times"]);
    }

    #[test]
    fn a_part_has_twenty_moves() {
        let options = vec![Facts::default(); 2];
        let choice = Choice { color: Color::Black, number: 0, options, played: 0, answer: None };
        let numbers = [1, 20, 21, 40, 41, 60].into_iter().flat_map(|number| [number; FEWEST]);
        let choices: Vec<Choice> = numbers.map(|number| Choice { number, ..choice.clone() }).collect();
        let parts = parts(&choices, &[0.0; COUNT]).into_iter().map(|part| (part.name, part.choices, part.moves));
        let expected = [("opening", 10, (1, 20)), ("middle game", 10, (21, 40)), ("endgame", 10, (41, 60))];
        assert_eq!(parts.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_was_done_once_is_no_habit() {
        // People of this strength would not play it once in a thousand games.
        let mut options = vec![Facts::default(); 2_000];
        options[0].marks = Marks::CORNER;
        let choice = Choice { color: Color::Black, number: 30, options, played: 0, answer: None };
        let times = |count: usize| habits(&vec![choice.clone(); count], &[0.0; COUNT]).first().and_then(|h| h.times);
        assert_eq!([1, 4, 5].map(times), [None, None, Some([5, 0])]);
    }

    #[test]
    fn a_small_difference_is_no_habit_however_clear_it_is() {
        // One of four equally likely moves takes a corner. It is played `of_100` times of 100.
        let habits = |of_100: usize| {
            let mut options = vec![Facts::default(); 4];
            options[0].marks = Marks::CORNER;
            let choice = Choice { color: Color::Black, number: 20, options, played: 0, answer: None };
            let played = (0..20_000).map(|index| usize::from(index % 100 >= of_100));
            let choices: Vec<Choice> = played.map(|played| Choice { played, ..choice.clone() }).collect();
            habits(&choices, &[0.0; COUNT])
        };
        assert_eq!(habits(27), []);
        assert_eq!(habits(28)[0].times, Some([5_600, 5_000]));
    }

    #[test]
    fn only_the_newest_games_are_looked_at() {
        let judged = |seed: u64, mark: u32| {
            let mut game = Game::new(opening_board(seed, 30));
            for _ in 0..4 {
                let square = squares(game.board().position.moves()).next();
                game.play(square.map_or(Move::Pass, Move::from)).unwrap();
            }
            let played = PersonGame::against(&game, Color::White, Opponent::default());
            PersonGame { date: format!("{mark}"), ..played }.judge(&mut Judge::deeper(1, 2), &Stop::default()).unwrap()
        };
        let mut profile = Profile::new("Ann");
        profile.add((0..NEWEST as u64).map(|seed| judged(seed, 2020)));
        let losses = |profile: &Profile| {
            let parts = details(profile).0.into_iter();
            parts.map(|part| (part.name, part.choices, part.loss)).collect::<Vec<_>>()
        };
        let newest = losses(&profile);
        profile.add((0..20).map(|seed| judged(1_000 + seed, 2010)));
        assert_eq!(profile.games.len(), NEWEST + 20);
        assert_eq!(losses(&profile), newest);
    }
}
