//! Training: an objective becomes a personality, offline.
//!
//! A [`recipe`] names a fitness (`fitness`), a method (`optimisers`, made of `operators`) and how the end is
//! decided; a [`run`] carries it out in a folder of its own. Games of static maps are played by the [`arena`], many at
//! once.

pub mod arena;
pub(crate) mod features;
pub(crate) mod fitness;
mod limits;
pub(crate) mod openings;
pub(crate) mod optimisers;
pub mod patterns;
pub mod people;
#[cfg(feature = "cli")]
pub(crate) mod rank;
pub mod recipe;
mod recipe_error;
pub mod run;

pub use recipe::Recipe;
pub use recipe_error::RecipeError;
pub use run::{End, Run, RunError, Settings};
