//! The quiet moves of both sides.

use super::{Comparison, worth};
use crate::board::Bitboard;
use crate::strength::reasons::effects::Effects;
use crate::strength::reasons::fact::{Fact, FewSquares};
use crate::strength::reasons::measures::quiet_moves;

/// The largest number of quiet moves that is few, and the least difference from none and from one.
const FEW: u32 = 1;
const MORE: [u32; 2] = [1, 2];

impl Comparison {
    /// The mover's quiet moves at one of its next two turns, if few are left.
    pub(super) fn own_quiet_moves(&self, turn: usize) -> Option<Effects> {
        let (played, answer) = self.played.own_turns()[turn]?;
        let (better, other_answer) = self.better.own_turns()[turn]?;
        let few = quiet_moves(&played);
        let more = quiet_moves(&better);
        let side = self.mover();
        let left =
            Fact::QuietMoves { side, moves: few.count_ones(), squares: FewSquares::all_of(few), after: Some(answer) };
        let kept = Fact::QuietMoves {
            side,
            moves: more.count_ones(),
            squares: FewSquares::of(more, self.better.next),
            after: Some(other_answer),
        };
        fewer(few, more).map(|worth| Effects::both(left, kept, worth))
    }

    /// The opponent's quiet moves, if the better move leaves few.
    pub(super) fn quiet_replies(&self) -> Option<Effects> {
        let more = quiet_moves(&self.played.replies());
        let few = quiet_moves(&self.better.replies());
        let side = self.opponent();
        let squares = FewSquares::of(more, self.played.answer);
        let left = Fact::QuietMoves { side, moves: more.count_ones(), squares, after: None };
        let squares = FewSquares::all_of(few);
        let kept = Fact::QuietMoves { side, moves: few.count_ones(), squares, after: None };
        fewer(few, more).map(|worth| Effects::both(left, kept, worth))
    }
}

/// The largest loss that fewer quiet moves explain; `None` if they are not few or nearly as many.
fn fewer(few: Bitboard, more: Bitboard) -> Option<f64> {
    let [few, more] = [few, more].map(Bitboard::count_ones);
    (few <= FEW && more >= few + MORE[few as usize]).then(|| worth::QUIET_MOVE * f64::from(more - few))
}
