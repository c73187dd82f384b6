//! `rival`: a Reversi (Othello) engine with personalities.
//!
//! # Quick start
//!
//! A position, its best move, and what it is worth to the side to move:
//!
//! ```
//! use rival::board::{Board, Game};
//! use rival::players::{self, Options, Player};
//! use rival::search::{Limits, SilentObserver};
//!
//! let personality = players::load("classic")?;
//! let mut player = personality.player(&Options::default());
//! let mut game = Game::new(Board::START);
//! player.new_game(1); // the seed of its random choices
//!
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let report = player.choose(&game, &limits, &mut SilentObserver);
//! let mv = players::chosen(&report).expect("the game is not over");
//! game.play(mv).expect("players play legal moves");
//! println!("{mv}: {:?}", report.lines[0]);
//! # Ok::<(), rival::players::PersonalityError>(())
//! ```
//!
//! More programs are in `examples/`. The feature `cli` (the default) adds the program; the library alone is
//! `default-features = false`.
//!
//! # Layers
//!
//! Imports point down only: a module may use those on the lines above its own in this list, and none on its own line or
//! below. `tests/library/architecture` reads the list and holds it.
//!
//! ```layers
//! stats board machine style
//! operators
//! record
//! wire
//! eval
//! search
//! people
//! personality
//! players
//! thesis
//! strength
//! serve tournament train
//! report
//! cli
//! ```
#![deny(unsafe_code)]
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "the program and the page use more of the crate than its users can")
)]
#![warn(missing_debug_implementations)]
#![warn(missing_docs)]
#![warn(unreachable_pub)]

pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod eval;
pub mod machine;
mod operators;
pub mod people;
pub mod personality;
pub mod players;
pub mod record;
#[cfg(feature = "cli")]
mod report;
pub mod search;
pub mod serve;
pub mod stats;
pub mod strength;
#[cfg(feature = "cli")]
mod style;
pub mod thesis;
#[cfg(all(feature = "cli", unix))]
mod tournament;
pub mod train;
pub mod wire;

/// The programs of the documents, which are compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Library;
