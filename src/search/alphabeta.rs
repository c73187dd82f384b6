//! Alpha-beta below the root: negamax with principal variation search, a hash table and move ordering.
//!
//! At a fixed depth the values are exactly those of [`minimax`](super::minimax()): nothing is reduced or extended, and
//! the table answers only for the same depth. Only a search with a selectivity prunes by estimates (ProbCut). Only a
//! search under a clock accepts deeper entries, and with a selectivity it also reduces late moves and has final scores
//! on the scale of estimates.

use super::bounds::{Bound, SearchEntry};
use super::budget::Meter;
use super::busy::{self, Busy, Name};
use super::order::{self, Child};
use super::refutations::{LastMove, Refutations};
use super::table::{Key, TranspositionTable};
use crate::board::{Bitboard, Move, Objective, Position, Square, squares};
use crate::eval::probcut::{Selectivity, Shallower, Shallowers};
use crate::eval::{Evaluator, FINISHED, Leaf, Value, finished, finished_score};

/// A bound beyond every value.
pub(super) const INFINITE: Value = FINISHED + 65;

/// The depth from which positions are looked up and stored in the table. Below, searching again is cheaper.
const TABLE_DEPTH: u32 = 2;

/// The ordering score of a child that another thread is searching. It is below all others, so the child comes last.
const DEFERRED: Value = Value::MIN;

/// The depth from which the table is asked for all children before one is searched.
const TRANSPOSITION_DEPTH: u32 = 4;

/// The depth from which a late move is first searched by [`REDUCED_BY`] plies less. It gets the full depth only if it
/// then beats the best move so far (late move reductions).
const REDUCED_FROM: u32 = 6;
/// The index of the first late move.
const LATE: usize = 5;
/// The reduction in plies. It is even, because values alternate with the parity of the depth.
const REDUCED_BY: u32 = 2;

/// The search of one thread.
pub(super) struct Searching<'a, E> {
    pub evaluator: &'a E,
    pub objective: Objective,
    pub table: Option<&'a TranspositionTable>,
    /// The salt that distinguishes this evaluator and objective in the table.
    pub salt: u64,
    /// True if the evaluator counts passes, which are then part of the key.
    pub passes: bool,
    pub meter: Meter<'a>,
    /// The statistics of the difference between shallow and deep searches (ProbCut).
    shallowers: Option<&'a Shallowers>,
    /// The number of deviations beyond the window that a cut needs.
    deviations: f64,
    /// True if deeper entries answer too. Values then have at least the requested depth, instead of exactly that.
    pub deeper: bool,
    /// True if final scores are in the units of the evaluation. Where entries of another depth answer and late moves
    /// are reduced, estimates and final scores meet in one search. With scores beyond every estimate a side would
    /// prefer any estimate to a small loss, and the value would be that estimate.
    one_scale: bool,
    /// The least depth at which the evaluation orders children.
    evaluated_from: u32,
    /// The positions that other threads are searching, if there are any.
    pub busy: Option<&'a Busy>,
    /// The children of all nodes on the current line, one node after the other.
    children: Vec<Child>,
    /// The moves that gave cutoffs so far.
    refutations: Refutations,
}

impl<'a, E: Evaluator> Searching<'a, E> {
    pub(super) fn new(
        evaluator: &'a E,
        objective: Objective,
        selectivity: Selectivity,
        table: Option<&'a TranspositionTable>,
        meter: Meter<'a>,
    ) -> Self {
        let objective_salt = match objective {
            Objective::Normal => 0x6a09_e667_f3bc_c908,
            Objective::Anti => 0xbb67_ae85_84ca_a73b,
        };
        // Entries of a bolder search must not answer in a more careful one.
        let selectivity_salt = u64::from(selectivity.level()).wrapping_mul(0xa54f_f53a_5f1d_36f1);
        let shallowers = evaluator.shallowers().filter(|_| selectivity != Selectivity::OFF);
        let one_scale = meter.is_timed() && shallowers.is_some();
        // Entries of the two scales must not meet.
        let scale_salt = if one_scale { 0x3c6e_f372_fe94_f82b } else { 0 };
        Searching {
            evaluator,
            objective,
            table,
            salt: evaluator.identity().wrapping_mul(0x9e37_79b9_7f4a_7c15)
                ^ objective_salt
                ^ selectivity_salt
                ^ scale_salt,
            passes: evaluator.line_use().passes,
            shallowers,
            evaluated_from: order::EVALUATED_DEPTH[usize::from(shallowers.is_some())],
            deviations: selectivity.deviations(),
            deeper: meter.is_timed(),
            one_scale,
            meter,
            busy: None,
            children: Vec::with_capacity(256),
            refutations: Refutations::default(),
        }
    }

    /// The value of a leaf at this depth: exact if it lies between `alpha` and `beta`, else a bound on that side.
    /// `moves` and `state` belong to the leaf, and `here` is its static evaluation, if known. In a `PV` node `line`
    /// receives the moves that lead to an exact value. `None` if the search must stop.
    #[expect(clippy::too_many_arguments, reason = "what changes from node to node, for the registers")]
    pub(super) fn value<const PV: bool>(
        &mut self,
        leaf: &Leaf,
        state: &E::State,
        moves: Bitboard,
        here: Option<Value>,
        depth: u32,
        alpha: Value,
        beta: Value,
        line: &mut Vec<Move>,
    ) -> Option<Value> {
        self.meter.count()?;
        if moves == 0 {
            return self.pass::<PV>(leaf, state, depth, alpha, beta, line);
        }
        match depth {
            0 => Some(self.evaluator.evaluate_at(leaf, moves, state)),
            1 => self.last::<PV>(leaf, state, moves, alpha, beta, line),
            _ => self.inner::<PV>(leaf, state, moves, here, depth, alpha, beta, line),
        }
    }

    /// Searches a position without moves: the game is over, or the other side moves at no cost in depth.
    fn pass<const PV: bool>(
        &mut self,
        leaf: &Leaf,
        state: &E::State,
        depth: u32,
        alpha: Value,
        beta: Value,
        line: &mut Vec<Move>,
    ) -> Option<Value> {
        let next = leaf.passed();
        let replies = next.position.moves();
        if replies == 0 {
            return Some(self.finished(&leaf.position));
        }
        if depth == 0 {
            return Some(self.evaluator.evaluate_at(leaf, 0, state));
        }
        let state = self.evaluator.passed(state);
        let value = -self.value::<PV>(&next, &state, replies, None, depth, -beta, -alpha, line)?;
        if PV {
            line.insert(0, Move::Pass);
        }
        Some(value)
    }

    /// Searches the last ply.
    fn last<const PV: bool>(
        &mut self,
        leaf: &Leaf,
        state: &E::State,
        moves: Bitboard,
        mut alpha: Value,
        beta: Value,
        line: &mut Vec<Move>,
    ) -> Option<Value> {
        let mut best = -INFINITE;
        let last_move = LastMove::new(leaf.before, &leaf.position);
        let parts = order::parts(moves, self.refutations.likely(last_move));
        for square in parts.into_iter().flat_map(squares) {
            let next = leaf.after(leaf.position.play(square));
            let below = self.evaluator.played(state, &leaf.position, &next.position);
            let replies = next.position.moves();
            let value = if replies == 0 {
                -self.value::<false>(&next, &below, replies, None, 0, -beta, -alpha, line)?
            } else {
                self.meter.count()?;
                -self.evaluator.evaluate_at(&next, replies, &below)
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if PV {
                        line.clear();
                        line.push(square.into());
                    }
                    if value >= beta {
                        self.refutations.note(last_move, square);
                        break;
                    }
                }
            }
        }
        Some(best)
    }

    #[expect(clippy::too_many_arguments, reason = "what changes from node to node, for the registers")]
    fn inner<const PV: bool>(
        &mut self,
        leaf: &Leaf,
        state: &E::State,
        moves: Bitboard,
        here: Option<Value>,
        depth: u32,
        alpha: Value,
        beta: Value,
        line: &mut Vec<Move>,
    ) -> Option<Value> {
        let key = self.key(leaf, depth);
        let known = key.and_then(|(table, key)| SearchEntry::probe(table, key));
        // A principal variation is followed to its end, so that it can be shown.
        if let Some(entry) = known
            && !PV
            && self.answers(&entry, depth)
            && entry.decides(alpha, beta)
        {
            return Some(entry.value);
        }
        if !PV && let Some(value) = self.probcut(leaf, state, moves, here, depth, beta, line)? {
            return Some(value);
        }
        let start = self.children.len();
        self.expand(leaf, moves, depth);
        if !PV
            && depth >= TRANSPOSITION_DEPTH
            && let Some(value) = self.transposition(leaf, start, depth, beta)
        {
            self.children.truncate(start);
            return Some(value);
        }
        let hashed = known.and_then(|entry| entry.best);
        let result = self.best_child::<PV>(leaf, state, start, hashed, depth, alpha, beta, line);
        self.children.truncate(start);
        let (best, square) = result?;
        if best >= beta {
            self.refutations.note(LastMove::new(leaf.before, &leaf.position), square);
        }
        if let Some((table, key)) = key {
            let bound = Bound::in_window(best, alpha, beta);
            SearchEntry { value: best, bound, best: Some(square), depth }.store(table, key);
        }
        Some(best)
    }

    /// A bound on the value that a shallower search makes likely enough (ProbCut), if there is one. `None` if the
    /// search must stop.
    #[expect(clippy::too_many_arguments, reason = "what changes from node to node, for the registers")]
    fn probcut(
        &mut self,
        leaf: &Leaf,
        state: &E::State,
        moves: Bitboard,
        here: Option<Value>,
        depth: u32,
        beta: Value,
        line: &mut Vec<Move>,
    ) -> Option<Option<Value>> {
        let empties = leaf.position.empties();
        let Some(Shallower { depth: shallow, mean, deviation }) =
            self.shallowers.and_then(|shallowers| shallowers.get(empties, depth)).copied()
        else {
            return Some(None);
        };
        let margin = (self.deviations * f64::from(deviation)) as Value;
        debug_assert!(here.is_none_or(|here| here == self.evaluator.evaluate_at(leaf, moves, state)));
        let here = here.unwrap_or_else(|| self.evaluator.evaluate_at(leaf, moves, state));
        let end = self.end(beta, depth >= empties);
        let high = here >= end;
        let bound = if high { end + margin - mean } else { end - 1 - margin - mean };
        let value = if shallow == 0 {
            here
        } else {
            let alpha = if high { bound - 1 } else { bound };
            self.value::<false>(leaf, state, moves, Some(here), shallow, alpha, alpha + 1, line)?
        };
        let likely = if high { (value >= bound).then_some(beta) } else { (value <= bound).then_some(beta - 1) };
        Some(likely)
    }

    /// The bound for a shallow search. If every line ends the game, it is in the units of the evaluation.
    fn end(&self, beta: Value, ends: bool) -> Value {
        if ends { self.in_units(beta) } else { beta }
    }

    /// A final score in the units of the evaluation. An estimate stays.
    fn in_units(&self, value: Value) -> Value {
        finished_score(value).map_or(value, |score| score * self.evaluator.units_per_disc() as Value)
    }

    /// The value of a finished game for the side to move.
    fn finished(&self, position: &Position) -> Value {
        let value = finished(position, self.objective);
        if self.one_scale { self.in_units(value) } else { value }
    }

    /// True if an entry answers for the depth `asked`. A final score from beyond the end of this search does not: it
    /// would stand above or below every estimate.
    fn answers(&self, entry: &SearchEntry, asked: u32) -> bool {
        entry.depth == asked || (self.deeper && entry.depth > asked && finished_score(entry.value).is_none())
    }

    /// A child that is good enough according to the table, before any child is searched.
    fn transposition(&self, leaf: &Leaf, start: usize, depth: u32, beta: Value) -> Option<Value> {
        self.children[start..].iter().find_map(|child| {
            let (table, key) = self.key(&leaf.after(child.position), depth - 1)?;
            let entry = SearchEntry::probe(table, key)?;
            let refutes = self.answers(&entry, depth - 1) && entry.bound != Bound::Lower && -entry.value >= beta;
            refutes.then_some(-entry.value)
        })
    }

    /// Searches the children from `start` on, best first. The move `hashed`, if it is one of them, comes before all
    /// others: it often gives a cutoff, and the others then need no score.
    #[expect(clippy::too_many_arguments, reason = "what changes from node to node, for the registers")]
    fn best_child<const PV: bool>(
        &mut self,
        leaf: &Leaf,
        state: &E::State,
        start: usize,
        hashed: Option<Square>,
        depth: u32,
        mut alpha: Value,
        beta: Value,
        line: &mut Vec<Move>,
    ) -> Option<(Value, Square)> {
        let mut scored = !self.lead(start, hashed);
        if scored {
            self.score(leaf, state, start, depth);
        }
        let mut best = (-INFINITE, self.children[start].square);
        let mut below = Vec::new();
        let busy = self.busy.filter(|_| depth > busy::DEPTH);
        let mut index = start;
        while index < self.children.len() {
            if index > start && !scored {
                self.score(leaf, state, index, depth);
                scored = true;
            }
            order::bring_best(&mut self.children[index..]);
            let child = self.children[index];
            let name = busy.map(|busy| (busy, Name::new(&child.position, depth - 1)));
            if let Some((busy, name)) = name {
                if index > start && child.score > DEFERRED && busy.holds(name) {
                    self.children[index].score = DEFERRED;
                    continue;
                }
                busy.enter(name);
            }
            let next = leaf.after(child.position);
            let state = self.evaluator.played(state, &leaf.position, &child.position);
            let moves = child.moves;
            let here = self.ordered_by(&child, depth);
            let first = index == start;
            let late = index - start >= LATE;
            index += 1;
            let mut value = -INFINITE;
            if self.deeper && self.shallowers.is_some() && late && depth >= REDUCED_FROM {
                let depth = depth - 1 - REDUCED_BY;
                value = -self.value::<false>(&next, &state, moves, here, depth, -alpha - 1, -alpha, &mut below)?;
            }
            let refuted = value > -INFINITE && value <= alpha;
            if (!first || !PV) && !refuted {
                let scout = if first { beta } else { alpha + 1 };
                value = -self.value::<false>(&next, &state, moves, here, depth - 1, -scout, -alpha, &mut below)?;
            }
            if PV && (first || (value > alpha && value < beta)) {
                below.clear();
                value = -self.value::<true>(&next, &state, moves, here, depth - 1, -beta, -alpha, &mut below)?;
            }
            if let Some((busy, name)) = name {
                busy.leave(name);
            }
            if value > best.0 {
                best = (value, child.square);
                if value > alpha {
                    alpha = value;
                    if PV {
                        line.clear();
                        line.push(child.square.into());
                        line.append(&mut below);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        Some(best)
    }

    /// Pushes the children of a node on the stack. They have no ordering scores yet.
    fn expand(&mut self, leaf: &Leaf, moves: Bitboard, depth: u32) {
        for square in squares(moves) {
            let position = leaf.position.play(square);
            // The child's entry is loaded into the cache while the other children are made.
            if let Some((table, key)) = self.key(&leaf.after(position), depth - 1) {
                table.prefetch(key);
            }
            self.children.push(Child { square, position, moves: position.moves(), score: 0 });
        }
    }

    /// Makes the move `hashed` the first of the children from `start` on. False if it is none of them.
    fn lead(&mut self, start: usize, hashed: Option<Square>) -> bool {
        let children = &mut self.children[start..];
        let Some(index) = children.iter().position(|child| Some(child.square) == hashed) else { return false };
        children[index].score = INFINITE;
        children.swap(0, index);
        true
    }

    /// Gives the children from `start` on their ordering scores in a node of this depth.
    fn score(&mut self, leaf: &Leaf, state: &E::State, start: usize, depth: u32) {
        let [later, _, latest] = self.refutations.likely(LastMove::new(leaf.before, &leaf.position));
        for index in start..self.children.len() {
            let child = self.children[index];
            self.children[index].score = if depth >= self.evaluated_from {
                let below = self.evaluator.played(state, &leaf.position, &child.position);
                -self.static_evaluation(&leaf.after(child.position), child.moves, &below)
            } else {
                order::ordering_score(&child, [later, latest])
            };
        }
    }

    /// The static evaluation of a child, if it decided the child's order in a node of this depth.
    fn ordered_by(&self, child: &Child, depth: u32) -> Option<Value> {
        let evaluated = depth >= self.evaluated_from && child.score != INFINITE && child.score != DEFERRED;
        evaluated.then(|| -child.score)
    }

    /// The static value of a leaf.
    fn static_evaluation(&self, leaf: &Leaf, moves: Bitboard, state: &E::State) -> Value {
        if moves == 0 && leaf.position.pass().moves() == 0 {
            self.finished(&leaf.position)
        } else {
            self.evaluator.evaluate_at(leaf, moves, state)
        }
    }

    /// The root's children, best first.
    pub(super) fn children(&mut self, leaf: &Leaf) -> Vec<Child> {
        self.children.clear();
        let state = self.evaluator.state(&leaf.position);
        self.expand(leaf, leaf.position.moves(), self.evaluated_from);
        self.score(leaf, &state, 0, self.evaluated_from);
        let mut children = std::mem::take(&mut self.children);
        children.sort_by_key(|child| -child.score);
        children
    }

    /// The table, and the key of a node at this depth; `None` if it is too near to the leaves. Below the root, values
    /// depend on the position and, for some evaluators, on passes. They never depend on the position before, because
    /// the last position of every leaf lies in the subtree.
    fn key(&self, leaf: &Leaf, depth: u32) -> Option<(&'a TranspositionTable, Key)> {
        let table = self.table.filter(|_| depth >= TABLE_DEPTH)?;
        let passes = if self.passes { (leaf.passes as u64).wrapping_mul(0xd1b5_4a32_d192_ed03) } else { 0 };
        Some((table, Key::new(&leaf.position, self.salt ^ passes)))
    }
}
