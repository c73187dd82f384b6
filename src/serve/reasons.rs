//! Why the last move was chosen.

use crate::board::Game;
use crate::players::explain::Critic;
use crate::players::{Explanation, Player, chosen};
use crate::search::Report;

/// The player's reasons for the move that a report chose in a game, with the critic's opinion if it plays for the same; `None` if the player gives no reasons.
pub(super) fn reasons(
    player: &mut dyn Player,
    critic: &mut Critic,
    game: &Game,
    report: &Report,
) -> Option<Explanation> {
    let mv = chosen(report)?;
    let mut explanation = player.explain(game, report, mv)?;
    if player.objective() == critic.objective() {
        explanation.opinion = critic.opinion(&game.board().position, mv);
    }
    Some(explanation)
}
