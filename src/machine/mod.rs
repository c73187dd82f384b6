//! What the machine gives: files that are there whole or not at all, and those that end, which file this program is, and threads to spread
//! work over.

pub mod date;
pub mod files;
pub mod kept;
pub mod program;
pub mod regular;
pub mod work;
