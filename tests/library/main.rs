//! The library as its callers see it: rules, records and wire formats, search and endgame, the house itself.

mod architecture;
mod arena;
mod endgame;
// Some parsers are the program's.
#[cfg(feature = "cli")]
mod fuzz;
mod likings;
mod reasons;
mod records;
mod rules;
mod search;
mod values;
mod wire;
