//! Messages about the person, and about the work that computes these facts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Statement;
use crate::people::{Discs, PeopleElo};
use crate::strength::person;
use crate::strength::themes::Themes;

messages! {
    /// The facts about the person, and the work that computes them.
    pub struct Me {
        #[serde(flatten)]
        pub facts: Facts,
        pub measuring: Option<Progress>,
        pub making: Option<Progress>,
        pub finding: Option<Progress>,
        /// The reason why each kind of work last failed.
        pub failed: BTreeMap<Task, String>,
        pub placement: Placement,
        /// The last game that ended since the program started.
        pub last: Option<LastGame>,
        pub files: Vec<AddedGames>,
        /// Games kept for later, the last first.
        pub left: Vec<LeftGame>,
    }

    /// The last ended game, and its effect on the person's estimated strength.
    pub struct LastGame {
        pub game: u64,
        /// True if the game counts towards the strength.
        pub counts: bool,
        pub before: Option<Rating>,
        /// The strength after the game, once it is measured.
        pub after: Option<Rating>,
    }

    /// A game kept for later.
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
        /// True once the facts were read.
        pub known: bool,
        pub estimate: Option<Estimate>,
        pub rivals: Vec<Rival>,
        /// The strength at which rivals and the agent play, among people: the estimate, corrected by who won.
        pub rivals_rating: Option<f64>,
        /// The person's wins, draws and losses by the opponent's name.
        pub scores: BTreeMap<String, [u32; 3]>,
        /// The number of mistakes in each measured game.
        #[serde(skip)]
        pub mistakes: BTreeMap<u64, u32>,
        /// The ids of the finished games by their numbers; `None` for a game that does not count.
        #[serde(skip)]
        pub played: BTreeMap<u64, Option<u64>>,
        /// The themes of the mistakes.
        #[serde(skip)]
        pub themes: Themes,
        /// The number of games that count for the placement, including those of other front ends.
        #[serde(skip)]
        pub placed: usize,
        /// Unreadable files, each as a line that begins with the name.
        pub damaged: Vec<String>,
    }

    /// The person's strength.
    pub struct Estimate {
        /// The strength in a few words: "a weak tournament player".
        pub words: String,
        /// The evidence: numbers of games, moves and results.
        pub rests_on: Statement<person::EvidenceCounts>,
        pub rating: Rating,
        /// The measured parts of the game, in order.
        pub parts: Vec<Part>,
        /// The largest differences from people of equal strength, in plain words.
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
        /// The mean loss of a move.
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
        /// Its likings in one line.
        pub likes: String,
        pub portrait: Portrait,
        /// The person's wins, draws and losses against it.
        pub score: [u32; 3],
    }

    /// A portrait: a round board with 64 discs.
    pub struct Portrait {
        /// Its traits by name, each from -1 (avoids) to 1 (likes).
        pub traits: Vec<(String, f64)>,
        /// The background: its hue in degrees and its lightness in percent.
        pub ground: [u32; 2],
        /// Radii of the discs row by row, in thousandths of the picture's width; discs above 23 are light.
        pub discs: Vec<u32>,
    }

    /// A kind of long work.
    #[derive(Copy, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "kebab-case")]
    pub enum Task {
        /// Adds games to the profile.
        Measure,
        /// Makes rivals.
        Rivals,
        /// Looks for exercises.
        Exercises,
        /// Finds the themes of mistakes.
        Themes,
    }

    /// The progress of work.
    #[derive(Default)]
    pub struct Progress {
        pub done: u64,
        pub of: u64,
        /// A word for the present step; may be empty.
        pub what: String,
        /// True if the work is about to stop.
        pub stopping: bool,
    }

    /// The progress of the person's placement.
    pub struct Placement {
        pub games: usize,
        pub of: usize,
        pub done: bool,
        /// True if its last game is being measured.
        pub pending: bool,
    }

    /// A file whose games were added.
    #[derive(Deserialize)]
    pub struct AddedGames {
        pub file: u64,
        pub name: String,
        pub player: String,
        pub games: usize,
    }
}
