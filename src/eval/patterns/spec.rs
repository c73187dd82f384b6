//! Learned patterns as a personality names them: a weights file and its digest.

use super::compiled::Patterns;
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
