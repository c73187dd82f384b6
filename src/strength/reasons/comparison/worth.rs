//! The largest losses that facts usually bring, in discs. They are set by hand, from lists of people's mistakes.

pub(super) const CORNER: f64 = 30.0;
pub(super) const PASS: f64 = 24.0;
pub(super) const LAST_MOVE: f64 = 14.0;
pub(super) const EDGE: f64 = 14.0;
pub(super) const PARITY: f64 = 10.0;
pub(super) const SPOILED: f64 = 10.0;
pub(super) const YIELDED: f64 = 10.0;
pub(super) const WAITING: f64 = 10.0;
pub(super) const X_SQUARE: f64 = 10.0;
pub(super) const OPENED: f64 = 8.0;
pub(super) const GONE: f64 = 6.0;
pub(super) const C_SQUARE: f64 = 6.0;
/// A side with 0 to 3 safe moves, and each safe move that it would have beside those.
pub(super) const SCARCE: [f64; 4] = [24.0, 18.0, 12.0, 8.0];
pub(super) const SAFE_MOVE: f64 = 4.0;
/// Each new move of the opponent, and the answer if the better move takes it away.
pub(super) const NEW_MOVE: f64 = 2.5;
pub(super) const DENIED_ANSWER: f64 = 3.0;
/// Each quiet move.
pub(super) const QUIET_MOVE: f64 = 3.0;
/// Each safe move that an answer takes away.
pub(super) const CUT: f64 = 2.5;
/// Each move that the better move opens to the mover.
pub(super) const PREPARED: f64 = 2.0;
/// Each move of the mover.
pub(super) const MOVE: f64 = 1.0;
/// Each flipped disc.
pub(super) const TURNED: f64 = 2.0;
