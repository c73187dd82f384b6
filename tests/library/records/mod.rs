//! Every format of games: what is written reads back, the forms that other programs write, real files, and input of any
//! kind without a panic.

mod archive;
mod examples;
mod quest;
mod real_files;
mod round_trips;
mod spellings;
