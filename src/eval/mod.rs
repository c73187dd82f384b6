//! Evaluation: the static value of a position, and its terms.

mod evaluation;
mod evaluator;
pub mod features;
mod noise;
#[cfg(test)]
mod oracle;
pub mod patterns;
pub mod probcut;
mod terms;
mod value;
mod weighted_sum;
mod worth;

pub use evaluation::{Evaluation, EvaluationSpec};
pub use evaluator::{Evaluator, Leaf, LineUse};
pub use features::{Feature, MoveCount, symmetric};
pub use terms::{Term, WeightedSpec};
pub use value::{FINISHED, Value, finished, finished_score};
pub use weighted_sum::WeightedSum;
pub use worth::{Unit, Worth};
