//! What the opponent's answer does, or makes impossible.

use super::{Comparison, Purpose, worth};
use crate::board::geometry::grow;
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Square};
use crate::people::Discs;
use crate::strength::reasons::effects::Effects;
use crate::strength::reasons::fact::{AnswerEffect, Fact, FewSquares};
use crate::strength::reasons::line::Placed;
use crate::strength::reasons::measures::{flips_along_edge, is_wedge, new_moves, safe_moves, sound_moves};

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

    /// The answer with what it does: it takes safe moves away from the mover, opens none to the mover, or opens some to
    /// its own side. It must be clearly the best one, be impossible after the better move, or take moves that the
    /// better move keeps. If it comes after the better move, too, it must take such moves. A corner is good for other
    /// reasons.
    pub(super) fn answer_with_effect(&self) -> Option<Effects> {
        let square = self.played.answer?;
        let side = self.opponent();
        let placed = self.played.reply(square)?;
        let turn = self.played.own_turn()?;
        let other_turn = self.better.own_turn()?;
        let lost = lost_moves(&placed);
        let kept = lost & safe_moves(&other_turn);
        let has_less = safe_moves(&turn).count_ones() < safe_moves(&other_turn).count_ones();
        let takes_kept = kept != 0 && has_less;
        if !takes_kept && self.own_answer().is_none() || lost == 0 && square.bit() & CORNERS != 0 {
            return None;
        }
        let same = self.better.reply(square);
        let is_closed = self.own_answer().is_some() && same.is_none();
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
            self.effect(&placed)?
        };
        let open = turn.moves();
        let is_same = same.as_ref().is_some_and(|same| has_effect(same, effect, open));
        if is_same || self.is_strict && effect == AnswerEffect::Quiet && !self.is_quiet_harm() {
            return None;
        }
        let kept = if is_closed {
            Some(Fact::Closes { side, square })
        } else if let (AnswerEffect::Quiet, Some(same)) = (effect, &same) {
            let squares = FewSquares::of(opened_by(same) & !open, None);
            Some(Fact::Costs { side: self.mover(), square, squares })
        } else if takes_kept {
            Some(kept_moves(kept))
        } else {
            self.quiet()
        };
        Some(Effects::new(Some(Fact::Plays { side, square, effect }), kept, worth))
    }

    /// True if a quiet answer does harm: the mover does not take a corner next, and the better move does not open a
    /// quiet answer, too.
    fn is_quiet_harm(&self) -> bool {
        let takes_corner = self.played.next.is_some_and(|next| next.bit() & CORNERS != 0);
        let opens_another = self.better.answer.is_some_and(|answer| {
            let is_new = self.better.before().moves() & answer.bit() == 0;
            is_new && self.better.reply(answer).is_some_and(|placed| opened_by(&placed) == 0)
        });
        !takes_corner && !opens_another
    }

    /// What this move of the opponent does.
    fn effect(&self, placed: &Placed) -> Option<AnswerEffect> {
        let turn = placed.others_after();
        // What the better move spoils itself is no loss, but the better move itself is one.
        let own = self.better.square.map_or(0, Square::bit);
        let kept = own | safe_moves(&self.better.after.turned_to(self.mover()).position);
        let lost = lost_moves(placed) & kept;
        let used = self.better.soon_played(self.mover());
        if lost & used != 0 || lost.count_ones() >= CUT {
            let first = Square::lowest(lost & used);
            return Some(AnswerEffect::Takes { squares: FewSquares::of(lost, first) });
        }
        if opened_by(placed) == 0 {
            return Some(AnswerEffect::Quiet);
        }
        let prepared = sound_moves(&turn.pass()) & !placed.own_moves();
        let next = Square::lowest(prepared & self.played.soon_played(self.opponent()));
        if next.is_some() || prepared.count_ones() >= PREPARED {
            return Some(AnswerEffect::Prepares { squares: FewSquares::of(prepared, next) });
        }
        // Beside an empty corner a safe move may be bad, but it is one less.
        let lost = lost_safe_moves(placed) & kept;
        (lost != 0).then(|| AnswerEffect::Takes { squares: FewSquares::of(lost, None) })
    }

    /// The square of the answer, if only the played move opens it.
    pub(super) fn opening(&self) -> Option<Effects> {
        let side = self.opponent();
        let square = self.own_answer()?;
        let is_new = self.played.before().moves() & square.bit() == 0;
        let is_closed = self.better.replies().moves() & square.bit() == 0;
        let closes = Fact::Closes { side, square };
        let opens_more = self.played.new_moves().count_ones() > self.better.new_moves().count_ones();
        (is_new && is_closed && (opens_more || !self.is_strict)).then_some(Effects::both(
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
        let same = self.better.reply(square).map_or(0, |_| self.better.replies().flips(square).count_ones());
        let is_worse = self.empties() < LATE && discs >= other_discs.max(same) + ANSWER;
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

    /// The better move's square, if the opponent soon takes it, with what that does.
    pub(super) fn yielded_with_effect(&self) -> Option<Effects> {
        let square = self.yielded_square()?;
        let side = self.opponent();
        let effect = self.effect(&self.played.reply(square)?)?;
        let taken = Fact::Closes { side, square };
        Some(Effects::both(Fact::Plays { side, square, effect }, taken, worth::YIELDED))
    }

    /// The better move's square, if the opponent soon takes it.
    pub(super) fn yielded(&self) -> Option<Effects> {
        let square = self.yielded_square()?;
        let yields = Fact::Yields { side: self.opponent(), square };
        Some(Effects::new(Some(yields), self.quiet(), worth::YIELDED))
    }

    /// The square of the better move, if the opponent could play there at once after the played move, and soon does.
    fn yielded_square(&self) -> Option<Square> {
        let is_taken =
            |square: &Square| self.played.soon_plays(self.opponent(), *square) && self.played.reply(*square).is_some();
        self.better.square.filter(is_taken)
    }

    /// The mover's next move after the better one, if only that opens it.
    pub(super) fn opened_to_mover(&self) -> Option<Effects> {
        let square = self.better.next.filter(|next| self.opened() & next.bit() != 0)?;
        let opens = Fact::Opens { side: self.mover(), square };
        Some(Effects::new(None, Some(opens), worth::OPENED))
    }

    /// Two or more moves of the mover that only the better move opens.
    pub(super) fn prepared(&self) -> Option<Effects> {
        let opened = self.opened() & !grow(CORNERS & self.better.start.position.empty());
        let square = Square::lowest(opened).filter(|_| opened.count_ones() >= PREPARED)?;
        let opens = Fact::Opens { side: self.mover(), square };
        Some(Effects::new(None, Some(opens), worth::PREPARED * f64::from(opened.count_ones())))
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

    /// The played move could have waited, and the mover plays both in the better line.
    pub(super) fn waiting(&self) -> Option<Effects> {
        // If only its own side can play on the better square either, both moves could wait.
        let is_contested = self.played.before().moves() | self.played.replies().moves();
        if self.is_strict && is_contested & self.better.square?.bit() == 0 {
            return None;
        }
        let comes_later = self.purpose == Purpose::Evidence || self.better.plays(self.mover(), self.played.square?);
        let waits = self.waits().filter(|_| comes_later)?;
        Some(Effects::new(Some(waits), self.quiet(), worth::WAITING))
    }

    /// The fact that the opponent can play on the played square neither before the move nor after the better one.
    fn waits(&self) -> Option<Fact> {
        let square = self.played.square?;
        let own_turn = self.better.own_turn()?;
        let theirs = self.played.before().moves() | self.better.replies().moves() | own_turn.pass().moves();
        let is_safe = theirs & square.bit() == 0 && safe_moves(&own_turn) & square.bit() != 0;
        is_safe.then_some(Fact::Waits { square })
    }
}

/// The sound moves that this move takes away from the other side.
fn lost_moves(placed: &Placed) -> Bitboard {
    sound_moves(&placed.others_before()) & !placed.others_after().moves() & !placed.square.bit()
}

/// The safe moves that this move takes away from the other side.
fn lost_safe_moves(placed: &Placed) -> Bitboard {
    safe_moves(&placed.others_before()) & !placed.others_after().moves() & !placed.square.bit()
}

/// The safe moves that this move opens to the other side.
fn opened_by(placed: &Placed) -> Bitboard {
    new_moves(placed.others_before().moves(), &placed.others_after())
}

/// True if this move of the opponent has this effect. It is quiet if it opens nothing but these open moves.
fn has_effect(placed: &Placed, effect: AnswerEffect, open: Bitboard) -> bool {
    let (named, set) = match effect {
        AnswerEffect::Quiet => return opened_by(placed) & !open == 0,
        AnswerEffect::Takes { squares } => (squares, lost_safe_moves(placed)),
        AnswerEffect::Prepares { squares } => {
            (squares, sound_moves(&placed.others_after().pass()) & !placed.own_moves())
        }
    };
    named.iter().all(|square| set & square.bit() != 0)
}

/// The fact that the mover keeps these moves.
fn kept_moves(moves: Bitboard) -> Fact {
    let only = Square::lowest(moves).filter(|square| square.bit() == moves);
    only.map_or(Fact::Keeps, |square| Fact::Spares { square })
}
