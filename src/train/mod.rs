//! Training: turns an objective into a personality, offline.
//!
//! A [`recipe`] names a fitness (`fitness`), a method (`optimisers`, made of `operators`) and the final choice; a
//! [`run`] carries it out in its own folder. The [`arena`] plays games of static maps, many at once.

pub mod arena;
pub mod book;
pub(crate) mod features;
pub(crate) mod fitness;
pub(crate) mod league;
mod limits;
pub mod network;
pub(crate) mod openings;
pub(crate) mod optimisers;
pub mod patterns;
pub mod recipe;
mod recipe_error;
pub mod run;

pub use crate::operators::equilibrium::equilibrium;
pub use recipe::Recipe;
pub use recipe_error::RecipeError;
pub use run::{End, Run, RunError, Settings};
