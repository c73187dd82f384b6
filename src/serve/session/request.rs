//! Requests of a front end to a session, and the session's events.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::board::{Color, IllegalMove, Move};
use crate::players::{Explanation, LearnError};
use crate::record::{GameRecord, MoveNote};
use crate::search::{Iteration, Limits, Report};

/// A request. Each is answered at once, by nothing or by a [`Refusal`]; results of longer work come as events.
#[derive(Debug, Clone)]
pub(crate) enum Request {
    /// Sets another game. Without moves it is a new one; one that continues the current game, or goes back in it but
    /// not behind all of the player's answers, is the same game.
    Game(Box<GameRecord>),
    /// The player has had this side in the current game so far: an interrupted game continues.
    #[cfg_attr(not(any(feature = "cli", feature = "web")), expect(dead_code, reason = "the page's"))]
    Seat(Color),
    /// A move of a colour, or of the side to move.
    Play(Option<Color>, Move, MoveNote),
    /// All of these moves or none.
    PlayAll(Vec<(Color, Move)>),
    /// Takes back this many accepted moves.
    Undo(usize),
    /// Plies of searches from now on.
    Depth(Option<u32>),
    /// The most positions of searches for a move from now on.
    Nodes(Option<u64>),
    /// The longest search for a move from now on.
    MoveTime(Option<Duration>),
    /// Turns on explanations of each answered move without a request.
    ExplainEach(bool),
    /// Discs that Black gives.
    Komi(f64),
    /// The seed of the game that begins.
    Seed(u64),
    /// Main time, increment, a period of overtime and its moves.
    TimeSettings { main: Duration, increment: Duration, overtime: Duration, stones: u32 },
    /// Time left to a colour, in overtime for this many moves.
    TimeLeft { color: Color, time: Duration, stones: u32 },
    /// The player's move for a colour, or for the side to move.
    Choose(Option<Color>, Purpose),
    /// Ranks the best moves of the current position: this many.
    Rank(usize, Limits),
    /// Every position of the current game, from the last to the first, with this many moves each, except those with one
    /// of these numbers of moves before them.
    Analyze(usize, Limits, BTreeSet<usize>),
    /// Why the last move was chosen; or why another one was played, or would not be.
    Explain(Option<Move>),
    /// Learns from the finished game.
    Learn,
    /// Drops the player's present work.
    Cancel,
    /// Ends the player's present work with its results so far; an unrequested move is dropped. Work of a few hundredths
    /// of a second is waited for.
    Settle,
}

/// The purpose of a move's choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It is played on the table.
    Play,
    /// The front end plays it, if at all.
    Answer,
    /// Only a look: not an answer of the player in this game.
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

/// News for the front end.
#[derive(Debug)]
pub(crate) enum Event {
    Started(Task),
    /// One more depth of a ranking; each depth comes once.
    Iteration(Iteration),
    /// A position of the game was analysed.
    Position(Position),
    Chosen(Choice),
    /// A ranking has ended; its last iteration has the result.
    Ranked,
    Analyzed,
    /// `None` if the player gives no reasons.
    Explained(Option<Explanation>),
    /// The task was dropped without a result.
    Cancelled(Task),
    /// The end of a lesson.
    Learned {
        /// It was requested, not begun by the end of a game.
        asked: bool,
        result: Result<String, Unlearned>,
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
    /// Moves before it.
    pub ply: usize,
    /// Its value for Black, in discs.
    pub black: f64,
    #[cfg_attr(not(any(feature = "cli", feature = "web")), expect(dead_code, reason = "the page's"))]
    pub report: Report,
}

/// Why nothing was learned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unlearned {
    #[error(transparent)]
    Player(#[from] LearnError),
    #[error("both sides were played by this engine")]
    Both,
    #[error("neither side was played by this engine, and the names in the game do not tell which is its opponent")]
    Unknown,
}

/// Why a request is refused. The session is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("the other side is to move")]
    Turn,
    #[error("The game is over")]
    Over,
    /// There are fewer moves.
    #[error("there is nothing to take back")]
    Undo,
    #[error("there is no move to explain")]
    Nothing,
    #[error("the player has no evaluation")]
    Blind,
}
