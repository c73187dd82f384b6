//! The stages of a run. Each can run alone.

use serde::Serialize;

/// One stage of a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Generation 0 alternates between labels and fits, phase by phase from the end.
    Growth,
    /// Games of the previous generation give positions.
    Positions,
    /// Searches by the previous generation, and exact results near the end, label them.
    Labels,
    /// Weights are fitted to all labels.
    Fit,
    /// Games correct the fit's value of having the move.
    Calibration,
    /// Shallow searches are compared with deeper ones.
    #[serde(rename = "probcut")]
    ProbCut,
    /// A match against the previous generation accepts or rejects this one.
    Match,
}

impl Stage {
    /// All stages.
    pub const ALL: [Stage; 7] =
        [Stage::Growth, Stage::Positions, Stage::Labels, Stage::Fit, Stage::Calibration, Stage::ProbCut, Stage::Match];

    /// The stages of a generation in order.
    #[must_use]
    pub fn of_generation(generation: usize) -> &'static [Stage] {
        if generation == 0 { &[Stage::Growth, Stage::Calibration, Stage::ProbCut] } else { &Stage::ALL[1..] }
    }

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Growth => "growth",
            Stage::Positions => "positions",
            Stage::Labels => "labels",
            Stage::Fit => "fit",
            Stage::Calibration => "calibration",
            Stage::ProbCut => "probcut",
            Stage::Match => "match",
        }
    }
}
