//! Counts: safe moves, new moves, flipped discs.

use super::quiet::Scarcity;
use super::{Comparison, OwnMoves, worth};
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Position, Square};
use crate::strength::reasons::effects::{Effects, Grade};
use crate::strength::reasons::fact::{Fact, FewSquares};
use crate::strength::reasons::line::Events;
use crate::strength::reasons::measures::{open_corners, opens_nothing, safe_moves};

/// The least differences that make a reason: in safe moves, new moves, the mover's moves, and flipped discs.
const SAFE: u32 = 2;
const NEW: u32 = 2;
const MOVES: u32 = 3;
const TURNED: u32 = 3;
/// The number of safe moves that is enough for a side.
const PLENTY: u32 = 4;
/// Flipped discs count while there are at least this many empty squares.
const EARLY: u32 = 24;

impl Comparison {
    /// The mover's safe moves at its next turn, if few are left.
    pub(super) fn own_safe_moves(&self, scarcity: Scarcity) -> Option<Effects> {
        let side = self.mover();
        let is_enough = |few: Bitboard, more: Bitboard| scarcity.is_of_safe_moves(few.count_ones(), more.count_ones());
        let OwnMoves { left, kept, is_lasting } = self.own_moves(safe_moves, is_enough)?;
        let few = left.moves.count_ones();
        let more = kept.moves.count_ones();
        // While a corner is open to the opponent, hardly any move is safe: then the corner is the reason.
        let turns = [self.played.own_turn(), self.better.own_turn(), self.after_same_answer()];
        let is_open = turns.into_iter().flatten().any(|turn| open_corners(&turn) != 0);
        let leaves = Fact::Safe { side, moves: few, squares: FewSquares::all_of(left.moves), after: left.after };
        let would = Fact::Safe { side, moves: more, squares: FewSquares::all_of(0), after: kept.after };
        let effects = Effects::both(leaves, would, scarcity_worth(few, more));
        (!is_open).then(|| effects.firm_if(is_lasting, Grade::Weak))
    }

    /// The opponent's safe moves, if the better move leaves few.
    pub(super) fn safe_replies(&self, scarcity: Scarcity) -> Option<Effects> {
        let side = self.opponent();
        let [played, better] = [&self.played, &self.better].map(Events::replies);
        let more = safe_moves(&played);
        let few = safe_moves(&better);
        let [few_count, more_count] = [few, more].map(Bitboard::count_ones);
        // While a corner is open to the mover, every reply seems unsafe that leaves it so.
        let is_open = (open_corners(&played) | open_corners(&better)) != 0;
        let is_worse = scarcity.is_of_safe_moves(few_count, more_count);
        let squares = FewSquares::from_set(more, self.told_reply(more));
        let left = Fact::Safe { side, moves: more_count, squares, after: None };
        let kept = Fact::Safe { side, moves: few_count, squares: FewSquares::all_of(few), after: None };
        let effects = Effects::both(left, kept, scarcity_worth(few_count, more_count));
        let is_firm = self.is_harmful(more);
        (is_worse && few & CORNERS == 0 && !is_open).then(|| effects.firm_if(is_firm, Grade::Weak))
    }

    /// New safe moves of the opponent.
    pub(super) fn wall(&self) -> Option<Effects> {
        let side = self.opponent();
        let new = self.played.new_moves();
        let moves = new.count_ones();
        let other_moves = self.better.new_moves().count_ones();
        let wall = Fact::Wall { side, moves, squares: FewSquares::from_set(new, self.told_reply(new)) };
        let some = Fact::Wall { side, moves: other_moves, squares: FewSquares::all_of(0) };
        let other_wall = if other_moves == 0 { self.quiet() } else { Some(some) };
        let worth = worth::NEW_MOVE * f64::from(moves.saturating_sub(other_moves));
        let is_worse = moves >= other_moves + NEW;
        let effects = Effects::new(Some(wall), other_wall, worth);
        is_worse.then(|| effects.firm_if(self.is_harmful(new), Grade::Light))
    }

    /// A new safe move of the opponent, where the better move is quiet.
    pub(super) fn opened_one(&self) -> Option<Effects> {
        let side = self.opponent();
        let quiet = self.quiet()?;
        let new = self.played.new_moves();
        let only = Square::lowest(new).filter(|square| square.bit() == new)?;
        let effect = self.effect(&self.played.reply(only)?);
        // A square on which the opponent could play before is not opened; it has become safe.
        let was_legal = self.played.before().moves() & new != 0;
        let safe = Fact::Wall { side, moves: 1, squares: FewSquares::all_of(new) };
        let opens = if was_legal { safe } else { Fact::Opens { side, square: only, effect } };
        let worth = if self.played.answer == Some(only) { worth::OPENED } else { worth::NEW_MOVE };
        Some(Effects::both(opens, quiet, worth).firm_if(self.is_harmful(new), Grade::Weak))
    }

    /// The better move is quiet: it opens no safe move to the opponent.
    pub(super) fn quiet(&self) -> Option<Fact> {
        let wall = Fact::Wall { side: self.opponent(), moves: 0, squares: FewSquares::all_of(0) };
        let is_safe = safe_moves(&self.better.start.position) & self.better.square?.bit() != 0;
        (is_safe && opens_nothing(&self.better.before(), &self.better.replies())).then_some(wall)
    }

    /// The opponent's safe moves that the better move takes away, for a while at least, if they are more than those
    /// that it leaves instead.
    pub(super) fn denied(&self, least: u32) -> Option<Effects> {
        let side = self.opponent();
        let played = self.played.replies();
        let better = self.better.replies();
        // What the played move itself opens, the better move cannot take away.
        let old = self.played.before().moves();
        let lost = safe_moves(&played) & old & !self.better.open_to_opponent() & !self.better.soon_played(side);
        let moves = lost.count_ones();
        let more = moves.saturating_sub((safe_moves(&better) & !played.moves()).count_ones());
        let answer = self.played.answer.filter(|square| lost & square.bit() != 0);
        let reply = self.told_reply(lost);
        let enough = if reply.is_some() { 1 } else { least };
        let is_worse = more >= enough;
        let leaves = Fact::Leaves { side, moves, squares: FewSquares::from_set(lost, reply) };
        let usual = worth::NEW_MOVE * f64::from(more);
        let worth = if answer.is_some() { self.by_answer(usual + worth::DENIED_ANSWER) } else { usual };
        let only = Square::lowest(lost).filter(|_| moves == 1);
        let denies = only.map_or(Fact::Denies, |square| Fact::Closes { side, square });
        is_worse.then(|| Effects::both(leaves, denies, worth).firm_if(self.is_harmful(lost), Grade::Weak))
    }

    /// The number of discs that both moves flip.
    fn flips(&self) -> Option<[u32; 2]> {
        let position = &self.played.start.position;
        Some([self.played.square?, self.better.square?].map(|square| position.flips(square).count_ones()))
    }

    /// Many flipped discs in the first part of the game.
    pub(super) fn turned_discs(&self) -> Option<Effects> {
        let [discs, other_discs] = self.flips()?;
        let is_worse = self.empties() >= EARLY && discs >= other_discs + TURNED;
        let worth = worth::TURNED * f64::from(discs.saturating_sub(other_discs));
        let effects = Effects::both(Fact::Turns { discs }, Fact::Turns { discs: other_discs }, worth);
        is_worse.then_some(effects.firm_if(false, Grade::Weak))
    }

    /// The mover's moves at its next turn.
    pub(super) fn moves(&self) -> Option<Effects> {
        let side = self.mover();
        let is_enough = |few: Bitboard, more: Bitboard| more.count_ones() >= few.count_ones() + MOVES;
        let OwnMoves { left, kept, is_lasting } = self.own_moves(Position::moves, is_enough)?;
        let moves = left.moves.count_ones();
        let other_moves = kept.moves.count_ones();
        let left = Fact::Moves { side, moves, after: left.after };
        let kept = Fact::Moves { side, moves: other_moves, after: kept.after };
        let worth = worth::MOVE * f64::from(other_moves.saturating_sub(moves));
        Some(Effects::both(left, kept, worth).firm_if(is_lasting, Grade::Weak))
    }

    /// The opponent's moves.
    pub(super) fn replies(&self) -> Option<Effects> {
        let side = self.opponent();
        let moves = self.played.replies().moves().count_ones();
        let other_moves = self.better.replies().moves().count_ones();
        let other = Fact::Moves { side, moves: other_moves, after: None };
        let worth = worth::MOVE * f64::from(moves.saturating_sub(other_moves));
        (moves >= other_moves + MOVES).then_some(Effects::both(Fact::Moves { side, moves, after: None }, other, worth))
    }
}

impl Scarcity {
    /// True if so few safe moves are scarce beside so many.
    fn is_of_safe_moves(self, few: u32, more: u32) -> bool {
        match self {
            Scarcity::Few => few < PLENTY && more >= few + SAFE,
            Scarcity::Fewer => more >= few + MOVES,
        }
    }
}

/// The discs that few safe moves usually cost a side, beside more of them.
fn scarcity_worth(few: u32, more: u32) -> f64 {
    let most = worth::SCARCE[few.min(PLENTY - 1) as usize];
    most.min(worth::SAFE_MOVE * f64::from(more.saturating_sub(few)))
}
