//! Long work in a browser: cut into parts that other workers do ([`hands`](super::hands)).

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::hands::{Found, Part, Share};
use super::{Tell, tell};
use crate::serve::page::jobs::{Job, Jobs, Keep, Watch, known};
use crate::serve::page::person::{self, MAKING, PROFILE, RIVALS, exercises, facts};
use crate::serve::page::shares::{Shares, Told};
use crate::serve::page::store::{Memory, Storage};
use crate::strength::person::file::of_line;
use crate::strength::person::{Profile, Sheet};
use crate::strength::rivals::Observer;

/// How far the making of rivals is, for a page that is loaded again.
const TOLD: &str = "rivals.new/run/told.json";
/// So many workers of a job may be lost: it is not the fault of its parts.
const LOSSES: u32 = 3;

/// The jobs that are being done.
#[derive(Debug)]
pub(super) struct Posted {
    /// How many workers do parts; 0: another desk has them.
    pub(super) hands: usize,
    store: Arc<Memory>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: u64,
    running: BTreeMap<u64, Running>,
}

#[derive(Debug)]
struct Running {
    job: u64,
    watch: Watch,
    /// Workers that were lost.
    lost: u32,
    work: Work,
}

#[derive(Debug)]
enum Work {
    /// So many parts of all are done, for the person of this name.
    Parts { done: u64, of: u64, player: String },
    /// The making of rivals, and the characters that were given out to be cast.
    Rivals { shares: Shares<Share>, given: BTreeSet<usize> },
}

impl Posted {
    pub(super) fn new(hands: usize, store: Arc<Memory>) -> Posted {
        Posted { hands, store, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a hand has found.
    pub(super) fn hear(&self, job: u64, found: Found) {
        let (mut state, store): (_, &dyn Storage) = (self.state(), &*self.store);
        let Some(running) = state.running.get_mut(&job) else { return };
        let heard = running.hear(found, store);
        if matches!(heard, Ok(false)) {
            return;
        }
        running.watch.end(heard.map(|_| facts(store)).map_err(|error| error.to_string()));
        tell(&Tell::Stop { job }, &[]);
        state.running.remove(&job);
    }

    /// Ends what nobody wants any more.
    pub(super) fn stop_unwanted(&self) {
        self.state().running.retain(|&job, running| {
            let is_wanted = !running.watch.stop().is_stopped();
            if !is_wanted {
                tell(&Tell::Stop { job }, &[]);
                running.watch.end(Err("stopped".to_owned()));
            }
            is_wanted
        });
    }
}

/// Has parts done.
fn give(job: u64, parts: &[Part]) {
    let text = |part| serde_json::to_string(part).expect("strings and numbers are JSON");
    tell(&Tell::Begin { job, parts: parts.iter().map(text).collect() }, &[]);
}

impl Running {
    /// True if all is done.
    fn hear(&mut self, found: Found, store: &dyn Storage) -> Result<bool, Box<dyn Error>> {
        match (found, &mut self.work) {
            (Found::Judged { game }, Work::Parts { player, .. }) => {
                judged(store, &game, player)?;
                Ok(self.done())
            }
            (Found::Examined { own }, Work::Parts { .. }) => {
                exercises::keep(store, [own])?;
                Ok(self.done())
            }
            (Found::Progress { share, done, of, what }, Work::Rivals { shares, .. }) => {
                let (before, _) = shares.told();
                shares.tell(share, done, of, what);
                let (told, what) = shares.told();
                // Before it is shown: a page that is loaded again shows no less.
                if told.percent() != before.percent() {
                    store.put(TOLD, &told)?;
                }
                self.watch.progress(told.done, told.of, what);
                Ok(false)
            }
            (Found::Kept { name, text }, _) => {
                store.write(&format!("{MAKING}/{name}"), text.as_bytes())?;
                Ok(false)
            }
            (Found::Wanted { numbers }, Work::Rivals { shares, given }) => {
                shares.end(Share::First, true);
                let new = numbers.into_iter().filter(|&number| given.insert(number)).map(Share::Cast);
                let mut new: Vec<Share> = new.filter(|&share| shares.begin(share)).collect();
                // What it did not know was found meanwhile.
                if shares.is_over() && shares.begin(Share::First) {
                    new.push(Share::First);
                }
                self.share(&new, store)
            }
            (Found::Shared { number, shows }, Work::Rivals { shares, .. }) => {
                shares.end(Share::Cast(number), shows);
                let next = shares.begin(Share::First).then_some(Share::First);
                self.share(next.as_slice(), store)
            }
            (Found::Lost { part, why }, _) => {
                self.lost += 1;
                if self.lost > LOSSES {
                    return Err(why.into());
                }
                // Done again, with what is known by now.
                match serde_json::from_str(&part)? {
                    Part::Rivals { share, .. } => self.share(&[share], store),
                    part => {
                        give(self.job, &[part]);
                        Ok(false)
                    }
                }
            }
            (Found::Made, _) => Ok(put_up(store).map(|()| true)?),
            (Found::Failed { why }, _) => Err(why.into()),
            (found, _) => Err(format!("found {found:?}, expected what was asked for").into()),
        }
    }

    /// A part is done: true if it was the last.
    fn done(&mut self) -> bool {
        let Work::Parts { done, of, .. } = &mut self.work else { return false };
        *done += 1;
        self.watch.progress(*done, *of, "");
        done == of
    }

    /// Has shares of the rivals done.
    fn share(&self, shares: &[Share], store: &dyn Storage) -> Result<bool, Box<dyn Error>> {
        let part = |&share| {
            let profile = known(store)?.to_json();
            Ok(Part::Rivals { profile, keep: Keep::read(store), kept: making(store), share })
        };
        give(self.job, &shares.iter().map(part).collect::<Result<Vec<Part>, Box<dyn Error>>>()?);
        Ok(false)
    }
}

/// A game was judged: it is added to what is known.
fn judged(store: &dyn Storage, game: &str, player: &str) -> Result<(), Box<dyn Error>> {
    let game = of_line(game).ok_or("found no judged game, expected one")?;
    let mut profile = person::profile(store)?.unwrap_or_else(|| Profile::new(player));
    profile.add([game]);
    Ok(store.write(PROFILE, profile.to_json().as_bytes())?)
}

/// The new rivals take the place of the old ones.
fn put_up(store: &dyn Storage) -> io::Result<()> {
    person::keep_rivals(store, &Keep::read(store).keep)?;
    store.remove(RIVALS)?;
    for name in store.list(MAKING).into_iter().filter(|name| name.ends_with(".json")) {
        store.write(&format!("{RIVALS}/{name}"), &store.read(&format!("{MAKING}/{name}"))?)?;
    }
    store.remove(MAKING)
}

/// What earlier shares, or an earlier run, have kept.
fn making(store: &dyn Storage) -> BTreeMap<String, String> {
    let read = |name: String| {
        let name = format!("run/{name}");
        let text = String::from_utf8(store.read(&format!("{MAKING}/{name}")).ok()?).ok()?;
        Some((name, text))
    };
    store.list(&format!("{MAKING}/run")).into_iter().filter_map(read).collect()
}

impl Jobs for Posted {
    fn begin(&self, job: Job, watch: Watch) {
        if self.hands == 0 {
            return;
        }
        let (mut state, store): (_, &dyn Storage) = (self.state(), &*self.store);
        state.last += 1;
        let id = state.last;
        let parts = |parts: Vec<Part>, player: String, watch: Watch| {
            let of = parts.len() as u64;
            watch.progress(0, of, "");
            give(id, &parts);
            Running { job: id, watch, lost: 0, work: Work::Parts { done: 0, of, player } }
        };
        let running = match job {
            Job::Measure { player, games, all } => match person::unknown(store, games, all) {
                Ok(games) if games.is_empty() => return watch.end(Ok(facts(store))),
                Ok(games) => {
                    let games = games.iter().map(|game| Part::Judge { game: Sheet::of(game) });
                    parts(games.collect(), player, watch)
                }
                Err(error) => return watch.end(Err(error.to_string())),
            },
            Job::MakeRivals => {
                let told: Told = store.get(TOLD).unwrap_or_default();
                watch.progress(told.done, told.of.max(1), "");
                let mut shares = Shares::after(told);
                let first = if self.hands > 1 { Share::First } else { Share::All };
                shares.begin(first);
                let work = Work::Rivals { shares, given: BTreeSet::new() };
                let running = Running { job: id, watch, lost: 0, work };
                if let Err(why) = running.share(&[first], store) {
                    return running.watch.end(Err(why.to_string()));
                }
                running
            }
            Job::FindExercises => match exercises::open(store) {
                Ok(open) if open.is_empty() => return watch.end(Ok(facts(store))),
                Ok(open) => parts(open.into_iter().map(|open| Part::Examine { open }).collect(), String::new(), watch),
                Err(error) => return watch.end(Err(error.to_string())),
            },
        };
        state.running.insert(id, running);
    }
}
