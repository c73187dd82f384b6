//! Learned patterns: the field `weights`, which names a file beside the personality.

use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::eval::patterns::{LARGEST_FILE, Patterns, PatternsSpec, Weights, WeightsError, digest};
use crate::personality::error::Problem;
use crate::personality::shipped::WEIGHTS;
use crate::personality::values::{Checked, quoted};
use crate::record::file::regular;

/// Hexadecimal digits of a SHA-256.
const DIGITS: usize = 64;

/// The field as files have it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raw {
    file: String,
    sha256: String,
}

impl From<&PatternsSpec> for Raw {
    fn from(spec: &PatternsSpec) -> Raw {
        Raw { file: spec.file.clone(), sha256: spec.sha256.clone() }
    }
}

/// The shipped weights by their digest, read when they are first needed.
static SHIPPED: LazyLock<Vec<(String, Patterns)>> = LazyLock::new(|| {
    let read = |bytes: &&[u8]| {
        let name = digest(bytes);
        // The tests read every shipped file.
        let weights = Weights::parse(bytes).unwrap_or_else(|error| panic!("shipped weights {name}: {error}"));
        (name.clone(), Patterns::new(weights, identity(&name)))
    };
    WEIGHTS.iter().map(|(_, bytes)| bytes).map(read).collect()
});

/// Tells evaluations apart in a table: the first 64 bits of their digest.
fn identity(digest: &str) -> u64 {
    u64::from_str_radix(&digest[..16], 16).unwrap_or(0)
}

/// Reads the weights. A file with a digest of shipped weights need not be there.
pub fn check(raw: &Raw, folder: &Path) -> Checked<PatternsSpec> {
    let Raw { file, sha256 } = raw;
    let is_digest = sha256.len() == DIGITS && sha256.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    if !is_digest {
        let expected = format!("{DIGITS} hexadecimal digits, lower case, as sha256sum prints them");
        return Err(Problem::at("weights.sha256", quoted(sha256), expected));
    }
    let spec = |patterns| PatternsSpec { file: file.clone(), sha256: sha256.clone(), patterns };
    if let Some((_, patterns)) = SHIPPED.iter().find(|(name, _)| name == sha256) {
        return Ok(spec(patterns.clone()));
    }
    let path = folder.join(file);
    let bad = |found: String, expected: &str| Problem::at("weights.file", found, expected);
    let mut bytes = Vec::new();
    regular(&path)
        .and_then(|open| open.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
        .map_err(|error| bad(format!("{} ({error})", path.display()), "a weights file that can be read"))?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(bad(format!("{}: {}", path.display(), WeightsError::Large), "weights"));
    }
    let found = digest(&bytes);
    // What is wrong with a damaged file says more than that its digest differs.
    let weights =
        Weights::parse(&bytes).map_err(|error| bad(format!("{}: {error}", path.display()), "whole weights"))?;
    if found != *sha256 {
        return Err(Problem::at("weights.sha256", sha256, format!("{found}, the digest of {}", path.display())));
    }
    Ok(spec(Patterns::new(weights, identity(&found))))
}
