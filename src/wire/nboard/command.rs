//! Commands from the GUI to the engine.

use std::fmt;

use crate::record::GameRecord;
use crate::record::ggf::{self, GgfError, MoveItem};
use crate::wire::text::{decode, quote, split_word};

/// A line from the GUI.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// The protocol's version: 1 or 2.
    NBoard(u32),
    /// Sets the game to continue.
    SetGame(Box<GameRecord>),
    /// Sets the depth of searches in plies, 1 or more.
    SetDepth(u32),
    /// Sets the engine's contempt for draws: -100, 0 or 100.
    SetContempt(i32),
    /// Our own command: sets the seed of the next game. No GUI sends it.
    SetSeed(u64),
    /// Our own command: turns descriptions of moves on or off. A tournament has no reader for descriptions.
    SetExplain(bool),
    /// Our own command: sets the positions of each search for a move; 0 is no limit.
    SetNodes(u64),
    /// Our own command: sets the milliseconds of each search for a move; 0 is no limit.
    SetMoveTime(u64),
    /// Adds a move to the game. Version 1 sends it without a word before it.
    Move(MoveItem),
    /// Requests `pong` with the same number, once all earlier commands are done.
    Ping(u64),
    /// Requests this many of the best moves, 1 or more.
    Hint(usize),
    /// Requests a move in the game's position.
    Go,
    /// Tells the engine to learn from the game.
    Learn,
    /// Requests the value of each position of the game.
    Analyze,
    /// Ends the conversation.
    Quit,
}

/// An error in a line from the GUI, as one line for users.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CommandError {
    /// There is no such command. The field is the line's first word.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// There is no such setting. The field is its name.
    #[error("unknown setting '{0}', expected game, depth, contempt, movetime, nodes, seed or explain")]
    UnknownSetting(String),
    /// An argument cannot be used.
    #[error("{word}: found '{found}', expected {expected}")]
    Argument {
        /// The command.
        word: &'static str,
        /// The given argument.
        found: String,
        /// The accepted values.
        expected: &'static str,
    },
    /// The game cannot be read.
    #[error("set game: {0}")]
    Game(GgfError),
    /// The move cannot be read.
    #[error("move: {0}")]
    Move(GgfError),
}

impl Command {
    /// Reads a line, with or without its line end. A blank line gives `None`.
    ///
    /// # Errors
    ///
    /// The line is not a command, or an argument is unreadable.
    pub fn parse(line: &[u8]) -> Result<Option<Command>, CommandError> {
        let text = decode(line);
        let (word, rest) = split_word(&text);
        let command = match word {
            "" => return Ok(None),
            "nboard" => Command::NBoard(number("nboard", rest, "a version: 1 or 2", 1..)?),
            "set" => return setting(line, rest).map(Some),
            "move" => Command::Move(rest.parse().map_err(CommandError::Move)?),
            "ping" => Command::Ping(number("ping", rest, "a number", 0..)?),
            "hint" => Command::Hint(number("hint", rest, "a number of moves, 1 or more", 1..)?),
            "go" => Command::Go,
            "learn" => Command::Learn,
            "analyze" => Command::Analyze,
            "quit" => Command::Quit,
            _ => {
                return text
                    .parse()
                    .map(|item| Some(Command::Move(item)))
                    .map_err(|_| CommandError::Unknown(quote(word)));
            }
        };
        Ok(Some(command))
    }
}

fn setting(line: &[u8], text: &str) -> Result<Command, CommandError> {
    let (name, value) = split_word(text);
    match name {
        // The bytes are parsed, because a player's name may have any encoding, which the record's parser handles.
        "game" => {
            let start = line.windows(4).position(|part| part == b"game").map_or(line.len(), |at| at + 4);
            ggf::parse(&line[start..]).map(|game| Command::SetGame(Box::new(game))).map_err(CommandError::Game)
        }
        "depth" => Ok(Command::SetDepth(number("set depth", value, "a number of plies, 1 or more", 1..)?)),
        "seed" => Ok(Command::SetSeed(number("set seed", value, "a number", 0..)?)),
        "explain" => number("set explain", value, "0 or 1", 0..=1).map(|wanted: u8| Command::SetExplain(wanted == 1)),
        "nodes" => Ok(Command::SetNodes(number("set nodes", value, "a number of positions", 0..)?)),
        "movetime" => Ok(Command::SetMoveTime(number("set movetime", value, "a number of milliseconds", 0..)?)),
        "contempt" => Ok(Command::SetContempt(number("set contempt", value, "a number from -100 to 100", -100..=100)?)),
        _ => Err(CommandError::UnknownSetting(quote(name))),
    }
}

fn number<T: std::str::FromStr + PartialOrd>(
    word: &'static str,
    text: &str,
    expected: &'static str,
    range: impl std::ops::RangeBounds<T>,
) -> Result<T, CommandError> {
    let value: Option<T> = text.parse().ok();
    value.filter(|value| range.contains(value)).ok_or_else(|| CommandError::Argument {
        word,
        found: quote(text),
        expected,
    })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::NBoard(version) => write!(f, "nboard {version}"),
            Command::SetGame(game) => write!(f, "set game {}", ggf::write(game)),
            Command::SetDepth(depth) => write!(f, "set depth {depth}"),
            Command::SetContempt(contempt) => write!(f, "set contempt {contempt}"),
            Command::SetSeed(seed) => write!(f, "set seed {seed}"),
            Command::SetExplain(wanted) => write!(f, "set explain {}", u8::from(*wanted)),
            Command::SetNodes(nodes) => write!(f, "set nodes {nodes}"),
            Command::SetMoveTime(milliseconds) => write!(f, "set movetime {milliseconds}"),
            Command::Move(item) => write!(f, "move {item}"),
            Command::Ping(id) => write!(f, "ping {id}"),
            Command::Hint(count) => write!(f, "hint {count}"),
            Command::Go => f.write_str("go"),
            Command::Learn => f.write_str("learn"),
            Command::Analyze => f.write_str("analyze"),
            Command::Quit => f.write_str("quit"),
        }
    }
}
