//! A network as a file in the form of [`container`](super::super::container): the header names the weights file whose
//! patterns it uses; the body has the rows, and for each number of empty squares the output weights and the constant.

use serde::{Deserialize, Serialize};

use super::super::container::{self, WeightsError, digest, pack, unpack};
use super::super::layout::EMPTY_COUNTS;
use crate::board::kernel::{BITS, PackedRow, RowSums, WIDTH};
use crate::eval::probcut::ProbCut;

/// The text before the version in the first line.
const FORMAT: &str = "rival-network/";

/// The number of outputs: one for each number of empty squares, 0 to 60.
pub(crate) const OUTPUTS: usize = EMPTY_COUNTS;

/// The largest accepted number of rows; no layout of patterns has as many.
const MOST_ROWS: usize = 1 << 19;

/// The largest sum of absolute output weights for a number of empty squares, so that values fit in 32 bits.
const MOST_WEIGHT: i32 = (1 << 17) - 1;

/// The output layer for a number of empty squares. It turns the squared sums into a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Output {
    /// The weights of the squares, in units of 1/256 disc.
    pub weights: RowSums,
    /// The constant term, in units of 1/64 disc.
    pub constant: i16,
}

/// The contents of a network file.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkFile {
    /// The SHA-256 of the weights file with the patterns of the rows.
    pub weights: String,
    /// A row for each weight of one phase, in the same order, in units of 1/512. In place of the constant's, the last,
    /// there may be one for each number of empty squares, 0 to 60.
    pub rows: Vec<PackedRow>,
    /// The output for each number of empty squares, 0 to 60.
    pub outputs: Vec<Output>,
    /// The figures of ProbCut for its searches. Without them those of the weights are taken.
    pub probcut: Option<ProbCut>,
    /// The command that made it, and remarks on it; one line each.
    pub source: Vec<String>,
}

/// The header, which is the second line of a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    weights: String,
    /// Numbers in a row.
    width: usize,
    /// The units of a row's number that equal one.
    unit: u32,
    rows: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    probcut: Option<ProbCut>,
    #[serde(default)]
    source: Vec<String>,
    sha256: String,
}

/// The rows of a network over patterns with this many weights in a phase.
const fn rows_for(weights: usize) -> usize {
    weights - 1 + OUTPUTS
}

impl NetworkFile {
    /// The rows, of which the last are those of the constant for each number of empty squares.
    pub(crate) fn rows(&self, weights: usize) -> impl Iterator<Item = PackedRow> {
        let last = self.rows.len() - 1;
        (0..rows_for(weights)).map(move |number| self.rows[number.min(last)])
    }

    /// Checks that it was made for these weights: the name and the digest of their file, and the number of weights a
    /// phase.
    ///
    /// # Errors
    ///
    /// It was made for other weights.
    pub(crate) fn check(&self, file: &str, sha256: &str, weights: usize) -> Result<(), WeightsError> {
        if self.weights != sha256 {
            let expected = format!("{sha256:.12}, as the SHA-256 of {file} begins");
            return Err(WeightsError::value("weights", format!("{:.12}", self.weights), expected));
        }
        if self.rows.len() != weights && self.rows.len() != rows_for(weights) {
            return Err(WeightsError::value("rows", self.rows.len(), rows_for(weights)));
        }
        Ok(())
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.rows.iter().flat_map(|row| row.0.map(i16::from));
        let outputs = self.outputs.iter().flat_map(|output| output.weights.0.into_iter().chain([output.constant]));
        let body = pack(rows.chain(outputs));
        let header = Header {
            weights: self.weights.clone(),
            width: WIDTH,
            unit: 1 << BITS,
            rows: self.rows.len(),
            probcut: self.probcut,
            source: self.source.clone(),
            sha256: digest(&body),
        };
        container::to_bytes(FORMAT, &header, &body)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// They are not a complete network file of this version.
    pub fn parse(bytes: &[u8]) -> Result<NetworkFile, WeightsError> {
        let (header, body) = container::parse::<Header>(FORMAT, bytes)?;
        if header.width != WIDTH {
            return Err(WeightsError::value("width", header.width, WIDTH));
        }
        if header.unit != 1 << BITS {
            return Err(WeightsError::value("unit", header.unit, 1 << BITS));
        }
        if !(1..=MOST_ROWS).contains(&header.rows) {
            return Err(WeightsError::value("rows", header.rows, format!("1 to {MOST_ROWS}")));
        }
        let numbers = unpack(body, header.rows * WIDTH + OUTPUTS * (WIDTH + 1), &header.sha256)?;
        let (rows, outputs) = numbers.split_at(header.rows * WIDTH);
        if let Some(at) = rows.iter().position(|&number| i8::try_from(number).is_err()) {
            let place = format!("row {}", at / WIDTH);
            let found = i32::from(rows[at]);
            let expected = "-128 to 127".to_owned();
            return Err(WeightsError::Number { place, found, expected });
        }
        let rows = rows.chunks_exact(WIDTH).map(|row| PackedRow(std::array::from_fn(|i| row[i] as i8))).collect();
        let outputs: Vec<Output> = outputs
            .chunks_exact(WIDTH + 1)
            .map(|output| Output { weights: RowSums(std::array::from_fn(|i| output[i])), constant: output[WIDTH] })
            .collect();
        for (empties, output) in outputs.iter().enumerate() {
            let found = output.weights.0.iter().map(|&weight| i32::from(weight).abs()).sum();
            if found > MOST_WEIGHT {
                let place = format!("sum of the output weights of {empties} empty squares");
                return Err(WeightsError::Number { place, found, expected: format!("{MOST_WEIGHT} at most") });
            }
        }
        let Header { weights, probcut, source, .. } = header;
        Ok(NetworkFile { weights, rows, outputs, probcut, source })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::eval::probcut::TERMS;

    fn file(values: &[i16]) -> NetworkFile {
        let mut values = values.iter().copied().cycle();
        let rows = (0..50).map(|_| PackedRow(std::array::from_fn(|_| values.next().unwrap() as i8))).collect();
        let outputs = (0..61).map(|empties| {
            let weights = RowSums(std::array::from_fn(|_| values.next().unwrap() / 8));
            Output { weights, constant: empties - 30 }
        });
        let outputs = outputs.collect();
        let probcut = Some(ProbCut { mean: [[0.5; TERMS]; 2], deviation: [[-1.5; TERMS]; 2] });
        NetworkFile { weights: "ab".repeat(32), rows, outputs, probcut, source: vec!["rival train network".to_owned()] }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(values in prop::collection::vec(any::<i16>(), 1..200)) {
            let file = file(&values);
            prop_assert_eq!(NetworkFile::parse(&file.to_bytes()).unwrap(), file);
        }

        #[test]
        fn whatever_comes_there_is_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(NetworkFile::parse(&bytes).is_err());
        }
    }

    /// The number of bytes before the body.
    fn head(bytes: &[u8]) -> usize {
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).nth(1).unwrap()
    }

    fn error(bytes: &[u8]) -> String {
        NetworkFile::parse(bytes).unwrap_err().to_string()
    }

    /// The error that a change in the first two lines causes.
    fn error_after(from: &str, to: &str) -> String {
        let bytes = file(&[1, 2, 3]).to_bytes();
        let body = head(&bytes);
        let head = String::from_utf8(bytes[..body].to_vec()).unwrap();
        assert!(head.contains(from), "{from}");
        error(&[head.replacen(from, to, 1).as_bytes(), &bytes[body..]].concat())
    }

    #[test]
    fn every_mistake_has_its_line() {
        let bytes = file(&[1, 2, 3]).to_bytes();
        assert_eq!(
            error_after("network/1", "patterns/1"),
            "line 1: found \"rival-patterns/1\", expected \"rival-network/1\""
        );
        assert_eq!(error_after("\"width\":16", "\"width\":8"), "line 2: width: found 8, expected 16");
        assert_eq!(error_after("\"unit\":512", "\"unit\":1"), "line 2: unit: found 1, expected 512");
        assert_eq!(error_after("\"rows\":50", "\"rows\":0"), "line 2: rows: found 0, expected 1 to 524288");
        assert_eq!(
            error_after("\"rows\":50", "\"rows\":51"),
            "after line 2: found 1837, expected 1853 weights: the file is cut short or damaged"
        );
        let mut damaged = bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        assert!(error(&damaged).starts_with("after line 2: found "), "{}", error(&damaged));
        let numbers = [129].into_iter().chain(std::iter::repeat(0)).take(50 * WIDTH + OUTPUTS * (WIDTH + 1));
        let body = pack(numbers);
        let head = String::from_utf8(bytes[..self::head(&bytes)].to_vec()).unwrap();
        let at = head.find("sha256").unwrap() + 9;
        let head = head.replace(&head[at..at + 64], &digest(&body));
        let wide = [head.into_bytes(), body].concat();
        assert_eq!(error(&wide), "after line 2: row 0: found 129, expected -128 to 127");
        let mut wild = file(&[1]);
        wild.outputs[7].weights = RowSums([-20_000; WIDTH]);
        assert_eq!(
            error(&wild.to_bytes()),
            "after line 2: sum of the output weights of 7 empty squares: found 320000, expected 131071 at most"
        );
    }
}
