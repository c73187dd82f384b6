//! The quiet moves of both sides.

use super::{Comparison, OwnMoves, worth};
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Position};
use crate::strength::reasons::effects::{Effects, Grade};
use crate::strength::reasons::fact::{Fact, FewSquares};
use crate::strength::reasons::line::Events;
use crate::strength::reasons::measures::quiet_moves;

/// The least difference in quiet moves if there are some.
const MORE: u32 = 2;

/// The scarcity of quiet moves that a reason asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scarcity {
    /// No quiet move instead of two or more, or one instead of three or more; few safe moves.
    Few,
    /// No quiet move instead of one or more, or at most half as many; clearly fewer safe moves.
    Fewer,
}

impl Comparison {
    /// The mover's quiet moves at its next turn, if few are left.
    pub(super) fn own_quiet_moves(&self, scarcity: Scarcity) -> Option<Effects> {
        let is_enough = |few: Bitboard, more: Bitboard| scarcity.worth(few, more).is_some();
        let OwnMoves { left, kept, is_lasting } = self.own_moves(quiet_moves, is_enough)?;
        let few = left.moves;
        let more = kept.moves;
        let side = self.mover();
        let leaves =
            Fact::QuietMoves { side, moves: few.count_ones(), squares: FewSquares::all_of(few), after: left.after };
        let would = Fact::QuietMoves {
            side,
            moves: more.count_ones(),
            squares: FewSquares::from_set(more, self.better.next),
            after: kept.after,
        };
        let turns = [self.played.own_turn(), self.better.own_turn(), self.after_same_answer()];
        let is_open = turns.into_iter().flatten().any(|turn| has_open_corner(&turn));
        let worth = scarcity.worth(few, more).filter(|_| !is_open)?;
        Some(Effects::both(leaves, would, worth).firm_if(is_lasting, Grade::Weak))
    }

    /// The opponent's quiet moves, if the better move leaves few.
    pub(super) fn quiet_replies(&self, scarcity: Scarcity) -> Option<Effects> {
        let [played, better] = [&self.played, &self.better].map(Events::replies);
        let more = quiet_moves(&played);
        let few = quiet_moves(&better);
        let side = self.opponent();
        let squares = FewSquares::from_set(more, self.told_reply(more));
        let left = Fact::QuietMoves { side, moves: more.count_ones(), squares, after: None };
        let squares = FewSquares::all_of(few);
        let kept = Fact::QuietMoves { side, moves: few.count_ones(), squares, after: None };
        let is_open = has_open_corner(&played) || has_open_corner(&better);
        let worth = scarcity.worth(few, more).filter(|_| !is_open)?;
        Some(Effects::both(left, kept, worth).firm_if(self.is_harmful(more), Grade::Weak))
    }
}

/// True if a side can take a corner: then quiet moves say little.
fn has_open_corner(turn: &Position) -> bool {
    (turn.moves() | turn.pass().moves()) & CORNERS != 0
}

impl Scarcity {
    /// The largest loss that fewer quiet moves explain; `None` if they are nearly as many.
    fn worth(self, few: Bitboard, more: Bitboard) -> Option<f64> {
        let [few, more] = [few, more].map(Bitboard::count_ones);
        let is_fewer = match (self, few) {
            (Scarcity::Few, 0 | 1) => more >= few + MORE,
            (Scarcity::Few, _) => false,
            (Scarcity::Fewer, 0) => more >= 1,
            (Scarcity::Fewer, _) => more >= (few + MORE).max(2 * few),
        };
        is_fewer.then(|| worth::QUIET_MOVE * f64::from(more - few))
    }
}
