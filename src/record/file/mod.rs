//! Files of games in any format.

mod read;
mod regular;

pub use read::{bytes, open, open_known, read};
pub use regular::{append, regular};
