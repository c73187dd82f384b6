//! Tournaments of engine programs, with reliable results.
//!
//! A [`Config`] describes one; [`Tournament`] plays it and keeps the records. [`schedule`] and [`openings`] are pure;
//! `run` has the workers; `game` plays one game, in which every fault of an engine is an outcome; `client` implements
//! the protocols; [`process`] starts and ends programs.

mod adjudicate;
mod busy;
pub(crate) mod catalogue;
mod check;
mod claims;
mod client;
mod clock;
pub(crate) mod config;
pub(crate) mod conformance;
mod fault;
mod folder;
mod game;
mod how;
mod identity;
mod journal;
mod log;
mod measured;
pub(crate) mod openings;
mod parts;
mod played;
pub(crate) mod process;
mod programs;
mod records;
mod run;
pub(crate) mod schedule;
mod standing;
mod unrecorded;
pub(crate) mod words;

use std::io;
use std::path::{Path, PathBuf};

pub(crate) use check::{EngineCheck, check, clock_note, rule_note};
pub(crate) use config::Config;
pub(crate) use fault::FaultKind;
pub(crate) use folder::Folder;
pub(crate) use openings::OpeningError;
pub(crate) use played::{FaultRecord, Ply, Termination, TournamentGame};
pub(crate) use records::{records, timed_records};
pub(crate) use run::Tournament;
pub(crate) use standing::{EngineLine, PairingLine, SprtLine, Standing};
pub(crate) use unrecorded::unrecorded;

use crate::machine::shard::PartsError;
use crate::record::problem::Problem;
use crate::record::run_folder::FolderError;

/// The reason why a tournament cannot be played or continued, in one line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {problem}", path.display())]
    Json { path: PathBuf, problem: Problem },
    #[error("{}: line {line}: {problem}", path.display())]
    Line { path: PathBuf, line: usize, problem: Box<Problem> },
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("{}: found a part of another tournament: {difference}", path.display())]
    OtherPart { path: PathBuf, difference: Box<Problem> },
    #[error(transparent)]
    Parts(#[from] PartsError),
    #[error("{engine}: it did not start: {why}")]
    NotStarted { engine: String, why: String },
    #[error("{engine}: it cannot be given opening {opening}, which no moves lead to: it does not know loadsgf")]
    NoSetUp { engine: String, opening: usize },
    #[error("stopped")]
    Stopped,
    #[error("stopped at the fault of {engine} in game {game}; the same command continues")]
    StoppedOnFault { engine: String, game: usize },
    /// The machine cannot open a process or a file.
    #[error("{0}")]
    Machine(io::Error),
}

impl Error {
    fn file(path: &Path, error: io::Error) -> Error {
        Error::File { path: path.to_owned(), error }
    }
}
