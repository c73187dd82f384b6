//! Requests of a front end to a session, and the session's events.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::board::{Color, IllegalMove, Move};
use crate::players::{Explanation, LearnError};
use crate::record::{GameRecord, MoveNote};
use crate::search::{Iteration, Limits, Report};

/// A request. Each is answered at once, with nothing or a [`Refusal`]. Results of longer work come as events.
#[derive(Debug, Clone)]
pub(crate) enum Request {
    /// Sets another game. Without moves it is new. A game that continues the current one, or returns to an earlier
    /// position after at least one of the player's answers, is the same game.
    Game(Box<GameRecord>),
    /// The player has had this side in the current game so far, because an interrupted game continues.
    #[cfg_attr(not(any(feature = "cli", feature = "web")), expect(dead_code, reason = "the page's"))]
    Seat(Color),
    /// Plays a move for a colour, or for the side to move.
    Play(Option<Color>, Move, MoveNote),
    /// Plays all of these moves or none.
    PlayAll(Vec<(Color, Move)>),
    /// Takes back this many accepted moves.
    Undo(usize),
    /// Sets the depth of searches in plies.
    Depth(Option<u32>),
    /// Sets the most positions that a search for a move visits.
    Nodes(Option<u64>),
    /// Sets the longest time of a search for a move.
    MoveTime(Option<Duration>),
    /// Turns on explanations of each answered move without a request.
    ExplainEach(bool),
    /// Sets the discs that Black gives.
    Komi(f64),
    /// Sets the seed of the game that begins.
    Seed(u64),
    /// Sets the clocks: main time, increment, the length of a period of overtime, and its moves.
    TimeSettings { main: Duration, increment: Duration, overtime: Duration, stones: u32 },
    /// Sets the time left for a colour; in overtime, for this many moves.
    TimeLeft { color: Color, time: Duration, stones: u32 },
    /// Chooses the player's move for a colour, or for the side to move.
    Choose(Option<Color>, Purpose),
    /// Ranks this many best moves of the current position.
    Rank(usize, Limits),
    /// Analyzes every position of the current game from the last to the first, with this many moves each. Positions
    /// with one of these numbers of moves before them are left out.
    Analyze(usize, Limits, BTreeSet<usize>),
    /// Explains why the last move was chosen, or why another one was or was not.
    Explain(Option<Move>),
    /// Learns from the finished game.
    Learn,
    /// Drops the player's present work.
    Cancel,
    /// Ends the player's present work with its results so far. A move that was not requested is dropped. Short work
    /// (some hundredths of a second) is completed.
    Settle,
}

/// The purpose of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The session plays the move.
    Play,
    /// The front end may play the move.
    Answer,
    /// The move is only shown. It does not count as an answer in this game.
    Look,
}

/// The player's present task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    Choose(Purpose),
    Rank,
    Analyze,
    Explain,
}

/// An event for the front end.
#[derive(Debug)]
pub(crate) enum Event {
    Started(Task),
    /// A further depth of a ranking. Each depth comes once.
    Iteration(Iteration),
    /// A position of the game was analysed.
    Position(Position),
    Chosen(Choice),
    /// The end of a ranking. Its last iteration has the result.
    Ranked,
    Analyzed,
    /// An explanation; `None` if the player gives no reasons.
    Explained(Option<Explanation>),
    /// The task was dropped without a result.
    Cancelled(Task),
    /// The end of a lesson.
    Learned {
        /// True if the lesson was requested, false if it began with the end of a game.
        asked: bool,
        result: Result<String, LearnRefusal>,
    },
}

/// A chosen move.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub mv: Move,
    pub report: Report,
    pub elapsed: Duration,
}

/// An analysed position.
#[derive(Debug, Clone)]
pub(crate) struct Position {
    /// The number of moves before it.
    pub ply: usize,
    /// The value for Black in discs.
    pub black: f64,
    #[cfg_attr(not(any(feature = "cli", feature = "web")), expect(dead_code, reason = "the page's"))]
    pub report: Report,
}

/// The reason why nothing was learned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LearnRefusal {
    #[error(transparent)]
    Player(#[from] LearnError),
    #[error("the games of a tournament teach nothing")]
    Refereed,
    #[error("both sides were played by this engine")]
    Both,
    #[error("neither side was played by this engine, and the names in the game do not tell which is its opponent")]
    Unknown,
}

/// The reason why a request is refused. The session stays unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("the other side is to move")]
    Turn,
    #[error("The game is over")]
    Over,
    /// There are fewer moves to take back.
    #[error("there is nothing to take back")]
    Undo,
    #[error("there is no move to explain")]
    Nothing,
    #[error("the player has no evaluation")]
    Blind,
}
