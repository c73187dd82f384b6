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
use self::effects::{Effects, Evidence, Results};
pub(crate) use self::fact::Fact;
#[cfg(test)]
pub(crate) use self::fact::{AnswerEffect, FewSquares, Sequel};
#[cfg(test)]
pub(super) use self::line::tests::random;
pub use self::theme::Theme;
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Board, Move, Square};
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
    /// The corner that the opponent can take at once after the better move, and could not before.
    price: Option<Square>,
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

/// A mistake, and what searches know of it.
#[derive(Debug, Clone, Copy)]
struct Mistake<'a> {
    board: &'a Board,
    loss: Discs,
    deepest: LinePair<'a>,
    /// The lines of a smaller depth, if they are known.
    shallower: Option<LinePair<'a>>,
    /// The squares of the mover's moves that lose less.
    better_moves: Bitboard,
    replies: Replies<'a>,
    /// The results of both moves, if they are exact.
    results: Option<Results>,
}

/// The largest difference between two replies that are nearly equal.
const NEARLY: Discs = Discs(1.0);
/// The largest difference between a reply that is told as harmful and the best one.
const HARMFUL: Discs = Discs(1.5);

impl Replies<'_> {
    /// The discs by which this answer is better for the opponent than every other one, by the deeper search.
    fn advantage(self, answer: Square) -> Option<Discs> {
        let is_answer = |line: &&Line| line.pv.first() == Some(&Move::Place(answer));
        let own = self.deeper.iter().find(is_answer)?;
        let other = self.deeper.iter().find(|line| !is_answer(line))?;
        Some(Discs(own.value.discs() - other.value.discs()))
    }

    /// The squares of the best reply of the deeper search, and of those that are nearly as good.
    fn good(self) -> Bitboard {
        first_squares(nearly_best(self.deeper))
    }

    /// The squares of the replies that are as good as the best one, or nearly, and bring the opponent more than half of
    /// this loss, by the deeper search, if it is known.
    fn harmful(self, loss: Discs) -> Option<Bitboard> {
        let least = self.deeper.first()?.value.discs() - HARMFUL.0.min(loss.0 / 2.0);
        Some(first_squares(self.deeper.iter().filter(|line| line.value.discs() > least)))
    }
}

/// The corner that this move gives away, if the opponent cannot take it already.
fn price(board: &Board, square: Square) -> Option<Square> {
    let before = board.position.pass().moves();
    Square::lowest(board.position.play(square).moves() & CORNERS & !before)
}

/// The squares of the first moves of these lines.
pub(super) fn first_squares<'a>(lines: impl Iterator<Item = &'a Line>) -> Bitboard {
    let squares = lines.filter_map(|line| line.pv.first()?.square());
    squares.fold(0, |set, square| set | square.bit())
}

/// The lines that are nearly as good as the best one.
fn nearly_best(lines: &[Line]) -> impl Iterator<Item = &Line> {
    let best = lines.first().map_or(0.0, |line| line.value.discs());
    lines.iter().take_while(move |line| line.value.discs() >= best - NEARLY.0)
}

impl Mistake<'_> {
    /// The effects that its lines show, the most important first; `None` if the lines cannot be compared.
    fn effects(&self) -> Option<Vec<Effects>> {
        let effects = self.compare(&self.expected(), self.deepest.better)?;
        let shallower = match self.shallower {
            // Exact lines are the best play to the end and need no other ones.
            Some(shallower) if self.results.is_none() => shallower,
            _ => return Some(effects),
        };
        let own_effects = self.compare(self.deepest.played, self.deepest.better)?;
        let evidence =
            Evidence { shallower: &self.shown_by_shallower(shallower)?, deeper: &self.shown_by_deeper(&own_effects) };
        let confirmed = effects.into_iter().filter_map(|effects| effects.confirmed_by(&evidence));
        // A lost corner is lost in the move's own line, too.
        Some(confirmed.filter(|effects| effects.has_corner_of(&own_effects)).collect())
    }

    /// The line that the played move is judged by: the best reply's, as the search behind the move knows the answer
    /// better than the one before it, or the move's own if the replies are unknown.
    fn expected(&self) -> Vec<Move> {
        self.replies.deeper.first().map_or(self.deepest.played.to_vec(), |reply| self.with_reply(reply))
    }

    /// The effects in the lines of the shallower search, and in those of the good replies in a shallower search.
    fn shown_by_shallower(&self, shallower: LinePair<'_>) -> Option<Vec<Effects>> {
        let mut shown = self.compare(shallower.played, shallower.better)?;
        for reply in nearly_best(self.replies.shallower) {
            shown.extend(self.compare(&self.with_reply(reply), shallower.better).into_iter().flatten());
        }
        Some(shown)
    }

    /// The effects in other lines of the deeper searches: the move's own, and those of other good replies. If the
    /// replies are unknown, there is no other line.
    fn shown_by_deeper(&self, own: &[Effects]) -> Vec<Effects> {
        let mut shown = if self.replies.deeper.is_empty() { Vec::new() } else { own.to_vec() };
        for reply in nearly_best(self.replies.deeper).skip(1) {
            shown.extend(self.compare(&self.with_reply(reply), self.deepest.better).into_iter().flatten());
        }
        shown
    }

    /// The played move and the line of a reply to it.
    fn with_reply(&self, reply: &Line) -> Vec<Move> {
        self.deepest.played.iter().take(1).chain(&reply.pv).copied().collect()
    }

    /// The effects of two lines.
    fn compare(&self, played: &[Move], better: &[Move]) -> Option<Vec<Effects>> {
        LinePair { played, better }.effects(self)
    }
}

impl Reason {
    /// The first reason why the line of a played move is worse than that of a better one, for the side to move, that
    /// the lines of a smaller depth confirm, if they are known, and that explains a good part of the loss; `None` if
    /// there is none. The line of the best reply comes before the move's own. The line of a good reply confirms, too;
    /// for corners and edges it must be of the shallower search, and a lost corner must be in both first lines.
    /// `better_moves` are the squares of the moves that lose less, all ones if they are unknown, and `results` the
    /// mover's leads at the end of the game.
    #[must_use]
    pub fn find(
        board: &Board,
        deepest: LinePair<'_>,
        shallower: Option<LinePair<'_>>,
        better_moves: Bitboard,
        replies: Replies<'_>,
        results: Option<(i32, i32)>,
        loss: Discs,
    ) -> Option<Reason> {
        let results = results.map(|(played, better)| Results { played, better });
        let mistake = Mistake { board, loss, deepest, shallower, better_moves, replies, results };
        let mut fit = mistake.effects()?.into_iter().filter(|effects| effects.explain(loss));
        let Effects { played, better, .. } = fit.next()?;
        let close = results.is_some_and(Results::are_close) && !played.is_some_and(Fact::is_result);
        let price = deepest.better[0].square().and_then(|square| price(board, square));
        let played = played.map(|fact| Clause { mv: deepest.played[0], fact });
        let better = better.map(|fact| Clause { mv: deepest.better[0], fact });
        Some(Reason { played, better, price: price.filter(|_| better.is_some()), close })
    }

    /// The admission that these lines show no simple reason.
    #[must_use]
    pub fn without(deepest: LinePair<'_>) -> Option<Reason> {
        let mv = *deepest.better.first()?;
        let fact = Fact::Later { plies: deepest.plies() };
        Some(Reason { played: None, better: Some(Clause { mv, fact }), price: None, close: false })
    }
}

#[cfg(test)]
mod tests {
    use super::line::Events;
    use super::*;
    use crate::board::{Color, squares};
    use crate::eval::Worth;

    fn takes_corner(mv: Move) -> bool {
        mv.square().is_some_and(|square| square.bit() & CORNERS != 0)
    }

    #[test]
    fn a_pass_of_the_opponent_is_what_the_better_move_would_have_brought() {
        let mut counts = [0; 2];
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
                    let worse = Reason::find(&board, taken, None, !0, Replies::default(), None, Discs(2.0)).unwrap();
                    assert_eq!((worse.played, worse.better.map(|clause| clause.fact)), (None, passes), "{worse}");
                    // If the opponent has no move after the lost move, this is not the reason.
                    let better = Reason::find(&board, given, None, !0, Replies::default(), None, Discs(2.0));
                    assert!(
                        better.is_none_or(|reason| reason.played.map(|clause| clause.fact) != passes),
                        "{better:?}"
                    );
                    counts[usize::from(side == Color::White)] += 1;
                }
            }
        }
        assert!(counts.iter().all(|&count| count >= 20), "{counts:?}");
    }

    fn line(moves: &str) -> Vec<Move> {
        moves.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    /// The words of the reason from lines of two depths, each of the played move and of the better one.
    fn words(board: &str, [deeper, shallower]: [[&str; 2]; 2], replies: Replies<'_>, loss: f64) -> String {
        let [deeper, shallower] = [deeper, shallower].map(|lines| lines.map(line));
        let [deeper, shallower] = [&deeper, &shallower].map(|[played, better]| LinePair { played, better });
        let board = board.parse().unwrap();
        for lines in [deeper, shallower] {
            assert!(is_legal(&board, lines.played) && is_legal(&board, lines.better), "{lines:?}");
        }
        for reply in replies.deeper.iter().chain(replies.shallower) {
            assert!(is_legal(&board, &[&deeper.played[..1], &reply.pv].concat()), "{reply:?}");
        }
        let reason = Reason::find(&board, deeper, Some(shallower), !0, replies, None, Discs(loss));
        reason.map_or(String::new(), |reason| reason.to_string())
    }

    fn is_legal(board: &Board, line: &[Move]) -> bool {
        line.iter().try_fold(*board, |board, &mv| board.play(mv)).is_some()
    }

    #[test]
    fn without_a_quiet_move_a_move_is_worse_than_one_that_keeps_some() {
        let board = "----------OOOO----O-XOX---XXOOX---XOOO-----OOO------------------ X";
        let deeper = ["g5 d3 b3 b6 c6 g6 c7 d7", "d1 d3 e1 f1 g1 h4 b4 c6"];
        let shallower = ["g5 d3 b3 b6 c6", "d1 d3 e1 h4 c6"];
        let words = words(board, [deeper, shallower], Replies::default(), 3.7);
        let none = "g5 leaves Black no quiet move after d3; d1 would have left Black 3 quiet moves (c1 f1 g1) after d3";
        assert_eq!(words, none);
        let [deeper, shallower] = [deeper, shallower].map(|[played, better]| [better, played]);
        let words = self::words(board, [deeper, shallower], Replies::default(), 3.7);
        assert!(!words.contains("no quiet move"), "{words}");
    }

    #[test]
    fn the_loss_of_every_disc_comes_before_all_else() {
        let board = *crate::record::notation::game(None, "e6f4e3f6g5d6e7").unwrap().board();
        let lines = [line("f5 c5"), line("f7 c5")];
        let reason = |played: usize, board: &Board, lines: &[Vec<Move>; 2]| {
            let pair = LinePair { played: &lines[played], better: &lines[1 - played] };
            Reason::find(board, pair, Some(pair), !0, Replies::default(), None, Discs(60.0))
                .map(|reason| reason.to_string())
        };
        let wiped = "f5 lets Black turn every disc of White with c5, which ends the game";
        assert_eq!(reason(0, &board, &lines).as_deref(), Some(wiped));
        assert!(reason(1, &board, &lines).is_none_or(|words| !words.contains("every disc")));
        // The winner's own mistake is a move that leaves discs.
        let after = board.play(lines[0][0]).unwrap();
        let lines = [line("c5"), line("c4")];
        let wins = "c5 would have turned every disc of White, which would have ended the game";
        assert_eq!(reason(1, &after, &lines).as_deref(), Some(wins));
    }

    #[test]
    fn an_answer_with_its_effect_is_a_reason_if_it_is_clearly_the_best_one() {
        let board = "----OO----OOOO---OOOOXXX-XXOOOXX-XXXXXOX-XXOXXXX--OXOX-X--XOX--- X";
        let deeper = ["f8 a4 b7 a7 b1 c1 d1 a1", "a3 b2 a1 g2 f8 b7 a7 a6"];
        let shallower = ["f8 a4 b7 a5 a6", "a3 b7 f8 a7 a8"];
        let reason = |other: f64| {
            let lines = [reply("a4", 9.3), reply("a6", other)];
            words(board, [deeper, shallower], Replies { deeper: &lines, shallower: &[] }, 3.7)
        };
        let costs = "a3 would have made a4 open a5 to Black";
        assert_eq!(reason(4.2), format!("f8 lets White play a4, which gives Black no new safe move; {costs}"));
        assert!(!reason(8.5).contains("play a4"), "{}", reason(8.5));
        // The answer d8 opens nothing after the better move either.
        let board = "-------------------X--X--OOXXX-X--XXXOO-OOOOOOOO--XOOO----X-OO-- X";
        let deeper = ["a3 d8 g8 b5 g4 c3 d2 e3", "c3 b5 g4 b3 a3 d8 g8 e3"];
        let shallower = ["a3 d8 g8 b5 b3", "c3 b5 g4 f3 d8"];
        let lines = [reply("d8", -0.7), reply("b5", -5.0)];
        let both = words(board, [deeper, shallower], Replies { deeper: &lines, shallower: &[] }, 4.1);
        assert!(!both.contains("no new safe move"), "{both}");
    }

    fn reply(moves: &str, discs: f64) -> Line {
        let pv = line(moves);
        Line { pv: pv.clone(), ..Line::estimated(pv[0], Worth::Discs(discs), 9) }
    }

    /// Lines of two depths, each of the played move and of the better one.
    type Lines = [[&'static str; 2]; 2];

    #[test]
    fn what_both_depths_show_is_told_and_not_of_the_better_move() {
        let cases: [(&str, Lines, f64, &str, &str); 5] = [
            (
                "-------------O--XX-OXOX-OOOOOOO---XOXXXX--XXXXX---XXXO---------- O",
                [["h6 h3 b5 e2 f8 c2 h4 h7", "b5 c2 h4 c3 h6 a6 c8 a5"], ["h6 h3 b5 h4 h2", "b5 f1 f8 d2 h4"]],
                9.5,
                "h6 leaves Black 8 quiet moves (h3 f1 c3 ...); b5 would have left Black 4 quiet moves",
                "Black 8 quiet",
            ),
            (
                "--O--O--X-OOOO---XXOOX-XOOXOOOXOOOXOXXOOO-XXOOOO--XO-O-----O---- X",
                [["c8 g3 g2 e8 e7 f8 h7 b8", "g3 h2 b6 a7 e7 f8 e8 c8"], ["c8 g3 e8 h2 g7", "g3 h2 e7 b6 f8"]],
                5.1,
                "c8 spoils e7, which is illegal now; g3 would have kept e7 for later",
                "spoils e7",
            ),
            (
                "----O-O---OOOO-XXXXOOXXXXXXXOOXXXXOOXOXXXXOXXXXX--XOOXXO-----OXX X",
                [["b7 h1 c8 d8 e8 g2 b1 c1", "d8 b8 f1 h1 c8 e8 a8 b2"], ["b7 h1 c8 d8 e8", "d8 h1 e8 b7 b1"]],
                2.0,
                "b7 is beside the empty corner a8",
                "beside",
            ),
            (
                "--OX-------OXO------OOXX---OOOXX-X-OXOO--OOOXOXO---XXX----X-XO-- X",
                [["c7 h5 h7 c5 d8 b8 f1 e1", "h5 h2 c7 e1 c5 h7 a6 b7"], ["c7 h5 h7 c5 d8", "h5 h2 f1 h7 c2"]],
                7.9,
                "c7 could have waited, because for now only its own side can play there; h5 would have come first",
                "waited",
            ),
            (
                "--OOOO----OXX-----XXOOOO--XXOOOO--XXOOOO-XXXOOO----XXX-----O-X-- X",
                [["g2 f2 h2 b3 a3 b5 a5 h1", "f2 c8 e8 g8 h7 h6 h2 b3"], ["g2 f2 h2 h1 g1", "f2 c8 h6 h7 g2"]],
                5.1,
                "g2 lets White keep 2 of its safe moves (f2 a7); f2 would have taken them away",
                "safe moves",
            ),
        ];
        for (board, [deeper, shallower], loss, expected, key) in cases {
            assert_eq!(words(board, [deeper, shallower], Replies::default(), loss), expected);
            let turned = [deeper, shallower].map(|[played, better]| [better, played]);
            let turned = words(board, turned, Replies::default(), loss);
            assert!(!turned.contains(key), "{turned}");
        }
    }

    #[test]
    fn an_answer_that_comes_after_the_better_move_too_explains_nothing() {
        let board = "--X-------X--X--OXXXXXXX-OXXXXXOOOOOOXOO-O-OOOOO--OOOO----XX-O-- O";
        let lines = [reply("h7", 31.0), reply("e1", 26.5)];
        let replies = Replies { deeper: &lines, shallower: &[] };
        let deeper = ["f1 h7 d2 a6 g7 e1 g1 b8", "d2 e2 h2 a4 b2 a6 a7 c6"];
        let both = words(board, [deeper, ["f1 h7 e2 d2 d1", "d2 h7 g2 e2 g1"]], replies, 2.1);
        assert!(!both.contains("play h7"), "{both}");
        // But it may be quiet only after the played move.
        let board = "--------------XO---XXXXO---XXOXO--XXOXOO-XXXXOOO---X-O-O-----O-- O";
        let lines = [reply("g7 e7 e8 e2", -44.8), reply("d2 e7 e8 d8", -48.4)];
        let deeper = ["c2 g7 e7 e8 c4 d2 d8 c3", "e7 e8 d8 g8 h8 g7 c4 b5"];
        let shallower = ["c2 g7 e7 d2 c8", "e7 g8 c8 e8 e2"];
        let words = words(board, [deeper, shallower], Replies { deeper: &lines, shallower: &[] }, 4.2);
        let quiet = "c2 lets Black play g7, which gives White no new safe move";
        assert_eq!(words, format!("{quiet}; e7 would have made g7 open d8, e8 and g8 to White"));
    }

    #[test]
    fn a_corner_as_answer_is_not_told_for_a_small_effect() {
        let board = "------------XO----XXXOOX-OOOOOXO--OXXOXO-XXOOOXX--OOOOX---OOOOO- X";
        let lines = [reply("a8 b5 a7 b7 a6", 29.2), reply("h8 h7 a7 b5 a5", 16.8)];
        let deeper = ["b8 a8 b5 a7 b7 a6 a5 d1", "b7 b8 b3 a5 a6 a8 a7 b5"];
        let shallower = ["b8 a8 b5 a4 g1", "b7 b8 b3 a8 a5"];
        let words = words(board, [deeper, shallower], Replies { deeper: &lines, shallower: &[] }, 14.1);
        assert!(!words.contains("play a8"), "{words}");
    }

    #[test]
    fn what_the_move_opens_is_told_whatever_the_other_depth_expects() {
        let board = "------------------OOX-----XXXX----XXXXX----OOO------------------ O";
        let deeper = ["e2 f3 g6 f2 h4 h6 g3 g4", "b5 c7 c6 d2 c8 b3 g4 d7"];
        let reason = |played| words(board, [deeper, [played, "b5 d7 c6 d2 c8"]], Replies::default(), 5.2);
        let both = "e2 opens f3 to Black, which opens d1 and e1 to Black; b5 would have kept Black out of f3 for now";
        assert_eq!(reason("e2 f3 g6 f2 g3"), both);
        // It is on the board at once.
        assert_eq!(reason("e2 c7 g6 g7 h7"), both);
    }

    #[test]
    fn the_best_reply_is_told_and_not_the_answer_of_the_earlier_search() {
        let board = "------------------OOX-----XXXX----XXXXX----OOO------------------ O";
        let deeper = ["e2 c7 g6 g7 h7", "b5 c7 c6 d2 c8 b3 g4 d7"];
        let shallower = ["e2 c7 g6 g7 h7", "b5 d7 c6 d2 c8"];
        let reason = |discs| {
            let mut lines = [reply("f3 g6 f2 h4 h6 g3 g4", discs), reply("c7 g6 g7 h7", 6.0)];
            lines.sort_by(|one, other| other.value.discs().total_cmp(&one.value.discs()));
            words(board, [deeper, shallower], Replies { deeper: &lines, shallower: &lines }, 5.2)
        };
        let opens = "e2 opens f3 to Black, which opens d1 and e1 to Black; b5 would have kept Black out of f3 for now";
        assert_eq!(reason(9.0), opens);
        // It costs less than half of the loss.
        assert!(!reason(3.0).contains("e2 opens f3"), "{}", reason(3.0));
    }

    #[test]
    fn a_move_that_could_wait_comes_after_one_on_a_square_that_the_opponent_wants() {
        let board = "------------------X-OX----XXOOO---XXOOX---XXOO-----XOO-----XO--- X";
        let played = "f8 c7 c8 d3 h3 g6 h6 b4";
        let reason = |better| words(board, [[played, better], [&played[..14], better]], Replies::default(), 10.5);
        let waits = "f8 could have waited, because for now only its own side can play there";
        assert_eq!(
            reason("g6 c8 f2 c7 d3 h4 h6 g3"),
            format!("{waits}; g6 would have come first, as White can play there, too")
        );
        // White cannot play on d2 either.
        let other = reason("d2 c7 g6 b4 b5 a5 c8 h4");
        assert!(!other.contains("waited"), "{other}");
    }

    #[test]
    fn moves_that_a_move_makes_illegal_are_told_if_they_are_better_than_it() {
        let board: Board = "-----------XXO---XXXXXX--OXOXX----OXXXO----OXXX---XO------------ O".parse().unwrap();
        let [played, better] = ["d1 b6 b5 c6 f7 e7 f8 c1", "g4 f7 c6 h3 c8 h4 e7 e8"].map(line);
        let lines = LinePair { played: &played, better: &better };
        let expected = [reply("b6 b5 c6 f7 e7 f8 c1", 12.0)];
        let replies = Replies { deeper: &expected, shallower: &[] };
        let reason = |good| Reason::find(&board, lines, None, good, replies, None, Discs(9.7)).unwrap().to_string();
        assert_eq!(reason(!0), "d1 makes c1 and e1 illegal for White; g4 would have kept them");
        let [c1, e1]: [Square; 2] = ["c1", "e1"].map(|name| name.parse().unwrap());
        assert!(!reason(!c1.bit()).contains("illegal for") && !reason(!e1.bit()).contains("illegal for"));
    }

    #[test]
    fn counts_are_made_behind_the_same_answer() {
        let board = "----------------OOOXX-O-OOOOXOOO-XOXOXX-XXXXXXXX--OXXX-----XX--- X";
        let deeper = ["c8 f3 h2 a5 e2 h5 h3 a7", "h3 h5 f3 e2 c8 a5 a2 f2"];
        let shallower = ["c8 a5 a2 h5 h3", "h3 h5 f3 g2 c8"];
        let lines = [reply("f3 f2 h5 d2 a5 a2 h7 c2", 24.2), reply("a5 f3 h5 a2 f2 e2 c2 d2", 18.0)];
        let before = [reply("f3 h2 a5 a2 f2", 23.0), reply("a5 f3 h5 a2 h7", 18.0)];
        let words = words(board, [deeper, shallower], Replies { deeper: &lines, shallower: &before }, 7.8);
        let alike = "c8 leaves Black no quiet move after f3; h3 would have left Black 2 quiet moves (h5 c8) after f3";
        assert_eq!(words, alike);
    }

    #[test]
    fn a_corner_is_confirmed_by_the_shallower_search_only() {
        let board = "-----------X---OX-XXXXOO-XOOOOXOOOOOOOOO-XXXOXXO--XXXOX---XXOO-- X";
        let deeper = ["a6 a7 g2 h1 f2 h8 g1 f1", "a4 a2 g8 c2 e2 b3 c1 f2"];
        let shallower = ["a6 a7 b7 b8 g8", "a4 a2 g8 c2 e2"];
        let lines = [reply("a7 g2 h1 f2 h8", 33.7), reply("g2 f2 h8 h7 g8", 17.8)];
        let reason = |replies| words(board, [deeper, shallower], replies, 10.8);
        let takes = "a6 lets White take h1 after a7 g2; a4 would have kept White out of h1 for now";
        assert_eq!(reason(Replies { deeper: &lines, shallower: &lines }), takes);
        let uncertain = reason(Replies { deeper: &lines, shallower: &[] });
        assert!(!uncertain.contains("h1"), "{uncertain}");
    }

    #[test]
    fn what_needs_more_moves_first_names_them_or_is_not_told() {
        let board = "------------OX------OXXX---OOXOX--OOOXOX--XOOXXX--OO------------ O";
        let deeper = ["b5 d1 e7 f7 g8 d2 c1 c2", "e7 f7 g8 d1 f1 d2 d3 e1"];
        let shallower = ["b5 d1 e7 f7 g8", "e7 f7 g8 d3 c4"];
        let safe = words(board, [deeper, shallower], Replies::default(), 2.2);
        assert!(!safe.contains("b5 leaves White 3 safe moves (e1 g1 g8) after f7"), "{safe}");
        // After g3 the opponent can play d2 only later, and after c8 the mover c7 only after d8.
        let board = "--X-XXXX--X-OOOOXXXOXX-XXXOOXOOX-OOXXOOXOOOOXOXX--XXXX-X--XXXXX- X";
        let deeper = ["g3 h8 g7 d2 d1 b7 a8 b8", "d2 d1 g3 a5 a7 b7 g7 h8"];
        let shallower = ["g3 h8 a5 a2 g7", "d2 d1 g3 a5 a7"];
        let later = words(board, [deeper, shallower], Replies::default(), 2.0);
        assert!(!later.contains("play d2"), "{later}");
        let board = "--XOOX----OOXXXO-OOXXXXO--OXOOXO-OXOXOXO-XOOOOOO---XXX-O-------- O";
        let deeper = ["b4 a5 c8 e8 c7 d8 f8 a3", "c8 d8 c7 b4 a6 a2 g8 f8"];
        let shallower = ["b4 a5 c8 d8 c7", "c8 d8 c7 a5 b4"];
        let opened = words(board, [deeper, shallower], Replies::default(), 2.6);
        assert!(!opened.contains("opened c7"), "{opened}");
    }

    #[test]
    fn replies_are_not_called_unsafe_because_a_corner_is_open_anyway() {
        // After f7 Black can still play a2, g5, g6 and g8, but none of them keeps White out of a corner.
        let board = "-OOOOO----OOOOXXOOOOOXOXOOOOXOOXOOOXXO-XOOXXOO--OOOOX---XXXXXX-- O";
        let lines = ["h1 a2 f7 g1 h6 a1", "f7 b2 a1 a2 g1 h1"];
        let reason = words(board, [lines, lines], Replies::default(), 16.0);
        assert!(!reason.contains("would have left 0"), "{reason}");
    }

    #[test]
    fn no_move_is_quiet_only_because_a_corner_is_open_anyway() {
        // b7 gives a8 away, and e2 opens five squares.
        let board = "----------------OOOXXXXXOOOXXXX-OXXOOXX-OOXOOXXX--OXXO---OOOOOO- X";
        let deeper = ["b7 g7 h8 a8 a7 h7 b2 f2", "c2 d1 g7 h8 h7 b7 a8 a7"];
        let shallower = ["b7 d2 d1 h4 h5", "c2 c1 g7 h8 h7"];
        let quiet = words(board, [deeper, shallower], Replies::default(), 4.0);
        assert!(!quiet.contains("quiet moves (e2"), "{quiet}");
    }
}
