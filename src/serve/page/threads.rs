//! Long work on threads of this machine, by the means of the commands `measure` and `rivals`.

use std::error::Error;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::MAIN_SEPARATOR;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::jobs::{self, Job, Jobs, Keep, Watch};
use super::person::{self, MAKING, PROFILE, RIVALS, exercises, facts};
use super::store::Files;
use super::tell::Facts;
use crate::machine::work;
use crate::people::Examiner;
use crate::record::kept::{KeptError, update};
use crate::strength::person::{Played, Profile, measure};
use crate::strength::rivals::{Folder, Observer, Person, make};

/// Work in a folder.
#[derive(Debug, Clone)]
pub(super) struct Threads(pub Files);

impl Jobs for Threads {
    fn begin(&self, job: Job, watch: Watch) {
        let own = self.clone();
        thread::spawn(move || {
            // Work that panics has failed, like any other that fails.
            let result = catch_unwind(AssertUnwindSafe(|| own.work(job, &watch)));
            watch.end(result.unwrap_or_else(|_| Err("this failed in a way that nobody expected".to_owned())));
        });
    }
}

impl Threads {
    fn work(&self, job: Job, watch: &Watch) -> Result<Facts, String> {
        let done = match job {
            Job::Measure { player, games, all } => self.measure(&player, games, all, watch),
            Job::MakeRivals => self.make_rivals(watch),
            Job::FindExercises => self.find_exercises(watch),
        };
        // No answer of the page names a path.
        let folder = format!("{}{MAIN_SEPARATOR}", self.0.path("").display());
        done.map(|()| facts(&self.0)).map_err(|error| error.to_string().replace(&folder, ""))
    }

    fn measure(&self, player: &str, games: Vec<Played>, all: bool, watch: &Watch) -> Result<(), Box<dyn Error>> {
        let mut new = person::unknown(&self.0, games, all)?;
        if new.is_empty() {
            return Ok(());
        }
        let (of, threads, done) = (new.len() as u64, threads(), AtomicU64::new(0));
        watch.progress(0, of, "");
        // Few at a time, so that what is done is kept and a stop is seen.
        while !new.is_empty() {
            let batch: Vec<Played> = new.drain(..new.len().min(4 * threads)).collect();
            let size = batch.len();
            let tick = || watch.progress(done.fetch_add(1, Ordering::Relaxed) + 1, of, "");
            let judged = measure(batch, &[], None, threads, watch.stop(), &tick)?;
            let is_stopped = judged.len() < size;
            update(&self.0.path(PROFILE), |found: Option<Profile>| {
                let mut profile = found.unwrap_or_else(|| Profile::new(player));
                profile.add(judged);
                Ok::<_, KeptError>(profile)
            })?;
            if is_stopped {
                return Err("stopped".into());
            }
        }
        Ok(())
    }

    fn find_exercises(&self, watch: &Watch) -> Result<(), Box<dyn Error>> {
        let mut open = exercises::open(&self.0)?;
        let (of, done) = (open.len() as u64, AtomicU64::new(0));
        // Few at a time, so that what is done is kept and a stop is seen.
        while !open.is_empty() && !watch.stop().is_stopped() {
            let batch: Vec<_> = open.drain(..open.len().min(8 * threads())).collect();
            let look = |examiner: &mut Examiner, number: usize| {
                watch.progress(done.fetch_add(1, Ordering::Relaxed), of, "");
                batch[number].clone().look(examiner, watch.stop())
            };
            let found = work::map_with(threads(), batch.len(), Examiner::default, look);
            exercises::keep(&self.0, found.into_iter().flatten())?;
        }
        Ok(())
    }

    fn make_rivals(&self, watch: &Watch) -> Result<(), Box<dyn Error>> {
        watch.progress(0, 1, "");
        let profile = jobs::known(&self.0)?;
        let keep = Keep::read(&self.0);
        let kept = keep.keep.clone();
        let (noted, settings) = jobs::rivals(keep, threads());
        let (making, rivals, old) = (self.0.path(MAKING), self.0.path(RIVALS), self.0.path("rivals.old"));
        let folder = Folder::open(&making, &noted)?;
        make(&folder, &Person::of(&profile), &settings, watch)?;
        drop(folder);
        person::keep_rivals(&self.0, &kept)?;
        // The new ones take the place of the old ones in one step; those stay until then.
        let _ = fs::remove_dir_all(&old);
        if rivals.exists() {
            fs::rename(&rivals, &old)?;
        }
        fs::rename(&making, &rivals)?;
        let _ = fs::remove_dir_all(&old);
        let _ = fs::remove_dir_all(rivals.join("run"));
        Ok(())
    }
}

/// Threads for long work: the person who plays meanwhile keeps one.
fn threads() -> usize {
    work::cores().saturating_sub(1).max(1)
}
