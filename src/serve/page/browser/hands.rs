//! What a worker does of long work: parts, each a pure function of its message.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Tell, tell};
use crate::people::Examiner;
use crate::record::run_folder::FolderError;
use crate::search::Stop;
use crate::serve::page::jobs::{Keep, rivals};
use crate::serve::page::person::{PROFILE, exercises};
use crate::strength::person::file::line;
use crate::strength::person::{Profile, Sheet, measure};
use crate::strength::rivals::{Folder, MakeError, Making, Observer, Person, Run, Shelf, make};

/// A part of a job.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "part", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Part {
    /// A game to judge.
    Judge { game: Sheet },
    /// A share of the making of rivals, from the text of a profile. Others have kept these files.
    Rivals { profile: String, keep: Keep, kept: BTreeMap<String, String>, share: Share },
    /// A mistake that may be an exercise.
    Examine { open: exercises::Open },
}

/// A share of the making of rivals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Share {
    /// All of it, where nobody else works.
    All,
    /// What comes first: who is to be cast; if that is known, the rivals.
    First,
    /// The casting of the character of this number.
    Cast(usize),
}

/// What came of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "found", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Found {
    /// A judged game, as a line.
    Judged { game: String },
    /// A share of the rivals is so far, of the whole, and goes on.
    Progress { share: Share, done: u64, of: u64, what: String },
    /// A file of the rivals that are made.
    Kept { name: String, text: String },
    /// These characters are to be cast.
    Wanted { numbers: Vec<usize> },
    /// One is cast; it may not show.
    Shared { number: usize, shows: bool },
    /// The rivals are made.
    Made,
    /// A mistake was looked at.
    Examined { own: exercises::Own },
    /// The part has failed.
    Failed { why: String },
    /// The worker has failed, and with it what it did of this part.
    Lost { part: String, why: String },
}

/// Does a part, in a worker of its own.
pub(super) fn work(job: u64, part: &str) {
    let found = match serde_json::from_str(part) {
        Ok(Part::Judge { game }) => judge(&game).map(|game| Found::Judged { game }),
        Ok(Part::Rivals { profile, keep, kept, share }) => make_rivals(job, &profile, keep, kept, share),
        Ok(Part::Examine { open }) => open
            .look(&mut Examiner::default(), &Stop::default())
            .map(|own| Found::Examined { own })
            .ok_or_else(|| "found no board, expected one".into()),
        Err(error) => Err(error.into()),
    };
    tell(&Tell::Found { job, found: found.unwrap_or_else(|error| Found::Failed { why: error.to_string() }) }, &[]);
}

thread_local! {
    /// What all rivals of a job need, for its next share.
    static RUN: RefCell<Option<(u64, Run)>> = const { RefCell::new(None) };
}

fn make_rivals(
    job: u64,
    profile: &str,
    keep: Keep,
    kept: BTreeMap<String, String>,
    share: Share,
) -> Result<Found, Box<dyn Error>> {
    let profile = Profile::parse(Path::new(PROFILE), profile.as_bytes())?;
    let (noted, settings) = rivals(keep, 1);
    let is_resumed = !kept.is_empty();
    let folder = Folder::on(Arc::new(Told { job, kept: Mutex::new(kept) }));
    if !is_resumed {
        folder.mark(&noted)?;
    }
    let (person, watch) = (Person::of(&profile), Follower { job, share, stop: Stop::default() });
    if share == Share::All {
        return Ok(make(&folder, &person, &settings, &watch).map(|_| Found::Made)?);
    }
    RUN.with_borrow_mut(|run| {
        run.take_if(|(of, _)| *of != job);
        let run = match run {
            Some((_, run)) => run,
            None => &mut run.insert((job, Run::begin(&folder, &person, &settings, &watch)?)).1,
        };
        let making = Making::of(run, &folder, &settings, &watch);
        if let Share::Cast(number) = share {
            return Ok(Found::Shared { number, shows: making.cast(number, 0)? });
        }
        let numbers = making.wanted()?;
        if numbers.is_empty() {
            return making.finish().map(|_| Found::Made);
        }
        Ok(Found::Wanted { numbers })
    })
    .map_err(|error: MakeError| error.into())
}

/// The files of a run, each told as soon as it is written.
#[derive(Debug)]
struct Told {
    job: u64,
    kept: Mutex<BTreeMap<String, String>>,
}

impl Shelf for Told {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(kept.get(name).map(|text| text.clone().into()))
    }

    fn write(&self, name: &str, text: String) -> Result<(), FolderError> {
        tell(&Tell::Found { job: self.job, found: Found::Kept { name: name.to_owned(), text: text.clone() } }, &[]);
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), text);
        Ok(())
    }
}

struct Follower {
    job: u64,
    share: Share,
    stop: Stop,
}

impl Observer for Follower {
    fn progress(&self, done: u64, of: u64, what: &str) {
        let found = Found::Progress { share: self.share, done, of, what: what.to_owned() };
        tell(&Tell::Found { job: self.job, found }, &[]);
    }

    fn stop(&self) -> &Stop {
        &self.stop
    }
}

fn judge(game: &Sheet) -> Result<String, Box<dyn Error>> {
    let judged = measure(vec![game.played()?], &[], None, 1, &Stop::default(), &|| ())?;
    judged.first().map(line).ok_or_else(|| "found no values, expected those of the moves".into())
}
