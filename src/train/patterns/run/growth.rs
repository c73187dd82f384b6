//! Generation 0 grows backwards from the end. Its labels come from searches into fitted phases.

use super::PatternsRun;
use super::files::{ERRORS, FITTED, read_weights};
use super::fitting::words;
use super::following::StageWork;
use crate::eval::patterns::{Patterns, WeightsFile, digest};
use crate::record::run_folder::{FolderError, write, write_json};
use crate::stats::derive;
use crate::train::patterns::batch::{Batch, PositionSource};
use crate::train::patterns::fit;
use crate::train::patterns::label_files::{label_all, read_labels};
use crate::train::patterns::plan::{BATCH, LABELS};
use crate::train::patterns::sample::Sample;
use crate::train::patterns::stage::Stage;

impl PatternsRun {
    /// Makes generation 0, phase by phase from the end. Each is labelled by searches into later phases.
    pub(super) fn grow(&self, work: &StageWork<'_>) -> Result<Option<usize>, FolderError> {
        let folder = self.generation(0);
        let layout = self.encoder.layout();
        let growth = &self.recipe.growth;
        let phases = layout.phases.count();
        let steps = work.begin(Stage::Growth, phases, 0);
        let nothing = vec![vec![0; layout.weights()]; phases];
        let mut weights = self.with_phases(nothing);
        let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); 61];
        let mut errors = Vec::new();
        for phase in 0..phases {
            let file = folder.join(format!("phase-{phase}.weights"));
            let bytes = WeightsFile::from(weights.clone()).to_bytes();
            let name = digest(&bytes);
            let patterns = Patterns::new(weights.clone(), &name);
            let mut batches = Vec::new();
            for empties in layout.phases.range(phase) {
                for number in 0..growth.positions.div_ceil(BATCH) {
                    let count = BATCH.min(growth.positions - number * BATCH);
                    let exact = empties <= growth.labels.exact_to;
                    let seed = derive(derive(self.seed(LABELS), u64::from(empties)), number as u64);
                    batches.push((
                        folder.join(format!("labels/{empties:02}-{number:04}.json")),
                        Batch {
                            rule: self.recipe.rule,
                            seed,
                            count,
                            positions: PositionSource::Random { empties },
                            labels: growth.labels,
                            evaluation: (!exact).then(|| name.clone()),
                            network: None,
                        },
                    ));
                }
            }
            if !label_all(&batches, Some(&patterns), work.threads, work.stop, &|| ())? {
                return Ok(None);
            }
            for (file, batch) in &batches {
                let PositionSource::Random { empties } = batch.positions else {
                    unreachable!("growth asks for random games")
                };
                samples[empties as usize].extend(read_labels(file, batch)?);
            }
            if file.exists() {
                weights = read_weights(&file)?.0.weights;
                errors.push(self.phase_errors(phase, &weights, &samples));
                steps.advance();
                continue;
            }
            let prior = if phase == 0 { vec![0.0; layout.weights()] } else { fit::stored(&weights, phase - 1) };
            let fitted = self.fit_phase(phase, &samples, &[], &prior, work.threads);
            fit::store(&mut weights, phase, &fitted);
            write(&file, WeightsFile::from(weights.clone()).to_bytes())?;
            errors.push(self.phase_errors(phase, &weights, &samples));
            steps.advance();
        }
        write_json(&folder.join(ERRORS), &errors)?;
        write(&folder.join(FITTED), WeightsFile::from(weights).to_bytes())?;
        work.progress.end(&words(&errors));
        Ok(Some(phases))
    }
}
