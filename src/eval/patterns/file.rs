//! Weights as a file in the form of [`container`](super::container). The header has the rule of the weights, their
//! unit, and a constant for each number of empty squares. The body has the weights of the first phase, and for every
//! other phase the differences from the phase before. Neighbouring phases are alike, so most numbers are small.

use serde::{Deserialize, Serialize};

use super::container::{self, WeightsError, digest, pack, shortened, unpack};
use super::layout::{Count, EMPTY_COUNTS, Layout, Phases};
use super::shape::Shape;
use super::weights::{UNIT, Weights};
use crate::board::Objective;
use crate::eval::probcut::ProbCut;

/// The text before the version in the first line.
const FORMAT: &str = "rival-patterns/";

/// The largest accepted number of phases.
const MOST_PHASES: usize = 60;

/// The header, which is the second line of a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    rule: Objective,
    /// Units that equal one disc.
    unit: i32,
    shapes: Vec<Shape>,
    counts: Vec<String>,
    /// The most empty squares of each phase, rising.
    phases: Vec<u32>,
    /// The number of weights in each phase.
    weights: usize,
    /// A constant for each number of empty squares, 0 to 60.
    constants: Vec<i16>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    probcut: Option<ProbCut>,
    #[serde(default)]
    source: Vec<String>,
    /// SHA-256 of the compressed body, hexadecimal.
    sha256: String,
}

/// The contents of a weights file.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightsFile {
    /// The weights.
    pub weights: Weights,
    /// The differences between shallow and deep searches with these weights, if measured.
    pub probcut: Option<ProbCut>,
}

/// Makes a file without ProbCut figures.
impl From<Weights> for WeightsFile {
    fn from(weights: Weights) -> WeightsFile {
        WeightsFile { weights, probcut: None }
    }
}

impl WeightsFile {
    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Weights { rule, layout, phases, constants, source } = &self.weights;
        let body = pack(changes(phases));
        let header = Header {
            rule: *rule,
            unit: UNIT,
            shapes: layout.shapes.clone(),
            counts: layout.counts.iter().map(|count| count.name().to_owned()).collect(),
            phases: layout.phases.ends().to_vec(),
            weights: layout.weights(),
            constants: constants.to_vec(),
            probcut: self.probcut,
            source: source.clone(),
            sha256: digest(&body),
        };
        container::to_bytes(FORMAT, &header, &body)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// They are not a complete weights file of this version.
    pub fn parse(bytes: &[u8]) -> Result<WeightsFile, WeightsError> {
        let (header, body) = container::parse::<Header>(FORMAT, bytes)?;
        let layout = header.layout()?;
        let changes = unpack(body, layout.weights() * layout.phases.count(), &header.sha256)?;
        let phases = of_changes(&changes, layout.weights());
        let constants = header.constants.as_slice().try_into().map_err(|_| {
            WeightsError::value("constants", format!("{} numbers", header.constants.len()), EMPTY_COUNTS)
        })?;
        let weights = Weights { rule: header.rule, layout, phases, constants, source: header.source };
        Ok(WeightsFile { weights, probcut: header.probcut })
    }
}

/// The weights as the page without the program loads them, the opening first: `web/pieces.mjs` writes them.
#[cfg(feature = "web")]
impl WeightsFile {
    /// Reads the piece of the opening: the SHA-256 of the weights file, its two lines, and a body for
    /// [`phases_down`]. Later phases of the game have no weights yet.
    ///
    /// # Panics
    ///
    /// The bytes are not such a piece: the page's server has sent another file.
    pub(super) fn parse_opening(bytes: &[u8]) -> (String, WeightsFile) {
        let (sha256, rest) = bytes.split_at_checked(65).expect("a digest and a line feed");
        let (header, body) = container::parse::<Header>(FORMAT, rest).expect("the head of the weights");
        let layout = header.layout().expect("the layout of the weights");
        let nothing = vec![0; layout.weights()];
        let opening = phases_down(body, &nothing);
        let mut phases = vec![Vec::new(); layout.phases.count() - opening.len()];
        phases.extend(opening.into_iter().rev());
        let constants = header.constants.try_into().expect("a constant for each number of empty squares");
        let weights = Weights { rule: header.rule, layout, phases, constants, source: header.source };
        (String::from_utf8_lossy(&sha256[..64]).into_owned(), WeightsFile { weights, probcut: header.probcut })
    }
}

/// The phases of a piece, in the order of the game. For each the body has the change from it to the phase before it in
/// the game; for the first one, that to `before`.
#[cfg(feature = "web")]
pub(super) fn phases_down(body: &[u8], before: &[i16]) -> Vec<Vec<i16>> {
    let changes = container::unpack_all(body).expect("a body of weights");
    let mut phases: Vec<Vec<i16>> = Vec::new();
    for changes in changes.chunks(before.len()) {
        let before = phases.last().map_or(before, Vec::as_slice);
        phases.push(before.iter().zip(changes).map(|(before, change)| before.wrapping_sub(*change)).collect());
    }
    phases
}

impl Header {
    fn layout(&self) -> Result<Layout, WeightsError> {
        if self.unit != UNIT {
            return Err(WeightsError::value("unit", self.unit, UNIT));
        }
        let counts = self.counts.iter().map(|name| count(name)).collect::<Result<Vec<_>, _>>()?;
        if counts.len() > Count::ALL.len() {
            return Err(WeightsError::value("counts", format!("{} counts", counts.len()), "each count once"));
        }
        let phases = Phases::new(&self.phases).filter(|phases| phases.count() <= MOST_PHASES);
        let phases = phases.ok_or_else(|| {
            let found = format!("{} numbers", self.phases.len());
            WeightsError::value("phases", found, "1 to 60 numbers of empty squares, rising from 1 on")
        })?;
        let layout = Layout::new(self.shapes.clone(), counts, phases).ok_or_else(|| {
            let found = format!("{} shapes", self.shapes.len());
            WeightsError::value("shapes", found, "1 to 64 places of shapes with room for their weights")
        })?;
        if layout.weights() != self.weights {
            return Err(WeightsError::value("weights", self.weights, layout.weights()));
        }
        Ok(layout)
    }
}

/// The kind of count with this name.
fn count(name: &str) -> Result<Count, WeightsError> {
    let count = Count::ALL.into_iter().find(|count| count.name() == name);
    count.ok_or_else(|| WeightsError::value("counts", format!("{:?}", shortened(name)), "\"moves\" or \"replies\""))
}

/// The numbers of a body, as in the [module](self)'s description.
fn changes(phases: &[Vec<i16>]) -> impl Iterator<Item = i16> {
    phases.iter().enumerate().flat_map(move |(number, phase)| {
        let before = number.checked_sub(1).map(|before| &phases[before]);
        phase.iter().enumerate().map(move |(at, weight)| weight.wrapping_sub(before.map_or(0, |before| before[at])))
    })
}

/// The phases decoded from a body's numbers, with this many weights each.
fn of_changes(changes: &[i16], weights: usize) -> Vec<Vec<i16>> {
    let mut phases: Vec<Vec<i16>> = Vec::with_capacity(changes.len() / weights.max(1));
    for changes in changes.chunks(weights) {
        let phase = match phases.last() {
            None => changes.to_vec(),
            Some(before) => changes.iter().zip(before).map(|(change, before)| change.wrapping_add(*before)).collect(),
        };
        phases.push(phase);
    }
    phases
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(values: &[i16]) -> WeightsFile {
        let shape = Shape::new("corner", &["a1", "b1", "a2", "b2"].map(|name| name.parse().unwrap()));
        let layout = Layout::new(vec![shape], vec![Count::Replies], Phases::new(&[20, 60]).unwrap()).unwrap();
        let mut values = values.iter().copied().cycle();
        let phases = (0..2).map(|_| values.by_ref().take(layout.weights()).collect()).collect();
        let probcut = ProbCut { mean: [[0.1, 2.0, 0.0, -1.0, 0.5]; 2], deviation: [[1.0, 0.3, -0.2, 0.1, 0.7]; 2] };
        let source = vec!["rival train patterns".to_owned()];
        let constants = std::array::from_fn(|_| values.next().unwrap());
        let weights = Weights { rule: Objective::Anti, layout, phases, constants, source };
        WeightsFile { weights, probcut: Some(probcut) }
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

    /// The offset of the digest in the bytes of a file.
    fn digest_offset(bytes: &[u8]) -> usize {
        let ends: Vec<usize> = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(i, _)| i).collect();
        ends[1] + 1
    }

    fn error(bytes: &[u8]) -> String {
        WeightsFile::parse(bytes).unwrap_err().to_string()
    }

    /// The error that a change in the first two lines causes.
    fn error_after(from: &str, to: &str) -> String {
        let bytes = file(&[1, 2, 3]).to_bytes();
        let end = digest_offset(&bytes);
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        assert!(head.contains(from), "{from}");
        error(&[head.replacen(from, to, 1).as_bytes(), &bytes[end..]].concat())
    }

    #[test]
    fn every_mistake_has_its_line() {
        let bytes = file(&[1, 2, 3]).to_bytes();
        assert_eq!(
            error_after("patterns/1", "patterns/9"),
            "line 1: found version \"9\" of the format, expected 1: a newer rival reads it"
        );
        let other = error_after("rival-", "other-");
        assert_eq!(other, "line 1: found \"other-patterns/1\", expected \"rival-patterns/1\"");
        assert_eq!(error_after("\"unit\":64", "\"unit\":32"), "line 2: unit: found 32, expected 64");
        assert_eq!(
            error_after("a1 b1 a2", "a1 b1 a1"),
            "line 2: shapes[0]: found \"a1 b1 a1 b2\", expected 1 to 10 different squares with spaces between"
        );
        assert_eq!(
            error_after("a1 b1 a2", "a1 b9 a2"),
            "line 2: shapes[0]: found \"a1 b9 a2 b2\", expected 1 to 10 different squares with spaces between"
        );
        assert_eq!(
            error_after("replies", "answers"),
            "line 2: counts: found \"answers\", expected \"moves\" or \"replies\""
        );
        assert_eq!(
            error_after("[20,60]", "[60,20]"),
            "line 2: phases: found 2 numbers, expected 1 to 60 numbers of empty squares, rising from 1 on"
        );
        assert_eq!(
            error_after("\"constants\":[", "\"constants\":[5,"),
            "line 2: constants: found 62 numbers, expected 61"
        );
        assert!(
            error_after("\"rule\"", "\"ruler\"").starts_with("line 2: ruler: unknown field: did you mean \"rule\"?")
        );
        let cut = error(&bytes[..bytes.len() - 6]);
        assert!(cut.ends_with("expected 190 weights: the file is cut short or damaged"), "{cut}");
        assert_eq!(error(b""), "line 1: found \"\", expected \"rival-patterns/1\"");
        assert_eq!(error(&vec![b'x'; 65 << 20]), "found more than 64 MiB, expected a weights file");
    }
}
