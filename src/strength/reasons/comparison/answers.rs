//! What the opponent's answer does, or makes impossible.

use super::{Comparison, Purpose, worth};
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Position, Square};
use crate::people::Discs;
use crate::strength::reasons::effects::Effects;
use crate::strength::reasons::fact::{AnswerEffect, Fact, FewSquares};
use crate::strength::reasons::line::Placed;
use crate::strength::reasons::measures::{flips_along_edge, is_wedge, opens_nothing, safe_moves, sound_moves};

/// The least difference in discs that an answer flips along an edge, and near the end on the whole board.
const ALONG_EDGE: u32 = 2;
const ANSWER: u32 = 4;
/// The discs by which an answer is clearly better than the others.
const CLEARLY: Discs = Discs(1.5);
/// The least number of safe moves that an answer takes away, and that it opens to its own side.
const CUT: u32 = 2;
const PREPARED: u32 = 2;
/// The end begins below this number of empty squares.
const LATE: u32 = 16;

impl Comparison {
    /// The expected answer, unless the opponent soon plays it after the better move, too: it explains nothing then.
    fn own_answer(&self) -> Option<Square> {
        self.played.answer.filter(|square| !self.better.soon_plays(self.opponent(), *square))
    }

    /// The answer on an edge that turns discs along it or goes between them.
    pub(super) fn edge(&self) -> Option<Effects> {
        let square = self.own_answer()?;
        let side = self.opponent();
        let replies = self.played.replies();
        let discs = flips_along_edge(&replies, square);
        let other = self.better.replies();
        let is_possible = other.moves() & square.bit() != 0;
        let other_discs = if is_possible { flips_along_edge(&other, square) } else { 0 };
        let wedge = is_wedge(&replies, square) && !(is_possible && is_wedge(&other, square));
        let is_worse = wedge || discs >= other_discs + ALONG_EDGE;
        let kept = if is_possible { None } else { Some(Fact::Closes { side, square }) };
        is_worse.then_some(Effects::new(Some(Fact::Edge { side, square, discs }), kept, self.by_answer(worth::EDGE)))
    }

    /// An answer that opens no safe move to the mover and that the better move takes away.
    pub(super) fn quiet_answer(&self) -> Option<Effects> {
        let square = self.own_answer()?;
        let side = self.opponent();
        let before = self.played.after.turned_to(self.mover()).position.moves();
        let is_quiet = opens_nothing(before, &self.played.own_turn()?);
        let is_closed = self.better.replies().moves() & square.bit() == 0;
        let closes = Fact::Closes { side, square };
        (is_quiet && is_closed).then_some(Effects::both(
            Fact::Quiet { side, square },
            closes,
            self.by_answer(worth::QUIET),
        ))
    }

    /// The answer with what it does: it takes safe moves away from the mover, opens none to the mover, or opens some to
    /// its own side. It must be clearly the best one, be impossible after the better move, or take moves that the
    /// better move keeps. If it comes after the better move, too, it must take such moves. A corner is good for other
    /// reasons.
    pub(super) fn answer_with_effect(&self) -> Option<Effects> {
        let square = self.played.answer?;
        let side = self.opponent();
        let placed = self.played.soon_placed(side).find(|placed| placed.square == square)?;
        let turn = self.played.own_turn()?;
        let other_turn = self.better.own_turn()?;
        let lost = lost_moves(placed);
        let kept = lost & safe_moves(&other_turn);
        let has_less = safe_moves(&turn).count_ones() < safe_moves(&other_turn).count_ones();
        let takes_kept = kept != 0 && has_less;
        if !takes_kept && self.own_answer().is_none() || lost == 0 && square.bit() & CORNERS != 0 {
            return None;
        }
        let is_closed = self.own_answer().is_some() && self.better.replies().moves() & square.bit() == 0;
        let worths = [
            self.punished.filter(|discs| *discs >= CLEARLY).map(|discs| discs.0),
            (self.better.square == Some(square)).then_some(worth::YIELDED),
            is_closed.then_some(worth::OPENED),
            (takes_kept && kept.count_ones() >= CUT).then(|| worth::CUT * f64::from(kept.count_ones())),
        ];
        let worth = worths.into_iter().flatten().reduce(f64::max)?;
        let effect = if takes_kept && !is_closed {
            AnswerEffect::Takes { squares: FewSquares::of(kept, None) }
        } else {
            self.effect(placed)?
        };
        let kept = if is_closed {
            Some(Fact::Closes { side, square })
        } else if takes_kept {
            Some(kept_moves(kept))
        } else {
            self.quiet()
        };
        Some(Effects::new(Some(Fact::Plays { side, square, effect }), kept, worth))
    }

    /// What this move of the opponent does.
    fn effect(&self, placed: &Placed) -> Option<AnswerEffect> {
        let turn = placed.others_after();
        let lost = lost_moves(placed);
        let used = self.better.soon_played(self.mover());
        if lost & used != 0 || lost.count_ones() >= CUT {
            let first = Square::lowest(lost & used);
            return Some(AnswerEffect::Takes { squares: FewSquares::of(lost, first) });
        }
        if opens_nothing(placed.others_before().moves(), &turn) {
            return Some(AnswerEffect::Quiet);
        }
        let prepared = sound_moves(&turn.pass()) & !placed.own_moves();
        let next = Square::lowest(prepared & self.played.soon_played(self.opponent()));
        if next.is_some() || prepared.count_ones() >= PREPARED {
            return Some(AnswerEffect::Prepares { squares: FewSquares::of(prepared, next) });
        }
        // Beside an empty corner a safe move may be bad, but it is one less.
        let lost = safe_moves(&placed.others_before()) & !turn.moves() & !placed.square.bit();
        (lost != 0).then(|| AnswerEffect::Takes { squares: FewSquares::of(lost, None) })
    }

    /// The square of the answer, if only the played move opens it.
    pub(super) fn opening(&self) -> Option<Effects> {
        let side = self.opponent();
        let square = self.own_answer()?;
        let is_new = self.played.before().moves() & square.bit() == 0;
        let is_closed = self.better.replies().moves() & square.bit() == 0;
        let closes = Fact::Closes { side, square };
        (is_new && is_closed).then_some(Effects::both(
            Fact::Opens { side, square },
            closes,
            self.by_answer(worth::OPENED),
        ))
    }

    /// The discs that the answers flip near the end.
    pub(super) fn answer(&self) -> Option<Effects> {
        let side = self.opponent();
        let square = self.played.answer?;
        let other_square = self.better.answer?;
        let discs = self.played.replies().flips(square).count_ones();
        let other_discs = self.better.replies().flips(other_square).count_ones();
        let is_worse = self.empties() < LATE && discs >= other_discs + ANSWER;
        let other = Fact::Answer { side, square: other_square, discs: other_discs };
        let worth = self.by_answer(worth::ANSWER * f64::from(discs.saturating_sub(other_discs)));
        is_worse.then_some(Effects::both(Fact::Answer { side, square, discs }, other, worth))
    }

    /// The better move, if the answer takes it away.
    pub(super) fn gone(&self) -> Option<Effects> {
        let answer = self.own_answer()?;
        let square = self.better.square.filter(|square| *square != answer && self.is_gone(*square))?;
        // If the played move itself makes it impossible, the answer does not.
        if !self.played.mover_could_go_on(square) {
            return None;
        }
        Some(Effects::new(Some(Fact::Gone { square, answer }), self.quiet(), self.by_answer(worth::GONE)))
    }

    /// True if the mover cannot play on this square after the answer.
    fn is_gone(&self, square: Square) -> bool {
        let moves = self.played.answered.map(|board| board.turned_to(self.mover()).position.moves());
        moves.is_some_and(|moves| moves & square.bit() == 0)
    }

    /// The better move's square, if the opponent's answer takes it, with what that does.
    pub(super) fn yielded_with_effect(&self) -> Option<Effects> {
        let square = self.better.square.filter(|square| self.played.answer == Some(*square))?;
        let side = self.opponent();
        let placed = self.played.soon_placed(side).find(|placed| placed.square == square)?;
        let effect = self.effect(placed)?;
        let taken = Fact::Closes { side, square };
        Some(Effects::both(Fact::Plays { side, square, effect }, taken, worth::YIELDED))
    }

    /// The better move's square, if the opponent soon takes it.
    pub(super) fn yielded(&self) -> Option<Effects> {
        let square = self.better.square?;
        let side = self.opponent();
        let is_taken = self.played.soon_plays(side, square) && self.played.replies().moves() & square.bit() != 0;
        is_taken.then_some(Effects::new(Some(Fact::Yields { side, square }), self.quiet(), worth::YIELDED))
    }

    /// The mover's next move after the better one, if only that opens it.
    pub(super) fn opened_to_mover(&self) -> Option<Effects> {
        let square = self.better.next?;
        let is_open = |position: &Position| position.moves() & square.bit() != 0;
        let is_new = !is_open(&self.played.start.position)
            && self.better.mover_could_go_on(square)
            && !is_open(&self.played.own_turn()?);
        let turn = self.better.own_turn()?;
        let is_safe = safe_moves(&turn) & square.bit() != 0;
        let opens = Fact::Opens { side: self.mover(), square };
        (is_new && is_safe).then_some(Effects::new(None, Some(opens), worth::OPENED))
    }

    /// The played move could have waited: the opponent cannot play there, and the better move was urgent or the mover
    /// plays both in the better line.
    pub(super) fn waiting(&self) -> Option<Effects> {
        let square = self.played.square?;
        let better = self.better.square?;
        let own_turn = self.better.own_turn()?;
        let theirs = self.played.before().moves() | self.better.replies().moves() | own_turn.pass().moves();
        if theirs & square.bit() != 0 || safe_moves(&own_turn) & square.bit() == 0 {
            return None;
        }
        let waits = Fact::Waits { square };
        if self.is_gone(better) && (self.played.answer == Some(better) || self.played.mover_could_go_on(better)) {
            let answer = self.played.answer?;
            let taken = Fact::Closes { side: self.opponent(), square: better };
            let gone = if answer == better { taken } else { Fact::Gone { square: better, answer } };
            return Some(Effects::both(waits, gone, worth::WAITING));
        }
        let comes_later = self.purpose == Purpose::Evidence || self.better.plays(self.mover(), square);
        comes_later.then_some(Effects::new(Some(waits), self.quiet(), worth::WAITING))
    }
}

/// The sound moves that this move takes away from the other side.
fn lost_moves(placed: &Placed) -> Bitboard {
    sound_moves(&placed.others_before()) & !placed.others_after().moves() & !placed.square.bit()
}

/// The fact that the mover keeps these moves.
fn kept_moves(moves: Bitboard) -> Fact {
    let only = Square::lowest(moves).filter(|square| square.bit() == moves);
    only.map_or(Fact::Keeps, |square| Fact::Spares { square })
}
