//! The kinds of personalities, a file each: the checked fields, their raw type, and the conversion back.

pub(super) mod alpha_beta;
mod book;
mod choice;
mod features;
pub(super) mod human;
mod learn;
pub(super) mod map_mixture;
pub(super) mod mcts;
mod objects;
pub(super) mod placement;
pub(super) mod random;
mod repertoire;
pub(super) mod rival;
mod search;
pub(super) mod static_map;
mod weights;

pub use alpha_beta::AlphaBetaSpec;
pub use book::BookSpec;
pub(super) use choice::METHODS;
pub use choice::{ChoiceRule, Correction};
pub use human::{Habits, HumanSpec, Strength};
pub use learn::{Learn, Reference};
pub use map_mixture::MapMixtureSpec;
pub(crate) use mcts::MOST_PLAYOUTS;
pub use mcts::{MctsSpec, Playouts};
pub(super) use objects::objects;
pub use placement::PlacementSpec;
pub(super) use repertoire::ROLES;
pub use repertoire::{OpeningRole, RepertoireSpec};
pub use rival::RivalSpec;
pub(super) use search::{CLOCKS, TIES};
pub use search::{Effort, SearchSpec, TieRule};
