//! Files of games in any format.

mod read;

pub use read::{bytes, open, open_known, read};
