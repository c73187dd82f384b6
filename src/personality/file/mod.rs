//! The written file: a heading, which is the same for all kinds, and the fields of the kind.

mod head;
mod object;
mod parts;
mod read;
mod write;

pub(super) use head::Heading;
pub use head::Provenance;
pub(super) use head::{FORMAT, RawHeading};
pub(super) use object::{Object, present, raw};
pub(super) use parts::{FIELDS, Parts};
pub(super) use read::{File, HEADING};
