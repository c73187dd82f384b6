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
pub(crate) use self::fact::{AnswerEffect, FewSquares};
pub use self::theme::Theme;
use crate::board::{Board, Move, Square};
use crate::people::Discs;
use crate::search::Line;

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
    /// True if both moves have the same winner and little is lost. It is false if a clause says so.
    close: bool,
}

/// The opponent's replies to the played move in searches of two depths, each with its line and its value for the
/// opponent, the best first. They are empty if the replies are unknown.
#[derive(Debug, Clone, Copy, Default)]
pub struct Replies<'a> {
    /// Those of the deeper search.
    pub deeper: &'a [Line],
    /// Those of the shallower search.
    pub shallower: &'a [Line],
}

/// The largest difference between two replies that are nearly equal.
const NEARLY: Discs = Discs(1.0);

impl<'a> Replies<'a> {
    /// The discs by which this answer is better for the opponent than every other one, by the deeper search.
    fn advantage(self, answer: Square) -> Option<Discs> {
        let is_answer = |line: &&Line| line.pv.first() == Some(&Move::Place(answer));
        let own = self.deeper.iter().find(is_answer)?;
        let other = self.deeper.iter().find(|line| !is_answer(line))?;
        Some(Discs(own.value.discs() - other.value.discs()))
    }

    /// The replies that are nearly as good as the best one in one of the searches.
    fn good(self) -> impl Iterator<Item = &'a Line> {
        [self.shallower, self.deeper].into_iter().flat_map(nearly_best)
    }
}

/// The lines that are nearly as good as the best one.
fn nearly_best(lines: &[Line]) -> impl Iterator<Item = &Line> {
    let best = lines.first().map_or(0.0, |line| line.value.discs());
    lines.iter().take_while(move |line| line.value.discs() >= best - NEARLY.0)
}

impl Reason {
    /// The first reason why the line of a played move is worse than that of a better one, for the side to move, that
    /// the lines of a smaller depth confirm, if they are known, and that explains a good part of the loss; `None` if
    /// there is none. The line of a good reply confirms, too, and a lost corner must be in that of the best reply.
    /// `results` are the mover's leads at the end of the game.
    #[must_use]
    pub fn of(
        board: &Board,
        deepest: LinePair<'_>,
        shallower: Option<LinePair<'_>>,
        replies: Replies<'_>,
        results: Option<(i32, i32)>,
        loss: Discs,
    ) -> Option<Reason> {
        let results = results.map(|(played, better)| Results { played, better });
        let effects_of = |reply: &Line, better: &[Move]| {
            let played: Vec<Move> = deepest.played.iter().take(1).chain(&reply.pv).copied().collect();
            LinePair { played: &played, better }.effects(board, results, replies)
        };
        let mut effects = deepest.effects(board, results, replies)?;
        if let Some(lines) = shallower {
            let mut others = lines.effects(board, results, replies)?;
            for reply in replies.good() {
                others.extend(effects_of(reply, lines.better).into_iter().flatten());
            }
            effects = effects.into_iter().filter_map(|effects| effects.confirmed_by(&others)).collect();
        }
        let after_reply = replies.deeper.first().and_then(|reply| effects_of(reply, deepest.better));
        let mut fit = effects.into_iter().filter(|effects| effects.explain(loss));
        let Effects { played, better, .. } = fit.find(|effects| effects.has_corner_of(after_reply.as_deref()))?;
        let close = results.is_some_and(Results::are_close) && !played.is_some_and(Fact::is_result);
        let played = played.map(|fact| Clause { mv: deepest.played[0], fact });
        let better = better.map(|fact| Clause { mv: deepest.better[0], fact });
        Some(Reason { played, better, close })
    }

    /// The admission that these lines show no simple reason.
    #[must_use]
    pub fn without(deepest: LinePair<'_>) -> Option<Reason> {
        let mv = *deepest.better.first()?;
        let fact = Fact::Later { plies: deepest.plies() };
        Some(Reason { played: None, better: Some(Clause { mv, fact }), close: false })
    }
}

#[cfg(test)]
mod tests {
    use super::line::Events;
    use super::line::tests::random;
    use super::*;
    use crate::board::square::CORNERS;
    use crate::board::{Color, squares};
    use crate::eval::Worth;

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
                    let worse = Reason::of(&board, taken, None, Replies::default(), None, Discs(2.0)).unwrap();
                    assert_eq!((worse.played, worse.better.map(|clause| clause.fact)), (None, passes), "{worse}");
                    // If the opponent has no move after the lost move, this is not the reason.
                    let better = Reason::of(&board, given, None, Replies::default(), None, Discs(2.0));
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

    fn line(moves: &str) -> Vec<Move> {
        moves.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    /// The words of the reason from lines of two depths, each of the played move and of the better one.
    fn words(board: &str, [deeper, shallower]: [[&str; 2]; 2], replies: Replies<'_>, loss: f64) -> String {
        let [deeper, shallower] = [deeper, shallower].map(|lines| lines.map(line));
        let [deeper, shallower] = [&deeper, &shallower].map(|[played, better]| LinePair { played, better });
        let reason = Reason::of(&board.parse().unwrap(), deeper, Some(shallower), replies, None, Discs(loss));
        reason.map_or(String::new(), |reason| reason.to_string())
    }

    #[test]
    fn without_a_quiet_move_a_move_is_worse_than_one_that_keeps_some() {
        let board = "---XXO----XXXO--XXXOXXXX-OOOOOX---OXXO---XOO--O----------------- O";
        let deeper = ["a6 f6 c1 a4 b5 a5 g5", "c1 f6 e6 d7 e7 c7 d8"];
        let shallower = ["a6 f6 e6 g1 g5", "c1 f6 e6 d7 e7"];
        let words = words(board, [deeper, shallower], Replies::default(), 5.6);
        assert_eq!(words, "a6 leaves White no quiet move after f6; c1 would have left White 2 quiet moves (a6 a7)");
        let [deeper, shallower] = [deeper, shallower].map(|[played, better]| [better, played]);
        let words = self::words(board, [deeper, shallower], Replies::default(), 5.6);
        assert!(!words.contains("quiet move"), "{words}");
    }

    #[test]
    fn an_answer_with_its_effect_is_a_reason_if_it_is_clearly_the_best_one() {
        let board = "----------XOXX-----OXXO--OOOXXO---OOXXXX---OXXX-----XO---------- X";
        let deeper = ["c3 f8 d8 b3 c1 h6 c7", "c7 f8 d8 e1 h4 e8 g8"];
        let shallower = ["c3 f8 e1 d7 h3", "c7 e1 c6 f1 h4"];
        let told = |other: f64| {
            let reply = |mv: &str, discs| Line::estimated(mv.parse().unwrap(), Worth::Discs(discs), 9);
            let lines = [reply("f8", -5.1), reply("b3", other)];
            words(board, [deeper, shallower], Replies { deeper: &lines, shallower: &[] }, 2.6)
        };
        assert_eq!(told(-7.5), "c3 lets White play f8, which takes a3 away from Black");
        assert!(!told(-5.5).contains("play f8"), "{}", told(-5.5));
    }
}
