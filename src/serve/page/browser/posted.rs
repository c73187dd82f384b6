//! Long work in a browser: cut into parts, each a pure function of its message, that other workers do.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Tell, tell};
use crate::people::Examiner;
use crate::search::Stop;
use crate::serve::page::jobs::{Job, Jobs, Keep, Watch, known, rivals};
use crate::serve::page::person::{self, MAKING, PROFILE, RIVALS, exercises, facts};
use crate::serve::page::store::{Memory, Storage};
use crate::strength::person::file::{line, of_line};
use crate::strength::person::{Profile, Sheet, measure};
use crate::strength::rivals::{Folder, Observer, Person, Shelf, make};

/// A part of a job.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "part", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Part {
    /// A game to judge.
    Judge { game: Sheet },
    /// Rivals to make, from the text of a profile. An earlier run has kept these files.
    Rivals { profile: String, keep: Keep, kept: BTreeMap<String, String> },
    /// A mistake that may be an exercise.
    Examine { open: exercises::Open },
}

/// What came of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "found", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Found {
    /// A judged game, as a line.
    Judged { game: String },
    /// So much is done, and the part goes on.
    Progress { done: u64, of: u64, what: String },
    /// A file of the rivals that are made.
    Kept { name: String, text: String },
    /// The rivals are made.
    Made,
    /// A mistake was looked at.
    Examined { own: exercises::Own },
    /// The part has failed.
    Failed { why: String },
}

/// Does a part, in a worker of its own.
pub(super) fn work(job: u64, part: &str) {
    let found = match serde_json::from_str(part) {
        Ok(Part::Judge { game }) => judge(&game).map(|game| Found::Judged { game }),
        Ok(Part::Rivals { profile, keep, kept }) => make_rivals(job, &profile, keep, kept).map(|()| Found::Made),
        Ok(Part::Examine { open }) => open
            .look(&mut Examiner::default(), &Stop::default())
            .map(|own| Found::Examined { own })
            .ok_or_else(|| "found no board, expected one".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    tell(&Tell::Found { job, found: found.unwrap_or_else(|why| Found::Failed { why }) }, &[]);
}

fn make_rivals(job: u64, profile: &str, keep: Keep, kept: BTreeMap<String, String>) -> Result<(), String> {
    let profile = Profile::parse(Path::new(PROFILE), profile.as_bytes()).map_err(|error| error.to_string())?;
    let (noted, settings) = rivals(keep, 1);
    let is_resumed = !kept.is_empty();
    let folder = Folder::on(Arc::new(Making { job, kept: Mutex::new(kept) }));
    if !is_resumed {
        folder.mark(&noted).map_err(|error| error.to_string())?;
    }
    let watch = Follower { job, stop: Stop::default() };
    make(&folder, &Person::of(&profile), &settings, &watch).map(|_| ()).map_err(|error| error.to_string())
}

/// The files of a run, each told as soon as it is written.
#[derive(Debug)]
struct Making {
    job: u64,
    kept: Mutex<BTreeMap<String, String>>,
}

impl Shelf for Making {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&*path.to_string_lossy()).map(|text| text.clone().into()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn write(&self, path: &Path, text: String) -> io::Result<()> {
        let name = path.to_string_lossy().into_owned();
        tell(&Tell::Found { job: self.job, found: Found::Kept { name: name.clone(), text: text.clone() } }, &[]);
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(name, text);
        Ok(())
    }
}

struct Follower {
    job: u64,
    stop: Stop,
}

impl Observer for Follower {
    fn progress(&self, done: u64, of: u64, what: &str) {
        let found = Found::Progress { done, of, what: what.to_owned() };
        tell(&Tell::Found { job: self.job, found }, &[]);
    }

    fn stop(&self) -> &Stop {
        &self.stop
    }
}

fn judge(game: &Sheet) -> Result<String, String> {
    let judged =
        measure(vec![game.played().map_err(|problem| problem.to_string())?], &[], None, 1, &Stop::default(), &|| ());
    let judged = judged.map_err(|error| error.to_string())?;
    judged.first().map(line).ok_or_else(|| "found no values, expected those of the moves".to_owned())
}

/// The jobs that are being done.
#[derive(Debug)]
pub(super) struct Posted {
    /// Nothing is begun: another desk does it.
    idle: bool,
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
    watch: Watch,
    player: String,
    done: u64,
    of: u64,
}

impl Posted {
    pub(super) fn new(idle: bool, store: Arc<Memory>) -> Posted {
        Posted { idle, store, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a hand has found.
    pub(super) fn hear(&self, job: u64, found: Found) {
        let (mut state, store): (_, &dyn Storage) = (self.state(), &*self.store);
        let Some(running) = state.running.get_mut(&job) else { return };
        let result = match found {
            Found::Judged { game } => running.judged(store, &game),
            Found::Progress { done, of, what } => return running.watch.progress(done, of, &what),
            Found::Kept { name, text } => {
                let kept = store.write(&format!("{MAKING}/{name}"), text.as_bytes());
                match kept {
                    Ok(()) => return,
                    Err(error) => Err(error.to_string()),
                }
            }
            Found::Examined { own } => exercises::keep(store, [own]).map_err(|error| error.to_string()),
            Found::Made => put_up(store).map_err(|error| error.to_string()),
            Found::Failed { why } => Err(why),
        };
        running.done += 1;
        running.watch.progress(running.done, running.of, "");
        if result.is_err() || running.done == running.of {
            running.watch.end(result.map(|()| facts(store)));
            tell(&Tell::Stop { job }, &[]);
            state.running.remove(&job);
        }
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

impl Running {
    /// A game was judged: it is added to what is known.
    fn judged(&self, store: &dyn Storage, game: &str) -> Result<(), String> {
        let game = of_line(game).ok_or("found no judged game, expected one")?;
        let known = person::profile(store).map_err(|error| error.to_string())?;
        let mut profile = known.unwrap_or_else(|| Profile::new(&self.player));
        profile.add([game]);
        store.write(PROFILE, profile.to_json().as_bytes()).map_err(|error| error.to_string())
    }
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

/// What an earlier run has kept.
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
        if self.idle {
            return;
        }
        let (mut state, store): (_, &dyn Storage) = (self.state(), &*self.store);
        let (player, parts) = match job {
            Job::Measure { player, games, all } => match person::unknown(store, games, all) {
                Ok(games) => (player, games.iter().map(|game| Part::Judge { game: Sheet::of(game) }).collect()),
                Err(error) => return watch.end(Err(error.to_string())),
            },
            Job::MakeRivals => match known(store) {
                Ok(profile) => {
                    let (profile, keep, kept) = (profile.to_json(), Keep::read(store), making(store));
                    (String::new(), vec![Part::Rivals { profile, keep, kept }])
                }
                Err(why) => return watch.end(Err(why)),
            },
            Job::FindExercises => match exercises::open(store) {
                Ok(open) => (String::new(), open.into_iter().map(|open| Part::Examine { open }).collect()),
                Err(error) => return watch.end(Err(error.to_string())),
            },
        };
        let parts: Vec<Part> = parts;
        if parts.is_empty() {
            return watch.end(Ok(facts(store)));
        }
        state.last += 1;
        let (job, of) = (state.last, parts.len() as u64);
        watch.progress(0, of, "");
        state.running.insert(job, Running { watch, player, done: 0, of });
        let text = |part| serde_json::to_string(part).expect("strings and numbers are JSON");
        tell(&Tell::Begin { job, parts: parts.iter().map(text).collect() }, &[]);
    }
}
