//! The page: for one person, who plays, sees games reviewed, and learns how strong he is.
//!
//! The `desk` owns it all. It keeps things in a `store`, has long work done by `jobs`, and asks `person`, `opponents`
//! and `judges`. See `docs/page.md`.
//!
//! In the program a `server` brings it to the browser of this machine: `http` is the web server and its guard, `hub`
//! pushes what the page shows, `clerk` is the thread that the desk runs on, and work is done on `threads`. Without the
//! program, in a `browser`, messages of workers take the place of all that.

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
