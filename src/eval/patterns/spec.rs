//! Learned patterns as a personality names them: a weights file and its digest.

#[cfg(feature = "web")]
use super::file::{WeightsFile, phases_down};
use super::tables::Patterns;
use crate::board::Objective;

/// Weights in a file beside a personality, read and checked.
#[derive(Debug, Clone)]
pub struct PatternsSpec {
    /// The name of the file in the personality.
    pub file: String,
    /// The SHA-256 of the file, hexadecimal.
    pub sha256: String,
    /// The weights, ready to evaluate.
    pub patterns: Patterns,
}

/// Weights are compared, not their files.
impl PartialEq for PatternsSpec {
    fn eq(&self, other: &PatternsSpec) -> bool {
        self.sha256 == other.sha256
    }
}

impl PatternsSpec {
    /// The rule that the weights were learned for.
    #[must_use]
    pub fn rule(&self) -> Objective {
        self.patterns.weights().rule
    }

    /// The weights of the opening: the rest [follows](PatternsSpec::fill_rest).
    #[cfg(feature = "web")]
    pub(super) fn opening(file: &str, bytes: &[u8]) -> PatternsSpec {
        let (sha256, opening) = WeightsFile::parse_opening(bytes);
        PatternsSpec { file: file.to_owned(), patterns: Patterns::new(opening, &sha256), sha256 }
    }

    /// Adds the weights of the phases after the opening.
    #[cfg(feature = "web")]
    pub(super) fn fill_rest(&self, bytes: &[u8]) {
        let phases = &self.patterns.weights().phases;
        let first = phases.iter().position(|weights| !weights.is_empty()).expect("the opening has weights");
        let rest = phases_down(bytes, &phases[first]);
        self.patterns.fill(rest.iter().enumerate().map(|(after, weights)| (first - 1 - after, weights.as_slice())));
    }

    /// Rows for `rival show`: a name and a text each.
    #[must_use]
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let weights = self.patterns.weights();
        let layout = &weights.layout;
        let shapes: Vec<String> =
            layout.shapes.iter().map(|shape| format!("{} {}x", shape.name(), shape.places().len())).collect();
        let counts: Vec<&str> = layout.counts.iter().map(|count| count.name()).collect();
        let size = format!(
            "{} places, {} phases of {} weights, 1/{} disc each",
            layout.places(),
            layout.phases.count(),
            layout.weights(),
            super::UNIT
        );
        let mut rows = vec![
            ("weights", format!("{}, sha256 {}", self.file, self.sha256)),
            ("patterns", size),
            ("shapes", shapes.join(", ")),
        ];
        if !counts.is_empty() {
            rows.push(("counts", counts.join(", ")));
        }
        rows.extend(weights.source.iter().map(|line| ("made by", line.clone())));
        rows
    }
}
