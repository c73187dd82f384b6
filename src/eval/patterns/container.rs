//! The form of the files of learned numbers: two lines of text and a compressed body.
//!
//! 1. the format and its version, as `rival-patterns/1`;
//! 2. a JSON object, the header, with the SHA-256 of the body;
//! 3. the body, a zlib stream: the low bytes of all numbers, then the high bytes. Numbers have 16 bits and are written
//!    as zigzag numbers (0, -1, 1, -2 ... are 0, 1, 2, 3 ...), so that the high bytes of small ones are 0.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::record::problem::{self, Problem};

/// The version of the formats that this program reads.
const VERSION: &str = "1";

/// The largest accepted file, in bytes: eight times the largest useful one.
pub const LARGEST_FILE: u64 = 64 << 20;

/// The longest accepted header, in bytes.
const LONGEST_HEADER: usize = 1 << 16;

/// An error in a file of learned numbers. It is displayed as one line without the file's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The file exceeds the largest accepted size.
    #[error("found more than {} MiB, expected a weights file", LARGEST_FILE >> 20)]
    Large,
    /// The first line does not name the format.
    #[error("line 1: found {found:?}, expected \"{format}{VERSION}\"")]
    Format {
        /// The text of the first line.
        found: String,
        /// The expected format, without the version.
        format: &'static str,
    },
    /// This program does not read this version.
    #[error("line 1: found version {found:?} of the format, expected {VERSION}: a newer rival reads it")]
    Version {
        /// The version in the file.
        found: String,
    },
    /// The second line is not a header.
    #[error("line 2: {0}")]
    Header(#[from] Problem),
    /// A header field has an unusable value.
    #[error("line 2: {place}: found {found}, expected {expected}")]
    Value {
        /// The field of the header.
        place: &'static str,
        /// The value in the file.
        found: String,
        /// The range of usable values.
        expected: String,
    },
    /// The number of weights differs from the header's.
    #[error("after line 2: found {found}, expected {expected} weights: the file is cut short or damaged")]
    Body {
        /// The number of weights in the file.
        found: String,
        /// The number of weights in the header.
        expected: usize,
    },
    /// The digest of the body differs from the header's.
    #[error("after line 2: found weights with the digest {found}, expected {expected}: the file is damaged")]
    Digest {
        /// The digest of the body.
        found: String,
        /// The digest in the header.
        expected: String,
    },
    /// A number is not usable.
    #[error("after line 2: {place}: found {found}, expected {expected}")]
    Number {
        /// The place of the number in the file.
        place: String,
        /// The number.
        found: i32,
        /// The range of usable numbers.
        expected: String,
    },
}

impl WeightsError {
    /// The error of an unusable header value.
    pub(super) fn value(place: &'static str, found: impl ToString, expected: impl ToString) -> WeightsError {
        WeightsError::Value { place, found: found.to_string(), expected: expected.to_string() }
    }
}

/// The SHA-256 of some bytes in hexadecimal, as `sha256sum` prints it.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    crate::record::Digest::of_bytes(bytes).into()
}

/// The bytes of a file in this format, whose name ends with `/`.
pub(super) fn to_bytes(format: &str, header: &impl Serialize, body: &[u8]) -> Vec<u8> {
    let header = serde_json::to_string(header).expect("text and finite numbers are JSON");
    let mut bytes = format!("{format}{VERSION}\n{header}\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// The header and the body of a file.
pub(super) fn parse<'a, H: DeserializeOwned>(
    format: &'static str,
    bytes: &'a [u8],
) -> Result<(H, &'a [u8]), WeightsError> {
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(WeightsError::Large);
    }
    let (first, rest) = line(bytes);
    let Some(version) = first.strip_prefix(format) else {
        return Err(WeightsError::Format { found: first, format });
    };
    if version != VERSION {
        return Err(WeightsError::Version { found: version.to_owned() });
    }
    let end = rest.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n');
    let Some(end) = end else { return Err(Problem::wrong("", "the line has no end").into()) };
    Ok((problem::line(&rest[..end])?, &rest[end + 1..]))
}

/// The first line (at most 40 characters), and the rest.
fn line(bytes: &[u8]) -> (String, &[u8]) {
    let end = bytes.iter().take(4 * 40).position(|&byte| byte == b'\n');
    let (first, rest) =
        end.map_or((&bytes[..bytes.len().min(4 * 40)], &[][..]), |end| (&bytes[..end], &bytes[end + 1..]));
    (String::from_utf8_lossy(first).chars().take(40).collect(), rest)
}

/// A text of a file, shortened for a message.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Compresses numbers into a body.
pub(super) fn pack(numbers: impl Iterator<Item = i16>) -> Vec<u8> {
    let mut low = Vec::new();
    let mut high = Vec::new();
    for number in numbers {
        let [small, large] = ((number << 1) ^ (number >> 15)).to_le_bytes();
        low.push(small);
        high.push(large);
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&low).and_then(|()| encoder.write_all(&high)).expect("memory takes what is written");
    encoder.finish().expect("memory takes what is written")
}

/// Decompresses the `count` numbers of a body with this SHA-256.
pub(super) fn unpack(body: &[u8], count: usize, sha256: &str) -> Result<Vec<i16>, WeightsError> {
    let body_digest = digest(body);
    let mut bytes = Vec::with_capacity(2 * count + 1);
    let read = ZlibDecoder::new(body).take(2 * count as u64 + 1).read_to_end(&mut bytes);
    // The length shows a truncated body more clearly than the digest does.
    if bytes.len() != 2 * count || read.is_err() {
        let found = if bytes.len() > 2 * count { "more".to_owned() } else { (bytes.len() / 2).to_string() };
        return Err(WeightsError::Body { found, expected: count });
    }
    if body_digest != sha256 {
        return Err(WeightsError::Digest { found: body_digest, expected: sha256.to_owned() });
    }
    Ok(numbers(&bytes))
}

/// Decompresses all numbers of a body that the page's server has sent.
#[cfg(feature = "web")]
pub(super) fn unpack_all(body: &[u8]) -> std::io::Result<Vec<i16>> {
    let mut bytes = Vec::new();
    ZlibDecoder::new(body).take(LARGEST_FILE).read_to_end(&mut bytes)?;
    Ok(numbers(&bytes))
}

/// The numbers of a decompressed body.
fn numbers(bytes: &[u8]) -> Vec<i16> {
    let (low, high) = bytes.split_at(bytes.len() / 2);
    let zigzags = low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high]));
    zigzags.map(|zigzag| (zigzag >> 1) as i16 ^ -((zigzag & 1) as i16)).collect()
}
