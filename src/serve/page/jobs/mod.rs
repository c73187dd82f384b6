//! Long work for the desk. A `driver` divides it into `parts`, which `threads` of this machine or workers of a browser
//! do.

mod driver;
mod parts;
mod shares;
mod work;

pub(super) use driver::{Driver, Hands};
pub(super) use parts::{JobPart, PartResult, Worker};

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crossbeam_channel::Sender;
use serde::{Deserialize, Serialize};

use super::person::changes::{ChangedProfile, ProfileChange};
use super::person::{KEEP, PROFILE, profile};
use super::store::Storage;
use super::tell::{Facts, Progress, Task};
use crate::machine::clock::Instant;
use crate::machine::progress;
use crate::record::KeptError;
use crate::search::Stop;
use crate::strength::person::{PersonGame, Profile};
use crate::strength::rivals::{ROUNDS, Settings};

/// The least time between two progress reports within a step.
const BETWEEN: Duration = Duration::from_millis(150);

/// Does long work. Results are stored step by step, so that interrupted work continues.
pub(super) trait Jobs: Send + Sync {
    /// Starts a job and returns at once. The reporter gets its progress and its result.
    fn begin(self: Arc<Self>, job: Job, reporter: Reporter);
}

/// A long piece of work.
#[derive(Debug)]
pub(super) enum Job {
    /// Changes the profile, and adds games of the person to it, except known ones. If `all` is true, the stored
    /// finished games are added too.
    Measure { player: String, games: Vec<PersonGame>, all: bool, change: Arc<ProfileChange> },
    /// Makes rivals of the person's strength, which replace the present ones.
    MakeRivals,
    /// Examines the mistakes in known games for exercises.
    FindExercises,
    /// Finds the themes of the mistakes in the last games.
    FindThemes,
}

/// The present rivals that stay when new ones are made, and those that are replaced.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Keep {
    pub keep: Vec<String>,
    pub replaced: Vec<String>,
}

impl Keep {
    /// The stored choice. Without one, all rivals are replaced.
    ///
    /// # Errors
    /// The file is damaged.
    pub(super) fn read(store: &dyn Storage) -> Result<Keep, KeptError> {
        Ok(store.load(KEEP)?.unwrap_or_default())
    }
}

/// The settings that decide the rivals, for their folder and for making them. New rivals have other characters than the
/// present ones, as long as there are enough.
pub(super) fn rivals(Keep { keep, replaced }: Keep, threads: usize) -> (serde_json::Value, Settings) {
    const COUNT: usize = 3;
    const SEED: u64 = 1;
    let count = COUNT.saturating_sub(keep.len()).max(1);
    // The rivals follow the person in the page's only profile.
    let learn = Some(format!("../{PROFILE}"));
    let mut noted = serde_json::json!({ "recipe": "human", "count": count, "seed": SEED });
    if !keep.is_empty() || !replaced.is_empty() {
        noted["kept"] = keep.clone().into();
        noted["others"] = replaced.clone().into();
    }
    let settings =
        Settings { count, seed: SEED, threads, rounds: ROUNDS, learn, without: keep, rather_without: replaced };
    (noted, settings)
}

/// The profile, if rivals can be made from it.
///
/// # Errors
/// The profile has too few games, or cannot be read.
pub(super) fn known(store: &dyn Storage) -> Result<Profile, Box<dyn Error>> {
    let profile = profile(store)?.filter(|profile| !profile.games.is_empty());
    profile.ok_or_else(|| "found too few games of yours to make rivals from".into())
}

/// News of a job.
#[derive(Debug)]
pub(super) enum News {
    Progress(Task, Progress),
    /// The profile is changed, or the reason why it cannot be written.
    Changed(Box<Result<ChangedProfile, String>>),
    /// The job is over: the facts that are now known, or the reason for its failure.
    Done(Task, Box<Result<Facts, String>>),
}

/// Sends news about a job, and can stop it.
#[derive(Debug, Clone)]
pub(super) struct Reporter {
    task: Task,
    news: Sender<News>,
    pub stop: Stop,
    /// The time of the last progress report, and its stage.
    last: Arc<Mutex<Option<(Instant, String)>>>,
}

impl Reporter {
    pub(super) fn new(task: Task, news: Sender<News>) -> Reporter {
        Reporter { task, news, stop: Stop::default(), last: Arc::default() }
    }

    /// Reports the end of a change of the profile.
    pub(super) fn end_change(&self, changed: Result<ChangedProfile, String>) {
        let _ = self.news.send(News::Changed(Box::new(changed)));
    }

    /// Reports the end of the job.
    pub(super) fn finish(&self, result: Result<Facts, String>) {
        let _ = self.news.send(News::Done(self.task, Box::new(result)));
    }
}

impl progress::Progress for Reporter {
    fn reach(&self, stage: &str, steps: u64, done: u64) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(sent, before)| before != stage || sent.elapsed() >= BETWEEN) {
            *last = Some((Instant::now(), stage.to_owned()));
            let progress = Progress { done, of: steps, what: stage.to_owned(), stopping: false };
            let _ = self.news.send(News::Progress(self.task, progress));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::page::store::Files;

    #[test]
    fn rivals_that_stay_take_the_place_of_new_ones() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let (_, settings) = rivals(Keep::read(store).unwrap(), 1);
        assert_eq!((settings.count, settings.without), (3, vec![]));
        let keep = Keep { keep: vec!["edge".to_owned()], replaced: vec!["trader".to_owned()] };
        store.put(KEEP, &keep).unwrap();
        let (_, settings) = rivals(Keep::read(store).unwrap(), 1);
        assert_eq!((settings.count, settings.without, settings.rather_without), (2, keep.keep, keep.replaced));
        store.write(KEEP, b"{").unwrap();
        assert!(Keep::read(store).unwrap_err().to_string().starts_with("rivals.keep.json: "));
    }
}
