//! Parts of long work. Each is a pure function of itself. A thread or a browser's worker does it; the worker gets it as
//! JSON.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Keep, rivals};
use crate::machine::progress::{NoProgress, Progress};
use crate::people::Examiner;
use crate::record::run_folder::FolderError;
use crate::search::Stop;
use crate::serve::page::person::{PROFILE, exercises, themes};
use crate::strength::person::file::line;
use crate::strength::person::{Profile, Sheet, measure};
use crate::strength::rivals::{Folder, MakeError, Making, Person, Run, Shelf, make};

/// A part of a job.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "part", rename_all = "kebab-case", deny_unknown_fields)]
pub(in crate::serve::page) enum JobPart {
    /// A game to judge.
    Judge { game: Sheet },
    /// A share of the making of rivals, given the text of a profile. Other shares have written these files.
    Rivals { profile: String, keep: Keep, kept: BTreeMap<String, String>, share: Share },
    /// A mistake that may become an exercise.
    Examine { open: exercises::PendingMistake },
    /// A judged game as a line of text, whose mistakes have themes.
    FindThemes { game: String },
}

/// A share of the making of rivals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::serve::page) enum Share {
    /// All of the work, without other workers.
    All,
    /// The first part: it chooses the characters to fit. If all are done, it makes the rivals.
    First,
    /// Fits the character with this number.
    Cast(usize),
}

/// The result of a part.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "found", rename_all = "kebab-case", deny_unknown_fields)]
pub(in crate::serve::page) enum PartResult {
    /// A judged game as a line of text.
    Judged { game: String },
    /// Progress of a share, which continues.
    Progress { share: Share, done: u64, of: u64, what: String },
    /// A file of the rivals in the making.
    Kept { name: String, text: String },
    /// The characters to fit.
    Wanted { numbers: Vec<usize> },
    /// A character was fitted. `shows` is false if its games do not show it.
    Shared { number: usize, shows: bool },
    /// The rivals are complete.
    Made,
    /// A mistake was examined.
    Examined { own: exercises::ExaminedMistake },
    /// The themes of a game.
    Themed { themed: themes::ThemedGame },
    /// The part has failed.
    Failed { why: String },
    /// The worker was lost, with its work on this part.
    Lost { part: String, why: String },
}

/// Does parts of a job.
#[derive(Clone)]
pub(in crate::serve::page) struct Worker {
    /// The number of the job.
    pub job: u64,
    /// The number of threads for a part that can use several.
    pub threads: usize,
    pub stop: Stop,
    /// Gets the progress of a part.
    pub tell: Arc<dyn Fn(PartResult) + Send + Sync>,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("job", &self.job).finish_non_exhaustive()
    }
}

impl Worker {
    /// Does a part.
    pub(in crate::serve::page) fn work(&self, part: JobPart) -> PartResult {
        let result = match part {
            JobPart::Judge { game } => self.judge(&game),
            JobPart::Rivals { profile, keep, kept, share } => self.make_rivals(&profile, keep, kept, share),
            JobPart::Examine { open } => self.examine(open),
            JobPart::FindThemes { game } => self.find_themes(&game),
        };
        result.unwrap_or_else(|error| PartResult::Failed { why: error.to_string() })
    }

    fn judge(&self, game: &Sheet) -> Result<PartResult, Box<dyn Error>> {
        let judged = measure(vec![game.clone().played()?], &[], None, 1, &self.stop, &|| ())?;
        let game = judged.first().map(line).ok_or("found no values, expected those of the moves")?;
        Ok(PartResult::Judged { game })
    }

    fn examine(&self, open: exercises::PendingMistake) -> Result<PartResult, Box<dyn Error>> {
        let examined = open.look(&mut Examiner::default(), &self.stop).ok_or("found no board, expected one")?;
        Ok(PartResult::Examined { own: examined })
    }

    fn find_themes(&self, game: &str) -> Result<PartResult, Box<dyn Error>> {
        let themed = themes::find(game, &self.stop).ok_or("found no judged game, expected one")?;
        Ok(PartResult::Themed { themed })
    }

    fn make_rivals(
        &self,
        profile: &str,
        keep: Keep,
        kept: BTreeMap<String, String>,
        share: Share,
    ) -> Result<PartResult, Box<dyn Error>> {
        let profile = Profile::parse(Path::new(PROFILE), profile.as_bytes())?;
        let (noted, settings) = rivals(keep, self.threads);
        let folder = Folder::on(Arc::new(ReportingShelf { worker: self.clone(), files: Mutex::new(kept) }), &noted)?;
        let person = Person::from_profile(&profile);
        let progress = ShareProgress { worker: self, share };
        if share == Share::All {
            return Ok(make(&folder, &person, &settings, &self.stop, &progress).map(|_| PartResult::Made)?);
        }
        RUN.with_borrow_mut(|run| {
            run.take_if(|(job, _)| *job != self.job);
            let run = match run {
                Some((_, run)) => run,
                None => {
                    // The first share has counted this work already, which each worker does for itself.
                    let shown: &dyn Progress = if share == Share::First { &progress } else { &NoProgress };
                    let begun = Run::begin(&folder, &person, &settings, &self.stop, shown)?;
                    &mut run.insert((self.job, begun)).1
                }
            };
            let making = Making::new(run, &folder, &settings, &self.stop, &progress);
            if let Share::Cast(number) = share {
                return Ok(PartResult::Shared { number, shows: making.cast(number, 0)? });
            }
            let numbers = making.wanted()?;
            if numbers.is_empty() {
                return making.finish().map(|_| PartResult::Made);
            }
            Ok(PartResult::Wanted { numbers })
        })
        .map_err(|error: MakeError| error.into())
    }
}

thread_local! {
    /// The run of a job, kept for the next share.
    static RUN: RefCell<Option<(u64, Run)>> = const { RefCell::new(None) };
}

/// The files of a run, which are reported as soon as they are written.
#[derive(Debug)]
struct ReportingShelf {
    worker: Worker,
    files: Mutex<BTreeMap<String, String>>,
}

impl Shelf for ReportingShelf {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(files.get(name).map(|text| text.clone().into()))
    }

    fn write(&self, name: &str, text: String) -> Result<(), FolderError> {
        (self.worker.tell)(PartResult::Kept { name: name.to_owned(), text: text.clone() });
        self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), text);
        Ok(())
    }
}

/// Sends the progress of a share.
struct ShareProgress<'a> {
    worker: &'a Worker,
    share: Share,
}

impl Progress for ShareProgress<'_> {
    fn reach(&self, stage: &str, steps: u64, done: u64) {
        (self.worker.tell)(PartResult::Progress { share: self.share, done, of: steps, what: stage.to_owned() });
    }
}
