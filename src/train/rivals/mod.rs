//! Rivals: several players as strong as an agent, each with a character of its own.

pub mod best;
pub mod characters;
pub mod diversity;
pub mod thesis;

pub use characters::{CHARACTERS, Character};
