//! The quiet moves of both sides.

use super::{Comparison, worth};
use crate::board::Bitboard;
use crate::board::square::CORNERS;
use crate::strength::reasons::effects::{Effects, Grade};
use crate::strength::reasons::fact::{Fact, FewSquares};
use crate::strength::reasons::measures::quiet_moves;

/// The least difference in quiet moves if there are some.
const MORE: u32 = 2;

/// How few moves a reason compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scarcity {
    /// No quiet move instead of two or more, or one instead of three or more; few safe moves.
    Few,
    /// No quiet move instead of one or more, or at most half as many; clearly fewer safe moves.
    Fewer,
}

impl Comparison {
    /// The mover's quiet moves at one of its next two turns, if few are left.
    pub(super) fn own_quiet_moves(&self, turn: usize, scarcity: Scarcity) -> Option<Effects> {
        let (played, answer) = self.played.own_turns()[turn]?;
        let (better, other_answer) = self.better.own_turns()[turn]?;
        let few = quiet_moves(&played);
        let more = quiet_moves(&better);
        let side = self.mover();
        let left = Fact::QuietMoves { side, moves: few.count_ones(), squares: FewSquares::all_of(few), after: answer };
        let kept = Fact::QuietMoves {
            side,
            moves: more.count_ones(),
            squares: FewSquares::of(more, self.better.next),
            after: other_answer,
        };
        let worth = scarcity.worth(few, more)?;
        Some(Effects::both(left, kept, worth).firm_if(self.is_lasting(turn, quiet_moves), Grade::Weak))
    }

    /// The opponent's quiet moves at one of its next two turns, if the better move leaves few.
    pub(super) fn quiet_replies(&self, turn: usize, scarcity: Scarcity) -> Option<Effects> {
        let (played, after) = self.played.opponents_turns()[turn]?;
        let (better, other_after) = self.better.opponents_turns()[turn]?;
        let more = quiet_moves(&played);
        let few = quiet_moves(&better);
        let side = self.opponent();
        let squares = FewSquares::of(more, self.played.answer);
        let left = Fact::QuietMoves { side, moves: more.count_ones(), squares, after };
        let squares = FewSquares::all_of(few);
        let kept = Fact::QuietMoves { side, moves: few.count_ones(), squares, after: other_after };
        // While a side can take a corner, its quiet moves say little.
        let has_corner = (played.moves() | better.moves()) & CORNERS != 0;
        let worth = scarcity.worth(few, more).filter(|_| !has_corner)?;
        Some(Effects::both(left, kept, worth).firm_if(self.is_lasting_for_opponent(turn, quiet_moves), Grade::Weak))
    }
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
