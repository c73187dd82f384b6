//! The facts about the person, and the work that finds them out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Statement;
use crate::people::{Discs, PeopleElo};
use crate::strength::person;

told! {
    /// The facts about the person, and the work that finds them out.
    pub struct Me {
        #[serde(flatten)]
        pub facts: Facts,
        pub measuring: Option<Progress>,
        pub making: Option<Progress>,
        pub finding: Option<Progress>,
        /// Why the last work failed.
        pub failed: BTreeMap<Task, String>,
        pub placement: Placement,
        /// The game that has ended last since the program was started.
        pub last: Option<LastGame>,
        pub files: Vec<Added>,
        /// Games that were left for later, the last first.
        pub left: Vec<LeftGame>,
    }

    /// The game that has ended last, and how it has changed what is known of the person's strength.
    pub struct LastGame {
        pub game: u64,
        /// It counts towards the strength.
        pub counts: bool,
        pub before: Option<Rating>,
        /// As soon as the game is measured.
        pub after: Option<Rating>,
    }

    /// A game that was left for later.
    pub struct LeftGame {
        pub game: u64,
        pub opponent: String,
        /// The number of its moves.
        pub moves: usize,
        pub date: String,
    }

    /// The facts about the person.
    #[derive(Default)]
    pub struct Facts {
        /// It was read.
        pub known: bool,
        pub estimate: Option<Estimate>,
        pub rivals: Vec<Rival>,
        /// Of the person against everybody: won, drawn, lost, by the names of the opponents.
        pub scores: BTreeMap<String, [u32; 3]>,
        /// The number of games that place the person, with those of other front ends.
        #[serde(skip)]
        pub placed: usize,
        /// Files that cannot be read, in a line each, which begins with the name.
        pub damaged: Vec<String>,
    }

    /// The person's strength.
    pub struct Estimate {
        /// In a few words: "a weak tournament player".
        pub words: String,
        /// Games, moves, results.
        pub rests_on: Statement<person::RestsOn>,
        pub rating: Rating,
        /// Parts of the game, in order; only those that were measured.
        pub parts: Vec<Part>,
        /// The largest differences from others of that strength, in plain words.
        pub habits: Vec<Statement<person::Habit>>,
        /// The rating after each game.
        pub history: Vec<Rating>,
    }

    /// A rating with its 95 % interval.
    #[derive(Copy)]
    pub struct Rating {
        pub value: PeopleElo,
        pub low: PeopleElo,
        pub high: PeopleElo,
    }

    /// A part of the game.
    pub struct Part {
        pub stage: Stage,
        /// The loss of a move, on average.
        pub loss: Discs,
        pub moves: u32,
    }

    #[derive(Copy)]
    #[serde(rename_all = "kebab-case")]
    pub enum Stage {
        Opening,
        Middle,
        End,
    }

    /// One of the person's rivals.
    pub struct Rival {
        pub name: String,
        /// Its likings, in one line.
        pub likes: String,
        pub portrait: Portrait,
        /// Of the person against it: won, drawn, lost.
        pub score: [u32; 3],
    }

    /// A portrait: a round board with 64 discs.
    pub struct Portrait {
        /// Its traits: names, each from -1 (avoids) to 1 (likes).
        pub traits: Vec<(String, f64)>,
        /// The hue of the ground in degrees, and its lightness in percent.
        pub ground: [u32; 2],
        /// Radii of the discs row by row, in thousandths of the picture's width; those above 23 are light.
        pub discs: Vec<u32>,
    }

    /// Long work.
    #[derive(Copy, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "kebab-case")]
    pub enum Task {
        /// Adds games to what is known.
        Measure,
        /// Makes rivals.
        Rivals,
        /// Looks for exercises.
        Exercises,
    }

    /// The progress of work.
    #[derive(Default)]
    pub struct Progress {
        pub done: u64,
        pub of: u64,
        /// One word for the present step, or empty.
        pub what: String,
        /// It is to end soon.
        pub stopping: bool,
    }

    /// The progress of the person's placement.
    pub struct Placement {
        pub games: usize,
        pub of: usize,
        pub done: bool,
        /// Its last game is being measured.
        pub pending: bool,
    }

    /// A file whose games were added.
    #[derive(Deserialize)]
    pub struct Added {
        pub file: u64,
        pub name: String,
        pub player: String,
        pub games: usize,
    }
}
