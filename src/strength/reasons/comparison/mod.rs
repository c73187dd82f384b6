//! A played move beside a better one: what the played move allows and the better one does not.

mod answers;
mod counts;
mod plays;
mod quiet;
mod worth;

use self::quiet::Scarcity;
use super::Mistake;
use super::effects::{Effects, Grade, Results};
use super::fact::{Fact, Sequel};
use super::line::Events;
use super::measures::{empty_corner_beside, gives_corner, open_corners, region, safe_moves, wiping_move};
use crate::board::square::{CORNERS, X_SQUARES};
use crate::board::{Bitboard, Color, Move, Position, Square};
use crate::people::{Discs, regions};

/// The number of plies over which lines are compared. Later moves are uncertain.
const PLIES: usize = 8;
/// The numbers of safe moves that the better move takes away from the opponent, and that make a reason early or late in
/// the list.
const MANY: u32 = 3;
const SOME: u32 = 2;
/// The largest region of empty squares whose parity is seen.
const REGION: u32 = 6;
/// The most empty squares with which parity decides.
const PARITY_FROM: u32 = 16;
/// The largest one whose last move is seen on the board.
const SEEN: u32 = 4;

/// The lines of a played move and of a better one, from one search.
#[derive(Debug, Clone, Copy)]
pub struct LinePair<'a> {
    /// The line that begins with the played move.
    pub played: &'a [Move],
    /// The line that begins with the better move.
    pub better: &'a [Move],
}

impl LinePair<'_> {
    /// The number of compared plies.
    pub(super) fn plies(self) -> usize {
        self.played.len().min(self.better.len()).min(PLIES)
    }

    /// The effects that make a reason, the most important first; `None` if the lines cannot be compared.
    pub(super) fn effects(self, mistake: &Mistake<'_>) -> Option<Vec<Effects>> {
        let plies = self.plies();
        let played = Events::new(mistake.board, self.played, plies)?;
        let better = Events::new(mistake.board, self.better, plies)?;
        let replies = mistake.replies;
        let punished = played.answer.and_then(|answer| replies.advantage(answer));
        let good_replies = replies.good();
        let harmful = replies.harmful(mistake.loss);
        let better_moves = mistake.better_moves;
        (played.plies == better.plies).then(|| {
            let comparison = Comparison { played, better, punished, good_replies, harmful, better_moves };
            comparison.all_effects(mistake.results)
        })
    }
}

/// Both lines over the same number of plies.
struct Comparison {
    played: Events,
    better: Events,
    /// The part of the loss that the expected answer brings, if it is known: with any other answer the mover would lose
    /// less by so much.
    punished: Option<Discs>,
    /// The squares of the best reply and of those that are nearly as good, if they are known.
    good_replies: Bitboard,
    /// The squares of the replies that bring the opponent a good part of the loss, if they are known.
    harmful: Option<Bitboard>,
    /// The squares of the mover's moves that lose less than the played one.
    better_moves: Bitboard,
}

/// The mover's moves of one kind behind this answer.
struct OwnTurn {
    moves: Bitboard,
    after: Option<Sequel>,
}

/// The mover's moves of one kind at its next turn, after the played move and after the better one.
struct OwnMoves {
    left: OwnTurn,
    kept: OwnTurn,
    /// True if there are more after the better move whatever the answer is, as far as the lines show.
    is_lasting: bool,
}

/// The moves of the side to move that a reason counts.
type Moves = fn(&Position) -> Bitboard;

impl Comparison {
    fn mover(&self) -> Color {
        self.played.mover
    }

    fn opponent(&self) -> Color {
        self.mover().other()
    }

    fn empties(&self) -> u32 {
        self.played.start.position.empties()
    }

    /// The largest loss that a fact about the expected answer explains: what no other answer would cost, if it is
    /// known.
    fn by_answer(&self, usual: f64) -> f64 {
        self.punished.map_or(usual, |discs| discs.0.max(usual))
    }

    /// True if one of these replies brings the opponent a good part of the loss, or that is unknown.
    fn is_harmful(&self, replies: Bitboard) -> bool {
        self.harmful.is_none_or(|harmful| replies & harmful != 0)
    }

    /// The reply of this set that is named: the expected answer, or else one that does harm.
    fn told_reply(&self, replies: Bitboard) -> Option<Square> {
        let answer = self.played.answer.filter(|square| replies & square.bit() != 0);
        answer.or_else(|| Square::lowest(replies & self.harmful?))
    }

    /// All effects, the most important first.
    fn all_effects(self, results: Option<Results>) -> Vec<Effects> {
        let mut effects = self.seen_effects();
        effects.extend(self.late_effects().into_iter().map(|effects| effects.at_most(Grade::Late)));
        effects.sort_by_key(|effects| effects.grade);
        effects.extend(results.and_then(Results::close));
        effects.extend(results.and_then(Results::thrown));
        effects
    }

    /// The position after the better move and the answer to the played one, if it is legal.
    fn after_same_answer(&self) -> Option<Position> {
        let same = self.better.reply(self.played.answer?)?;
        Some(same.others_after())
    }

    /// The mover's moves of this kind at its next turn. After both moves they are counted behind the same answer, if
    /// that shows enough of them, or else each behind its own.
    fn own_moves(&self, moves: Moves, is_enough: impl Fn(Bitboard, Bitboard) -> bool) -> Option<OwnMoves> {
        let (turn, answer) = self.played.answered_turn()?;
        let (better_turn, better_answer) = self.better.answered_turn()?;
        let left = OwnTurn { moves: moves(&turn), after: answer };
        let other = OwnTurn { moves: moves(&better_turn), after: better_answer };
        // What only the opponent's answer opens says nothing about the better move.
        let legal = self.better.after.turned_to(self.mover()).position.moves();
        let is_better = |kept: &OwnTurn| is_enough(left.moves, kept.moves & legal);
        let same = self.after_same_answer().map(|same| OwnTurn { moves: moves(&same), after: answer });
        let is_gone = same.is_none();
        if let Some(kept) = same.filter(is_better) {
            let is_lasting = other.moves.count_ones() > left.moves.count_ones();
            return Some(OwnMoves { left, kept, is_lasting });
        }
        let is_lasting = is_gone && is_better(&other);
        is_enough(left.moves, other.moves).then_some(OwnMoves { left, kept: other, is_lasting })
    }

    /// The effects that a player sees on the board at once.
    fn seen_effects(&self) -> Vec<Effects> {
        let mut effects = Vec::new();
        effects.extend(self.wiped_out());
        effects.extend(self.corners());
        effects.extend(self.given_corner());
        effects.extend(self.passes());
        effects.extend(self.last_moves());
        effects.extend(self.own_safe_moves(Scarcity::Few));
        effects.extend(self.edge());
        effects.extend(self.safe_replies(Scarcity::Few));
        effects.extend(self.wall());
        effects.extend(self.wanted_by_both());
        effects.extend(self.own_quiet_moves(Scarcity::Few));
        effects.extend(self.quiet_replies(Scarcity::Few));
        effects.extend(self.parity());
        effects.extend(self.lost_moves());
        effects.extend(self.spoiled());
        effects.extend(self.answer_with_effect());
        effects.extend(self.spoiled_answer());
        effects.extend(self.yielded_with_effect());
        effects.extend(self.urgent());
        effects.extend(self.opening());
        effects.extend(self.denied(MANY));
        effects.extend(self.contested());
        effects.extend(self.beside_diagonally());
        effects.extend(self.opened_one());
        effects.extend(self.opened_to_mover());
        effects.extend(self.denied(SOME));
        effects.extend(self.prepared());
        effects
    }

    /// The effects that need more moves first, or name no square.
    fn late_effects(&self) -> Vec<Effects> {
        let mut effects = Vec::new();
        effects.extend(self.own_quiet_moves(Scarcity::Fewer));
        effects.extend(self.quiet_replies(Scarcity::Fewer));
        effects.extend(self.yielded());
        effects.extend(self.gone());
        effects.extend(self.own_safe_moves(Scarcity::Fewer));
        effects.extend(self.safe_replies(Scarcity::Fewer));
        effects.extend(self.moves());
        effects.extend(self.replies());
        effects.extend(self.turned_discs());
        effects.extend(self.beside());
        effects.extend(self.only_answer());
        effects
    }

    /// A side that loses every disc in only one line: the mover to an answer, or the opponent to the better move.
    fn wiped_out(&self) -> Option<Effects> {
        let answer = wiping_move(&self.played.replies()).filter(|_| wiping_move(&self.better.replies()).is_none());
        let lost = answer.map(|square| Fact::WipesOut { side: self.opponent(), square });
        let wins = self.better.replies().own == 0 && self.played.replies().own != 0;
        let won = self.better.square.filter(|_| wins).map(|square| Fact::WipesOut { side: self.mover(), square });
        lost.or(won).map(|_| Effects::new(lost, won, f64::MAX))
    }

    /// A corner that only the opponent gets, or only the better move.
    fn corners(&self) -> Option<Effects> {
        if self.played.corner_lead() >= self.better.corner_lead() {
            return None;
        }
        // A corner that the opponent leaves after the better move is no difference.
        let open = self.better.open_to_opponent();
        let lost = self.played.corner(self.opponent(), &self.better).filter(|lost| !is_open_corner(lost, open));
        let won = self.better.corner(self.mover(), &self.played);
        let kept = match lost {
            Some(Fact::Takes { side, corner, .. }) => Some(Fact::KeepsOut { side, corner }),
            _ => None,
        };
        lost.or(won).map(|_| Effects::new(lost, won.or(kept), worth::CORNER))
    }

    /// A corner that only the played move gives away, if the opponent does well to take it at once, or can still take
    /// it after its answer.
    fn given_corner(&self) -> Option<Effects> {
        let side = self.opponent();
        let given = self.played.replies().moves() & !self.played.before().moves() & !self.better.open_to_opponent();
        let still = self.played.own_turn().map_or(0, |turn| open_corners(&turn));
        let square = Square::lowest(given & CORNERS & (self.good_replies | still))?;
        let opens = Fact::Opens { side, square, effect: None };
        let effects = Effects::both(opens, Fact::Closes { side, square }, worth::CORNER);
        // A better move that gives a corner away, too, is better for another reason.
        let other = self.better.replies().moves() & !self.better.before().moves() & CORNERS;
        Some(effects.firm_if(other == 0, Grade::Weak))
    }

    /// A pass that only one line has.
    fn passes(&self) -> Option<Effects> {
        let forced = self.played.pass(self.mover(), &self.better);
        let forces = self.better.pass(self.opponent(), &self.played);
        forced.or(forces).map(|_| Effects::new(forced, forces, worth::PASS))
    }

    /// The small regions in which the opponent makes the last move of one line, and the mover that of the other.
    fn last_moves(&self) -> Vec<Effects> {
        let regions = regions(self.played.start.position.empty());
        regions.into_iter().filter_map(|region| self.last_move(region)).collect()
    }

    fn last_move(&self, region: Bitboard) -> Option<Effects> {
        if !(2..=REGION).contains(&region.count_ones()) {
            return None;
        }
        let (side, square) = self.played.last_in(region)?;
        let (other_side, other_square) = self.better.last_in(region)?;
        let is_lost = side == self.opponent() && other_side == self.mover();
        let kept = Fact::LastMove { side: other_side, square: other_square };
        let is_seen = region.count_ones() <= SEEN;
        let effects = Effects::both(Fact::LastMove { side, square }, kept, worth::LAST_MOVE);
        is_lost.then(|| effects.firm_if(is_seen, Grade::Weak))
    }

    /// The mover begins an even region where the opponent plays next, and the better move enters an odd one.
    fn parity(&self) -> Option<Effects> {
        let position = &self.played.start.position;
        let square = self.played.square?;
        let own = region(position, square);
        let other = region(position, self.better.square?);
        let even = own.count_ones();
        let odd = other.count_ones();
        let mut answers = self.played.soon_placed(self.opponent()).map(|placed| placed.square);
        let answer = answers.find(|answer| own & answer.bit() != 0)?;
        let is_lost = even.is_multiple_of(2) && !odd.is_multiple_of(2) && even.max(odd) <= REGION;
        let enters = Fact::Enters { squares: even, answer: Some(answer) };
        let effects = Effects::both(enters, Fact::Enters { squares: odd, answer: None }, worth::PARITY);
        is_lost.then(|| effects.firm_if(self.empties() <= PARITY_FROM, Grade::Light))
    }

    /// A later move of the mover in the better line, if the played move spoils it.
    fn spoiled(&self) -> Option<Effects> {
        // A corner that the opponent can take after the better move is not kept.
        let taken = self.better.replies().moves() & CORNERS;
        let good = self.better_moves & !taken;
        let is_good = |square: Square| good & square.bit() != 0 && Some(square) != self.played.square;
        let is_spoiled = |square: &Square| is_good(*square) && self.spoils(*square);
        let square = self.better.later_moves().find(is_spoiled)?;
        let after = self.played.after.turned_to(self.mover()).position;
        let corner = if after.moves() & square.bit() == 0 { None } else { gives_corner(&after, square) };
        Some(Effects::both(Fact::Spoils { square, corner }, Fact::Spares { square }, worth::SPOILED))
    }

    /// True if the mover can safely play on this square before the move and after the better one, but not after the
    /// move.
    fn spoils(&self, square: Square) -> bool {
        let is_safe = |position: &Position| safe_moves(position) & square.bit() != 0;
        let turns = self.played.own_turn().zip(self.better.own_turn());
        let [after, after_better] =
            [&self.played, &self.better].map(|line| line.after.turned_to(self.mover()).position);
        is_safe(&self.played.start.position)
            && !is_safe(&after)
            && after_better.moves() & square.bit() != 0
            && turns.is_some_and(|(played, better)| !is_safe(&played) && is_safe(&better))
    }

    /// The played move is diagonally beside an empty corner, and the better one is not beside one.
    fn beside_diagonally(&self) -> Option<Effects> {
        self.beside().filter(|_| self.played.square.is_some_and(|square| square.bit() & X_SQUARES != 0))
    }

    /// The played move is beside an empty corner, and the better one is not.
    fn beside(&self) -> Option<Effects> {
        let position = &self.played.start.position;
        let square = self.played.square?;
        let corner =
            empty_corner_beside(position, square).filter(|corner| !self.played.plays(self.mover(), *corner))?;
        let worth = if square.bit() & X_SQUARES != 0 { worth::X_SQUARE } else { worth::C_SQUARE };
        let is_safer = empty_corner_beside(position, self.better.square?).is_none();
        is_safer.then_some(Effects::new(Some(Fact::Beside { corner }), self.quiet(), worth))
    }
}

/// True if the corner of this fact is among these moves.
fn is_open_corner(fact: &Fact, moves: Bitboard) -> bool {
    matches!(fact, Fact::Takes { corner, .. } if moves & corner.bit() != 0)
}
