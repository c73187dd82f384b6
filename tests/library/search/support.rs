//! Small evaluators and random positions for the tests of the search.
#![allow(dead_code, reason = "each test file uses its own part")]

use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::square::CORNERS;
use rival::board::{Position, squares};
use rival::eval::{Evaluator, Leaf, LineUse, Value};

fn count(set: u64) -> Value {
    set.count_ones() as Value
}

/// Mobility and corners: few different values, so that ties are common.
pub struct Coarse;

impl Evaluator for Coarse {
    type State = ();

    fn evaluate(&self, leaf: &Leaf) -> Value {
        let position = &leaf.position;
        count(position.moves()) - count(position.pass().moves())
            + 10 * (count(position.own & CORNERS) - count(position.opp & CORNERS))
    }

    fn identity(&self) -> u64 {
        1
    }

    fn units_per_disc(&self) -> f64 {
        1.0
    }
}

/// An evaluator that uses the whole leaf: the position before it and the passes of its line.
pub struct Line;

impl Evaluator for Line {
    type State = ();

    fn evaluate(&self, leaf: &Leaf) -> Value {
        let before = leaf.before.map_or(7, |before| count(before.moves()));
        count(leaf.position.moves()) - before
            + 35 * leaf.passes
            + 3 * (count(leaf.position.own) - count(leaf.position.opp))
    }

    fn line_use(&self) -> LineUse {
        LineUse { before: true, passes: true }
    }

    fn identity(&self) -> u64 {
        2
    }

    fn units_per_disc(&self) -> f64 {
        10.0
    }
}

/// A hash of the position, without any order of moves.
pub struct Noise(pub u64);

impl Evaluator for Noise {
    type State = ();

    fn evaluate(&self, leaf: &Leaf) -> Value {
        let mixed = (leaf.position.own ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ leaf.position.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        (mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> 40) as Value % 2001 - 1000
    }

    fn identity(&self) -> u64 {
        3 ^ (self.0 << 8)
    }

    fn units_per_disc(&self) -> f64 {
        100.0
    }
}

/// The position that random play from the start reaches with this many empty squares, or at its end.
pub fn random_position(rng: &mut ChaCha8Rng, empties: u32) -> Position {
    let mut position = Position::START;
    while position.empties() > empties {
        match squares(position.moves()).choose(rng) {
            Some(square) => position = position.play(square),
            None if position.is_over() => break,
            None => position = position.pass(),
        }
    }
    position
}

/// Any discs anywhere, many of them of one side: passes and early ends are common.
pub fn scattered_position(rng: &mut ChaCha8Rng) -> Position {
    let filled: u64 = if rng.random_bool(0.5) {
        rng.random::<u64>() | rng.random::<u64>()
    } else {
        !(rng.random::<u64>() & rng.random::<u64>())
    };
    let few = rng.random::<u64>() & rng.random::<u64>();
    let few = if rng.random_bool(0.5) { few & rng.random::<u64>() } else { few };
    let own = filled & few;
    let opp = filled & !few;
    if rng.random_bool(0.5) { Position { own, opp } } else { Position { own: opp, opp: own } }
}

pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}
