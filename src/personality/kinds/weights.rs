//! Learned patterns: the field `weights`, which names a file beside the personality.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::eval::patterns::{LARGEST_FILE, Patterns, PatternsSpec, WeightsError, WeightsFile, digest, shipped};
use crate::machine::regular::read_up_to;
use crate::personality::values::{Checked, quoted};
use crate::record::problem::Problem;

/// Hexadecimal digits of a SHA-256.
const DIGITS: usize = 64;

/// The field as files have it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    file: String,
    sha256: String,
}

impl From<&PatternsSpec> for Raw {
    fn from(spec: &PatternsSpec) -> Raw {
        Raw { file: spec.file.clone(), sha256: spec.sha256.clone() }
    }
}

/// Reads the weights. Shipped weights are recognised by their digest and need no file.
pub(super) fn check(raw: &Raw, folder: &Path) -> Checked<PatternsSpec> {
    let Raw { file, sha256 } = raw;
    let is_digest = sha256.len() == DIGITS && sha256.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    if !is_digest {
        let expected = format!("{DIGITS} hexadecimal digits, lower case, as sha256sum prints them");
        return Err(Problem::at("weights.sha256", quoted(sha256), expected));
    }
    let spec = |patterns| PatternsSpec { file: file.clone(), sha256: sha256.clone(), patterns };
    if let Some(shipped) = shipped::find(sha256) {
        return Ok(spec(shipped.patterns.clone()));
    }
    let path = folder.join(file);
    let bad = |found: String, expected: &str| Problem::at("weights.file", found, expected);
    let bytes = read_up_to(&path, LARGEST_FILE + 1)
        .map_err(|error| bad(format!("{} ({error})", path.display()), "a weights file that can be read"))?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(bad(format!("{}: {}", path.display(), WeightsError::Large), "weights"));
    }
    let found = digest(&bytes);
    // The damage of a file says more than a wrong digest.
    let weights =
        WeightsFile::parse(&bytes).map_err(|error| bad(format!("{}: {error}", path.display()), "whole weights"))?;
    if found != *sha256 {
        return Err(Problem::at("weights.sha256", sha256, format!("{found}, the digest of {}", path.display())));
    }
    Ok(spec(Patterns::new(weights, &found)))
}
