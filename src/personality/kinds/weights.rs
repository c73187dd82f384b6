//! Learned patterns: the field `weights`, which names a file beside the personality, and the field `network`, which
//! names the file of a network over these patterns.

use std::fmt::Display;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::eval::EvaluationSpec;
use crate::eval::patterns::{
    LARGEST_FILE, Network, NetworkFile, NetworkSpec, Patterns, PatternsSpec, WeightsFile, digest, shipped,
};
use crate::machine::regular::read_up_to;
use crate::personality::file::Object;
use crate::personality::values::{CheckResult, quoted};
use crate::record::problem::Problem;
use crate::record::text::similar;

/// The number of hexadecimal digits in a SHA-256.
const DIGITS: usize = 64;

/// The field in files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub file: String,
    pub sha256: String,
}

impl From<&PatternsSpec> for Raw {
    fn from(spec: &PatternsSpec) -> Raw {
        Raw { file: spec.file.clone(), sha256: spec.sha256.clone() }
    }
}

impl Raw {
    /// Checks the form of the digest. `field` is the name of the field, for messages.
    pub(super) fn check(&self, field: &str) -> CheckResult<()> {
        let Raw { sha256, .. } = self;
        if sha256.len() == DIGITS && sha256.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Ok(());
        }
        let expected = format!("{DIGITS} hexadecimal digits, lower case, as sha256sum prints them");
        Err(Problem::at(format!("{field}.sha256"), quoted(sha256), expected))
    }

    /// Refuses a digest that is nearly that of a shipped file, if there is no such file beside the personality.
    fn check_digest(&self, field: &str, folder: &Path, shipped: &str) -> CheckResult<()> {
        if folder.join(&self.file).exists() || self.sha256 == shipped || similar(&self.sha256, [shipped]).is_none() {
            return Ok(());
        }
        // The wrong digest is left out, so that a line of a terminal has room for the right one.
        Err(Problem::wrong(format!("{field}.sha256"), format!("the shipped file has {shipped}")))
    }

    /// Reads and parses the file. Damage is reported before a wrong digest, because the report says more.
    pub(super) fn read<T, E: Display>(
        &self,
        (field, expected): (&str, &str),
        folder: &Path,
        largest: u64,
        parse: impl FnOnce(&[u8]) -> Result<T, E>,
    ) -> CheckResult<T> {
        let path = folder.join(&self.file);
        let place = format!("{field}.file");
        // One byte more than allowed is read, so that the parser notices a file that is too large.
        let bytes = read_up_to(&path, largest + 1)
            .map_err(|error| Problem::at(&place, &self.file, format!("a file that can be read ({error})")))?;
        let parsed = parse(&bytes).map_err(|error| Problem::at(&place, &self.file, format!("{expected} ({error})")))?;
        let file_digest = digest(&bytes);
        if file_digest != self.sha256 {
            return Err(Problem::wrong(format!("{field}.sha256"), format!("{} has {file_digest}", quoted(&self.file))));
        }
        Ok(parsed)
    }
}

/// The evaluation with these weights, or with a network over them. Shipped files are recognised by their digests and
/// need not exist in the folder.
pub(super) fn evaluation(weights: &Raw, network: Option<&Object<Raw>>, folder: &Path) -> CheckResult<EvaluationSpec> {
    let patterns = patterns(weights, folder)?;
    let Some(Object(raw)) = network else { return Ok(EvaluationSpec::Patterns(patterns)) };
    raw.check("network")?;
    let Raw { file, sha256 } = raw;
    let network = match shipped::find_network(sha256, &patterns) {
        Some(shipped) => shipped.clone(),
        None => {
            raw.check_digest("network", folder, &shipped::network_sha256())?;
            let parsed = raw.read(("network", "a whole network"), folder, LARGEST_FILE, NetworkFile::parse)?;
            Network::new(&patterns, parsed, sha256)
                .map_err(|error| Problem::at("network.file", file, format!("a network over the weights ({error})")))?
        }
    };
    Ok(EvaluationSpec::Network(Box::new(NetworkSpec { patterns, file: file.clone(), sha256: sha256.clone(), network })))
}

/// The fields `weights` and `network` of an evaluation.
pub(super) fn fields(evaluation: &EvaluationSpec) -> (Option<Object<Raw>>, Option<Object<Raw>>) {
    match evaluation {
        EvaluationSpec::Weighted(_) => (None, None),
        EvaluationSpec::Patterns(spec) => (Some(Object(Raw::from(spec))), None),
        EvaluationSpec::Network(spec) => {
            let network = Raw { file: spec.file.clone(), sha256: spec.sha256.clone() };
            (Some(Object(Raw::from(&spec.patterns))), Some(Object(network)))
        }
    }
}

fn patterns(raw: &Raw, folder: &Path) -> CheckResult<PatternsSpec> {
    raw.check("weights")?;
    let Raw { file, sha256 } = raw;
    let patterns = match shipped::find(sha256) {
        Some(shipped) => shipped.patterns.clone(),
        None => {
            raw.check_digest("weights", folder, &shipped::sha256())?;
            let weights = raw.read(("weights", "whole weights"), folder, LARGEST_FILE, WeightsFile::parse)?;
            Patterns::new(weights, sha256)
        }
    };
    Ok(PatternsSpec { file: file.clone(), sha256: sha256.clone(), patterns })
}
