//! Weights as a file.
//!
//! Two lines of text and a compressed body:
//!
//! 1. `rival-patterns/1`: the format and its version;
//! 2. a JSON object, [`Header`]: what the weights are for, their unit, and the SHA-256 of the body;
//! 3. the body, a zlib stream: for every weight the low bytes of all phases, then the high bytes. The first phase has
//!    the weights, every other phase the differences to the phase before, all as zigzag numbers (0, -1, 1, -2 ... are
//!    0, 1, 2, 3 ...). Neighbouring phases are alike, so most bytes are small.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};

use super::layout::{Count, Layout, Phases};
use super::shape::{MOST_SQUARES, Shape};
use super::weights::{UNIT, Weights};
use crate::board::{Objective, Square};
use crate::eval::probcut::ProbCut;
use crate::record::problem::{self, Problem};

/// The first line, before the version.
const FORMAT: &str = "rival-patterns/";
const VERSION: &str = "1";

/// The largest accepted file, in bytes: eight times the largest useful one.
pub const LARGEST_FILE: u64 = 64 << 20;

/// The longest accepted header, in bytes.
const LONGEST_HEADER: usize = 1 << 16;

/// The most phases.
const MOST_PHASES: usize = 60;

/// An error in the bytes of a weights file. Displayed without the file's name, as one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The file is longer than any weights file.
    #[error("found more than {} MiB, expected a weights file", LARGEST_FILE >> 20)]
    Large,
    /// The first line is not that of a weights file.
    #[error("line 1: found {found:?}, expected \"{FORMAT}{VERSION}\"")]
    Format {
        /// What stands there.
        found: String,
    },
    /// The version is not one that this program reads.
    #[error("line 1: found version {found:?} of the format, expected {VERSION}: a newer rival reads it")]
    Version {
        /// The version as the file gives it.
        found: String,
    },
    /// The second line is not a header.
    #[error("line 2: {0}")]
    Header(#[from] Problem),
    /// A value of the header cannot be used.
    #[error("line 2: {place}: found {found}, expected {expected}")]
    Value {
        /// The field of the header.
        place: &'static str,
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: String,
    },
    /// The number of weights differs from the header's.
    #[error("after line 2: found {found}, expected {expected} weights: the file is cut short or damaged")]
    Body {
        /// What is there.
        found: String,
        /// The number of weights by the header.
        expected: usize,
    },
    /// The digest of the weights differs from the header's.
    #[error("after line 2: found weights with the digest {found}, expected {expected}: the file is damaged")]
    Digest {
        /// The digest of what is there.
        found: String,
        /// The digest in the header.
        expected: String,
    },
}

/// The second line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    rule: Objective,
    /// Units of a weight in one disc.
    unit: i32,
    shapes: Vec<ShapeFile>,
    counts: Vec<String>,
    /// The most empty squares of each phase, rising.
    phases: Vec<u32>,
    /// Weights of each phase.
    weights: usize,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    probcut: Option<ProbCut>,
    #[serde(default)]
    source: Vec<String>,
    /// SHA-256 of the compressed body, hexadecimal.
    sha256: String,
}

/// A shape by its first place.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShapeFile {
    name: String,
    /// Separated by spaces; the first is the lowest digit of a configuration.
    squares: String,
}

/// The SHA-256 of some bytes in hexadecimal, as `sha256sum` prints it.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    crate::record::Digest::of(bytes).into()
}

/// What a weights file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightsFile {
    /// The weights.
    pub weights: Weights,
    /// How shallow searches with these weights differ from deep ones, if measured.
    pub probcut: Option<ProbCut>,
}

/// Weights whose searches were not measured.
impl From<Weights> for WeightsFile {
    fn from(weights: Weights) -> WeightsFile {
        WeightsFile { weights, probcut: None }
    }
}

impl WeightsFile {
    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Weights { rule, layout, phases, source } = &self.weights;
        let body = pack(phases);
        let squares = |shape: &Shape| shape.squares().iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
        let shape = |shape: &Shape| ShapeFile { name: shape.name().to_owned(), squares: squares(shape) };
        let header = Header {
            rule: *rule,
            unit: UNIT,
            shapes: layout.shapes.iter().map(shape).collect(),
            counts: layout.counts.iter().map(|count| count.name().to_owned()).collect(),
            phases: layout.phases.ends().to_vec(),
            weights: layout.weights(),
            probcut: self.probcut,
            source: source.clone(),
            sha256: digest(&body),
        };
        let header = serde_json::to_string(&header).expect("text and finite numbers are JSON");
        let mut bytes = format!("{FORMAT}{VERSION}\n{header}\n").into_bytes();
        bytes.extend_from_slice(&body);
        bytes
    }

    /// What the bytes of a file hold.
    ///
    /// # Errors
    ///
    /// They are not a complete weights file of this version.
    pub fn parse(bytes: &[u8]) -> Result<WeightsFile, WeightsError> {
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(WeightsError::Large);
        }
        let (first, rest) = line(bytes);
        let Some(version) = first.strip_prefix(FORMAT) else { return Err(WeightsError::Format { found: first }) };
        if version != VERSION {
            return Err(WeightsError::Version { found: version.to_owned() });
        }
        let end = rest.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n');
        let Some(end) = end else { return Err(Problem::at("", "no end of the line", "one").into()) };
        let header: Header = problem::line(&rest[..end])?;
        let body = &rest[end + 1..];
        let layout = header.layout()?;
        let found = digest(body);
        if found != header.sha256 {
            // The length shows a truncated body more clearly than the digest.
            unpack(body, &layout)?;
            return Err(WeightsError::Digest { found, expected: header.sha256 });
        }
        let phases = unpack(body, &layout)?;
        let weights = Weights { rule: header.rule, layout, phases, source: header.source };
        Ok(WeightsFile { weights, probcut: header.probcut })
    }
}

/// The first line (at most 40 characters), and the rest.
fn line(bytes: &[u8]) -> (String, &[u8]) {
    let end = bytes.iter().take(4 * 40).position(|&byte| byte == b'\n');
    let (first, rest) =
        end.map_or((&bytes[..bytes.len().min(4 * 40)], &[][..]), |end| (&bytes[..end], &bytes[end + 1..]));
    (String::from_utf8_lossy(first).chars().take(40).collect(), rest)
}

impl Header {
    fn layout(&self) -> Result<Layout, WeightsError> {
        let value =
            |place, found: String, expected: &str| WeightsError::Value { place, found, expected: expected.to_owned() };
        if self.unit != UNIT {
            return Err(value("unit", self.unit.to_string(), &UNIT.to_string()));
        }
        let shapes = self.shapes.iter().map(ShapeFile::shape).collect::<Result<Vec<_>, _>>()?;
        let count = |name: &String| {
            let known = Count::ALL.into_iter().find(|count| count.name() == name);
            known.ok_or_else(|| value("counts", format!("{:?}", shortened(name)), "\"moves\" or \"replies\""))
        };
        let counts = self.counts.iter().map(count).collect::<Result<Vec<_>, _>>()?;
        if counts.len() > Count::ALL.len() {
            return Err(value("counts", format!("{} counts", counts.len()), "each count once"));
        }
        let phases = Phases::new(&self.phases).filter(|phases| phases.count() <= MOST_PHASES);
        let phases = phases.ok_or_else(|| {
            value(
                "phases",
                format!("{} numbers", self.phases.len()),
                "1 to 60 numbers of empty squares, rising from 1 on",
            )
        })?;
        let layout = Layout::new(shapes, counts, phases).ok_or_else(|| {
            value(
                "shapes",
                format!("{} shapes", self.shapes.len()),
                "1 to 64 places of shapes with room for their weights",
            )
        })?;
        if layout.weights() != self.weights {
            return Err(value("weights", self.weights.to_string(), &layout.weights().to_string()));
        }
        Ok(layout)
    }
}

impl ShapeFile {
    fn shape(&self) -> Result<Shape, WeightsError> {
        let wrong = |found: String| WeightsError::Value {
            place: "shapes",
            found,
            expected: format!("1 to {MOST_SQUARES} different squares with spaces between"),
        };
        let squares = self.squares.split(' ').map(str::parse).collect::<Result<Vec<Square>, _>>();
        let squares = squares.map_err(|error| wrong(format!("{:?}", error.0)))?;
        let set = squares.iter().fold(0, |set, square| set | square.bit());
        if squares.len() > MOST_SQUARES || set.count_ones() as usize != squares.len() {
            return Err(wrong(format!("{:?}", shortened(&self.squares))));
        }
        Ok(Shape::new(&self.name, &squares))
    }
}

/// A short text of a file for a message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// See the [module](self).
fn pack(phases: &[Vec<i16>]) -> Vec<u8> {
    let mut low = Vec::new();
    let mut high = Vec::new();
    for (number, phase) in phases.iter().enumerate() {
        for (index, &weight) in phase.iter().enumerate() {
            let before = if number == 0 { 0 } else { phases[number - 1][index] };
            let change = weight.wrapping_sub(before);
            let [small, large] = ((change << 1) ^ (change >> 15)).to_le_bytes();
            low.push(small);
            high.push(large);
        }
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&low).and_then(|()| encoder.write_all(&high)).expect("memory takes what is written");
    encoder.finish().expect("memory takes what is written")
}

fn unpack(body: &[u8], layout: &Layout) -> Result<Vec<Vec<i16>>, WeightsError> {
    let weights = layout.weights();
    let all = weights * layout.phases.count();
    let mut bytes = Vec::with_capacity(2 * all + 1);
    let read = ZlibDecoder::new(body).take(2 * all as u64 + 1).read_to_end(&mut bytes);
    if bytes.len() != 2 * all || read.is_err() {
        let found = if bytes.len() > 2 * all { "more".to_owned() } else { (bytes.len() / 2).to_string() };
        return Err(WeightsError::Body { found, expected: all });
    }
    let (low, high) = bytes.split_at(all);
    let mut phases: Vec<Vec<i16>> = Vec::with_capacity(layout.phases.count());
    for (low, high) in low.chunks(weights).zip(high.chunks(weights)) {
        let change = |small: u8, large: u8| {
            let zigzag = u16::from_le_bytes([small, large]);
            (zigzag >> 1) as i16 ^ -((zigzag & 1) as i16)
        };
        let changes = low.iter().zip(high).map(|(&small, &large)| change(small, large));
        let phase = match phases.last() {
            None => changes.collect(),
            Some(before) => changes.zip(before).map(|(change, before)| change.wrapping_add(*before)).collect(),
        };
        phases.push(phase);
    }
    Ok(phases)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(values: &[i16]) -> WeightsFile {
        let shape = Shape::new("corner", &["a1", "b1", "a2", "b2"].map(|name| name.parse().unwrap()));
        let layout = Layout::new(vec![shape], vec![Count::Replies], Phases::new(&[20, 60]).unwrap()).unwrap();
        let mut values = values.iter().copied().cycle();
        let phase = |_| (0..layout.weights()).map(|_| values.next().unwrap()).collect();
        let phases = (0..2).map(phase).collect();
        let probcut = ProbCut { mean: [[0.1, 2.0, 0.0, -1.0, 0.5]; 2], deviation: [[1.0, 0.3, -0.2, 0.1, 0.7]; 2] };
        let source = vec!["rival train patterns".to_owned()];
        WeightsFile { weights: Weights { rule: Objective::Anti, layout, phases, source }, probcut: Some(probcut) }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(values in prop::collection::vec(any::<i16>(), 1..200)) {
            let file = file(&values);
            prop_assert_eq!(WeightsFile::parse(&file.to_bytes()).unwrap(), file);
        }

        #[test]
        fn damaged_files_are_refused(place in 0.0..1.0_f64, bit in 0..8_u32) {
            let mut bytes = file(&[5, -7, 300]).to_bytes();
            let body = bytes.len() - digest_offset(&bytes);
            let index = digest_offset(&bytes) + (place * body as f64) as usize;
            bytes[index] ^= 1 << bit;
            prop_assert!(WeightsFile::parse(&bytes).is_err());
        }

        #[test]
        fn whatever_comes_there_is_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(WeightsFile::parse(&bytes).is_err());
        }
    }

    /// Where the body begins.
    fn digest_offset(bytes: &[u8]) -> usize {
        let ends: Vec<usize> = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(i, _)| i).collect();
        ends[1] + 1
    }

    #[test]
    fn every_mistake_has_its_line() {
        let bytes = file(&[1, 2, 3]).to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let error = |bytes: &[u8]| WeightsFile::parse(bytes).unwrap_err().to_string();
        let changed = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            let end = digest_offset(&bytes);
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap().replacen(from, to, 1);
            error(&[head.as_bytes(), &bytes[end..]].concat())
        };
        assert_eq!(
            changed("patterns/1", "patterns/9"),
            "line 1: found version \"9\" of the format, expected 1: a newer rival reads it"
        );
        assert_eq!(changed("rival-", "other-"), "line 1: found \"other-patterns/1\", expected \"rival-patterns/1\"");
        assert_eq!(changed("\"unit\":64", "\"unit\":32"), "line 2: unit: found 32, expected 64");
        assert_eq!(
            changed("a1 b1 a2", "a1 b1 a1"),
            "line 2: shapes: found \"a1 b1 a1 b2\", expected 1 to 10 different squares with spaces between"
        );
        assert_eq!(
            changed("a1 b1 a2", "a1 b9 a2"),
            "line 2: shapes: found \"b9\", expected 1 to 10 different squares with spaces between"
        );
        assert_eq!(
            changed("replies", "answers"),
            "line 2: counts: found \"answers\", expected \"moves\" or \"replies\""
        );
        assert_eq!(
            changed("[20,60]", "[60,20]"),
            "line 2: phases: found 2 numbers, expected 1 to 60 numbers of empty squares, rising from 1 on"
        );
        assert!(changed("\"rule\"", "\"ruler\"").starts_with("line 2: ruler: found unknown field `ruler`"));
        let cut = error(&bytes[..bytes.len() - 6]);
        assert!(cut.ends_with("expected 190 weights: the file is cut short or damaged"), "{cut}");
        assert_eq!(error(b""), "line 1: found \"\", expected \"rival-patterns/1\"");
        assert_eq!(error(&vec![b'x'; 65 << 20]), "found more than 64 MiB, expected a weights file");
    }
}
