//! The NBoard protocol, versions 1 and 2.

mod answer;
mod command;
mod reply;

pub use answer::Answer;
pub use command::{Command, CommandError};
pub use reply::{Depth, Eval, Reply};

use crate::board::Move;

/// A move in NBoard's form: `F5` or `PA`.
fn mli(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
    }
}
