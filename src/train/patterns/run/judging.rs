//! The stages after a fit: constants by games, ProbCut's figures, and the acceptance match.

use super::files::{CALIBRATED, FITTED, MATCH, SHIFTS, WEIGHTS, read_weights};
use super::following::{StageWork, Verdict};
use super::{PatternsRun, part};
use crate::eval::patterns::{Patterns, WeightsFile};
use crate::record::run_folder::{FolderError, write, write_json};
use crate::stats::derive;
use crate::train::patterns::stage::Stage;
use crate::train::patterns::{calibrate, probcut};

impl PatternsRun {
    pub(super) fn calibrate(&self, work: &StageWork<'_>) -> Result<Option<usize>, FolderError> {
        let folder = self.generation(work.generation);
        let (WeightsFile { weights, .. }, name) = read_weights(&folder.join(FITTED))?;
        let patterns = Patterns::new(weights.clone(), &name);
        let seed = derive(self.seed(part::CALIBRATION), work.generation as u64);
        let calibration = &self.recipe.calibration;
        let steps = work.begin(Stage::Calibration, calibration.games, 0);
        let rule = self.recipe.rule;
        let games = calibrate::play(calibration, rule, &patterns, seed, work.threads, work.stop, &|| steps.advance());
        let Some(games) = games else { return Ok(None) };
        let shifts = calibrate::shifts(rule, &patterns, &games, seed);
        write_json(&folder.join(SHIFTS), &shifts)?;
        let calibrated = WeightsFile::from(calibrate::shifted(weights, &shifts));
        write(&folder.join(CALIBRATED), calibrated.to_bytes())?;
        let largest = shifts.iter().map(|shift| shift.discs).max_by(|a, b| a.abs().total_cmp(&b.abs()));
        work.progress.end(&format!("values were {:+.2} discs off at most", largest.unwrap_or(0.0)));
        Ok(Some(calibration.games))
    }

    pub(super) fn probcut(&self, work: &StageWork<'_>) -> Result<Option<usize>, FolderError> {
        let folder = self.generation(work.generation);
        let (mut file, name) = read_weights(&folder.join(CALIBRATED))?;
        let patterns = Patterns::new(file.clone(), &name);
        let measurement = &self.recipe.probcut;
        let steps = work.begin(Stage::ProbCut, measurement.positions, 0);
        let seed = derive(self.seed(part::PROBCUT), work.generation as u64);
        let rule = self.recipe.rule;
        file.probcut =
            probcut::measure(rule, &patterns, measurement, seed, work.threads, work.stop, &|| steps.advance());
        if work.stop.is_stopped() {
            return Ok(None);
        }
        write(&folder.join(WEIGHTS), file.to_bytes())?;
        work.progress.end(if file.probcut.is_some() { "" } else { "too few positions for ProbCut" });
        Ok(Some(measurement.positions))
    }

    pub(super) fn play(&self, work: &StageWork<'_>) -> Result<Option<usize>, FolderError> {
        let against = self.before(work.generation)?;
        let new = self.evaluation(work.generation)?;
        let old = self.evaluation(against)?;
        let seed = derive(self.seed(part::MATCH), work.generation as u64);
        let acceptance = &self.recipe.acceptance;
        let steps = work.begin(Stage::Match, acceptance.pairs, 0);
        let rule = self.recipe.rule;
        let outcome = acceptance.play(rule, [&new, &old], seed, work.threads, work.stop, &|| steps.advance());
        let Some(outcome) = outcome else { return Ok(None) };
        let taken = outcome.is_won();
        let message = format!(
            "{:.1} % (95 %: {:.1} to {:.1}) of {} games against generation {against}: {}",
            100.0 * outcome.score,
            100.0 * outcome.low,
            100.0 * outcome.high,
            outcome.games,
            if taken { "taken" } else { "not taken" }
        );
        let verdict = Verdict { generation: work.generation, against, outcome, taken };
        write_json(&self.generation(work.generation).join(MATCH), &verdict)?;
        work.progress.end(&message);
        Ok(Some(acceptance.pairs))
    }
}
