//! Disc squares: a disc has the value of its square.

use std::sync::Arc;

use super::square_table::SquareTable;
use super::{Definition, Parameters, Takes, View, Weight};

/// The values of the squares, row 1 first. The feature is own discs minus the opponent's.
#[derive(Debug, Clone, PartialEq)]
pub struct DiscSquares(pub Box<[f64; 64]>);

impl Definition for DiscSquares {
    const NAME: &'static str = "disc-squares";
    const TAKES: Takes = Takes::Values(64);
    type WeightedForm = Option<Arc<SquareTable>>;

    fn with(parameters: Parameters<'_>) -> Option<DiscSquares> {
        let Parameters::Values(values) = parameters else { return None };
        values.try_into().ok().map(|values| DiscSquares(Box::new(values)))
    }

    fn parameters(&self) -> Parameters<'_> {
        Parameters::Values(&self.0[..])
    }

    fn bound(&self) -> f64 {
        self.0.iter().map(|value| value.abs()).sum()
    }

    fn squares(&self) -> Option<[f64; 64]> {
        Some(*self.0)
    }

    fn weigh(&self, weight: Weight, table: &mut Self::WeightedForm) {
        SquareTable::add(table, &self.0, weight);
    }

    #[inline]
    fn value(table: &Self::WeightedForm, view: &View<'_>) -> i32 {
        table.as_ref().map_or(0, |table| table.difference(&view.leaf.position))
    }
}
