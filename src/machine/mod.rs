//! Services of the machine: files that are written completely or not at all, regular files, this program's own file,
//! the clock of players, the processor time of other programs, a description of the machine, memory and its large
//! pages, threads and their progress, and the division of work between machines.

pub mod clock;
pub mod date;
pub mod files;
pub mod memory;
pub mod meter;
pub mod model;
pub mod ownership;
pub mod pages;
pub mod program;
pub mod progress;
pub mod regular;
pub mod shard;
pub mod thinking;
pub mod work;
