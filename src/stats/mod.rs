//! Pure numbers: they know nothing of Reversi.

mod field_elo;
mod interval;
mod linear;
mod los;
mod normal;
mod posterior;
mod range;
mod ratings;
mod score;
mod seed;
mod signed;
mod sprt;

pub use field_elo::FieldElo;
pub use interval::{Mean, Z95};
pub use linear::solve;
pub(crate) use linear::solve_with_determinant;
pub use los::Los;
pub use normal::{NORMAL_SIXTHS, draw_normal};
pub use posterior::Posterior;
pub use range::Range;
pub use ratings::{Bout, Encounter, Rating, Ratings, ShrunkRatings, ratings, shrunk};
pub use score::{Interval, Pairs, Scores, Tally, elo, expected_score};
pub use seed::{derive, mix};
pub use signed::signed;
pub use sprt::{Model, Sprt, Verdict};
