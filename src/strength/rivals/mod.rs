//! Agents and rivals: players as strong as a person, and several of them with a character each, that follow the person.
//!
//! They are made here only; the command and the page call it. A [`Folder`] keeps finished parts, so that an interrupted
//! run continues.

mod agent;
mod balance;
mod casting;
mod characters;
mod choose;
mod folder;
mod follow;
mod level;
mod make;
mod making;
mod scenes;

pub use agent::{Person, agent};
pub use casting::{Casting, VisibleCharacter, agents_choices};
pub use characters::{CHARACTERS, Character, LEAST};
pub use choose::Stage;
pub use folder::{Folder, Shelf};
pub(crate) use follow::KNOWN;
pub use follow::{Following, followed, following, follows};
pub use level::{Effort, Levelling, Opponent, answered, games, level, panel};
pub use make::{MOST_RIVALS, MakeError, ROUNDS, Settings, levelled_agent, order};
pub use making::make;
#[cfg(any(feature = "cli", feature = "web"))]
pub(crate) use making::{Making, Run};
pub use scenes::{MoveChances, Scene, scenes};
