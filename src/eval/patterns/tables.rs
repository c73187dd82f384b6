//! Weights in the form that a search looks up.

use std::sync::{Arc, OnceLock};

use super::file::WeightsFile;
use super::indices::{Indices, LANES, Powers};
use super::layout::{COUNTED, Count, EMPTY_COUNTS, MOST_EMPTIES, ROOM};
use super::weights::{UNIT, Weights};
use crate::board::{Bitboard, Position, kernel};
use crate::eval::probcut::Shallowers;
use crate::eval::{Evaluator, FINISHED, Leaf, Unit, Value, Worth};

/// The bound of every evaluation: a board full of discs.
pub(super) const LARGEST: Value = 64 * UNIT;
const _: () = assert!(LARGEST < FINISHED);

/// The weights of one phase, padded with zeros, so that an index without its upper bits is always inside.
type Table = [i16; ROOM];

/// The last two entries of every table are 0.
const NOTHING: usize = ROOM - 2;

/// An evaluation by learned patterns. Clones share the weights.
#[derive(Debug, Clone)]
pub struct Patterns(Arc<WeightTables>);

/// Weights in the tables that an evaluation reads.
#[derive(Debug)]
pub(super) struct WeightTables {
    file: WeightsFile,
    powers: Powers,
    /// Groups of lanes that have places.
    pub groups: usize,
    /// The entry of a table for each place without discs. Lanes without a place have index 0 and [`NOTHING`] here.
    pub offsets: [u32; LANES],
    /// The index of the constant.
    pub constant: usize,
    /// The counts with the offsets of their weights.
    pub counts: Vec<(Count, usize)>,
    /// The constant of each number of empty squares.
    constants: [Value; MOST_EMPTIES + 1],
    /// A page without the program plays the opening before it has loaded the weights of later phases.
    phases: Vec<OnceLock<Phase>>,
    shallowers: Option<Shallowers>,
    identity: u64,
}

/// The weights of a phase as an evaluation reads them.
#[derive(Debug)]
struct Phase {
    constant: Value,
    /// The weights of the configurations, of the counts, and the constant.
    table: Box<Table>,
}

impl Phase {
    /// The weights of a phase in the order of [`Layout::order`].
    fn new(weights: &[i16], order: &[u32]) -> Phase {
        let constant = weights.last().expect("every phase has a constant");
        Phase { constant: (*constant).into(), table: table(weights, order) }
    }
}

impl Patterns {
    /// The evaluation with the weights of a file. The file's SHA-256 identifies it in transposition tables.
    #[must_use]
    pub fn new(file: impl Into<WeightsFile>, sha256: &str) -> Patterns {
        let file = file.into();
        let WeightsFile { weights, probcut } = &file;
        let layout = &weights.layout;
        let mut offsets = [NOTHING as u32; LANES];
        let mut next = 0;
        let places = layout.shapes.iter().flat_map(|shape| {
            let empty = next + shape.empty_configuration();
            next += shape.configurations();
            shape.places().iter().map(move |_| empty as u32)
        });
        offsets.iter_mut().zip(places).for_each(|(offset, first)| *offset = first);
        let constant = next + layout.counts.len() * COUNTED;
        let counts = layout.counts.iter().enumerate().map(|(i, &count)| (count, next + i * COUNTED)).collect();
        let tables = WeightTables {
            powers: Powers::new(&layout.shapes),
            groups: layout.places().div_ceil(kernel::GROUP),
            offsets,
            constant,
            counts,
            constants: std::array::from_fn(|empties| weights.constants[empties.min(EMPTY_COUNTS - 1)].into()),
            phases: layout.phases.ends().iter().map(|_| OnceLock::new()).collect(),
            shallowers: probcut.map(|probcut| probcut.shallowers(f64::from(UNIT))),
            identity: identity(sha256),
            file,
        };
        let patterns = Patterns(Arc::new(tables));
        patterns.fill(patterns.weights().phases.iter().map(Vec::as_slice).enumerate());
        patterns
    }

    /// Adds the weights of these phases, by number. Known ones stay, and those without weights are added later.
    pub(super) fn fill<'a>(&self, phases: impl Iterator<Item = (usize, &'a [i16])>) {
        let order = self.weights().layout.order();
        for (number, weights) in phases.filter(|(_, weights)| !weights.is_empty()) {
            self.0.phases[number].get_or_init(|| Phase::new(weights, &order));
        }
    }

    /// The weights that it was compiled from.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.0.file.weights
    }

    /// The tables and their layout.
    #[inline]
    pub(super) fn tables(&self) -> &WeightTables {
        &self.0
    }

    /// The weights file that it was compiled from.
    #[must_use]
    pub fn file(&self) -> &WeightsFile {
        &self.0.file
    }
}

/// The first 64 bits of a digest.
pub(super) fn identity(sha256: &str) -> u64 {
    sha256.get(..16).and_then(|start| u64::from_str_radix(start, 16).ok()).unwrap_or(0)
}

/// The table of a phase's weights: see [`Phase::table`].
fn table(phase: &[i16], order: &[u32]) -> Box<Table> {
    let mut table: Vec<i16> = order.iter().map(|&number| phase[number as usize]).collect();
    table.resize(ROOM, 0);
    table.into_boxed_slice().try_into().expect("layouts fit")
}

impl WeightTables {
    #[inline]
    fn phase(&self, empties: u32) -> &Phase {
        let number = self.file.weights.layout.phases.phase(empties);
        self.phases[number].get().unwrap_or_else(|| missing(empties))
    }
}

#[cold]
fn missing(empties: u32) -> ! {
    panic!("the weights of positions with {empties} empty squares are not loaded yet")
}

impl Evaluator for Patterns {
    type State = Indices;

    #[inline]
    fn state(&self, position: &Position) -> Indices {
        self.0.powers.indices(position)
    }

    #[inline]
    fn played(&self, state: &Indices, before: &Position, after: &Position) -> Indices {
        self.0.powers.played(state, before, after)
    }

    #[inline]
    fn passed(&self, state: &Indices) -> Indices {
        state.passed()
    }

    fn evaluate(&self, leaf: &Leaf) -> Value {
        self.evaluate_at(leaf, leaf.position.moves(), &self.state(&leaf.position))
    }

    #[inline]
    fn evaluate_at(&self, leaf: &Leaf, moves: Bitboard, state: &Indices) -> Value {
        let tables = &*self.0;
        let empties = leaf.position.empties();
        let phase = tables.phase(empties);
        let table = &*phase.table;
        let mut sum = tables.constants[empties as usize] + phase.constant;
        sum += kernel::sum(table, &state.lanes, &tables.offsets, tables.groups);
        for &(count, offset) in &tables.counts {
            sum += Value::from(table[(offset + count.in_position(&leaf.position, moves)) % ROOM]);
        }
        sum.clamp(-LARGEST, LARGEST)
    }

    fn shallowers(&self) -> Option<&Shallowers> {
        self.0.shallowers.as_ref()
    }

    fn identity(&self) -> u64 {
        self.0.identity
    }

    fn units_per_disc(&self) -> f64 {
        f64::from(UNIT)
    }

    fn worth(&self, value: Value) -> Worth {
        Worth::from_value(value, Unit::Discs, f64::from(UNIT))
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::{Objective, squares};
    use crate::eval::oracle::positions;
    use crate::eval::patterns::{Encoder, Layout, Phases, Shape};

    fn layout() -> Layout {
        let shape = Shape::on;
        let shapes =
            vec![shape("b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"), shape("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"), shape("a1 b2 c3")];
        Layout::new(shapes, Count::ALL.to_vec(), Phases::even(7)).unwrap()
    }

    /// Random weights of a layout.
    fn weights(layout: Layout) -> Weights {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let phases = (0..layout.phases.count())
            .map(|_| (0..layout.weights()).map(|_| rng.random_range(-300..300)).collect())
            .collect();
        let constants = std::array::from_fn(|_| rng.random_range(-300..300));
        Weights { rule: Objective::Normal, layout, phases, constants, source: Vec::new() }
    }

    /// The sum, looked up square by square.
    fn by_definition(weights: &Weights, position: &Position) -> Value {
        let layout = &weights.layout;
        let phase = &weights.phases[layout.phases.phase(position.empties())];
        let sum: Value = layout.numbers_by_definition(position).map(|number| Value::from(phase[number])).sum();
        let constant = weights.constants[position.empties() as usize];
        (sum + Value::from(constant)).clamp(-LARGEST, LARGEST)
    }

    #[test]
    fn values_are_sums_of_weights_however_the_position_came_about() {
        let weights = weights(layout());
        let encoder = Encoder::new(&weights.layout);
        let patterns = Patterns::new(weights.clone(), "");
        for before in positions(1_000) {
            let state = patterns.state(&before);
            let mut row = Vec::new();
            encoder.append(&before, &mut row);
            assert_eq!(row.len(), weights.layout.terms());
            let phase = &weights.phases[weights.layout.phases.phase(before.empties())];
            let sum: Value = row.iter().map(|&weight| Value::from(phase[weight as usize])).sum();
            let sum = sum + Value::from(weights.constants[before.empties() as usize]);
            assert_eq!(sum.clamp(-LARGEST, LARGEST), by_definition(&weights, &before), "{before:?}");
            for (before, state) in [(before, state), (before.pass(), patterns.passed(&state))] {
                for square in squares(before.moves()) {
                    let position = before.play(square);
                    let followed = patterns.played(&state, &before, &position);
                    let leaf = Leaf { position, before: Some(before), passes: 0 };
                    let value = patterns.evaluate_at(&leaf, position.moves(), &followed);
                    assert_eq!(value, by_definition(&weights, &position), "{position:?}");
                    assert_eq!(value, patterns.evaluate(&leaf));
                }
            }
        }
    }
}
