//! Agents and rivals: players as strong as a person, and several of them with a character each, that follow the person.
//!
//! This is the one room where they are made; the command and the page call it. Long work is followed by an
//! [`Observer`], and what is done is kept in a [`Folder`], so that a run that was broken off goes on.

mod agent;
mod characters;
mod choose;
mod folder;
mod follow;
mod level;
mod make;
mod scenes;

pub use agent::{Person, agent};
pub use characters::{CHARACTERS, Character};
pub use choose::Stage;
pub use folder::{Folder, FolderError};
pub use follow::{Following, InForce, follows, in_force};
pub use level::{Effort, Levelled, Opponent, level, panel};
pub use make::{Made, MakeError, ROUNDS, Settings, habits, levelled_agent, make};
pub use scenes::{Play, Scene, scenes};

use crate::search::Stop;

/// Follows long work, and can stop it.
pub trait Observer: Sync {
    /// So many steps of so many are done; `what` is in hand.
    fn progress(&self, done: u64, of: u64, what: &str);

    /// Set when the work is not wanted any more.
    fn stop(&self) -> &Stop;
}
