//! Long work on threads of this machine, by the means of the commands `measure` and `rivals`.

use std::error::Error;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::MAIN_SEPARATOR;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::jobs::{Job, Jobs, Watch};
use super::person::{self, MAKING, PROFILE, RIVALS, facts};
use super::store::{Files, Storage};
use super::tell::Facts;
use crate::machine::work;
use crate::strength::person::file::{FileError, update};
use crate::strength::person::{Played, Profile, measure};
use crate::strength::rivals::{Folder, Observer, Person, ROUNDS, Settings, make};

/// How many rivals are made, and what decides them.
const COUNT: usize = 3;
const SEED: u64 = 1;

/// Work in a folder.
#[derive(Debug, Clone)]
pub struct Threads(pub Files);

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
        };
        // No answer of the page names a path.
        let folder = format!("{}{MAIN_SEPARATOR}", self.0.path("").display());
        done.map(|()| facts(&self.0)).map_err(|error| error.to_string().replace(&folder, ""))
    }

    fn measure(&self, player: &str, mut new: Vec<Played>, all: bool, watch: &Watch) -> Result<(), Box<dyn Error>> {
        let known = person::profile(&self.0)?.as_ref().map(Profile::ids).unwrap_or_default();
        if all {
            let store: &dyn Storage = &self.0;
            let kept = store.games().into_iter().rev().filter_map(|id| store.game(id));
            new.extend(kept.filter_map(|game| person::played(&game)));
        }
        // Earlier versions kept these games without their seeds.
        let without_seed = |game: &Played| {
            let mut game = game.clone();
            game.seed = None;
            game.id()
        };
        new.retain(|game| !known.contains(&game.id()) && !known.contains(&without_seed(game)));
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
            update(&self.0.path(PROFILE), |found| {
                let mut profile = found.unwrap_or_else(|| Profile::new(player));
                profile.add(judged);
                Ok::<_, FileError>(profile)
            })?;
            if is_stopped {
                return Err("stopped".into());
            }
        }
        Ok(())
    }

    fn make_rivals(&self, watch: &Watch) -> Result<(), Box<dyn Error>> {
        watch.progress(0, 1, "");
        let profile = person::profile(&self.0)?.filter(|profile| !profile.games.is_empty());
        let profile = profile.ok_or("found too few games of yours to make rivals from")?;
        let settings = serde_json::json!({ "recipe": "human", "count": COUNT, "seed": SEED });
        let (making, rivals, old) = (self.0.path(MAKING), self.0.path(RIVALS), self.0.path("rivals.old"));
        let folder = Folder::open(&making, &settings)?;
        // They follow the person in the one profile of the page.
        let learn = Some(format!("../{PROFILE}"));
        let settings = Settings { count: COUNT, seed: SEED, threads: threads(), rounds: ROUNDS, learn };
        make(&folder, &Person::of(&profile), &settings, watch)?;
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
