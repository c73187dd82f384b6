//! The page, on which one person plays, reviews games, and gets a strength estimate.
//!
//! The `desk` owns everything. It stores data in a `store`, gives long work to `jobs`, and uses `person`, `opponents`
//! and `judges`. See `docs/page.md`.
//!
//! In the program a `server` serves it to a browser on this machine: `http` is the web server with its guard, `hub`
//! pushes the topics, `clerk` is the thread of the desk, and long work runs on `threads`. Without the program, in a
//! `browser`, messages between workers replace these.

mod ask;
#[cfg(feature = "web")]
pub mod browser;
#[cfg(feature = "cli")]
mod clerk;
mod desk;
#[cfg(feature = "cli")]
mod http;
#[cfg(feature = "cli")]
mod hub;
mod jobs;
mod judges;
mod opponents;
mod person;
#[cfg(feature = "cli")]
mod server;
mod store;
mod tell;
#[cfg(feature = "cli")]
mod threads;

#[cfg(feature = "cli")]
pub(crate) use server::{Page, PageError};
#[cfg(feature = "cli")]
pub(crate) use store::{Files, Storage};
