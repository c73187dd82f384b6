//! Fits of a run's samples.

use super::PatternsRun;
use super::files::{ERRORS, FITTED};
use super::following::{PhaseErrors, StageWork};
use crate::eval::patterns::{EMPTY_COUNTS, Weights, WeightsFile};
use crate::record::run_folder::{FolderError, write, write_json};
use crate::train::patterns::fit;
use crate::train::patterns::label_files::{label_files, parse_labels};
use crate::train::patterns::sample::Sample;
use crate::train::patterns::stage::Stage;

/// The percentage of each batch that is held out of the fit, to measure its errors: the last positions, which are
/// complete games.
const HELD_OUT: usize = 3;

impl PatternsRun {
    /// Weights of this run's layout.
    pub(super) fn with_phases(&self, phases: Vec<Vec<i16>>) -> Weights {
        Weights {
            rule: self.recipe.rule,
            layout: self.encoder.layout().clone(),
            phases,
            constants: [0; EMPTY_COUNTS],
            source: vec![
                self.settings.command.clone(),
                self.recipe.summary.clone(),
                self.settings.date.clone().unwrap_or_default(),
            ],
        }
    }

    /// The samples of a generation, grouped by the number of empty squares.
    fn samples(&self, generation: usize) -> Result<Vec<Vec<Sample>>, FolderError> {
        let folder = self.generation(generation).join("labels");
        let mut samples = vec![Vec::new(); 65];
        for name in label_files(&folder)? {
            // The last samples of each batch are held out, so the order within it must stay.
            let all = parse_labels(&name, self.recipe.rule)?.1;
            let first_held_out = all.len() - all.len() * HELD_OUT / 100;
            for (index, sample) in all.into_iter().enumerate() {
                samples[sample.position.empties() as usize].push((index >= first_held_out, sample));
            }
        }
        let sorted = samples.into_iter().map(|mut samples: Vec<(bool, Sample)>| {
            // The held-out samples come last.
            samples.sort_by_key(|(is_held_out, _)| *is_held_out);
            samples.into_iter().map(|(_, sample)| sample).collect()
        });
        Ok(sorted.collect())
    }

    pub(super) fn fit(&self, work: &StageWork<'_>) -> Result<Option<usize>, FolderError> {
        let folder = self.generation(work.generation);
        let layout = self.encoder.layout();
        let phases = layout.phases.count();
        if !self.is_done(work.generation, Stage::Labels) {
            return Err(FolderError::Missing(folder.join("labels")));
        }
        let steps = work.begin(Stage::Fit, phases, 0);
        let own_samples = self.samples(work.generation)?;
        let weight = self.recipe.generations[work.generation - 1].earlier;
        let mut earlier: Vec<(f32, Vec<Vec<Sample>>)> = Vec::new();
        for generation in 0..work.generation {
            let mut samples = self.samples(generation)?;
            let exact_to = match generation {
                0 => self.recipe.growth.labels.exact_to,
                _ => self.recipe.generations[generation - 1].labels.exact_to,
            } as usize;
            let searched = samples.split_off(exact_to + 1);
            earlier.push((1.0, samples));
            if weight > 0.0 {
                let mut all = vec![Vec::new(); exact_to + 1];
                all.extend(searched);
                earlier.push((weight, all));
            }
        }
        let mut weights = self.with_phases(vec![vec![0; layout.weights()]; phases]);
        let mut errors = Vec::new();
        let mut prior = vec![0.0; layout.weights()];
        for phase in 0..phases {
            if work.stop.is_stopped() {
                return Ok(None);
            }
            prior = self.fit_phase(phase, &own_samples, &earlier, &prior, work.threads);
            fit::store(&mut weights, phase, &prior);
            errors.push(self.phase_errors(phase, &weights, &own_samples));
            steps.advance();
        }
        write_json(&folder.join(ERRORS), &errors)?;
        write(&folder.join(FITTED), WeightsFile::from(weights).to_bytes())?;
        work.progress.end(&words(&errors));
        Ok(Some(phases))
    }

    /// The weights and constants of a phase in discs, without the held-out samples.
    pub(super) fn fit_phase(
        &self,
        phase: usize,
        own_samples: &[Vec<Sample>],
        earlier: &[(f32, Vec<Vec<Sample>>)],
        prior: &[f32],
        threads: usize,
    ) -> Vec<f32> {
        let range = self.encoder.layout().phases.range(phase);
        let fit = &self.recipe.fit;
        let first = range.start().saturating_sub(fit.overlap).max(1);
        let last = (range.end() + fit.overlap).min(60);
        let mut parts = Vec::new();
        for empties in first..=last {
            let weight = if range.contains(&empties) { 1.0 } else { fit.overlap_weight };
            let samples = &own_samples[empties as usize];
            parts.push((&samples[..fitted(samples.len())], weight));
            for (part, samples) in earlier {
                if let Some(samples) = samples.get(empties as usize) {
                    parts.push((&samples[..], weight * part));
                }
            }
        }
        fit::phase(&self.encoder, &parts, prior, fit, threads)
    }

    pub(super) fn phase_errors(&self, phase: usize, weights: &Weights, samples: &[Vec<Sample>]) -> PhaseErrors {
        let range = self.encoder.layout().phases.range(phase);
        let discs = fit::stored(weights, phase);
        let mut held_out = Vec::new();
        let mut used = Vec::new();
        for empties in range.clone() {
            let samples = &samples[empties as usize];
            let fitted_count = fitted(samples.len());
            held_out.extend_from_slice(&samples[fitted_count..]);
            used.extend_from_slice(&samples[..(samples.len() - fitted_count).min(fitted_count)]);
        }
        PhaseErrors {
            empties: *range.end(),
            held_out: fit::errors(&self.encoder, &discs, &held_out),
            fitted: fit::errors(&self.encoder, &discs, &used),
        }
    }
}

/// The number of fitted samples among this many with the same number of empty squares.
fn fitted(samples: usize) -> usize {
    samples - samples * HELD_OUT / 100
}

/// The mean of the errors of phases that have positions held out, in words.
pub(super) fn words(errors: &[PhaseErrors]) -> String {
    let measured: Vec<f64> =
        errors.iter().filter(|phase| phase.held_out.samples > 0).map(|phase| phase.held_out.absolute).collect();
    if measured.is_empty() {
        return "too few positions to hold some out, so no error is measured".to_owned();
    }
    let mean = measured.iter().sum::<f64>() / measured.len() as f64;
    format!("mean error of positions held out {mean:.2} discs")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::patterns::fit::FitErrors;

    fn phase(samples: usize, absolute: f64) -> PhaseErrors {
        let errors = FitErrors { samples, absolute, square: absolute };
        PhaseErrors { empties: 4, held_out: errors, fitted: errors }
    }

    #[test]
    fn phases_without_positions_held_out_have_no_error() {
        let none = "too few positions to hold some out, so no error is measured";
        assert_eq!(words(&[phase(0, 0.0), phase(0, 0.0)]), none);
        assert_eq!(words(&[phase(0, 0.0), phase(9, 3.0)]), "mean error of positions held out 3.00 discs");
    }
}
