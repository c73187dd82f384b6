//! What the opponent's answer does, or makes impossible.

use super::{Comparison, worth};
use crate::board::Square;
use crate::people::Discs;
use crate::strength::reasons::effects::Effects;
use crate::strength::reasons::fact::{AnswerEffect, Fact, FewSquares};
use crate::strength::reasons::measures::{beside_empty_corners, flips_along_edge, is_wedge, safe_moves};

/// The least difference in discs that an answer flips along an edge, and near the end on the whole board.
const ALONG_EDGE: u32 = 2;
const ANSWER: u32 = 4;
/// The discs by which an answer is clearly better than the others.
const CLEARLY: Discs = Discs(1.5);
/// The least number of safe moves that an answer takes away, and that it opens to its own side.
const CUT: u32 = 2;
const PREPARED: u32 = 2;
/// The end begins below this number of empty squares.
const LATE: u32 = 12;

impl Comparison {
    /// The answer on an edge that turns discs along it or goes between them.
    pub(super) fn edge(&self) -> Option<Effects> {
        let square = self.played.answer?;
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
        let square = self.played.answer?;
        let side = self.opponent();
        let before = self.played.after.turned_to(self.mover()).position.moves();
        let opened = safe_moves(&self.played.own_turn()?) & !before;
        let is_closed = self.better.replies().moves() & square.bit() == 0;
        let closes = Fact::Closes { side, square };
        (opened == 0 && is_closed).then_some(Effects::both(
            Fact::Quiet { side, square },
            closes,
            self.by_answer(worth::QUIET),
        ))
    }

    /// The answer with what it does: it takes safe moves away from the mover, opens none to the mover, or opens some to
    /// its own side. It must be clearly the best one, be the better move's square, or take moves that the better move
    /// keeps.
    pub(super) fn answer_with_effect(&self) -> Option<Effects> {
        let square = self.played.answer?;
        let side = self.opponent();
        let turn = self.played.own_turn()?;
        let before = self.played.after.turned_to(self.mover()).position;
        let lost = safe_moves(&before) & !turn.moves() & !square.bit() & !beside_empty_corners(&before);
        let prepared = safe_moves(&turn.pass()) & !self.played.replies().moves() & !beside_empty_corners(&turn);
        let next = self.played.soon_placed(side).find(|next| prepared & next.bit() != 0);
        let is_prepared = next.is_some() || prepared.count_ones() >= PREPARED;
        let is_quiet = safe_moves(&turn) & !before.moves() == 0;
        let effect = match (lost, is_quiet, is_prepared) {
            (1.., ..) => AnswerEffect::Takes { squares: FewSquares::of(lost, self.better.square) },
            (0, true, _) => AnswerEffect::Quiet,
            (0, false, true) => AnswerEffect::Prepares { squares: FewSquares::of(prepared, next) },
            (0, false, false) => return None,
        };
        let other_turn = self.better.own_turn()?;
        let is_kept = lost != 0 && lost & !safe_moves(&other_turn) == 0;
        let has_less = safe_moves(&turn).count_ones() < safe_moves(&other_turn).count_ones();
        let worths = [
            self.punished.filter(|discs| *discs >= CLEARLY).map(|discs| discs.0),
            (self.better.square == Some(square)).then_some(worth::YIELDED),
            (is_kept && has_less && lost.count_ones() >= CUT).then(|| worth::CUT * f64::from(lost.count_ones())),
        ];
        let worth = worths.into_iter().flatten().reduce(f64::max)?;
        let kept = if self.better.replies().moves() & square.bit() == 0 {
            Some(Fact::Closes { side, square })
        } else if is_kept {
            Some(Fact::Keeps)
        } else {
            self.quiet()
        };
        Some(Effects::new(Some(Fact::Plays { side, square, effect }), kept, worth))
    }

    /// The square of the answer, if only the played move opens it.
    pub(super) fn opening(&self) -> Option<Effects> {
        let side = self.opponent();
        let square = self.played.answer?;
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

    /// The better move or the mover's next move after it, if the answer takes it away.
    pub(super) fn gone(&self) -> Vec<Effects> {
        let Some(answer) = self.played.answer else { return Vec::new() };
        let squares = [self.better.square, self.better.next.filter(|square| self.is_own_safe_move(*square))];
        let placed = [self.played.square, Some(answer)];
        let others = squares.into_iter().flatten().filter(|square| !placed.contains(&Some(*square)));
        let gone = others.filter(|square| self.is_gone(*square));
        gone.map(|square| Effects::new(Some(Fact::Gone { square, answer }), self.quiet(), self.by_answer(worth::GONE)))
            .collect()
    }

    /// True if the mover cannot play on this square after the answer.
    fn is_gone(&self, square: Square) -> bool {
        let moves = self.played.answered.map(|board| board.turned_to(self.mover()).position.moves());
        moves.is_some_and(|moves| moves & square.bit() == 0)
    }

    /// True if the mover can safely play on this square now.
    fn is_own_safe_move(&self, square: Square) -> bool {
        safe_moves(&self.played.start.position) & square.bit() != 0
    }

    /// The better move's square, if the opponent soon takes it.
    pub(super) fn yielded(&self) -> Option<Effects> {
        let square = self.better.square?;
        let side = self.opponent();
        let is_taken = self.played.soon_plays(side, square);
        is_taken.then_some(Effects::new(Some(Fact::Yields { side, square }), self.quiet(), worth::YIELDED))
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
        if self.is_gone(better) {
            let gone = Fact::Gone { square: better, answer: self.played.answer? };
            return Some(Effects::both(waits, gone, worth::WAITING));
        }
        self.better.plays(self.mover(), square).then_some(Effects::new(Some(waits), self.quiet(), worth::WAITING))
    }
}
