//! The rules: squares, positions, games, and their results.

pub mod edges;
mod form;
pub mod game;
pub mod geometry;
pub mod kernel;
pub mod objective;
pub mod perft;
pub mod position;
pub mod random;
pub mod square;
pub mod symmetry;

pub(crate) use form::Form;
pub use game::{Board, Color, Game, IllegalMove, Move};
pub use objective::{Objective, points};
pub use perft::{Passes, perft};
pub use position::Position;
pub use square::{Bitboard, ParseError, Square, Squares, squares};
pub use symmetry::Symmetry;
