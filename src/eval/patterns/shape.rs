//! Shapes: sets of squares whose contents are looked up together.

use serde::{Deserialize, Serialize};

use super::container::shortened;
use crate::board::{Bitboard, Square, Symmetry};
use crate::record::problem::Problem;

/// The largest number of squares in a shape, so that configurations fit into 16 bits.
pub const MOST_SQUARES: usize = 10;

/// A shape and all its places on the board. The places are images of each other and share their weights.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ShapeFile", into = "ShapeFile")]
pub struct Shape {
    name: String,
    /// The squares of each place, in the order of the first place's.
    places: Vec<Vec<Square>>,
    /// The weight of each configuration. Mirror images share a weight.
    shared: Vec<u32>,
    weights: usize,
}

impl Shape {
    /// The shape with these squares: 1 to [`MOST_SQUARES`] different ones. The first is the lowest digit of a
    /// configuration's number in base 3 (0 empty, 1 the side to move, 2 the other side).
    #[must_use]
    pub fn new(name: &str, squares: &[Square]) -> Shape {
        let mut places: Vec<Vec<Square>> = Vec::new();
        let mut mirrors: Vec<Vec<usize>> = Vec::new();
        for symmetry in Symmetry::all() {
            let image: Vec<Square> = squares.iter().map(|&square| symmetry.square(square)).collect();
            if set(&image) == set(squares) {
                let numbers = image.iter().map(|square| squares.iter().position(|other| other == square));
                mirrors.push(numbers.map(|number| number.expect("the same set")).collect());
            }
            if places.iter().all(|place| set(place) != set(&image)) {
                places.push(image);
            }
        }
        let (shared, weights) = share(squares.len(), &mirrors);
        Shape { name: name.to_owned(), places, shared, weights }
    }

    /// The name in recipes and weights files.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The squares of the first place.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.places[0]
    }

    /// All places, 1 to 8. The first one is included.
    #[must_use]
    pub fn places(&self) -> &[Vec<Square>] {
        &self.places
    }

    /// The number of configurations: 3 to the power of the number of squares.
    #[must_use]
    pub(crate) fn configurations(&self) -> usize {
        self.shared.len()
    }

    /// The number of empty squares among the configurations in balanced ternary, from the lowest.
    #[must_use]
    pub(crate) fn empty_configuration(&self) -> usize {
        self.configurations() / 2
    }

    /// The numbers of the squares in a place, those nearest to the centre of the board first. The first is the lowest
    /// digit of an entry in a table, because configurations that differ there alone are often looked up together.
    #[must_use]
    pub(crate) fn central_first(&self) -> Vec<usize> {
        let squares = self.squares();
        let mut numbers: Vec<usize> = (0..squares.len()).collect();
        numbers.sort_by_key(|&number| distance_from_the_centre(squares[number]));
        numbers
    }

    /// The number of different weights.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// The index of a configuration's weight, below [`Shape::weights`].
    #[must_use]
    pub(crate) fn weight_of(&self, configuration: usize) -> usize {
        self.shared[configuration] as usize
    }
}

/// A shape in a file, written as its first place.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShapeFile {
    name: String,
    /// The squares, separated by spaces. The first is the lowest digit of a configuration.
    squares: String,
}

impl From<Shape> for ShapeFile {
    fn from(shape: Shape) -> ShapeFile {
        let squares: Vec<String> = shape.squares().iter().map(Square::to_string).collect();
        ShapeFile { name: shape.name, squares: squares.join(" ") }
    }
}

impl TryFrom<ShapeFile> for Shape {
    type Error = Problem;

    fn try_from(file: ShapeFile) -> Result<Shape, Problem> {
        let squares: Option<Vec<Square>> = file.squares.split(' ').map(|name| name.parse().ok()).collect();
        match squares {
            Some(squares) if squares.len() <= MOST_SQUARES && set(&squares).count_ones() as usize == squares.len() => {
                Ok(Shape::new(&file.name, &squares))
            }
            _ => {
                let expected = format!("1 to {MOST_SQUARES} different squares with spaces between");
                Err(Problem::at("", format!("{:?}", shortened(&file.squares)), expected))
            }
        }
    }
}

/// The sum of squares of the distances in files and ranks, in half squares.
fn distance_from_the_centre(square: Square) -> i32 {
    let index = square.index() as i32;
    let file = 2 * (index % 8) - 7;
    let rank = 2 * (index / 8) - 7;
    file * file + rank * rank
}

fn set(squares: &[Square]) -> Bitboard {
    squares.iter().fold(0, |set, square| set | square.bit())
}

/// Numbers the classes of mirrored configurations in the order of their lowest members.
fn share(squares: usize, mirrors: &[Vec<usize>]) -> (Vec<u32>, usize) {
    let configurations = 3_usize.pow(squares as u32);
    let mut shared = vec![u32::MAX; configurations];
    let mut weights = 0;
    let mut digits = vec![0; squares];
    for number in 0..configurations {
        let mut rest = number;
        for digit in &mut digits {
            *digit = rest % 3;
            rest /= 3;
        }
        let images = mirrors.iter().map(|mirror| mirror.iter().rev().fold(0, |sum, &place| 3 * sum + digits[place]));
        let lowest = images.min().unwrap_or(number);
        if lowest == number {
            shared[number] = weights;
            weights += 1;
        } else {
            shared[number] = shared[lowest];
        }
    }
    (shared, weights as usize)
}

#[cfg(test)]
impl Shape {
    /// A shape on these squares, which are separated by spaces.
    pub(crate) fn on(squares: &str) -> Shape {
        let squares: Vec<Square> = squares.split(' ').map(|name| name.parse().unwrap()).collect();
        Shape::new("shape", &squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_weights_are_those_of_the_symmetries() {
        // An edge has four places and is its own mirror image: (3^8 + 3^4) / 2 classes.
        let edge = Shape::on("a1 b1 c1 d1 e1 f1 g1 h1");
        assert_eq!((edge.places().len(), edge.configurations(), edge.weights()), (4, 6561, 3321));
        // A long diagonal is its own image under four symmetries, two of which keep every square in place.
        let diagonal = Shape::on("a1 b2 c3 d4 e5 f6 g7 h8");
        assert_eq!((diagonal.places().len(), diagonal.weights()), (2, 3321));
        // A corner block of 5 x 2 is not symmetric.
        let block = Shape::on("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2");
        assert_eq!((block.places().len(), block.configurations(), block.weights()), (8, 59049, 59049));
        let corner = Shape::on("a1 b1 c1 a2 b2 c2 a3 b3 c3");
        // The diagonal keeps three squares and exchanges three pairs: (3^9 + 3^6) / 2 classes.
        assert_eq!((corner.places().len(), corner.weights()), (4, 10206));
    }

    #[test]
    fn mirrored_configurations_share_their_weight() {
        let edge = Shape::on("a1 b1 c1 d1 e1 f1 g1 h1");
        for number in 0..6561 {
            let mirrored = (0..8).fold((0, number), |(sum, rest), _| (3 * sum + rest % 3, rest / 3)).0;
            assert_eq!(edge.weight_of(number), edge.weight_of(mirrored));
        }
    }
}
