//! A small network over learned patterns: an evaluation that adds rows of numbers where [`Patterns`] add weights.
//!
//! Each weight of the patterns' layout has a row of [`WIDTH`](kernel::WIDTH) numbers, which all phases share; the
//! constant has one for each number of empty squares. A position's rows are added. Each sum is clipped to the range 0
//! to 1 and squared ("squared clipped ReLU", as in Stockfish's networks). Output weights for each number of empty
//! squares turn the squared sums into discs. The patterns' own weights serve the move ordering of the endgame.
//! A network without ProbCut figures of its own uses theirs.

mod file;

use std::sync::Arc;

pub(crate) use self::file::OUTPUTS;
pub use self::file::{NetworkFile, Output};
use super::container::WeightsError;
use super::indices::Indices;
use super::layout::{Count, ROOM};
use super::spec::PatternsSpec;
use super::tables::{LARGEST, Patterns, identity};
use super::weights::UNIT;
use crate::board::kernel::{self, PackedRow, RowSums};
use crate::board::{Bitboard, Position};
use crate::eval::probcut::Shallowers;
use crate::eval::{Evaluator, Leaf, Value, Worth};
use crate::machine::pages::prefer_large;

/// A row for each configuration of each shape, then for the counts, then for the constant at each number of empty
/// squares, padded with zeros.
type Table = [PackedRow; ROOM];

/// The last row is 0.
const NOTHING: usize = ROOM - 1;
const _: () = assert!(Count::ALL.len() == 2, "the sums have room for two counts");

/// The bits of a squared sum's fraction plus those between the units of output weights and values.
const SHIFT: u32 = 14 + 2;

/// An evaluation by a network. Clones share its numbers.
#[derive(Debug, Clone)]
pub struct Network(Arc<NetworkTables>);

#[derive(Debug)]
struct NetworkTables {
    patterns: Patterns,
    file: NetworkFile,
    table: Box<Table>,
    shallowers: Option<Shallowers>,
    identity: u64,
}

impl Network {
    /// A network over these patterns, from a file with this SHA-256.
    ///
    /// # Errors
    ///
    /// It was made for other patterns.
    pub fn new(patterns: &PatternsSpec, file: NetworkFile, sha256: &str) -> Result<Network, WeightsError> {
        file.check(&patterns.file, &patterns.sha256, patterns.patterns.weights().layout.weights())?;
        let layout = &patterns.patterns.weights().layout;
        let rows: Vec<PackedRow> = file.rows(layout.weights()).collect();
        // Pages are large only if this is asked for before the first write.
        let mut table = Vec::with_capacity(ROOM);
        prefer_large(table.spare_capacity_mut());
        let numbers = layout.order().into_iter().map(|number| number as usize);
        let numbers = numbers.chain(layout.weights()..rows.len());
        table.extend(numbers.map(|number| rows[number]));
        table.resize(ROOM, PackedRow::default());
        let table = table.into_boxed_slice().try_into().expect("it has this many rows");
        Ok(Network(Arc::new(NetworkTables {
            patterns: patterns.patterns.clone(),
            table,
            shallowers: file.probcut.map(|probcut| probcut.shallowers(f64::from(UNIT))),
            file,
            identity: identity(sha256),
        })))
    }

    /// The patterns that have its rows.
    #[must_use]
    pub fn patterns(&self) -> &Patterns {
        &self.0.patterns
    }

    /// The network file that it was compiled from.
    #[must_use]
    pub fn file(&self) -> &NetworkFile {
        &self.0.file
    }

    /// The sums of a position's rows.
    #[inline]
    fn sums(&self, position: &Position, moves: Bitboard, state: &Indices) -> RowSums {
        let network = &*self.0;
        let patterns = network.patterns.tables();
        let mut others = [patterns.constant + number_of_output(position), NOTHING, NOTHING];
        for (other, &(count, offset)) in others[1..].iter_mut().zip(&patterns.counts) {
            *other = offset + count.in_position(position, moves);
        }
        kernel::add_rows(&network.table, others, &state.lanes, &patterns.offsets, patterns.groups)
    }

    fn output(&self, position: &Position) -> &Output {
        &self.0.file.outputs[number_of_output(position)]
    }
}

/// The number of a position's output, and of its row among those of the constant.
#[inline]
fn number_of_output(position: &Position) -> usize {
    (position.empties() as usize).min(OUTPUTS - 1)
}

impl Evaluator for Network {
    type State = Indices;

    #[inline]
    fn state(&self, position: &Position) -> Indices {
        self.0.patterns.state(position)
    }

    #[inline]
    fn played(&self, state: &Indices, before: &Position, after: &Position) -> Indices {
        self.0.patterns.played(state, before, after)
    }

    #[inline]
    fn passed(&self, state: &Indices) -> Indices {
        self.0.patterns.passed(state)
    }

    fn evaluate(&self, leaf: &Leaf) -> Value {
        self.evaluate_at(leaf, leaf.position.moves(), &self.state(&leaf.position))
    }

    #[inline]
    fn evaluate_at(&self, leaf: &Leaf, moves: Bitboard, state: &Indices) -> Value {
        let sums = self.sums(&leaf.position, moves, state);
        let output = self.output(&leaf.position);
        let squares = kernel::weigh_squares(&sums, &output.weights);
        // The check of the weights' sum leaves room for adding one half, which rounds.
        let value = (squares.saturating_add(1 << (SHIFT - 1)) >> SHIFT) + Value::from(output.constant);
        value.clamp(-LARGEST, LARGEST)
    }

    fn shallowers(&self) -> Option<&Shallowers> {
        self.0.shallowers.as_ref().or_else(|| self.0.patterns.shallowers())
    }

    fn identity(&self) -> u64 {
        self.0.identity
    }

    fn units_per_disc(&self) -> f64 {
        f64::from(UNIT)
    }

    fn worth(&self, value: Value) -> Worth {
        self.0.patterns.worth(value)
    }
}

/// A network in a file beside a personality, with the weights file of its patterns. It was read and checked.
#[derive(Debug, Clone)]
pub struct NetworkSpec {
    /// The patterns that have the rows.
    pub patterns: PatternsSpec,
    /// The name of the file in the personality.
    pub file: String,
    /// The SHA-256 of the file, hexadecimal.
    pub sha256: String,
    /// The network, ready to evaluate.
    pub network: Network,
}

/// Networks are equal if their numbers are; the files may differ.
impl PartialEq for NetworkSpec {
    fn eq(&self, other: &NetworkSpec) -> bool {
        self.sha256 == other.sha256
    }
}

impl NetworkSpec {
    /// Rows for `rival show`: a name and a text each.
    #[must_use]
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let file = self.network.file();
        let size = format!("{} rows of {} numbers, {OUTPUTS} outputs", file.rows.len(), kernel::WIDTH);
        let mut rows = vec![("network", format!("{}, sha256 {}", self.file, self.sha256)), ("rows", size)];
        rows.extend(file.source.iter().map(|line| ("made by", line.clone())));
        rows.extend(self.patterns.describe());
        rows
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::{Objective, squares};
    use crate::eval::oracle::positions;
    use crate::eval::patterns::{Layout, Phases, Shape, Weights, WeightsFile};
    use crate::eval::probcut::{ProbCut, TERMS};

    fn layout() -> Layout {
        let shape = Shape::on;
        let shapes = vec![shape("b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"), shape("a1 b1 c1 d1 e1"), shape("a1 b2 c3")];
        Layout::new(shapes, Count::ALL.to_vec(), Phases::even(30)).unwrap()
    }

    fn patterns() -> PatternsSpec {
        let layout = layout();
        let phases = vec![vec![0; layout.weights()]; layout.phases.count()];
        let constants = [0; OUTPUTS];
        let weights = Weights { rule: Objective::Normal, layout, phases, constants, source: Vec::new() };
        let patterns = Patterns::new(weights, "");
        PatternsSpec { file: "zero.weights".to_owned(), sha256: "00".repeat(32), patterns }
    }

    fn file() -> NetworkFile {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let rows = (0..layout().weights()).map(|_| PackedRow(std::array::from_fn(|_| rng.random_range(-60..=60))));
        let mut rows: Vec<PackedRow> = rows.collect();
        rows.pop();
        rows.extend((0..OUTPUTS).map(|empties| PackedRow([127 - empties as i8; kernel::WIDTH])));
        let outputs = (0..61).map(|empties| {
            let weights = RowSums(std::array::from_fn(|_| rng.random_range(-4_000..=4_000)));
            Output { weights, constant: empties - 20 }
        });
        NetworkFile { weights: "00".repeat(32), rows, outputs: outputs.collect(), probcut: None, source: Vec::new() }
    }

    /// The value in discs, from rows looked up square by square.
    fn by_definition(layout: &Layout, file: &NetworkFile, position: &Position) -> f64 {
        let mut rows: Vec<usize> = layout.numbers_by_definition(position).collect();
        *rows.last_mut().unwrap() += position.empties() as usize;
        let output = &file.outputs[position.empties() as usize];
        let units = (0..kernel::WIDTH).map(|unit| {
            let sum: f64 = rows.iter().map(|&row| f64::from(file.rows[row].0[unit]) / 512.0).sum();
            let clipped = sum.clamp(0.0, 1.0);
            clipped * clipped * f64::from(output.weights.0[unit]) / 256.0
        });
        units.sum::<f64>() + f64::from(output.constant) / 64.0
    }

    #[test]
    fn values_are_those_of_the_definition_however_the_position_came_about() {
        let layout = layout();
        let file = file();
        let network = Network::new(&patterns(), file.clone(), "").unwrap();
        let mut spread = std::collections::BTreeSet::new();
        for before in positions(500) {
            let state = network.state(&before);
            for (before, state) in [(before, state), (before.pass(), network.passed(&state))] {
                for square in squares(before.moves()) {
                    let position = before.play(square);
                    let leaf = Leaf { position, before: Some(before), passes: 0 };
                    let value =
                        network.evaluate_at(&leaf, position.moves(), &network.played(&state, &before, &position));
                    assert_eq!(value, network.evaluate(&leaf));
                    let discs = f64::from(value) / f64::from(UNIT);
                    // A squared sum is rounded down to 2^-14, and the value to the nearest 1/64 disc.
                    let expected = by_definition(&layout, &file, &position).clamp(-64.0, 64.0);
                    assert!((discs - expected).abs() < 0.03, "{discs} {expected} {position:?}");
                    spread.insert(value);
                }
            }
        }
        assert!(spread.len() > 500, "{}", spread.len());
    }

    #[test]
    fn a_network_has_its_own_probcut_or_that_of_its_weights() {
        let weights_probcut = ProbCut { mean: [[1.0; TERMS]; 2], deviation: [[0.1; TERMS]; 2] };
        let network_probcut = ProbCut { mean: [[2.0; TERMS]; 2], ..weights_probcut };
        let mut patterns = patterns();
        let weights = patterns.patterns.weights().clone();
        patterns.patterns = Patterns::new(WeightsFile { weights, probcut: Some(weights_probcut) }, "");
        for (own, expected) in [(None, weights_probcut), (Some(network_probcut), network_probcut)] {
            let network = Network::new(&patterns, NetworkFile { probcut: own, ..file() }, "").unwrap();
            assert_eq!(network.shallowers(), Some(&expected.shallowers(f64::from(UNIT))));
        }
    }

    #[test]
    fn other_patterns_are_refused() {
        let mut other = file();
        other.weights = "11".repeat(32);
        let error = Network::new(&patterns(), other, "").unwrap_err().to_string();
        let expected =
            "line 2: weights: found 111111111111, expected 000000000000, as the SHA-256 of zero.weights begins";
        assert_eq!(error, expected);
        let mut short = file();
        short.rows.pop();
        let error = Network::new(&patterns(), short, "").unwrap_err().to_string();
        let rows = file().rows.len();
        assert_eq!(error, format!("line 2: rows: found {}, expected {rows}", rows - 1));
    }

    #[test]
    fn a_file_may_have_one_constant_for_all_numbers_of_empty_squares() {
        let weights = layout().weights();
        let mut one = file();
        one.rows.truncate(weights);
        let mut all = file();
        all.rows[weights - 1..].fill(one.rows[weights - 1]);
        let [one, all] = [one, all].map(|file| Network::new(&patterns(), file, "").unwrap());
        for position in positions(50) {
            let leaf = Leaf { position, before: None, passes: 0 };
            assert_eq!(one.evaluate(&leaf), all.evaluate(&leaf));
        }
    }
}
