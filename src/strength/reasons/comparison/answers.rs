//! Moves that the opponent's answer makes possible, or impossible.

use super::plays::PREPARED;
use super::{Comparison, worth};
use crate::board::geometry::grow;
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Square};
use crate::strength::reasons::effects::{Effects, Grade};
use crate::strength::reasons::fact::{Fact, FewSquares};
use crate::strength::reasons::measures::{flips_along_edge, is_wedge, safe_moves};

/// The least difference in discs that an answer flips along an edge.
const ALONG_EDGE: u32 = 2;
/// The least number of the mover's own moves that a move makes illegal.
const LOST: u32 = 2;

impl Comparison {
    /// The expected answer, unless the opponent soon plays it after the better move, too: it explains nothing then.
    pub(super) fn own_answer(&self) -> Option<Square> {
        self.played.answer.filter(|square| !self.better.soon_plays(self.opponent(), *square))
    }

    /// The answer on an edge that turns discs along it or goes between them.
    pub(super) fn edge(&self) -> Option<Effects> {
        let square = self.own_answer().filter(|answer| answer.bit() & CORNERS == 0)?;
        let side = self.opponent();
        let replies = self.played.replies();
        let discs = flips_along_edge(&replies, square);
        let other = self.better.replies();
        let is_possible = other.moves() & square.bit() != 0;
        let other_discs = if is_possible { flips_along_edge(&other, square) } else { 0 };
        let wedge = is_wedge(&replies, square) && !(is_possible && is_wedge(&other, square));
        let is_worse = wedge || discs >= other_discs + ALONG_EDGE;
        let is_closed = self.better.open_to_opponent() & square.bit() == 0;
        let kept = is_closed.then_some(Fact::Closes { side, square });
        is_worse.then_some(Effects::new(Some(Fact::Edge { side, square, discs }), kept, self.by_answer(worth::EDGE)))
    }

    /// The square of a harmful reply that only the played move opens: the answer, if it is one.
    pub(super) fn opening(&self) -> Option<Effects> {
        let side = self.opponent();
        let new = self.played.replies().moves() & !self.played.before().moves();
        let later = self.better.open_to_opponent() | self.better.soon_played(side);
        let square = self.told_reply(new & !later).filter(|square| self.is_harmful(square.bit()))?;
        let effect = self.effect(&self.played.reply(square)?);
        let opens = Fact::Opens { side, square, effect };
        let effects = Effects::both(opens, Fact::Closes { side, square }, self.by_answer(worth::OPENED));
        let is_clear = self.is_clearly_answered() && self.played.answer == Some(square);
        Some(effects.firm_if(is_clear, Grade::Light))
    }

    /// The better move, if the answer takes it away.
    pub(super) fn gone(&self) -> Option<Effects> {
        let answer = self.own_answer()?;
        let square = self.better.square.filter(|square| *square != answer && self.is_gone(*square))?;
        // If the played move itself makes it impossible, the answer does not.
        if !self.played.mover_could_go_on(square) {
            return None;
        }
        let gone = Fact::Gone { square, answer };
        let effects = Effects::new(Some(gone), self.quiet(), self.by_answer(worth::GONE));
        Some(effects.firm_if(!self.is_light(square.bit()), Grade::Weak))
    }

    /// True if the mover cannot play on this square after the answer.
    fn is_gone(&self, square: Square) -> bool {
        let moves = self.played.answered.map(|board| board.turned_to(self.mover()).position.moves());
        moves.is_some_and(|moves| moves & square.bit() == 0)
    }

    /// The mover's next move after the better one, if only that opens it.
    pub(super) fn opened_to_mover(&self) -> Option<Effects> {
        let square = self.better.next.filter(|next| self.opened() & next.bit() != 0)?;
        let opens = Fact::Opens { side: self.mover(), square, effect: None };
        Some(Effects::new(None, Some(opens), worth::OPENED).at_most(Grade::Late))
    }

    /// Two or more moves of the mover that only the better move opens.
    pub(super) fn prepared(&self) -> Option<Effects> {
        let opened = self.opened() & !grow(CORNERS & self.better.start.position.empty());
        let square = Square::lowest(opened).filter(|_| opened.count_ones() >= PREPARED)?;
        let opens = Fact::Opens { side: self.mover(), square, effect: None };
        Some(Effects::new(None, Some(opens), worth::PREPARED * f64::from(opened.count_ones())).at_most(Grade::Late))
    }

    /// Two or more safe moves of the mover that the played move makes illegal and the better one keeps.
    pub(super) fn lost_moves(&self) -> Option<Effects> {
        let [played, better] = [&self.played, &self.better].map(|line| line.after.turned_to(self.mover()).position);
        let kept = self.better.own_turn()?.moves() & safe_moves(&better);
        let legal = played.moves() | self.played.own_turn()?.moves() | self.played.square?.bit();
        let lost = safe_moves(&self.played.start.position) & self.better_moves & kept & !legal;
        let loses = Fact::Loses { side: self.mover(), squares: FewSquares::from_set(lost, self.better.next) };
        let worth = worth::CUT * f64::from(lost.count_ones());
        (lost.count_ones() >= LOST).then_some(Effects::both(loses, Fact::Keeps, worth))
    }

    /// The mover's safe moves that the better move opens, and that are still there after both answers.
    fn opened(&self) -> Bitboard {
        let Some((played, better)) = self.played.own_turn().zip(self.better.own_turn()) else { return 0 };
        let after = self.better.after.turned_to(self.mover()).position;
        safe_moves(&better) & after.moves() & !self.better.start.position.moves() & !played.moves()
    }

    /// The played move could have waited, because the opponent cannot play there, and the answer takes the better move
    /// away.
    pub(super) fn urgent(&self) -> Option<Effects> {
        let waits = self.waits()?;
        let better = self.better.square?;
        let answer = self.played.answer?;
        let is_taken = self.is_gone(better) && (answer == better || self.played.mover_could_go_on(better));
        let taken = Fact::Closes { side: self.opponent(), square: better };
        let gone = if answer == better { taken } else { Fact::Gone { square: better, answer } };
        is_taken.then_some(Effects::both(waits, gone, worth::WAITING))
    }

    /// The played move could have waited, and the better one is on a square where the opponent can safely play, too.
    pub(super) fn contested(&self) -> Option<Effects> {
        let waits = self.waits()?;
        let square = self.better.square?;
        let replies = self.played.replies();
        let is_contested = safe_moves(&self.played.before()) & square.bit() != 0;
        // A reply there that does no harm shows that the opponent does not want the square.
        let otherwise = if replies.moves() & square.bit() == 0 { Grade::Light } else { Grade::Weak };
        let contested = Fact::Contested { side: self.opponent(), square };
        let effects = Effects::both(waits, contested, worth::WAITING);
        is_contested.then(|| effects.firm_if(self.is_harmful(square.bit()), otherwise))
    }

    /// The fact that the opponent cannot play on the played square before the move nor soon after the better one.
    pub(super) fn waits(&self) -> Option<Fact> {
        let square = self.played.square?;
        let own_turn = self.better.own_turn()?;
        let theirs = self.played.before().moves() | self.better.open_to_opponent() | own_turn.pass().moves();
        let still_waits = theirs & square.bit() == 0 && own_turn.moves() & square.bit() != 0;
        still_waits.then_some(Fact::Waits { square })
    }
}
