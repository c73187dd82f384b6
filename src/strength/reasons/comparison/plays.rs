//! The effects of a move of the opponent: on the mover's safe moves, and on its own.

use super::{Comparison, worth};
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Position, Square};
use crate::people::Discs;
use crate::strength::reasons::effects::{Effects, Grade};
use crate::strength::reasons::fact::{AnswerEffect, Fact, FewSquares};
use crate::strength::reasons::line::PlacedDisc;
use crate::strength::reasons::measures::{new_moves, safe_moves, sound_moves};

/// The discs by which an answer is clearly better than the others.
const CLEARLY: Discs = Discs(1.5);
/// The discs by which a good answer stands alone.
const ALONE: Discs = Discs(2.0);
/// The least number of safe moves that an answer takes away.
const CUT: u32 = 2;
/// The least number of safe moves that a move opens to its own side.
pub(super) const PREPARED: u32 = 2;
/// The number of other safe moves beside which the loss of one hardly counts.
const PLENTY: u32 = 5;

impl Comparison {
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
        let same = self.better.reply(square);
        let lost = lost_moves(&placed);
        let kept = lost & safe_moves(&other_turn) & self.kept_after(same.as_ref());
        let has_less = safe_moves(&turn).count_ones() < safe_moves(&other_turn).count_ones();
        let takes_kept = kept != 0 && has_less;
        if !takes_kept && self.own_answer().is_none() || lost == 0 && square.bit() & CORNERS != 0 {
            return None;
        }
        let is_closed = self.own_answer().is_some() && self.better.open_to_opponent() & square.bit() == 0;
        let worths = [
            self.punished.filter(|discs| *discs >= CLEARLY).map(|discs| discs.0),
            (self.better.square == Some(square)).then_some(worth::YIELDED),
            is_closed.then_some(worth::OPENED),
            (takes_kept && kept.count_ones() >= CUT).then(|| worth::CUT * f64::from(kept.count_ones())),
        ];
        let worth = worths.into_iter().flatten().reduce(f64::max)?;
        let effect = if takes_kept && !is_closed {
            AnswerEffect::Takes { squares: FewSquares::from_set(kept, None) }
        } else {
            self.effect(&placed)?
        };
        let open = turn.moves();
        let is_same = same.as_ref().is_some_and(|same| has_effect(same, effect, open));
        if is_same {
            return None;
        }
        let kept = if is_closed {
            Some(Fact::Closes { side, square })
        } else if let (AnswerEffect::Quiet, Some(same)) = (effect, &same) {
            let squares = FewSquares::from_set(opened_by(same) & !open, None);
            Some(Fact::Costs { side: self.mover(), square, squares })
        } else if takes_kept {
            Some(kept_moves(kept))
        } else {
            self.quiet()
        };
        let is_firm = match effect {
            _ if !self.is_clearly_answered() => false,
            AnswerEffect::Takes { squares } => !self.is_light(squares.bits()),
            AnswerEffect::Quiet => self.is_quiet_harm(),
            AnswerEffect::Prepares { .. } => true,
        };
        let is_new = self.played.before().moves() & square.bit() == 0;
        let plays = if is_closed && is_new {
            Fact::Opens { side, square, effect: Some(effect) }
        } else {
            Fact::Plays { side, square, effect }
        };
        Some(Effects::new(Some(plays), kept, worth).firm_if(is_firm, Grade::Light))
    }

    /// The answer, if every other one is clearly worse for the opponent.
    pub(super) fn only_answer(&self) -> Option<Effects> {
        let square = self.own_answer()?;
        let alone = self.alone(square)?;
        Some(Effects::new(Some(alone), self.quiet(), self.by_answer(0.0)).firm_if(false, Grade::Weak))
    }

    /// The answer on the better move's square, if every other one is clearly worse for the opponent. It is told with
    /// what it does, if that is seen; otherwise with the played move's own fault, or with the difference.
    pub(super) fn wanted_by_both(&self) -> Option<Effects> {
        let square = self.played.answer.filter(|answer| self.better.square == Some(*answer))?;
        let side = self.opponent();
        let alone = self.alone(square)?;
        let effect = self.effect(&self.played.reply(square)?);
        let plays = effect.map(|effect| Fact::Plays { side, square, effect });
        let played = plays.or_else(|| self.waits()).unwrap_or(alone);
        Some(Effects::both(played, Fact::Closes { side, square }, self.by_answer(worth::YIELDED)))
    }

    /// True if the answer is clearly better than every other one, or that is unknown.
    pub(super) fn is_clearly_answered(&self) -> bool {
        self.punished.is_none_or(|discs| discs >= CLEARLY)
    }

    /// The fact that this answer is better than every other one by some discs.
    fn alone(&self, square: Square) -> Option<Fact> {
        let gap = self.punished.filter(|gap| *gap >= ALONE)?;
        Some(Fact::Alone { side: self.opponent(), square, discs: gap.0 as u32 })
    }

    /// The answer, if it opens nothing to the mover after the played move, but safe moves after the better one.
    pub(super) fn spoiled_answer(&self) -> Option<Effects> {
        let square = self.played.answer?;
        let side = self.opponent();
        let placed = self.played.reply(square)?;
        let same = self.better.reply(square)?;
        let opened = opened_by(&same) & safe_moves(&same.others_after());
        let is_told = self.is_clearly_answered() && is_quiet(&placed) && opened != 0 && self.is_quiet_harm();
        let plays = Fact::Plays { side, square, effect: AnswerEffect::Quiet };
        let costs = Fact::Costs { side: self.mover(), square, squares: FewSquares::from_set(opened, None) };
        is_told.then(|| Effects::both(plays, costs, self.by_answer(worth::YIELDED)))
    }

    /// True if a quiet answer does harm: the mover does not take a corner next, and the better move does not open a
    /// quiet answer, too.
    fn is_quiet_harm(&self) -> bool {
        let takes_corner = self.played.next.is_some_and(|next| next.bit() & CORNERS != 0);
        let opens_another = self.better.answer.is_some_and(|answer| {
            let is_new = self.better.before().moves() & answer.bit() == 0;
            is_new && self.better.reply(answer).is_some_and(|placed| is_quiet(&placed))
        });
        !takes_corner && !opens_another
    }

    /// The effects of this move of the opponent.
    pub(super) fn effect(&self, placed: &PlacedDisc) -> Option<AnswerEffect> {
        let turn = placed.others_after();
        let kept = self.kept_after(self.better.reply(placed.square).as_ref());
        let lost = lost_moves(placed) & kept;
        let used = self.better.soon_played(self.mover());
        if lost & used != 0 || lost.count_ones() >= CUT {
            let first = Square::lowest(lost & used);
            return Some(AnswerEffect::Takes { squares: FewSquares::from_set(lost, first) });
        }
        if is_quiet(placed) {
            return Some(AnswerEffect::Quiet);
        }
        let prepared = sound_moves(&turn.pass()) & !placed.own_moves() & !self.theirs_after_better();
        let next = Square::lowest(prepared & self.played.soon_played(self.opponent()));
        if next.is_some() || prepared.count_ones() >= PREPARED {
            return Some(AnswerEffect::Prepares { squares: FewSquares::from_set(prepared, next) });
        }
        // Beside an empty corner a safe move may be bad, but it is one less.
        let lost = lost_safe_moves(placed) & kept;
        (lost != 0).then(|| AnswerEffect::Takes { squares: FewSquares::from_set(lost, None) })
    }

    /// The mover's safe moves that the better move keeps, the better move among them, and that the same reply to it, if
    /// there is one, does not take away.
    fn kept_after(&self, same: Option<&PlacedDisc>) -> Bitboard {
        // What the better move spoils itself is no loss, but the better move itself is one.
        let better_square = self.better.square.map_or(0, Square::bit);
        let kept = safe_moves(&self.better.after.turned_to(self.mover()).position);
        better_square | kept & safe_moves(&self.better.start.position) & !same.map_or(0, lost_safe_moves)
    }

    /// The squares on which the opponent plays soon after the better move, or can play after its answer to it.
    fn theirs_after_better(&self) -> Bitboard {
        let turn = self.better.own_turn().map_or(0, |turn| turn.pass().moves());
        turn | self.better.soon_played(self.opponent())
    }

    /// True if the loss of these moves hardly counts: the mover has many others, or gets them back at its next turn.
    pub(super) fn is_light(&self, lost: Bitboard) -> bool {
        let left = self.played.own_turn().map_or(0, |turn| safe_moves(&turn).count_ones());
        let is_back = |turn: Position| lost & !safe_moves(&turn) == 0;
        left > PLENTY * lost.count_ones() || self.played.second_turn().is_some_and(is_back)
    }

    /// The better move's square, if the opponent soon takes it, with what that does.
    pub(super) fn yielded_with_effect(&self) -> Option<Effects> {
        let side = self.opponent();
        let square = self.yielded_square()?;
        let effect = self.effect(&self.played.reply(square)?)?;
        let plays = Fact::Plays { side, square, effect };
        let is_light = matches!(effect, AnswerEffect::Takes { squares } if self.is_light(squares.bits()));
        let effects = Effects::both(plays, Fact::Closes { side, square }, worth::YIELDED);
        Some(effects.firm_if(!is_light, Grade::Light))
    }

    /// The better move's square, if the opponent soon takes it.
    pub(super) fn yielded(&self) -> Option<Effects> {
        let square = self.yielded_square()?;
        let yields = Fact::Yields { side: self.opponent(), square };
        Some(Effects::new(Some(yields), self.quiet(), worth::YIELDED).firm_if(false, Grade::Weak))
    }

    /// The square of the better move, if the opponent could play there at once after the played move, and soon does.
    fn yielded_square(&self) -> Option<Square> {
        let is_taken =
            |square: &Square| self.played.soon_plays(self.opponent(), *square) && self.played.reply(*square).is_some();
        self.better.square.filter(is_taken).filter(|square| self.is_harmful(square.bit()))
    }
}

/// The sound moves that this move takes away from the other side.
fn lost_moves(placed: &PlacedDisc) -> Bitboard {
    sound_moves(&placed.others_before()) & !placed.others_after().moves() & !placed.square.bit()
}

/// The safe moves that this move takes away from the other side.
fn lost_safe_moves(placed: &PlacedDisc) -> Bitboard {
    safe_moves(&placed.others_before()) & !placed.others_after().moves() & !placed.square.bit()
}

/// True if a move opens nothing to the other side, which has moves: without any it is not spared new ones.
fn is_quiet(placed: &PlacedDisc) -> bool {
    placed.others_after().moves() != 0 && opened_by(placed) == 0
}

/// The safe moves that this move opens to the other side.
fn opened_by(placed: &PlacedDisc) -> Bitboard {
    new_moves(&placed.others_before(), &placed.others_after())
}

/// True if this move of the opponent has this effect. It is quiet if it opens nothing but these open moves.
fn has_effect(placed: &PlacedDisc, effect: AnswerEffect, open: Bitboard) -> bool {
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
