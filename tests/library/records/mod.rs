//! Every format of games: round trips, files of other programs, real files, and arbitrary input without a panic.

mod archive;
mod damaged;
mod examples;
mod joined;
mod quest;
mod real_files;
mod round_trips;
mod spellings;
