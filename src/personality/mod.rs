//! Personalities: everything a player does, as one JSON file.
//!
//! The bytes become a raw file (`file`: types and field names are checked, with line and column), its fields become the
//! fields of a kind (`kinds`: a raw type, its checks and the conversion back, a file each), and the result is a
//! [`Personality`]. Nothing is checked after that: an unusable file never becomes a personality. The module
//! [`players`](crate::players) makes the players. `docs/personalities.md` describes the format.

#[cfg(test)]
mod documents;
mod error;
mod file;
mod kind;
mod kinds;
mod load;
pub mod map_csv;
mod parse;
pub mod phases;
mod shipped;
mod spec;
mod values;
mod whole;

pub use crate::record::problem::Problem;
pub use error::PersonalityError;
pub use file::Provenance;
pub use kind::Kind;
pub use kinds::*;
pub use load::load;
pub(crate) use parse::check_name;
pub use parse::parse;
pub use shipped::{Heading, STRONGEST, all as shipped, headings, is_shipped, listed, names as shipped_names};
pub(crate) use values::{LARGEST, text as check_text};
pub use whole::{Personality, signed_name};
