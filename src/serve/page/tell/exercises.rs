//! Exercises.

use serde::Serialize;

use super::Worth;
use crate::people::{Discs, PeopleElo};
use crate::strength::exercises::Solving;
use crate::strength::reasons::Reason;

told! {
    /// Exercises: how many there are, how the person does, and the one in hand.
    pub struct Exercises {
        /// The numbers of open exercises: from the person's own mistakes, and from other people's games.
        pub mine: usize,
        pub people: usize,
        pub solving: Option<Solving>,
        pub now: Option<Exercise>,
    }

    /// A position with one right move.
    pub struct Exercise {
        pub id: u64,
        pub start: String,
        /// The square of the move before.
        pub last: Option<String>,
        /// Half of the people with this rating find the move.
        pub half: PeopleElo,
        /// It was tried before.
        pub again: bool,
        /// From a game of the person: against whom, when, the number of the move.
        pub game: Option<(String, String, u32)>,
        /// The move played in that game, told after the answer.
        pub mistake: Option<String>,
        pub tried: Option<Tried>,
    }

    /// An answer, and what is right.
    pub struct Tried {
        pub square: String,
        pub answer: String,
        pub right: bool,
        /// By how much the right move is better than any other, in discs.
        pub ahead: Discs,
        /// That is certain.
        pub exact: bool,
        /// Why the answer is wrong, as soon as it is known.
        pub reason: Option<Reason>,
        /// The values of all moves, as soon as they are known.
        pub moves: Vec<Worth>,
    }
}
