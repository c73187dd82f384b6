//! The work of a job: its parts, and their stored results.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io;
use std::mem;
use std::time::Duration;

use super::parts::{JobPart, PartResult, Share};
use super::shares::{OverallProgress, Shares};
use super::{Job, Keep, known};
use crate::machine::clock::Instant;
use crate::machine::progress::Progress;
use crate::serve::page::person::exercises::RemovedMistakes;
use crate::serve::page::person::{self, MAKING, PROFILE, exercises, themes};
use crate::serve::page::store::{RIVALS, Storage};
use crate::strength::person::file::of_line;
use crate::strength::person::{PersonGame, Profile, Sheet};

/// The file with the progress of making rivals, for a page that is loaded again.
const PROGRESS: &str = "rivals.new/run/told.json";
/// The least time between two writes of judged games. Each writes the whole profile, so it is also [`UNKEPT_WRITES`]
/// times as long as the last write took.
const UNKEPT: Duration = Duration::from_secs(1);
const UNKEPT_WRITES: u32 = 20;

pub(super) type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[derive(Debug)]
pub(super) enum Work {
    /// The job has not been divided into parts.
    New,
    Games(Games),
    /// Examines the person's mistakes, or finds their themes: the number of finished parts, and the total.
    Mistakes {
        done: u64,
        total: u64,
    },
    /// Makes rivals. `given` are the characters that workers are fitting or have fitted.
    Rivals {
        shares: Shares<Share>,
        given: BTreeSet<usize>,
    },
}

/// Games being judged. Results come in any order and are stored in the games' order.
#[derive(Debug)]
pub(super) struct Games {
    /// The player of the games.
    player: String,
    /// The places of the games by id.
    places: BTreeMap<u64, usize>,
    /// Judged games that are not stored yet.
    judged: BTreeMap<usize, PersonGame>,
    kept: usize,
    /// The last write of judged games: its end, and how long it took.
    written: (Instant, Duration),
}

/// The next step of a job.
#[derive(Debug)]
pub(super) enum NextStep {
    /// Other workers are still at work.
    Wait,
    Parts(Vec<JobPart>),
    Over,
}

impl Work {
    /// The work of a job and its first parts. There are none if there is nothing to do.
    pub(super) fn new(
        job: Job,
        hands: usize,
        store: &dyn Storage,
        removed: &RemovedMistakes,
    ) -> Result<(Work, Vec<JobPart>)> {
        match job {
            Job::Measure { player, games, all, .. } => {
                let mut places = BTreeMap::new();
                let mut judged = BTreeMap::new();
                let mut parts = Vec::new();
                for (place, game) in person::unknown(store, games, all)?.into_iter().enumerate() {
                    places.insert(game.id(), place);
                    if game.values().is_empty() {
                        parts.push(JobPart::Judge { game: Sheet::new(&game) });
                    } else {
                        judged.insert(place, game);
                    }
                }
                let games = Games { player, places, judged, kept: 0, written: (Instant::now(), Duration::ZERO) };
                Ok((Work::Games(games), parts))
            }
            Job::MakeRivals => {
                let mut shares = Shares::after(store.get::<OverallProgress>(PROGRESS).unwrap_or_default());
                let first = if hands > 1 { Share::First } else { Share::All };
                shares.begin(first);
                Ok((Work::Rivals { shares, given: BTreeSet::new() }, vec![part(first, store)?]))
            }
            Job::FindExercises => {
                let pending = exercises::pending_mistakes(store, removed)?;
                let parts: Vec<JobPart> = pending.into_iter().map(|open| JobPart::Examine { open }).collect();
                Ok((Work::Mistakes { done: 0, total: parts.len() as u64 }, parts))
            }
            Job::FindThemes => {
                let parts: Vec<JobPart> =
                    themes::open(store)?.into_iter().map(|game| JobPart::FindThemes { game }).collect();
                Ok((Work::Mistakes { done: 0, total: parts.len() as u64 }, parts))
            }
        }
    }

    pub(super) fn show(&self, progress: &dyn Progress) {
        match self {
            Work::New => {}
            Work::Games(games) => progress.reach("", games.places.len() as u64, games.done() as u64),
            Work::Mistakes { done, total } => progress.reach("", *total, *done),
            Work::Rivals { shares, .. } => {
                let (overall, what) = shares.progress();
                progress.reach(what, overall.of.max(1), overall.done);
            }
        }
    }

    /// Handles the result of a part.
    pub(super) fn hear(
        &mut self,
        result: PartResult,
        store: &dyn Storage,
        removed: &RemovedMistakes,
    ) -> Result<NextStep> {
        Ok(match (result, self) {
            (PartResult::Judged { game }, Work::Games(games)) => {
                games.add(of_line(&game).ok_or("found no judged game, expected one")?);
                if games.is_to_be_written() {
                    games.keep(store, games.open())?;
                }
                over(games.done() == games.places.len())
            }
            (PartResult::Examined { own }, Work::Mistakes { done, total }) => {
                exercises::keep(store, removed, [own])?;
                *done += 1;
                over(done == total)
            }
            (PartResult::Themed { themed }, Work::Mistakes { done, total }) => {
                themes::keep(store, themed)?;
                *done += 1;
                over(done == total)
            }
            (PartResult::Progress { share, done, of, what }, Work::Rivals { shares, .. }) => {
                let (before, _) = shares.progress();
                shares.tell(share, done, of, what);
                let (overall, _) = shares.progress();
                // Progress is stored before it is shown, so that a reloaded page never shows less.
                if overall.percent() != before.percent() {
                    store.put(PROGRESS, &overall)?;
                }
                NextStep::Wait
            }
            (PartResult::Kept { name, text }, _) => {
                store.write(&format!("{MAKING}/{name}"), text.as_bytes())?;
                NextStep::Wait
            }
            (PartResult::Wanted { numbers }, Work::Rivals { shares, given }) => {
                shares.end(Share::First, true);
                let new = numbers.into_iter().filter(|&number| given.insert(number)).map(Share::Cast);
                let mut new: Vec<Share> = new.filter(|&share| shares.begin(share)).collect();
                // The missing results have arrived in the meantime.
                if shares.is_over() && shares.begin(Share::First) {
                    new.push(Share::First);
                }
                parts(&new, store)?
            }
            (PartResult::Shared { number, shows }, Work::Rivals { shares, .. }) => {
                shares.end(Share::Cast(number), shows);
                let next = shares.begin(Share::First).then_some(Share::First);
                parts(next.as_slice(), store)?
            }
            (PartResult::Made, Work::Rivals { .. }) => {
                put_up(store)?;
                NextStep::Over
            }
            (PartResult::Failed { why }, _) => return Err(why.into()),
            (result, _) => return Err(format!("found {result:?}, expected the result of a requested part").into()),
        })
    }

    /// Stores results that are not stored yet.
    pub(super) fn keep(&mut self, store: &dyn Storage) -> Result<()> {
        match self {
            Work::Games(games) => games.keep(store, usize::MAX),
            _ => Ok(()),
        }
    }
}

impl Games {
    fn done(&self) -> usize {
        self.kept + self.judged.len()
    }

    fn add(&mut self, game: PersonGame) {
        if let Some(place) = self.places.get(&game.id()) {
            self.judged.insert(*place, game);
        }
    }

    /// True if the last write is long enough ago.
    fn is_to_be_written(&self) -> bool {
        let (written, took) = self.written;
        written.elapsed() >= UNKEPT.max(took * UNKEPT_WRITES)
    }

    /// Stores the judged games before this place.
    fn keep(&mut self, store: &dyn Storage, before: usize) -> Result<()> {
        let later = self.judged.split_off(&before);
        let games = mem::replace(&mut self.judged, later);
        self.kept += games.len();
        let begin = Instant::now();
        if !games.is_empty() {
            let mut games = games.into_values();
            store.change_profile(PROFILE, &mut |profile| {
                let mut profile = profile.unwrap_or_else(|| Profile::new(&self.player));
                profile.add(games.by_ref());
                profile
            })?;
        }
        self.written = (Instant::now(), begin.elapsed());
        Ok(())
    }

    /// The place of the first game that is not judged.
    fn open(&self) -> usize {
        (self.kept..).find(|place| !self.judged.contains_key(place)).unwrap_or_default()
    }
}

fn over(is_over: bool) -> NextStep {
    if is_over { NextStep::Over } else { NextStep::Wait }
}

/// A lost part, with the results that are known by now.
pub(super) fn again(part: &str, store: &dyn Storage) -> Result<NextStep> {
    match serde_json::from_str(part)? {
        JobPart::Rivals { share, .. } => parts(&[share], store),
        part => Ok(NextStep::Parts(vec![part])),
    }
}

/// Parts for these shares, with the results that are known by now.
fn parts(shares: &[Share], store: &dyn Storage) -> Result<NextStep> {
    let parts: Vec<JobPart> = shares.iter().map(|&share| part(share, store)).collect::<Result<_>>()?;
    Ok(if parts.is_empty() { NextStep::Wait } else { NextStep::Parts(parts) })
}

fn part(share: Share, store: &dyn Storage) -> Result<JobPart> {
    let profile = known(store)?.to_json();
    Ok(JobPart::Rivals { profile, keep: Keep::read(store)?, kept: making(store), share })
}

/// Files that earlier shares or an earlier run have written.
fn making(store: &dyn Storage) -> BTreeMap<String, String> {
    let names = store.list(&format!("{MAKING}/run")).into_iter();
    let files = names.filter_map(|name| {
        let name = format!("run/{name}");
        let text = String::from_utf8(store.read(&format!("{MAKING}/{name}")).ok()?).ok()?;
        Some((name, text))
    });
    files.collect()
}

/// Replaces the old rivals by the new ones, in one step.
fn put_up(store: &dyn Storage) -> io::Result<()> {
    let Keep { keep, .. } = Keep::read(store).map_err(io::Error::other)?;
    person::keep_rivals(store, &keep)?;
    store.put_in_place(MAKING, RIVALS)?;
    store.remove(&format!("{RIVALS}/run"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judged_games_are_written_the_less_often_the_longer_a_write_takes() {
        let now = Instant::now();
        let is_written = |since: u64, took: u64| {
            let written = (now.checked_sub(Duration::from_millis(since)).unwrap(), Duration::from_millis(took));
            let (places, judged) = (BTreeMap::new(), BTreeMap::new());
            Games { player: String::new(), places, judged, kept: 0, written }.is_to_be_written()
        };
        assert!(!is_written(500, 0) && is_written(1_000, 0) && is_written(1_000, 50));
        assert!(!is_written(9_000, 500) && is_written(10_000, 500));
    }
}
