//! GTP's commands as types.

use std::fmt;
use std::str::SplitWhitespace;

use super::{lenient, letter, written};
use crate::board::{Color, Move};
use crate::wire::text::split_word;

/// A command with its arguments. Extra arguments are ignored.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Requests the version of the protocol, which is 2.
    ProtocolVersion,
    /// Requests the program's name.
    Name,
    /// Requests the program's version.
    Version,
    /// Asks whether there is a command with this name.
    KnownCommand(String),
    /// Requests the names of all commands, one on each line.
    ListCommands,
    /// Ends the conversation.
    Quit,
    /// Sets the width of the board; only 8 is accepted.
    BoardSize(i64),
    /// Begins a new game.
    ClearBoard,
    /// Sets the komi: any finite number.
    Komi(f64),
    /// Plays a move for this side.
    Play(Color, Move),
    /// Requests a move for this side, and plays it.
    GenMove(Color),
    /// Requests the move that `genmove` would play, without playing it.
    RegGenMove(Color),
    /// Takes back this many moves; `undo` takes back one.
    Undo(usize),
    /// Requests a picture of the board.
    ShowBoard,
    /// Requests the result: `B+` or `W+` with the difference in discs, or 0.
    FinalScore,
    /// Sets the clock in whole seconds, with Canadian overtime.
    TimeSettings {
        /// The main time in seconds.
        main: u32,
        /// The length of a period in seconds.
        overtime: u32,
        /// The moves of a period.
        stones: u32,
    },
    /// Sets the time left: with stones it is for these, without stones in main time.
    TimeLeft {
        /// The player whose time it is.
        color: Color,
        /// The seconds left.
        seconds: u32,
        /// The moves left in the period; 0 in main time.
        stones: u32,
    },
    /// Our own command: sets the clock in milliseconds. Main time has an increment for each move. After it, or without
    /// main time, there are periods of this many moves.
    FineTimeSettings {
        /// The main time in milliseconds.
        main: u64,
        /// The increment for each move, in milliseconds.
        increment: u64,
        /// The length of a period in milliseconds.
        period: u64,
        /// The moves of a period.
        moves: u32,
    },
    /// Our own command: sets the time left in milliseconds, for this many moves of a period or, without moves, in main
    /// time.
    FineTimeLeft {
        /// The player whose time it is.
        color: Color,
        /// The milliseconds left.
        milliseconds: u64,
        /// The moves left in the period; 0 in main time.
        moves: u32,
    },
    /// Our own command: sets the depth in plies and the positions of each search; 0 is no limit.
    Limits {
        /// The depth in plies; 0 is no limit.
        depth: u32,
        /// The number of positions; 0 is no limit.
        nodes: u64,
    },
    /// Loads a game from a file, up to a move.
    LoadSgf {
        /// The path of the file.
        file: String,
        /// The number of the first move that is not played, from 1; `None` plays all.
        before: Option<usize>,
    },
    /// GoGui: requests the games that can be played here.
    ListGames,
    /// GoGui: selects the game. The field is its name.
    SetGame(String),
    /// Sets the seed for random choices in the next game, as in other engines.
    SetRandomSeed(u64),
    /// Requests the used processor time in seconds.
    CpuTime,
    /// GoGui: requests the name of the game.
    RulesGameId,
    /// GoGui: requests the width of the board.
    RulesBoardSize,
    /// GoGui: requests the position.
    RulesBoard,
    /// GoGui: requests the legal moves of the side to move.
    RulesLegalMoves,
    /// GoGui: requests the side to move.
    RulesSideToMove,
    /// GoGui: requests the result in words, which is an error during the game.
    RulesFinalResult,
    /// GoGui: plays several moves.
    PlaySequence(Vec<(Color, Move)>),
    /// GoGui: requests the commands for its menu.
    AnalyzeCommands,
    /// GoGui: says that a comment line can interrupt searches.
    Interrupt,
    /// Our own command: requests the reason for the last move.
    Explain,
    /// Our own command: requests depth, positions and value of the last search.
    LastSearch,
}

/// The failure of a command, with a text known to clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GtpError {
    /// There is no such command.
    #[error("unknown command")]
    UnknownCommand,
    /// The arguments cannot be read.
    #[error("syntax error")]
    SyntaxError,
    /// The board has a width of 8 only.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// The move is illegal, or for the side that is not to move.
    #[error("illegal move")]
    IllegalMove,
    /// There is no move to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// The game is not over.
    #[error("cannot score")]
    CannotScore,
    /// The file cannot be read or has no game.
    #[error("cannot load file")]
    CannotLoadFile,
    /// There is no move to describe.
    #[error("no move to explain")]
    NothingToExplain,
    /// The input ended, or the command was interrupted, before the answer was known.
    #[error("interrupted")]
    Interrupted,
    /// No search has ended yet.
    #[error("no search has ended yet")]
    NoSearch,
    /// GoGui requested another game than Reversi.
    #[error("unsupported game")]
    UnsupportedGame,
}

/// The commands without arguments.
const WITHOUT_ARGUMENTS: [(&str, Command); 20] = [
    ("clear_board", Command::ClearBoard),
    ("cputime", Command::CpuTime),
    ("final_score", Command::FinalScore),
    ("gogui-analyze_commands", Command::AnalyzeCommands),
    ("gogui-interrupt", Command::Interrupt),
    ("gogui-rules_board", Command::RulesBoard),
    ("gogui-rules_board_size", Command::RulesBoardSize),
    ("gogui-rules_final_result", Command::RulesFinalResult),
    ("gogui-rules_game_id", Command::RulesGameId),
    ("gogui-rules_legal_moves", Command::RulesLegalMoves),
    ("gogui-rules_side_to_move", Command::RulesSideToMove),
    ("list_commands", Command::ListCommands),
    ("list_games", Command::ListGames),
    ("name", Command::Name),
    ("protocol_version", Command::ProtocolVersion),
    ("quit", Command::Quit),
    ("rival-explain", Command::Explain),
    ("rival-last_search", Command::LastSearch),
    ("showboard", Command::ShowBoard),
    ("version", Command::Version),
];

/// The names of the commands with arguments.
const WITH_ARGUMENTS: [&str; 17] = [
    "boardsize",
    "genmove",
    "gg-undo",
    "gogui-play_sequence",
    "known_command",
    "komi",
    "loadsgf",
    "play",
    "reg_genmove",
    "rival-limits",
    "rival-time_left",
    "rival-time_settings",
    "set_game",
    "set_random_seed",
    "time_left",
    "time_settings",
    "undo",
];

/// The names of all commands, in the order of `list_commands`.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = WITHOUT_ARGUMENTS.iter().map(|(name, _)| *name).chain(WITH_ARGUMENTS).collect();
    names.sort_unstable();
    names
}

impl Command {
    /// Reads a command's arguments, which are words separated by spaces, without control characters.
    ///
    /// # Errors
    ///
    /// There is no such command, or an argument is missing or unreadable.
    pub fn parse(name: &str, arguments: &str) -> Result<Command, GtpError> {
        let words = &mut arguments.split_whitespace();
        Ok(match name {
            // It never fails, because an empty name is not a command.
            "known_command" => Command::KnownCommand(words.next().unwrap_or_default().to_owned()),
            "boardsize" => Command::BoardSize(number(take(words)?)?),
            "komi" => Command::Komi(finite(take(words)?)?),
            "play" => Command::Play(color(take(words)?)?, vertex(take(words)?)?),
            "genmove" => Command::GenMove(color(take(words)?)?),
            "reg_genmove" => Command::RegGenMove(color(take(words)?)?),
            "undo" => Command::Undo(1),
            "gg-undo" => Command::Undo(words.next().map_or(Ok(1), number)?),
            "time_settings" => Command::TimeSettings {
                main: seconds(take(words)?)?,
                overtime: seconds(take(words)?)?,
                stones: number(take(words)?)?,
            },
            "time_left" => Command::TimeLeft {
                color: color(take(words)?)?,
                seconds: time_left(take(words)?)?,
                stones: number(take(words)?)?,
            },
            "rival-time_settings" => Command::FineTimeSettings {
                main: number(take(words)?)?,
                increment: number(take(words)?)?,
                period: number(take(words)?)?,
                moves: number(take(words)?)?,
            },
            "rival-time_left" => Command::FineTimeLeft {
                color: color(take(words)?)?,
                milliseconds: number(take(words)?).map(|time: i64| time.max(0).unsigned_abs())?,
                moves: number(take(words)?)?,
            },
            "rival-limits" => Command::Limits { depth: number(take(words)?)?, nodes: number(take(words)?)? },
            "loadsgf" => load_sgf(arguments)?,
            "set_game" => Command::SetGame(take(words)?.to_owned()),
            "set_random_seed" => Command::SetRandomSeed(number(take(words)?)?),
            "gogui-play_sequence" => Command::PlaySequence(sequence(arguments)?),
            _ => return without_arguments(name).ok_or(GtpError::UnknownCommand),
        })
    }
}

/// The next argument, which is required.
fn take<'a>(words: &mut SplitWhitespace<'a>) -> Result<&'a str, GtpError> {
    words.next().ok_or(GtpError::SyntaxError)
}

fn without_arguments(name: &str) -> Option<Command> {
    WITHOUT_ARGUMENTS.iter().find(|(known, _)| *known == name).map(|(_, command)| command.clone())
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, GtpError> {
    text.parse().map_err(|_| GtpError::SyntaxError)
}

fn finite(text: &str) -> Result<f64, GtpError> {
    number(text).and_then(|value: f64| if value.is_finite() { Ok(value) } else { Err(GtpError::SyntaxError) })
}

fn seconds(text: &str) -> Result<u32, GtpError> {
    number(text).map(|seconds: u64| u32::try_from(seconds).unwrap_or(u32::MAX))
}

/// An expired clock may be sent as a negative time.
fn time_left(text: &str) -> Result<u32, GtpError> {
    number(text).map(|seconds: i64| u32::try_from(seconds.max(0)).unwrap_or(u32::MAX))
}

fn color(text: &str) -> Result<Color, GtpError> {
    lenient::color(text).ok_or(GtpError::SyntaxError)
}

/// Reads the two forms that GTP defines: a square, or `pass`.
fn vertex(text: &str) -> Result<Move, GtpError> {
    if text.eq_ignore_ascii_case("pass") { Ok(Move::Pass) } else { number(text).map(Move::Place) }
}

/// The file's name may contain spaces; a number after it is the move.
fn load_sgf(arguments: &str) -> Result<Command, GtpError> {
    let (first, rest) = split_word(arguments);
    if first.is_empty() {
        return Err(GtpError::SyntaxError);
    }
    Ok(match arguments.rsplit_once(' ') {
        Some((file, last)) if !rest.is_empty() && last.parse::<usize>().is_ok() => {
            Command::LoadSgf { file: file.trim().to_owned(), before: last.parse().ok() }
        }
        _ => Command::LoadSgf { file: arguments.trim().to_owned(), before: None },
    })
}

fn sequence(arguments: &str) -> Result<Vec<(Color, Move)>, GtpError> {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    words
        .chunks(2)
        .map(|pair| match pair {
            [c, v] => Ok((color(c)?, vertex(v)?)),
            _ => Err(GtpError::SyntaxError),
        })
        .collect()
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::KnownCommand(name) => write!(f, "known_command {name}"),
            Command::BoardSize(size) => write!(f, "boardsize {size}"),
            Command::Komi(komi) => write!(f, "komi {komi}"),
            Command::Play(color, mv) => write!(f, "play {} {}", letter(*color), written(*mv)),
            Command::GenMove(color) => write!(f, "genmove {}", letter(*color)),
            Command::RegGenMove(color) => write!(f, "reg_genmove {}", letter(*color)),
            Command::Undo(1) => f.write_str("undo"),
            Command::Undo(count) => write!(f, "gg-undo {count}"),
            Command::TimeSettings { main, overtime, stones } => write!(f, "time_settings {main} {overtime} {stones}"),
            Command::TimeLeft { color, seconds, stones } => {
                write!(f, "time_left {} {seconds} {stones}", letter(*color))
            }
            Command::FineTimeSettings { main, increment, period, moves } => {
                write!(f, "rival-time_settings {main} {increment} {period} {moves}")
            }
            Command::FineTimeLeft { color, milliseconds, moves } => {
                write!(f, "rival-time_left {} {milliseconds} {moves}", letter(*color))
            }
            Command::Limits { depth, nodes } => write!(f, "rival-limits {depth} {nodes}"),
            Command::LoadSgf { file, before: None } => write!(f, "loadsgf {file}"),
            Command::LoadSgf { file, before: Some(before) } => write!(f, "loadsgf {file} {before}"),
            Command::SetGame(game) => write!(f, "set_game {game}"),
            Command::SetRandomSeed(seed) => write!(f, "set_random_seed {seed}"),
            Command::PlaySequence(moves) => {
                f.write_str("gogui-play_sequence")?;
                moves.iter().try_for_each(|&(color, mv)| write!(f, " {} {}", letter(color), written(mv)))
            }
            plain => {
                let (name, _) =
                    WITHOUT_ARGUMENTS.iter().find(|(_, command)| command == plain).expect("the others have arguments");
                f.write_str(name)
            }
        }
    }
}
