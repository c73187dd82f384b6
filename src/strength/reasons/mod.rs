//! The reason why a move lost, from pairs of lines: the move's own line and that of a better move, each pair from a
//! search of another depth. Each clause is true of its own line and false of the other, and a pair of a smaller depth
//! shows the same. If the lines show no reason, this is said, with the number of plies that were compared.

mod comparison;
mod deed;
mod effects;
mod fact;
mod line;
mod measures;
mod theme;
mod words;

use serde::Serialize;

pub use self::comparison::LinePair;
pub(crate) use self::deed::Deed;
use self::effects::{Effects, Results};
pub(crate) use self::fact::Fact;
#[cfg(test)]
pub(crate) use self::fact::FewSquares;
pub use self::theme::Theme;
use crate::board::{Board, Move};
use crate::people::Discs;

/// A fact, with the move whose line it describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Clause {
    #[serde(rename = "move")]
    mv: Move,
    fact: Fact,
}

/// One or two clauses, as data for any language. They are displayed as "g2 lets White take h1; h7 would have left Black
/// 3 safe moves".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reason {
    /// The clause about the played move.
    played: Option<Clause>,
    /// The clause about the better move.
    better: Option<Clause>,
}

impl Reason {
    /// The first reason why the line of a played move is worse than that of a better one, for the side to move, that
    /// the lines of a smaller depth confirm, if they are known, and that explains a good part of the loss; `None` if
    /// there is none. `results` are the mover's leads at the end of the game.
    #[must_use]
    pub fn of(
        board: &Board,
        deepest: LinePair<'_>,
        shallower: Option<LinePair<'_>>,
        results: Option<(i32, i32)>,
        loss: Discs,
    ) -> Option<Reason> {
        let results = results.map(|(played, better)| Results { played, better });
        let mut effects = deepest.effects(board, results)?;
        if let Some(lines) = shallower {
            let others = lines.effects(board, results)?;
            effects = effects.into_iter().filter_map(|effects| effects.confirmed_by(&others)).collect();
        }
        let Effects { played, better, .. } = effects.into_iter().find(|effects| effects.explain(loss))?;
        let played = played.map(|fact| Clause { mv: deepest.played[0], fact });
        let better = better.map(|fact| Clause { mv: deepest.better[0], fact });
        Some(Reason { played, better })
    }

    /// The admission that these lines show no simple reason.
    #[must_use]
    pub fn without(deepest: LinePair<'_>) -> Option<Reason> {
        let mv = *deepest.better.first()?;
        let fact = Fact::Later { plies: deepest.plies() };
        Some(Reason { played: None, better: Some(Clause { mv, fact }) })
    }
}

#[cfg(test)]
mod tests {
    use super::line::Events;
    use super::line::tests::random;
    use super::*;
    use crate::board::square::CORNERS;
    use crate::board::{Color, squares};

    fn takes_corner(mv: Move) -> bool {
        mv.square().is_some_and(|square| square.bit() & CORNERS != 0)
    }

    #[test]
    fn a_pass_of_the_opponent_is_what_the_better_move_would_have_brought() {
        let mut found = [0; 2];
        for game in (0..400).map(random) {
            let moves: Vec<Move> = game.moves().collect();
            for at in (0..moves.len()).filter(|&at| moves[at] == Move::Pass) {
                let side = game.history()[at].0.to_move;
                // The move just before takes away all of the opponent's moves; any other move is the other line.
                let board = game.history()[at - 1].0;
                for other in squares(board.position.moves()).map(Move::from).filter(|mv| *mv != moves[at - 1]) {
                    let lines = [[moves[at - 1]], [other]];
                    let giving = Events::new(&board, &lines[1], 8).unwrap();
                    if giving.passes(side) || lines.iter().any(|line| takes_corner(line[0])) {
                        continue;
                    }
                    let passes = Some(Fact::Passes { side, after: None });
                    let [taken, given] = [(1, 0), (0, 1)]
                        .map(|(played, better)| LinePair { played: &lines[played], better: &lines[better] });
                    let worse = Reason::of(&board, taken, None, None, Discs(2.0)).unwrap();
                    assert_eq!((worse.played, worse.better.map(|clause| clause.fact)), (None, passes), "{worse}");
                    // If the opponent has no move after the lost move, this is not the reason.
                    let better = Reason::of(&board, given, None, None, Discs(2.0));
                    assert!(
                        better.is_none_or(|reason| reason.played.map(|clause| clause.fact) != passes),
                        "{better:?}"
                    );
                    found[usize::from(side == Color::White)] += 1;
                }
            }
        }
        assert!(found.iter().all(|&count| count >= 20), "{found:?}");
    }
}
