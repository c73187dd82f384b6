//! The log of a run: one line of JSON for each generation.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::LOG;
use crate::machine::regular::append;
use crate::operators::Genome;
use crate::record::problem;
use crate::record::run_folder::{FolderError, RunFolder};

/// The most genes for which the log has each gene.
const MOST_GENES: usize = 32;

/// The statistics of a generation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationLog {
    /// The number of the generation, from 0.
    pub generation: u64,
    /// The best fitness, in the units of the recipe.
    pub best: f64,
    /// The mean fitness, in the units of the recipe.
    pub mean: f64,
    /// Standard deviation of the genes over the individuals (root mean square over the genes).
    pub spread: f64,
    /// The champion's score against the recipe's reference, in generations that measure it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<f64>,
    /// The mean of each gene over the selected individuals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selected: Vec<f64>,
    /// Standard deviation of each gene over the individuals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deviations: Vec<f64>,
}

pub(super) fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

fn deviation(gene: usize, genomes: &[Genome]) -> f64 {
    let average = mean(genomes.iter().map(|genome| genome[gene]));
    mean(genomes.iter().map(|genome| (genome[gene] - average).powi(2))).sqrt()
}

impl GenerationLog {
    pub(super) fn new(generation: u64, genomes: &[Genome], fitness: &[f64], selected: &[Genome]) -> GenerationLog {
        let genes = genomes[0].len();
        let deviations: Vec<f64> = (0..genes).map(|gene| deviation(gene, genomes)).collect();
        let means = (0..genes).map(|gene| mean(selected.iter().map(|genome| genome[gene])));
        let logged = if genes <= MOST_GENES { genes } else { 0 };
        GenerationLog {
            generation,
            best: rounded(fitness.iter().copied().fold(f64::MIN, f64::max)),
            mean: rounded(mean(fitness.iter().copied())),
            spread: rounded(mean(deviations.iter().map(|deviation| deviation * deviation)).sqrt()),
            reference: None,
            selected: means.take(logged).map(rounded).collect(),
            deviations: deviations.into_iter().take(logged).map(rounded).collect(),
        }
    }

    fn line(&self) -> String {
        let json = serde_json::to_string(self).expect("finite numbers are JSON");
        format!("{json}\n")
    }
}

/// Writes the file of the log with these lines, and opens it for more.
fn written(folder: &RunFolder, entries: &[GenerationLog]) -> Result<File, FolderError> {
    folder.write(LOG, entries.iter().map(GenerationLog::line).collect::<String>())?;
    let file = folder.path().join(LOG);
    append(&file).map_err(|error| FolderError::Write { file, error })
}

/// The lines of the log, on disk and in memory.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    file: File,
    entries: Vec<GenerationLog>,
}

impl Log {
    /// Opens a log and keeps the lines of the first `generations` generations. Later ones are dropped, because
    /// generations after the last checkpoint are repeated. Returns notes about dropped lines.
    pub(super) fn open(folder: &RunFolder, generations: u64) -> Result<(Log, Vec<String>), FolderError> {
        let path = folder.path().join(LOG);
        let bytes = folder.find(LOG)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let mut lost = Vec::new();
        let mut entries: Vec<GenerationLog> = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            let after = entries.last().map_or(0, |entry| entry.generation + 1);
            match problem::line::<GenerationLog>(line.as_bytes()) {
                Ok(entry) if entry.generation >= after => entries.push(entry),
                Err(_) if i + 1 == lines.len() => {
                    lost.push(format!("{}: the last line, {}, was damaged and is dropped", path.display(), i + 1));
                }
                found => {
                    let problem = match found {
                        Ok(entry) => format!("found generation {}, expected {after} or later", entry.generation),
                        Err(error) => error.to_string(),
                    };
                    return Err(FolderError::Damaged { file: path, problem: format!("line {}: {problem}", i + 1) });
                }
            }
        }
        entries.retain(|entry| entry.generation < generations);
        let missing = generations - entries.len() as u64;
        if missing > lost.len() as u64 {
            lost.push(format!("{}: {missing} lines before generation {generations} are missing", path.display()));
        }
        let file = written(folder, &entries)?;
        Ok((Log { path, file, entries }, lost))
    }

    /// Adds the champion's score against the reference to the line of a generation, if the log has this line.
    pub(super) fn add_reference(&mut self, folder: &RunFolder, generation: u64, score: f64) -> Result<(), FolderError> {
        if let Some(entry) = self.entries.iter_mut().rfind(|entry| entry.generation == generation) {
            entry.reference = Some(score);
        }
        self.file = written(folder, &self.entries)?;
        Ok(())
    }

    /// Removes the scores against the reference of generations that do not measure it.
    pub(super) fn keep_references(
        &mut self,
        folder: &RunFolder,
        measures: impl Fn(u64) -> bool,
    ) -> Result<(), FolderError> {
        for entry in self.entries.iter_mut().filter(|entry| !measures(entry.generation)) {
            entry.reference = None;
        }
        self.file = written(folder, &self.entries)?;
        Ok(())
    }

    pub(super) fn append(&mut self, entry: GenerationLog) -> Result<(), FolderError> {
        let written = self.file.write_all(entry.line().as_bytes());
        written.map_err(|error| FolderError::Write { file: self.path.clone(), error })?;
        self.entries.push(entry);
        Ok(())
    }

    #[must_use]
    pub(super) fn entries(&self) -> &[GenerationLog] {
        &self.entries
    }
}
