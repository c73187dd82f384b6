//! The result of a run: a personality with the weights of the last accepted generation.

use std::num::NonZeroU32;
use std::time::Duration;

use super::PatternsRun;
use crate::eval::EvaluationSpec;
use crate::eval::patterns::{Patterns, PatternsSpec, digest};
use crate::eval::probcut::Selectivity;
use crate::personality::{AlphaBetaSpec, Effort, Kind, Personality, Provenance, SearchSpec, TieRule};
use crate::record::run_folder::FolderError;
use crate::train::run::PERSONALITY;

/// The file with the weights, beside `personality.json`.
pub(super) const WEIGHTS: &str = "personality.weights";

/// The time for a move.
const TIME: Duration = Duration::from_secs(1);
/// The number of empty squares from which it plays exactly, if there is time.
const SOLVE_FROM: u32 = 24;
/// The level that is strongest at equal time.
const SELECTIVITY: Selectivity = Selectivity::new(4).expect("level 4 is one of 0 to 6");

impl PatternsRun {
    /// Writes the weights, then the personality, so that it never names a missing file.
    pub(super) fn write_personality(&self) -> Result<(), FolderError> {
        let generation = self.best()?;
        let file = self.weights(generation)?;
        let bytes = file.to_bytes();
        let sha256 = digest(&bytes);
        let selectivity = if file.probcut.is_some() { SELECTIVITY } else { Selectivity::OFF };
        let patterns = Patterns::new(file, &sha256);
        self.folder.write(WEIGHTS, bytes)?;
        let kind = Kind::AlphaBeta(AlphaBetaSpec {
            evaluation: EvaluationSpec::Patterns(PatternsSpec { file: WEIGHTS.to_owned(), sha256, patterns }),
            search: SearchSpec {
                effort: Effort::Time { limit: TIME, first_depth: NonZeroU32::MIN, game: None, uses_clock: true },
                solve_from: SOLVE_FROM,
                ties: TieRule::First,
                selectivity,
                natural: false,
            },
            book: None,
        });
        let summary = format!("learned patterns, trained by the recipe {}", self.recipe.name);
        let personality = Personality {
            source: Some(self.recipe.source()),
            provenance: Some(Provenance {
                command: Some(self.settings.command.clone()),
                seed: Some(self.settings.seed),
                generation: Some(generation as u64),
                fitness: self.verdict(generation).map(|verdict| (verdict.outcome.score * 1e6).round() / 1e6),
                date: self.settings.date.clone(),
            }),
            ..Personality::new(&self.settings.name, &summary, self.recipe.rule, kind)
        };
        self.folder.write(PERSONALITY, personality.to_json())
    }
}
