//! Messages about exercises.

use serde::Serialize;

use super::Worth;
use crate::people::{Discs, PeopleElo};
use crate::search::Certainty;
use crate::strength::exercises::Solving;
use crate::strength::reasons::Reason;
use crate::strength::themes::Theme;

messages! {
    /// Exercises: their number, the person's results, and the present one.
    pub struct Exercises {
        /// The numbers of unsolved exercises: from the person's own mistakes, and from other people's games.
        pub mine: usize,
        pub people: usize,
        /// The number of those of the dearest themes.
        pub themes: usize,
        /// The themes that cost the person most and are not mastered, the dearest first.
        pub dearest: Vec<ThemeCost>,
        pub mastered: Vec<Theme>,
        /// The number of the person's last games that the themes come from.
        pub games: usize,
        pub solving: Option<Solving>,
        pub now: Option<Exercise>,
    }

    /// The cost of a theme for the person, and the progress in its exercises.
    pub struct ThemeCost {
        pub theme: Theme,
        /// The discs that the person gives away in it in a game.
        pub own: Discs,
        /// The discs that people of the person's strength would give away in it in the same positions.
        pub usual: Discs,
        /// The number of steps to mastery that were made, and of all steps.
        pub steps: usize,
        pub of: usize,
    }

    /// A position with one right move.
    pub struct Exercise {
        pub id: u64,
        pub start: String,
        /// The square of the move before this position.
        pub last: Option<String>,
        /// The theme that a wrong move belongs to, if it is known.
        pub theme: Option<Theme>,
        /// The rating at which half of the people find the move.
        pub half: PeopleElo,
        /// True if it was tried before.
        pub again: bool,
        /// For a game of the person: the opponent, the date, and the number of the move.
        pub game: Option<(String, String, u32)>,
        /// The move played in that game. It is shown after the answer.
        pub mistake: Option<String>,
        pub tried: Option<ExerciseAnswer>,
        /// For the exercise of a day: the number of days in a row on which it was answered.
        pub streak: Option<u32>,
    }

    /// The person's answer, and the right move.
    pub struct ExerciseAnswer {
        pub square: String,
        pub answer: String,
        pub right: bool,
        /// The lead of the right move over any other, in discs.
        pub ahead: Discs,
        /// True if the lead is exact.
        pub exact: bool,
        /// The reason why the answer is wrong, once it is known.
        pub reason: Option<Reason>,
        /// The values of all moves, once they are known.
        pub moves: Vec<Worth>,
        /// The certainty of the least certain of them.
        pub certainty: Option<Certainty>,
    }
}
