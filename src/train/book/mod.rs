//! Opening books: a player searches every move of a position, minimax propagates the values to the start, and the book
//! grows at positions that are likely to be reached.
//!
//! | file | content |
//! |---|---|
//! | `run.json` | the command, the seed, the name and the date |
//! | `opening.book` | the book so far ([`Book`]), written after every round; a run continues from it |
//! | `personality.json` | the player with the book |
//! | `*.weights` | its weights, if they are not shipped |

mod grow;
mod part;
mod search;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::run::{PERSONALITY, Settings};
use crate::board::Position;
use crate::eval::patterns::{NetworkFile, digest, shipped};
use crate::eval::{Evaluation, EvaluationSpec};
use crate::machine::work::{self, WorkEnd};
use crate::personality::{AlphaBetaSpec, BookSpec, Kind, Personality, Problem, Provenance};
use crate::record::Digest;
use crate::record::book::{Book, Origin, Values};
use crate::record::run_folder::{FolderError, Layout, RunFolder};
use crate::search::Stop;

pub use part::BookPart;

use part::BookPlan;
use search::values;

const BOOK: &str = "opening.book";

/// The option of the command that decides how large a book is.
const LENGTH: &str = "--positions";

/// The number of positions that are searched between two propagations of values. It is fixed, so that the number of
/// threads does not matter.
const ROUND: usize = 16;

/// The rules of a run. Together with its [`Settings`] they decide the result.
#[derive(Debug, Clone, PartialEq)]
pub struct BookRecipe {
    /// The player that values positions, and then plays with the book.
    pub player: Personality,
    /// The depth of the search of each move, in plies.
    pub depth: u32,
    /// The number of positions in the finished book.
    pub positions: usize,
}

/// A run in its folder.
#[derive(Debug)]
pub struct BookRun {
    folder: RunFolder,
    recipe: BookRecipe,
    spec: AlphaBetaSpec,
    settings: Settings,
    book: Book,
    /// The values of positions that parts of the book have searched.
    known: HashMap<Position, Values>,
}

impl BookRecipe {
    /// The player's search and evaluation, without an opening book.
    ///
    /// # Errors
    ///
    /// The player does not search, or its values are random.
    pub fn spec(&self) -> Result<AlphaBetaSpec, Problem> {
        let found = match self.player.alpha_beta() {
            None => format!("the kind \"{}\"", self.player.kind.name()),
            Some(spec) if spec.evaluation.has_noise() => "noise".to_owned(),
            Some(spec) => return Ok(AlphaBetaSpec { book: None, ..spec.clone() }),
        };
        let expected = "a player with an evaluation without noise (linear or patterns)";
        Err(Problem::at(&self.player.name, found, expected))
    }

    /// The origin for the book's file.
    fn origin(&self, settings: &Settings) -> Origin {
        Origin {
            rule: self.player.rule,
            command: settings.command.clone(),
            seed: settings.seed,
            engine: format!("{}, rival {}", self.player.name, env!("CARGO_PKG_VERSION")),
            sha256: Digest::of_bytes(self.player.to_json()),
            depth: self.depth,
            date: settings.date.clone().unwrap_or_default(),
        }
    }
}

/// The number of positions in the command of a run.
fn positions(settings: &Settings) -> usize {
    settings.option(LENGTH).and_then(|number| number.parse().ok()).unwrap_or(usize::MAX)
}

/// The book in a folder, if there is one.
fn present_book(folder: &RunFolder) -> Result<Option<Book>, FolderError> {
    let Some(bytes) = folder.find(BOOK)? else { return Ok(None) };
    let book = Book::parse(&bytes);
    book.map(Some).map_err(|error| FolderError::Damaged { file: folder.path().join(BOOK), problem: error.to_string() })
}

impl BookRun {
    /// Starts a run in a folder, which is created if needed, or continues the run there if `resume` is true. A run with
    /// fewer positions is extended, as if it had begun with all of them.
    ///
    /// The values of positions come from the folders `parts`, which must have all parts of the same book, if there are
    /// some. Missing values are searched, so the folders never change the result.
    ///
    /// # Errors
    ///
    /// The folder has other files or another run, cannot be written, or its book is damaged or from another player. A
    /// part is missing, given twice, damaged, from another book, or in use by another process; then the folder is
    /// unchanged.
    pub fn begin(
        path: &Path,
        recipe: BookRecipe,
        spec: AlphaBetaSpec,
        settings: Settings,
        resume: bool,
        parts: &[PathBuf],
    ) -> Result<BookRun, FolderError> {
        let mut known = part::known(&BookPlan::new(&recipe.origin(&settings), recipe.positions), parts)?;
        let resumes = resume && RunFolder::is_in(path, Layout::RUN);
        let folder = if resumes { RunFolder::open(path, Layout::RUN)? } else { RunFolder::create(path, Layout::RUN)? };
        let settings = if resumes {
            let present: Settings = folder.settings()?;
            let settings = settings.resumed(&present);
            if recipe.positions > positions(&present) {
                let [before, after] = [&present, &settings].map(|settings| settings.without(LENGTH).comparable());
                folder.check_same(Layout::RUN.settings, &before, &after)?;
                folder.write_settings(&settings)?;
            } else {
                let [before, after] = [&present, &settings].map(Settings::comparable);
                folder.check_same(Layout::RUN.settings, &before, &after)?;
            }
            settings
        } else {
            let settings = settings.dated();
            folder.write_settings(&settings)?;
            settings
        };
        let origin = recipe.origin(&settings);
        let book = match present_book(&folder)? {
            Some(book) if book.origin == origin => book,
            // The last round of a shorter book may be smaller than one of the longer book, which has the same positions
            // in another order. So it grows again, from values that are known.
            Some(book) if book.origin == (Origin { command: book.origin.command.clone(), ..origin.clone() }) => {
                known.extend(part::searched(&book));
                Book::empty(origin)
            }
            Some(book) => {
                let Origin { engine, sha256, .. } = &book.origin;
                let problem = format!("found a book by {engine} ({sha256}), expected one by the same player");
                return Err(FolderError::Damaged { file: path.join(BOOK), problem });
            }
            None => Book::empty(origin),
        };
        Ok(BookRun { folder, recipe, spec, settings, book, known })
    }

    /// The book so far.
    #[must_use]
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The run's folder.
    #[must_use]
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// Continues to the end, or until stopped. `watch` gets the book after every round. `threads` is 1 or more, and
    /// does not affect the files.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn grow(&mut self, threads: usize, stop: &Stop, watch: &mut dyn FnMut(&Book)) -> Result<WorkEnd, FolderError> {
        while self.book.len() < self.recipe.positions {
            let count = ROUND.min(self.recipe.positions - self.book.len());
            let round = grow::next(&self.book, self.settings.seed, count);
            if round.is_empty() {
                break;
            }
            let values = work::map_with(
                threads,
                round.len(),
                || self.spec.evaluation.build(),
                |evaluation, number| self.values(evaluation, &round[number], stop),
            );
            if stop.is_stopped() {
                return Ok(WorkEnd::Stopped);
            }
            // The file of a shorter book stays until all of its positions are in the longer one.
            let is_new = round.iter().any(|position| !self.known.contains_key(position));
            self.book.add(round.into_iter().zip(values));
            if is_new {
                self.folder.write(BOOK, self.book.to_text())?;
            }
            log::info!("{} positions", self.book.len());
            watch(&self.book);
        }
        self.folder.write(BOOK, self.book.to_text())?;
        self.write_personality()?;
        Ok(WorkEnd::Done)
    }

    fn values(&self, evaluation: &Evaluation, position: &Position, stop: &Stop) -> Values {
        if let Some(values) = self.known.get(position) {
            return values.clone();
        }
        values(&self.recipe, self.spec.search.selectivity, self.recipe.depth, evaluation, position, stop)
    }

    /// Writes a file that the personality names, and sets its digest there.
    fn write_beside(&self, file: &str, sha256: &mut String, bytes: Vec<u8>) -> Result<(), FolderError> {
        *sha256 = digest(&bytes);
        self.folder.write(file, bytes)
    }

    /// Writes the weights and then the personality, so that it never names a missing file.
    fn write_personality(&self) -> Result<(), FolderError> {
        let mut spec = self.spec.clone();
        let patterns = match &mut spec.evaluation {
            EvaluationSpec::Weighted(_) => None,
            EvaluationSpec::Patterns(patterns) => Some(patterns),
            EvaluationSpec::Network(network) => Some(&mut network.patterns),
        };
        if let Some(patterns) = patterns.filter(|patterns| shipped::find(&patterns.sha256).is_none()) {
            patterns.file = format!("{}.weights", self.settings.name);
            self.write_beside(&patterns.file, &mut patterns.sha256, patterns.patterns.file().to_bytes())?;
        }
        if let EvaluationSpec::Network(network) = &mut spec.evaluation
            && shipped::find_network(&network.sha256, &network.patterns).is_none()
        {
            network.file = format!("{}.network", self.settings.name);
            // The written bytes of the weights may differ from those that were read.
            let file = NetworkFile { weights: network.patterns.sha256.clone(), ..network.network.file().clone() };
            self.write_beside(&network.file, &mut network.sha256, file.to_bytes())?;
        }
        let sha256 = digest(self.book.to_text().as_bytes());
        spec.book = Some(BookSpec { file: BOOK.to_owned(), sha256, book: self.book.clone().into() });
        let BookRecipe { player, .. } = &self.recipe;
        let personality = Personality {
            name: self.settings.name.clone(),
            source: Some(format!("rival train book: {} with an opening book.", player.name)),
            provenance: Some(Provenance {
                command: Some(self.settings.command.clone()),
                seed: Some(self.settings.seed),
                generation: None,
                fitness: None,
                date: self.settings.date.clone(),
            }),
            kind: Kind::AlphaBeta(spec),
            ..player.clone()
        };
        self.folder.write(PERSONALITY, personality.to_json())
    }
}
