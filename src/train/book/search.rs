//! The values of a position's moves by the player's search.

use super::BookRecipe;
use crate::board::{Bitboard, Form, Position};
use crate::eval::Evaluation;
use crate::eval::probcut::Selectivity;
use crate::record::book::Values;
use crate::search::{self, Limits, Plan, Query, SilentObserver, Stop};

/// Each move of a form with its value, searched at this depth. Each position has its own search, so that it does not
/// depend on others.
pub(super) fn values(
    recipe: &BookRecipe,
    selectivity: Selectivity,
    depth: u32,
    evaluation: &Evaluation,
    position: &Position,
    stop: &Stop,
) -> Values {
    let moves = Form::moves(position);
    let plan = Plan { selectivity, ..Plan::new(recipe.player.rule) };
    let limits = Limits {
        depth: Some(depth),
        moves: Some(moves.iter().map(|square| square.bit()).sum::<Bitboard>()),
        stop: stop.clone(),
        ..Limits::default()
    };
    let query = Query { position: *position, plan: &plan, limits: &limits, lines: moves.len() };
    let report = search::search_with(query, evaluation, &mut SilentObserver);
    let values = moves.into_iter().map(|square| {
        let line = report.lines.iter().find(|line| line.pv[0].square() == Some(square));
        // A stopped search lacks lines for some moves; the round is then discarded.
        (square, line.map_or(0, |line| (100.0 * line.value.discs()).round() as i32))
    });
    values.collect()
}
