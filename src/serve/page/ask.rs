//! The page's requests as types, which are sent as JSON.

use serde::{Deserialize, Serialize};

use crate::board::{Color, Objective};
use crate::record::text::is_printable;
use crate::strength::themes::Theme;

/// A request of the page. The field `do` names it.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub(super) enum Ask {
    /// Requests the facts that stay the same while the page is open.
    Hello,
    /// Begins a game. The present one is kept for later. `start` is a position; `None` is the normal one.
    NewGame {
        start: Option<String>,
        /// The moves of an opening that the opponent plays until the person leaves it.
        #[serde(default)]
        line: Option<String>,
        who: OpponentChoice,
        color: Choice,
        rule: Rule,
        pace: Pace,
        clock: Option<TimeControl>,
    },
    /// Begins the next game of a placement.
    Place {
        color: Choice,
        pace: Pace,
    },
    /// A move of the person, `f5` or `pass`. The game and the ply are those on the page.
    Move {
        game: u64,
        ply: usize,
        square: String,
    },
    /// Takes back the person's last move and all moves after it.
    Undo {
        game: u64,
    },
    /// Requests what the person's moves are worth in this position. The game and the ply are those on the page.
    Hint {
        game: u64,
        ply: usize,
    },
    Resign {
        game: u64,
    },
    /// Removes the finished game from view.
    Close {
        game: u64,
    },
    /// Keeps the present game for later.
    Leave {
        game: u64,
    },
    /// Continues a game that was kept for later.
    GoOn {
        game: u64,
    },
    /// Requests the moves of an even position: eight moves, drawn at random.
    Xot,
    /// Changes the person's settings, which include the name.
    Settings(Settings),
    /// Reviews a game.
    Review {
        of: GameRef,
    },
    /// Asks why the opponent played a move of the reviewed game. `ply` is the number of moves before it.
    Why {
        of: GameRef,
        ply: usize,
    },
    /// Requests the moves that people of the person's strength, and stronger ones, play in a position of a game. `ply`
    /// is the number of moves before it.
    Lens {
        of: GameRef,
        ply: usize,
    },
    /// Studies a position, given by a start (`None` is the normal one) and the moves from it.
    Study {
        start: Option<String>,
        moves: String,
        rule: Rule,
    },
    /// Ends the study of this position. The study of another position in another tab continues.
    StopStudy {
        key: String,
    },
    /// Requests the moves played in a position, in the games of a source.
    Explore {
        start: Option<String>,
        moves: String,
        of: Source,
    },
    /// Requests the openings that the person plays most.
    Repertoire,
    /// Removes the kept files of tournament games.
    ForgetTournaments,
    /// Lists games of a source, the newest or first ones first: those that fit the text, by a player, the date or the
    /// opening.
    Games {
        of: Source,
        from: usize,
        count: usize,
        /// A part of a player's name or of the date.
        find: String,
        /// Names of players that the page shows in other words, which have the text.
        names: Vec<String>,
        /// The openings whose names have the text, as moves.
        openings: Vec<String>,
        /// The result of the person's game.
        ended: Option<Finish>,
    },
    /// Requests the games of a list as GGF, chosen as by [`Games`](Ask::Games).
    Export {
        of: Source,
        find: String,
        names: Vec<String>,
        openings: Vec<String>,
        ended: Option<Finish>,
    },
    /// Requests one game with its moves.
    Game {
        of: GameRef,
    },
    /// Requests a game as text.
    Share {
        of: GameRef,
        format: ShareFormat,
    },
    /// Adds the games of this player from a file.
    Import {
        file: u64,
        player: String,
    },
    /// Removes a finished game or an added file from the evidence about the person. The answer is the number of the
    /// removal.
    TakeOut {
        what: EvidenceRef,
    },
    /// Restores what a removal took away.
    PutBack {
        number: u64,
    },
    /// Stops measuring. Games that are not yet measured are left out.
    StopMeasuring,
    /// Makes rivals, and keeps these of the present ones.
    MakeRivals {
        #[serde(default)]
        keep: Vec<String>,
    },
    StopMaking,
    /// Searches the person's mistakes for exercises.
    FindExercises,
    /// Requests the next exercise.
    Exercise {
        from: Exercising,
        /// The theme, if the person chose one of the dearest.
        theme: Option<Theme>,
    },
    /// Requests the exercise of a day, counted from 1970 where the person is.
    Daily {
        day: u32,
    },
    /// Gives the person's answer to an exercise.
    Solve {
        id: u64,
        square: String,
    },
    /// Starts the placement again.
    ForgetPlacement,
    /// Requests all stored data of the person as a zip file.
    Pack,
}

/// The opponent of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum OpponentChoice {
    /// A personality that is part of the program.
    Shipped { name: String },
    /// One of the person's rivals.
    Rival { name: String },
    /// A player with the person's strength and style.
    Agent,
    /// A player of this strength, on the scale of [`Strengths`](super::tell::Strengths).
    Strength { rating: i32 },
    /// A priority map of 64 numbers.
    Map { map: String },
}

/// Evidence that can be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum EvidenceRef {
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
    /// The colour of the person. If any will do, this bit chooses it.
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
    /// Minutes of main time, 1 to 180.
    pub minutes: u32,
    /// Seconds added after each move, 0 to 60.
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
    pub who: OpponentChoice,
    /// The opponent's name in the game.
    pub opponent: String,
    /// The person's side.
    pub you: Color,
    pub rule: Rule,
    pub pace: Pace,
    pub clock: Option<TimeControl>,
    /// True if the game belongs to a placement.
    pub placement: bool,
    /// The moves of an opening that the opponent plays until the person leaves it.
    pub line: Option<String>,
}

#[cfg(test)]
impl Terms {
    /// Black against a shipped opponent, for most discs and without a clock.
    pub(crate) fn against(name: &str) -> Terms {
        Terms {
            who: OpponentChoice::Shipped { name: name.to_owned() },
            opponent: name.to_owned(),
            you: Color::Black,
            rule: Rule::Most,
            pace: Pace::AtOnce,
            clock: None,
            placement: false,
            line: None,
        }
    }
}

/// The panels to show, and the person's name in games.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Settings {
    pub name: String,
    /// True if legal moves are marked.
    pub markers: bool,
    /// True if the values of moves are shown.
    pub hints: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { name: "You".to_owned(), markers: true, hints: false }
    }
}

impl Settings {
    /// True if the name is one line that GGF can hold.
    pub(super) fn is_usable(&self) -> bool {
        // Joiners belong to the spelling of Persian and of some emoji, and are invisible alone.
        let name = self.name.replace(['\u{200c}', '\u{200d}'], "");
        let name = name.trim();
        !name.is_empty() && name.chars().count() <= 40 && name.chars().all(|c| is_printable(c) && !"[]".contains(c))
    }
}

/// A source of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "in", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Source {
    /// The person's games that were played here.
    Mine,
    /// These, and those of the files that were added.
    All,
    /// Tournament games: the WTHOR files that were opened once.
    Tournaments,
    /// A file that was opened.
    File { file: u64 },
}

/// The result of a game of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Finish {
    Won,
    Drawn,
    Lost,
}

/// One game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "in", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum GameRef {
    Mine {
        id: u64,
    },
    /// A game of a file that was added.
    Added {
        file: u64,
        number: usize,
    },
    /// A game of a file that was opened.
    File {
        file: u64,
        number: usize,
    },
}

/// A source of exercises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Exercising {
    /// The person's own mistakes.
    Mine,
    /// The themes that cost the person most: own mistakes, then games of other people.
    Themes,
    /// Games of other people.
    People,
    /// Games of other people, without what was tried in the last hour: for a run against the clock.
    Run,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(super) enum ShareFormat {
    Ggf,
    Sgf,
    Transcript,
}

/// The reason why a request is refused. The page has words for each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "error", rename_all = "kebab-case")]
pub(super) enum Refusal {
    /// The page shows another game, or another move of it.
    Stale,
    /// The rules do not allow it, or not now.
    Illegal,
    /// There is no move to take back, or the game does not allow it.
    NoUndo,
    /// There is no such game or file.
    Unknown,
    /// A file has no player of this name.
    NoPlayer,
    /// A value is outside its range.
    Range { what: &'static str },
    /// The same work is already running, the last game is not measured yet, or too many requests wait.
    Busy,
    /// A file or a pasted text has no game, for a reason in one line.
    NoGames { why: String },
    /// The error in one line.
    Failed { why: String },
}

impl Refusal {
    /// A refusal for an error.
    pub(super) fn failed(error: impl std::fmt::Display) -> Refusal {
        Refusal::Failed { why: error.to_string() }
    }
}
