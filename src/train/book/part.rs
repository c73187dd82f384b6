//! Parts of a book, which processes search in separate folders.
//!
//! The next position depends on the values of all positions before, and no part has them all. So each part grows the
//! whole book with shallow searches, and searches its own positions to the full depth. The values of a position depend
//! on nothing else, so a book that takes them from its parts, and searches missing ones, is the same as the book of one
//! process.
//!
//! | file | content |
//! |---|---|
//! | `run.json` | the plan of the book, and the part |
//! | `opening.book` | the positions of the part with their values |

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::search::values;
use super::{BOOK, BookRecipe, ROUND, grow, present_book};
use crate::board::{Objective, Position};
use crate::eval::Evaluation;
use crate::machine::shard::Shard;
use crate::machine::work::{self, WorkEnd};
use crate::personality::AlphaBetaSpec;
use crate::record::Digest;
use crate::record::book::{Book, Origin, Values};
use crate::record::run_folder::{FolderError, Layout, RunFolder};
use crate::search::Stop;
use crate::stats::mix;
use crate::train::run::Settings;
use crate::train::run::divided::{DividedWork, parts};

/// The number of plies by which a part's searches of other parts' positions are shallower, so that they take a tenth of
/// the time. It is even, because values alternate with the parity of the depth.
const LESS_DEEP: u32 = 4;

/// The plan that decides the values of a book and the order of its positions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BookPlan {
    rule: Objective,
    seed: u64,
    positions: usize,
    depth: u32,
    engine: String,
    sha256: Digest,
}

impl BookPlan {
    pub(super) fn new(origin: &Origin, positions: usize) -> BookPlan {
        let Origin { rule, seed, depth, engine, sha256, .. } = origin.clone();
        BookPlan { rule, seed, positions, depth, engine, sha256 }
    }
}

/// A part of a book, and its folder.
#[derive(Debug)]
pub struct BookPart {
    folder: RunFolder,
    recipe: BookRecipe,
    spec: AlphaBetaSpec,
    shard: Shard,
    seed: u64,
    /// The positions of the part.
    book: Book,
}

impl BookPart {
    /// Begins a part in a folder, which is created if needed, or continues it if `resume` is true.
    ///
    /// # Errors
    ///
    /// The folder has other files, another process works in it, its book is damaged, or it cannot be written.
    pub fn open(
        path: &Path,
        resume: bool,
        recipe: BookRecipe,
        spec: AlphaBetaSpec,
        settings: &Settings,
        shard: Shard,
    ) -> Result<BookPart, FolderError> {
        let origin = recipe.origin(settings);
        let plan = BookPlan::new(&origin, recipe.positions);
        let folder = DividedWork { command: settings.command.clone(), shard, plan }.begin(path, resume)?;
        let book = present_book(&folder)?.unwrap_or_else(|| Book::empty(origin));
        Ok(BookPart { folder, recipe, spec, shard, seed: settings.seed, book })
    }

    /// The positions that the part has searched so far.
    #[must_use]
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Continues to the end, or until stopped. `watch` gets the number of positions in the whole book after every
    /// round. `threads` is 1 or more, and does not affect the files.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn grow(&mut self, threads: usize, stop: &Stop, watch: &mut dyn FnMut(usize)) -> Result<WorkEnd, FolderError> {
        let known = searched(&self.book);
        let mut full_book = Book::empty(self.book.origin.clone());
        while full_book.len() < self.recipe.positions {
            let count = ROUND.min(self.recipe.positions - full_book.len());
            let round = grow::next(&full_book, self.seed, count);
            if round.is_empty() {
                break;
            }
            let values = work::map_with(
                threads,
                round.len(),
                || self.spec.evaluation.build(),
                |evaluation, number| self.values(evaluation, &round[number], &known, stop),
            );
            if stop.is_stopped() {
                return Ok(WorkEnd::Stopped);
            }
            let entries: Vec<(Position, Values)> = round.into_iter().zip(values).collect();
            self.book.add(entries.iter().filter(|(position, _)| self.shard.owns(part_number(position))).cloned());
            self.folder.write(BOOK, self.book.to_text())?;
            full_book.add(entries);
            watch(full_book.len());
        }
        Ok(WorkEnd::Done)
    }

    fn values(
        &self,
        evaluation: &Evaluation,
        position: &Position,
        known: &HashMap<Position, Values>,
        stop: &Stop,
    ) -> Values {
        if let Some(values) = known.get(position) {
            return values.clone();
        }
        let depth = self.recipe.depth;
        let is_own = self.shard.owns(part_number(position));
        let depth = if is_own { depth } else { depth.saturating_sub(LESS_DEEP).max(1) };
        values(&self.recipe, self.spec.search.selectivity, depth, evaluation, position, stop)
    }
}

/// The number of a position that decides its part.
fn part_number(position: &Position) -> u64 {
    mix(position.own ^ mix(position.opp))
}

/// The values of a book's searched positions.
pub(super) fn searched(book: &Book) -> HashMap<Position, Values> {
    book.searched().map(|(position, values)| (position, values.clone())).collect()
}

/// The values of all positions that any part of a book has searched.
pub(super) fn known(plan: &BookPlan, folders: &[PathBuf]) -> Result<HashMap<Position, Values>, FolderError> {
    let mut known = HashMap::new();
    for path in parts(plan, folders)? {
        if let Some(book) = present_book(&RunFolder::open(&path, Layout::RUN)?)? {
            known.extend(searched(&book));
        }
    }
    Ok(known)
}
