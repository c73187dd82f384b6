//! The end of a run: the final choice among the last champions, and the personality.

use super::{End, PERSONALITY, Run, RunError, part};
use crate::operators::ranking::by_fitness;
use crate::personality::{Personality, Provenance};
use crate::record::run_folder::FolderError;
use crate::record::text::counted;
use crate::stats::derive;
use crate::train::fitness::{Measure, RatingInput};
use crate::train::league::Mixture;

impl Run {
    /// Rates the last champions again and writes the best one's personality.
    pub(super) fn finish(&mut self, threads: usize) -> Result<End, RunError> {
        self.measure_last(threads)?;
        let hall = &self.checkpoint.hall;
        let from = hall.champions().len().saturating_sub(self.recipe.finish.candidates);
        let candidates = &hall.champions()[from..];
        let judges = match &self.recipe.fitness {
            Measure::League { plan, .. } => self.checkpoint.league.judges(plan),
            _ => Mixture::default(),
        };
        let rating = RatingInput {
            measure: &self.recipe.fitness.on(self.recipe.finish.openings),
            keep: self.recipe.keep(),
            seed: derive(self.settings.seed, part::FINISH),
            generation: self.checkpoint.generation,
            hall,
            opponents: &judges,
            threads,
        };
        let fitness = self.fitness.rate(candidates, &rating);
        let best = by_fitness(&fitness)[0];
        let plays_others = matches!(self.recipe.fitness, Measure::RoundRobin { .. } | Measure::Playoff { .. });
        let best_fitness = (candidates.len() > 1 || !plays_others).then(|| fitness[best]);
        let count = candidates.len();
        log::info!("the best of {} has a fitness of {best_fitness:?}", counted(count, "candidate"));
        let generation = self.checkpoint.generation - (count - best) as u64;
        let personality = self.personality(&candidates[best], best_fitness, generation);
        self.folder.write(PERSONALITY, personality.to_json())?;
        let personality = Box::new(personality);
        Ok(End::Done { personality, fitness: best_fitness, candidates: count, generation })
    }

    fn personality(&self, genome: &[f64], fitness: Option<f64>, generation: u64) -> Personality {
        let summary = format!("trained by the recipe {}", self.recipe.name);
        let kind = self.fitness.kind(genome);
        Personality {
            source: Some(self.recipe.source()),
            provenance: Some(Provenance {
                command: Some(self.settings.command.clone()),
                seed: Some(self.settings.seed),
                generation: Some(generation),
                fitness: fitness.map(|fitness| (fitness * 1e6).round() / 1e6),
                date: self.settings.date.clone(),
            }),
            ..Personality::new(&self.settings.name, &summary, self.recipe.rule, kind)
        }
    }

    /// Adds the score of the last champion against the reference to the log, if its generation did not measure it.
    fn measure_last(&mut self, threads: usize) -> Result<(), FolderError> {
        let generation = self.checkpoint.generation - 1;
        if self.recipe.measures(generation) {
            return Ok(());
        }
        let champion = self.checkpoint.hall.champions().last().expect("a generation has a champion");
        match self.reference_score(generation, champion, threads) {
            Some(score) => self.log.add_reference(&self.folder, generation, score),
            None => Ok(()),
        }
    }
}
