//! Replies of the engine to the GUI.

use std::fmt;

use super::answer::Answer;
use super::mli;
use crate::board::Move;
use crate::record::problem::Problem;
use crate::wire::text::{ascii, decode, line_of_play, quote, split_word};

/// A line from the engine.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// The answer to the ping with this number. All lines after it answer later commands.
    Pong(u64),
    /// The move for `go`, with its evaluation and time.
    Move {
        /// The move to play.
        mv: Move,
        /// The value for the mover in discs.
        eval: Option<f64>,
        /// The time for the move in seconds.
        seconds: Option<f64>,
    },
    /// A hint from a search: the line of play, and the best value in discs for the mover.
    Search {
        /// The principal variation, which begins with the move to make.
        pv: Vec<Move>,
        /// The value for the mover.
        eval: Eval,
        /// The depth of the search.
        depth: Depth,
        /// Further words; mostly empty.
        text: String,
    },
    /// A hint from a book: the same as for a search, with the number of games.
    Book {
        /// The line of play, which begins with the move to make.
        pv: Vec<Move>,
        /// The value for the mover.
        eval: Eval,
        /// The number of games.
        games: i32,
        /// The depth of the book's line.
        depth: Depth,
        /// Further words; mostly empty.
        text: String,
    },
    /// The work of the search so far.
    NodeStats {
        /// The number of visited positions.
        nodes: u64,
        /// The elapsed time in seconds.
        seconds: f64,
    },
    /// A text for the user. An empty one clears the last text.
    Status(String),
    /// The engine's name, which is one word.
    MyName(String),
    /// A result of `analyze`: the position and its value.
    Analysis {
        /// The number of moves before the position.
        ply: usize,
        /// The position's value for Black, in discs.
        eval: f64,
    },
    /// The engine has learned from the game.
    Learned,
}

/// The value of a hint in discs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Eval {
    /// A single value.
    Value(f64),
    /// A range for the value.
    Between {
        /// The upper bound.
        high: f64,
        /// The lower bound.
        low: f64,
    },
}

/// The depth of a hint. The GUI drops every hint whose depth is written differently from that of the newest one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Depth {
    /// A depth in plies.
    Plies(u32),
    /// `100%W`: only win, loss or draw is certain.
    WinLossDraw,
    /// `100%`: the value is exact.
    Exact,
    /// Any other text of an engine, such as `80%` or `12@98%`.
    Other(String),
}

impl Reply {
    /// Reads a line, with or without its line end. Lines with another first word are ignored and give `None`.
    ///
    /// # Errors
    ///
    /// The first word is that of a reply, but the rest is unreadable.
    pub fn parse(line: &[u8]) -> Result<Option<Reply>, Problem> {
        let text = decode(line);
        let (word, rest) = split_word(&text);
        let reply = match word {
            "pong" => rest.parse().map(Reply::Pong).map_err(|_| "pong N"),
            "===" => {
                let Answer { mv, eval, seconds, .. } = Answer::parse(rest)?;
                Ok(Reply::Move { mv, eval, seconds })
            }
            "search" => hint(rest, false).ok_or("search PV EVAL 0 DEPTH"),
            "book" => hint(rest, true).ok_or("book PV EVAL GAMES DEPTH"),
            "nodestats" => node_stats(rest).ok_or("nodestats NODES SECONDS"),
            "status" => Ok(Reply::Status(rest.to_owned())),
            "set" => match split_word(rest) {
                ("myname", name) if !name.is_empty() => Ok(Reply::MyName(name.to_owned())),
                _ => Err("set myname NAME"),
            },
            "analysis" => analysis(rest).ok_or("analysis PLY EVAL"),
            "learned" => Ok(Reply::Learned),
            _ => return Ok(None),
        };
        reply.map(Some).map_err(|expected| Problem::at("", format!("'{}'", quote(&text)), expected))
    }
}

fn hint(text: &str, book: bool) -> Option<Reply> {
    let (pv, rest) = split_word(text);
    let (eval, rest) = split_word(rest);
    let (games, rest) = split_word(rest);
    let (depth, text) = split_word(rest);
    let pv = line_of_play(pv)?;
    let eval = eval_of(eval)?;
    let depth = depth_of(depth)?;
    let text = text.to_owned();
    Some(if book {
        Reply::Book { pv, eval, games: games.parse().ok()?, depth, text }
    } else {
        games.parse::<i64>().ok()?;
        Reply::Search { pv, eval, depth, text }
    })
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

fn eval_of(text: &str) -> Option<Eval> {
    match text.split_once(',') {
        Some((high, low)) => Some(Eval::Between { high: finite(high)?, low: finite(low)? }),
        None => finite(text).map(Eval::Value),
    }
}

fn depth_of(text: &str) -> Option<Depth> {
    Some(match text {
        "" => return None,
        "100%" => Depth::Exact,
        "100%W" => Depth::WinLossDraw,
        _ => text.parse().map_or_else(|_| Depth::Other(text.to_owned()), Depth::Plies),
    })
}

fn node_stats(text: &str) -> Option<Reply> {
    let (nodes, rest) = split_word(text);
    let seconds = finite(split_word(rest).0)?;
    // Some engines write the nodes as a real number.
    let nodes = nodes.parse().ok().or_else(|| finite(nodes).map(|nodes| nodes as u64))?;
    Some(Reply::NodeStats { nodes, seconds })
}

fn analysis(text: &str) -> Option<Reply> {
    let (ply, rest) = split_word(text);
    Some(Reply::Analysis { ply: ply.parse().ok()?, eval: finite(split_word(rest).0)? })
}

impl fmt::Display for Reply {
    /// Writes the line, with two decimals for discs, three for seconds, and no exponents.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Pong(id) => write!(f, "pong {id}"),
            Reply::Move { mv, eval, seconds } => {
                write!(f, "=== {}", mli(*mv))?;
                match (eval, seconds) {
                    (None, None) => Ok(()),
                    (Some(eval), None) => write!(f, "/{}", discs(*eval)),
                    (None, Some(seconds)) => write!(f, "//{seconds:.3}"),
                    (Some(eval), Some(seconds)) => write!(f, "/{}/{seconds:.3}", discs(*eval)),
                }
            }
            Reply::Search { pv, eval, depth, text } => {
                write!(f, "search {} {eval} 0 {depth}", written(pv))?;
                trailing(f, text)
            }
            Reply::Book { pv, eval, games, depth, text } => {
                write!(f, "book {} {eval} {games} {depth}", written(pv))?;
                trailing(f, text)
            }
            Reply::NodeStats { nodes, seconds } => write!(f, "nodestats {nodes} {seconds:.3}"),
            Reply::Status(text) => {
                f.write_str("status")?;
                trailing(f, text)
            }
            Reply::MyName(name) => write!(f, "set myname {}", ascii(name).replace(' ', "_")),
            Reply::Analysis { ply, eval } => write!(f, "analysis {ply} {}", discs(*eval)),
            Reply::Learned => f.write_str("learned"),
        }
    }
}

fn written(pv: &[Move]) -> String {
    pv.iter().map(|&mv| mli(mv)).collect()
}

fn trailing(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if text.is_empty() { Ok(()) } else { write!(f, " {}", ascii(text)) }
}

/// Discs with two decimals. It is never a negative zero.
fn discs(value: f64) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Value(value) => f.write_str(&discs(*value)),
            Eval::Between { high, low } => write!(f, "{},{}", discs(*high), discs(*low)),
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Plies(plies) => write!(f, "{plies}"),
            Depth::WinLossDraw => f.write_str("100%W"),
            Depth::Exact => f.write_str("100%"),
            Depth::Other(text) => f.write_str(text),
        }
    }
}
