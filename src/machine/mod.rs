//! Services of the machine: files that are written whole or not at all, files that end, this program's own file, and
//! threads to spread work over.

pub mod date;
pub mod files;
pub mod kept;
pub mod program;
pub mod regular;
pub mod work;
