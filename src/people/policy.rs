//! The policy corrects the odds of people's moves: it adds the board to the loss and the other facts. Learned patterns
//! of the board after a move, and of the lines and squares around it, give a term of the log odds. The policy alone
//! does not show how often people play a move.

use std::io::{Read, Write};
use std::sync::LazyLock;
#[cfg(feature = "web")]
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::board::geometry::grow;
use crate::board::{Bitboard, Position, Square, Symmetry, squares};
use crate::eval::patterns::{Encoder, Layout, Phases, Shape};
use crate::record::problem::{Problem, first_line};

/// The start of a file's first line; the command follows.
const FORMAT: &str = "rival-policy/1 ";
/// For each phase, the most empty squares before the move, in rising order.
const PHASES: [u32; 8] = [10, 17, 24, 31, 38, 45, 52, 60];
/// The number of units in 1 of the log odds.
const UNIT: f64 = 32.0;
/// The shapes of the board after the move.
const AFTER: [(&str, &str); 14] = [
    ("edge", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"),
    ("corner-9", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    ("corner-10", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    ("corner-triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
    ("edge-block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"),
    ("row-2", "a2 b2 c2 d2 e2 f2 g2 h2"),
    ("row-3", "a3 b3 c3 d3 e3 f3 g3 h3"),
    ("row-4", "a4 b4 c4 d4 e4 f4 g4 h4"),
    ("diagonal-8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    ("diagonal-7", "b1 c2 d3 e4 f5 g6 h7"),
    ("diagonal-6", "c1 d2 e3 f4 g5 h6"),
    ("diagonal-5", "d1 e2 f3 g4 h5"),
    ("diagonal-4", "e1 f2 g3 h4"),
    ("centre", "c3 d3 e3 c4 d4 e4 c5 d5 e5"),
];
/// The lines before the move. Each contains the played square.
const THROUGH: [&str; 9] = [
    "a1 b1 c1 d1 e1 f1 g1 h1",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
];
/// Squares that no symmetry of the board exchanges.
const CLASSES: usize = 10;
/// The number of configurations of a square's eight neighbours.
const AROUND: usize = 3_usize.pow(8);
/// The number of squares for the opponent's last disc, none included.
const LAST: usize = 65;

/// The order of a move's weights: the board after it, the square with the opponent's last disc, the squares around it,
/// and the lines through it.
#[derive(Debug)]
pub struct Terms {
    after: Encoder,
    phases: Phases,
    squares: Vec<Home>,
    /// The number of weights in one phase.
    weights: usize,
}

/// The terms that belong to a square.
#[derive(Debug)]
struct Home {
    /// The symmetries that map the square to the first one of its class: two for a square on a diagonal.
    ways: Vec<Symmetry>,
    class: usize,
    /// The first square of the class, and its neighbours.
    first: (Square, Bitboard),
    lines: Vec<Line>,
}

/// A line through a square.
#[derive(Debug)]
struct Line {
    squares: Vec<Square>,
    /// True if the square is in the middle of the line, which then has no first end.
    is_middle: bool,
    /// The index of the line's first weight.
    first: usize,
}

fn read_line(line: &str) -> Vec<Square> {
    line.split(' ').map(|name| name.parse().expect("a square")).collect()
}

impl Terms {
    /// The terms of every policy.
    #[must_use]
    pub fn get() -> &'static Terms {
        static TERMS: LazyLock<Terms> = LazyLock::new(Terms::new);
        &TERMS
    }

    fn new() -> Terms {
        let shapes = AFTER.map(|(name, line)| Shape::new(name, &read_line(line))).to_vec();
        let phases = Phases::new(&PHASES).expect("they rise");
        let layout = Layout::new(shapes, Vec::new(), phases.clone()).expect("they have room");
        // The constant is left out, because it is equal for all moves.
        let mut weights = layout.weights() - 1 + CLASSES * (LAST + AROUND);
        let mut classes: Vec<Square> = Vec::new();
        let mut homes: Vec<Home> = Square::all()
            .map(|square| {
                let images = Symmetry::all().map(|way| way.square(square));
                let first = images.min_by_key(|image| image.index()).expect("there are eight");
                let ways = Symmetry::all().filter(|way| way.square(square) == first).collect();
                let class = classes.iter().position(|&known| known == first).unwrap_or_else(|| {
                    classes.push(first);
                    classes.len() - 1
                });
                let near = grow(first.bit()) & !first.bit();
                Home { ways, class, first: (first, near), lines: Vec::new() }
            })
            .collect();
        for line in THROUGH {
            let shape = Shape::new("", &read_line(line));
            for place in shape.places() {
                let count = place.len();
                for (at, square) in place.iter().enumerate() {
                    // A line equals its mirror image, so both ends are alike.
                    let mirrored = at >= count.div_ceil(2);
                    let is_middle = 2 * at + 1 == count;
                    let at = if mirrored { count - 1 - at } else { at };
                    let squares = if mirrored { place.iter().rev().copied().collect() } else { place.clone() };
                    let first = weights + at * shape.configurations();
                    homes[square.index()].lines.push(Line { squares, is_middle, first });
                }
            }
            weights += shape.squares().len().div_ceil(2) * shape.configurations();
        }
        Terms { after: Encoder::new(&layout), phases, squares: homes, weights }
    }

    /// The number of weights.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.weights * self.phases.count()
    }

    /// Appends the indices of a legal move's weights, each below [`weights`](Terms::weights). `last` is the square of
    /// the opponent's last disc.
    pub fn append(&self, position: &Position, last: Option<Square>, square: Square, row: &mut Vec<u32>) {
        let start = row.len();
        self.after.append(&position.play(square), row);
        row.pop();
        let layout = self.after.layout();
        let home = &self.squares[square.index()];
        let mut first = layout.weights() - 1;
        let views = home.ways.iter().map(|way| {
            let turned = Position { own: way.set(position.own), opp: way.set(position.opp) };
            let around = code(&turned, squares(home.first.1));
            (around, last.map_or(LAST - 1, |last| way.square(last).index()))
        });
        let (around, last) = views.min().expect("one way or more");
        row.push((first + home.class * LAST + last) as u32);
        first += CLASSES * LAST;
        row.push((first + home.class * AROUND + around) as u32);
        for line in &home.lines {
            let forward = code(position, line.squares.iter().copied());
            let code =
                if line.is_middle { forward.min(code(position, line.squares.iter().rev().copied())) } else { forward };
            row.push((line.first + code) as u32);
        }
        let phase = self.weights * self.phases.phase(position.empties());
        row[start..].iter_mut().for_each(|number| *number += phase as u32);
    }
}

/// The discs on these squares as a number in base 3.
fn code(position: &Position, squares: impl Iterator<Item = Square>) -> usize {
    squares.fold(0, |code, square| 3 * code + digit(position, square))
}

/// The digit: 0 for an empty square, 1 for a disc of the side to move, 2 for a disc of the other side.
fn digit(position: &Position, square: Square) -> usize {
    usize::from(position.own & square.bit() != 0) + 2 * usize::from(position.opp & square.bit() != 0)
}

/// Learned weights of all terms.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    /// The command that makes the policy again.
    pub command: String,
    weights: Vec<i8>,
    /// The index of the first weight: 0, but a page without the program begins with those of the opening.
    first: usize,
}

/// The policy that the page has loaded: that of the opening, and all of it.
#[cfg(feature = "web")]
static LOADED: [OnceLock<Policy>; 2] = [const { OnceLock::new() }; 2];

impl Policy {
    /// The shipped policy, made by `lab people`.
    #[must_use]
    #[cfg(not(feature = "web"))]
    pub fn shipped() -> &'static Policy {
        shipped!(Policy, "policy.bin", Policy::parse(include_bytes!("policy.bin")))
    }

    /// The shipped policy, as far as the page has loaded it.
    #[must_use]
    #[cfg(feature = "web")]
    pub fn shipped() -> &'static Policy {
        LOADED.iter().rev().find_map(OnceLock::get).expect("the policy is not loaded yet")
    }

    /// Takes in what the page has loaded: the policy comes in two pieces, that of the opening first. `web/pieces.mjs`
    /// writes them.
    #[cfg(feature = "web")]
    pub(crate) fn take_in(name: &str, bytes: &[u8]) {
        let mut weights = Vec::new();
        let place = ["policy.opening", "policy.rest"].iter().position(|piece| *piece == name);
        let Some(place) = place else { return };
        let read = ZlibDecoder::new(bytes).read_to_end(&mut weights);
        read.expect("the page's server has sent a piece of the policy");
        let mut weights: Vec<i8> = weights.into_iter().map(u8::cast_signed).collect();
        weights.extend(LOADED[..place].iter().filter_map(OnceLock::get).flat_map(|opening| &opening.weights));
        let first = Terms::get().weights() - weights.len();
        // A second copy of a file is the same.
        let _ = LOADED[place].set(Policy { command: String::new(), weights, first });
    }

    /// A policy with these weights, in the order of [`Terms`].
    #[must_use]
    pub fn new(command: &str, weights: impl Iterator<Item = f32>) -> Policy {
        let weights = weights.map(|weight| match f64::from(weight) * UNIT {
            // Smaller weights are noise, so they become 0.
            units if units.abs() < 1.0 => 0,
            units => units.round() as i8,
        });
        Policy { command: command.to_owned(), weights: weights.collect(), first: 0 }
    }

    /// The log odds of each of these legal moves, up to a common constant. `last` is the square of the opponent's last
    /// disc.
    #[must_use]
    pub fn log_odds(&self, position: &Position, last: Option<Square>, moves: impl Iterator<Item = Square>) -> Vec<f32> {
        let terms = Terms::get();
        let mut row = Vec::new();
        moves
            .map(|square| {
                row.clear();
                terms.append(position, last, square, &mut row);
                let sum: i32 = row.iter().map(|&number| i32::from(self.weights[number as usize - self.first])).sum();
                (f64::from(sum) / UNIT) as f32
            })
            .collect()
    }

    /// The bytes of a file: a line of text, and a zlib stream of the weights.
    ///
    /// # Panics
    ///
    /// Never, because writing to memory cannot fail.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = format!("{FORMAT}{}\n", self.command).into_bytes();
        let mut encoder = ZlibEncoder::new(bytes, Compression::best());
        let weights: Vec<u8> = self.weights.iter().map(|weight| weight.cast_unsigned()).collect();
        encoder.write_all(&weights).and_then(|()| encoder.finish()).expect("memory takes what is written")
    }

    /// # Errors
    ///
    /// The bytes are not a complete policy.
    pub fn parse(bytes: &[u8]) -> Result<Policy, Problem> {
        let command = first_line(bytes, FORMAT)?;
        let stream = &bytes[FORMAT.len() + command.len() + 1..];
        let expected = Terms::get().weights();
        let mut weights = Vec::with_capacity(expected + 1);
        let read = ZlibDecoder::new(stream).take(expected as u64 + 1).read_to_end(&mut weights);
        if read.is_err() || weights.len() != expected {
            let expected = format!("{expected}: the file is cut short or damaged");
            return Err(Problem::at("after line 1", format!("{} weights", weights.len()), expected));
        }
        Ok(Policy { command, weights: weights.into_iter().map(u8::cast_signed).collect(), first: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::derive;

    fn positions() -> Vec<(Position, Option<Square>)> {
        let mut positions = Vec::new();
        let mut game = crate::board::Game::default();
        while !game.is_over() {
            let position = game.board().position;
            let moves: Vec<Square> = squares(position.moves()).collect();
            let last = game.history().last().and_then(|(_, mv)| mv.square());
            if !moves.is_empty() {
                positions.push((position, last));
            }
            let number = derive(3, game.history().len() as u64) as usize;
            game.play(if moves.is_empty() { crate::board::Move::Pass } else { moves[number % moves.len()].into() })
                .unwrap();
        }
        positions
    }

    /// A policy with different weights everywhere.
    fn policy() -> Policy {
        let weights = (0..Terms::get().weights()).map(|number| derive(1, number as u64) as u8 as i8 as f32 / 64.0);
        Policy::new("a command", weights)
    }

    #[test]
    fn a_move_and_its_images_have_the_same_odds() {
        let policy = policy();
        let mut others = 0;
        for (position, last) in positions() {
            let moves: Vec<Square> = squares(position.moves()).collect();
            let odds = policy.log_odds(&position, last, moves.iter().copied());
            others += usize::from(odds.windows(2).any(|pair| pair[0] != pair[1]));
            for way in Symmetry::all() {
                let image = Position { own: way.set(position.own), opp: way.set(position.opp) };
                let image_odds =
                    policy.log_odds(&image, last.map(|last| way.square(last)), moves.iter().map(|&mv| way.square(mv)));
                assert_eq!(odds, image_odds);
            }
        }
        assert!(others > 40);
    }

    #[test]
    fn every_term_is_in_its_phase_and_all_are_used() {
        let terms = Terms::get();
        let mut row = Vec::new();
        for (position, last) in positions() {
            row.clear();
            let square = squares(position.moves()).next().unwrap();
            terms.append(&position, last, square, &mut row);
            let phase = terms.phases.phase(position.empties());
            let range = terms.weights * phase..terms.weights * (phase + 1);
            assert!(row.iter().all(|&number| range.contains(&(number as usize))), "{row:?}");
            let mut numbers = row.clone();
            numbers.sort_unstable();
            // Places of the board after the move may have equal contents; all other terms differ.
            let board_weights = terms.after.layout().weights() - 1;
            let rest = numbers.iter().filter(|&&number| number as usize % terms.weights >= board_weights).count();
            assert!(rest >= 2 + 2, "{square}: {rest}");
        }
    }

    #[test]
    fn what_is_written_is_read_and_what_is_damaged_is_not() {
        let policy = policy();
        let bytes = policy.to_bytes();
        assert_eq!(Policy::parse(&bytes), Ok(policy));
        assert_eq!(Policy::parse(b"people").unwrap_err().place, "line 1");
        assert_eq!(Policy::parse(&bytes[1..]).unwrap_err().place, "line 1");
        assert_eq!(Policy::parse(&bytes[..bytes.len() / 2]).unwrap_err().place, "after line 1");
    }

    #[test]
    fn the_shipped_policy_is_that_of_the_shipped_figures() {
        assert_eq!(Policy::shipped().command, crate::people::shipped().command);
    }
}
