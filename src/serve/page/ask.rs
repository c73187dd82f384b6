//! The page's requests: types, as JSON.

use serde::{Deserialize, Serialize};

use crate::board::{Color, Objective};

/// A request of the page. `do` names it.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub(super) enum Ask {
    /// Asks for the facts that stay the same while the page is open.
    Hello,
    /// Begins a game; the one in hand is left for later. `start` is a position, `None` the normal one.
    NewGame {
        start: Option<String>,
        /// Moves of an opening that the opponent plays as long as the person lets it.
        #[serde(default)]
        line: Option<String>,
        who: Who,
        color: Choice,
        rule: Rule,
        pace: Pace,
        clock: Option<TimeControl>,
    },
    /// The next game of a placement.
    Place {
        color: Choice,
        pace: Pace,
    },
    /// A move of the person, in the game and at the move that he looks at: `f5` or `pass`.
    Move {
        game: u64,
        ply: usize,
        square: String,
    },
    /// Takes back the person's last move and what came after it.
    Undo {
        game: u64,
    },
    Resign {
        game: u64,
    },
    /// Puts the finished game away.
    Close {
        game: u64,
    },
    /// Leaves the game in hand for later.
    Leave {
        game: u64,
    },
    /// Continues a game that was left for later.
    GoOn {
        game: u64,
    },
    /// The moves of an even position: eight moves, drawn at random.
    Xot,
    /// The person's settings, among them the name.
    Settings(Settings),
    /// Has a game reviewed.
    Review {
        of: GameRef,
    },
    /// Why the opponent played a move of the game that is reviewed; `ply` moves come before it.
    Why {
        of: GameRef,
        ply: usize,
    },
    /// The moves that people of the person's strength, and stronger ones, play in a position of a game; `ply` moves
    /// come before it.
    Lens {
        of: GameRef,
        ply: usize,
    },
    /// Looks at a position: a start (`None` is the normal one) and moves behind it.
    Study {
        start: Option<String>,
        moves: String,
        rule: Rule,
    },
    /// Nobody looks at this position any more; if another tab looks at another one, that goes on.
    StopStudy {
        key: String,
    },
    /// The moves played in a position in the games of a source.
    Explore {
        start: Option<String>,
        moves: String,
        of: Source,
    },
    /// Games of a source, the newest or first ones first; only those with this in a player's name.
    Games {
        of: Source,
        from: usize,
        count: usize,
        find: String,
    },
    /// One game, with its moves.
    Game {
        of: GameRef,
    },
    /// A game as text.
    Share {
        of: GameRef,
        format: ShareFormat,
    },
    /// Adds the games of a file in which this player has a side.
    Import {
        file: u64,
        player: String,
    },
    /// Takes a finished game or an added file back: it is no evidence any more.
    TakeOut {
        what: Taken,
    },
    /// Brings in again the last thing taken back.
    PutBack,
    /// Games that are not measured yet are left out.
    StopMeasuring,
    /// Makes rivals; of the present ones these stay.
    MakeRivals {
        #[serde(default)]
        keep: Vec<String>,
    },
    StopMaking,
    /// Looks through the person's mistakes for exercises.
    FindExercises,
    /// The next exercise.
    Exercise {
        from: Exercising,
    },
    /// The person's answer to an exercise.
    Solve {
        id: u64,
        square: String,
    },
    /// Begins the placement again.
    ForgetPlacement,
    /// All that is kept of the person, as a zip file.
    Pack,
}

/// The opponent of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Who {
    /// A personality that is part of the program.
    Shipped { name: String },
    /// One of the person's rivals.
    Rival { name: String },
    /// A player of this strength, on the scale of [`Strengths`](super::tell::Strengths).
    Strength { rating: i32 },
    /// A priority map, in 64 numbers.
    Map { map: String },
}

/// A thing that can be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Taken {
    /// A finished game, by its number.
    Game { game: u64 },
    /// A file whose games were added, by its number.
    Added { file: u64 },
}

/// An [`Objective`] as the page writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    #[default]
    Most,
    Fewest,
}

impl From<Objective> for Rule {
    fn from(objective: Objective) -> Rule {
        match objective {
            Objective::Normal => Rule::Most,
            Objective::Anti => Rule::Fewest,
        }
    }
}

impl From<Rule> for Objective {
    fn from(rule: Rule) -> Objective {
        match rule {
            Rule::Most => Objective::Normal,
            Rule::Fewest => Objective::Anti,
        }
    }
}

/// The person's colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Choice {
    Black,
    White,
    Either,
}

impl Choice {
    /// The colour, chosen by this bit if it does not matter.
    pub(super) fn color(self, bit: bool) -> Color {
        match self {
            Choice::White => Color::White,
            Choice::Either if bit => Color::White,
            Choice::Black | Choice::Either => Color::Black,
        }
    }
}

/// The opponent's speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Pace {
    AtOnce,
    #[default]
    Human,
}

/// A clock for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// Of main time, 1 to 180.
    pub minutes: u32,
    /// Added after each move, 0 to 60.
    pub increment: u32,
}

impl TimeControl {
    pub(crate) fn is_usable(self) -> bool {
        (1..=180).contains(&self.minutes) && self.increment <= 60
    }
}

/// The terms of a game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Terms {
    pub who: Who,
    /// Its name in the game.
    pub opponent: String,
    /// The person's side.
    pub you: Color,
    pub rule: Rule,
    pub pace: Pace,
    pub clock: Option<TimeControl>,
    /// It belongs to a placement.
    pub placement: bool,
    /// Moves of an opening that the opponent plays as long as the person lets it.
    pub line: Option<String>,
}

/// The panels that the person wants to see, and the name in the person's games.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Settings {
    pub name: String,
    /// Legal moves are marked.
    pub markers: bool,
    /// The values of the moves are shown.
    pub hints: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { name: "You".to_owned(), markers: true, hints: false }
    }
}

impl Settings {
    /// A name is one line that GGF can hold.
    pub(super) fn is_usable(&self) -> bool {
        let name = self.name.trim();
        !name.is_empty() && name.chars().count() <= 40 && !name.chars().any(|c| c.is_control() || "[]".contains(c))
    }
}

/// A source of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "in", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Source {
    /// The person's games.
    Mine,
    /// A file that was opened.
    File { file: u64 },
}

/// One game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "in", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum GameRef {
    Mine { id: u64 },
    File { file: u64, number: usize },
}

/// A source of exercises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Exercising {
    /// The person's own mistakes.
    Mine,
    /// Games of other people.
    People,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(super) enum ShareFormat {
    Ggf,
    Sgf,
    Transcript,
}

/// Why a request is not done. The page has the words for each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "error", rename_all = "kebab-case")]
pub(super) enum Refusal {
    /// The page looks at another game, or at another move of it.
    Stale,
    /// Not by these rules, or not now.
    Illegal,
    /// There is nothing to take back, or this game does not allow it.
    NoUndo,
    /// There is no such game, file or player.
    Unknown,
    /// A value is outside its range.
    Range { what: &'static str },
    /// The same work is already running.
    Busy,
    /// The error, in a line.
    Failed { why: String },
}

impl Refusal {
    /// Something has gone wrong.
    pub(super) fn failed(error: impl std::fmt::Display) -> Refusal {
        Refusal::Failed { why: error.to_string() }
    }
}
