//! The openings of a tournament: one for each encounter, none twice before the list is used up.

use std::collections::HashSet;
use std::path::Path;

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::config::{Book, Source};
use crate::board::{Board, Game, Move, squares};
use crate::record::digest::{Digest, Growing};
use crate::record::file::{self, Format, RecordError};
use crate::record::{self, transcript};
use crate::stats::derive;

/// Where a game begins: a board and moves from it, passes among them. The game is not over.
pub type Opening = Game;

/// What is wrong with the openings: one line.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error("{file}: {message}")]
    File { file: String, message: String },
    #[error("{file}: line {line}: {message}")]
    Line { file: String, line: usize, message: String },
    #[error(
        "{source_name}: found {found} openings for {needed} encounters; use more, or \"repeat\": true to draw them again in another order"
    )]
    TooFew { source_name: String, found: usize, needed: usize },
    #[error("openings.start: found {found}, expected 1 to {count}, the number of openings")]
    Start { found: usize, count: usize },
}

/// The openings in the order in which the encounters use them.
#[derive(Debug, Clone)]
pub struct Openings {
    list: Vec<Opening>,
    /// The numbers in the list, one for each encounter.
    order: Vec<usize>,
    /// What the user should know: lines left out, lists drawn again.
    pub notes: Vec<String>,
}

/// How often random play may lead to a known opening before there are no more.
const TRIES: usize = 2000;

impl Openings {
    /// Reads or draws openings for so many encounters.
    ///
    /// # Errors
    /// A file that cannot be read, a line in it that is no opening, or too few of them.
    pub fn new(book: &Book, seed: u64, needed: usize) -> Result<Openings, OpeningError> {
        let (list, name, mut notes) = match &book.source {
            Source::Random(plies) => (random(*plies, derive(seed, 1), needed), format!("random:{plies}"), Vec::new()),
            Source::File(path) => {
                let (list, notes) = read(path, book.plies)?;
                (list, path.display().to_string(), notes)
            }
        };
        if book.start >= list.len() {
            return Err(OpeningError::Start { found: book.start + 1, count: list.len() });
        }
        if list.len() < needed && !book.repeat {
            return Err(OpeningError::TooFew { source_name: name, found: list.len(), needed });
        }
        if list.len() < needed {
            notes.push(format!(
                "{name}: {} openings for {needed} encounters: the list is drawn {} times, each time in another order",
                list.len(),
                needed.div_ceil(list.len())
            ));
        }
        let order = (0..needed.div_ceil(list.len())).flat_map(|pass| {
            let mut numbers: Vec<usize> = (0..list.len()).map(|number| (book.start + number) % list.len()).collect();
            if book.shuffled || pass > 0 {
                numbers.shuffle(&mut ChaCha8Rng::seed_from_u64(derive(derive(seed, 2), pass as u64)));
            }
            numbers
        });
        let order = order.take(needed).collect();
        Ok(Openings { list, order, notes })
    }

    /// The opening of an encounter: its number in the list, from 0, and the game so far.
    #[must_use]
    pub fn get(&self, encounter: usize) -> (usize, &Opening) {
        let number = self.order[encounter];
        (number, &self.list[number])
    }

    /// Of the openings of the first so many encounters, in their order: a longer tournament begins with the same ones.
    #[must_use]
    pub fn digest(&self, encounters: usize) -> Digest {
        let mut growing = Growing::default();
        for &number in &self.order[..encounters.min(self.order.len())] {
            let opening = &self.list[number];
            growing.add(format!("{} {}\n", written(opening.start()), moves(opening)));
        }
        growing.digest()
    }
}

fn written(board: &Board) -> String {
    record::board::write(board)
}

/// The moves of a game as text in which every move has two characters; a pass is `--`.
#[must_use]
pub fn moves(game: &Game) -> String {
    game.moves().map(|mv| mv.square().map_or("--".to_owned(), |square| square.to_string())).collect()
}

/// Distinct positions after uniformly random plies, as many as are needed, if there are so many.
fn random(plies: usize, seed: u64, needed: usize) -> Vec<Opening> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut list = Vec::new();
    let mut failures = 0;
    while list.len() < needed.max(1) && failures < TRIES {
        let mut game = Game::default();
        for _ in 0..plies {
            let moves: Vec<_> = squares(game.board().position.moves()).collect();
            let mv = moves.choose(&mut rng).map_or(Move::Pass, |&square| square.into());
            if game.play(mv).is_err() {
                break;
            }
        }
        if !game.is_over() && game.history().len() == plies && seen.insert(*game.board()) {
            list.push(game);
            failures = 0;
        } else {
            failures += 1;
        }
    }
    list
}

fn read(path: &Path, plies: Option<usize>) -> Result<(Vec<Opening>, Vec<String>), OpeningError> {
    let name = path.display().to_string();
    let whole = |message: String| OpeningError::File { file: name.clone(), message };
    let Some(format) = Format::of(path) else {
        let known = Format::ALL.map(|format| format!(".{format}")).join(", ");
        return Err(whole(format!("found no extension of a game file, expected one of {known}")));
    };
    let entries = match format {
        // A list of lines may have comments.
        Format::Transcripts => lines(&std::fs::read(path).map_err(|error| whole(error.to_string()))?),
        _ => file::open(path, format).map_err(|error| whole(error.to_string()))?,
    };
    let (mut list, mut seen, mut doubles, mut over) = (Vec::new(), HashSet::new(), 0, 0);
    for entry in entries {
        let line = |message: String| OpeningError::Line { file: name.clone(), line: entry.line, message };
        let game = entry.game.map_err(|error| line(error.to_string()))?.into_game();
        let mut opening = Game::new(*game.start());
        for mv in game.moves().take(plies.unwrap_or(usize::MAX)) {
            // Moves of a game are legal on its boards.
            let _ = opening.play(mv);
        }
        if opening.is_over() {
            over += 1;
            continue;
        }
        if seen.insert((*opening.start(), moves(&opening))) {
            list.push(opening);
        } else {
            doubles += 1;
        }
    }
    let hint = if plies.is_none() { "; cut them with \"plies\"" } else { "" };
    if list.is_empty() && over > 0 {
        return Err(whole(format!("found {over} games that are over, expected openings{hint}")));
    }
    if list.is_empty() {
        return Err(whole("found no opening".to_owned()));
    }
    let mut notes = Vec::new();
    if doubles > 0 {
        notes.push(format!("{name}: left out {doubles} openings that were there before"));
    }
    if over > 0 {
        notes.push(format!("{name}: left out {over} games that are over at the end of the opening{hint}"));
    }
    Ok((list, notes))
}

fn lines(bytes: &[u8]) -> Vec<record::Entry<RecordError>> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    lines
        .filter_map(|(text, line)| {
            let text = text.split('#').next().unwrap_or_default().trim();
            (!text.is_empty()).then(|| record::Entry { line, game: transcript::parse(text).map_err(Into::into) })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn book(source: Source) -> Book {
        Book { source, shuffled: false, start: 0, plies: None, repeat: false }
    }

    fn file(text: &str) -> tempfile::NamedTempFile {
        let mut file = tempfile::Builder::new().suffix(".txt").tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    #[test]
    fn random_openings_are_distinct_and_decided_by_the_seed() {
        let of = |seed| Openings::new(&book(Source::Random(8)), seed, 300).unwrap();
        let openings = of(7);
        let boards: HashSet<Board> = (0..300).map(|encounter| *openings.get(encounter).1.board()).collect();
        assert_eq!(boards.len(), 300);
        assert!((0..300).all(|encounter| openings.get(encounter).1.history().len() == 8));
        assert_eq!(openings.digest(300), of(7).digest(300));
        assert_ne!(openings.digest(300), of(8).digest(300));
    }

    #[test]
    fn more_encounters_do_not_change_the_first_ones() {
        let few = Openings::new(&book(Source::Random(6)), 3, 10).unwrap();
        let many = Openings::new(&book(Source::Random(6)), 3, 50).unwrap();
        assert!((0..10).all(|encounter| few.get(encounter).1 == many.get(encounter).1));
        assert_eq!(few.digest(10), many.digest(10));
        assert_ne!(few.digest(10), many.digest(11));
    }

    #[test]
    fn too_few_are_refused_or_drawn_again_in_another_order() {
        let error = Openings::new(&book(Source::Random(1)), 1, 5).unwrap_err().to_string();
        assert!(error.starts_with("random:1: found 4 openings for 5 encounters"), "{error}");
        let openings = Openings::new(&Book { repeat: true, ..book(Source::Random(1)) }, 1, 40).unwrap();
        assert_eq!(openings.notes.len(), 1);
        let numbers: Vec<usize> = (0..40).map(|encounter| openings.get(encounter).0).collect();
        for pass in numbers.chunks(4) {
            assert_eq!(pass.iter().collect::<HashSet<_>>().len(), 4, "{numbers:?}");
        }
        assert!(numbers.chunks(4).any(|pass| pass != [0, 1, 2, 3]), "{numbers:?}");
    }

    #[test]
    fn a_file_is_read_in_its_order_from_its_start() {
        let file = file("# a list\nf5d6\n\nf5f6e6 # two\nf5d6\nf5f4\n");
        let path = file.path().to_owned();
        let openings = Openings::new(&Book { start: 1, ..book(Source::File(path.clone())) }, 1, 3).unwrap();
        let found: Vec<String> = (0..3).map(|encounter| moves(openings.get(encounter).1)).collect();
        assert_eq!(found, ["f5f6e6", "f5f4", "f5d6"]);
        assert_eq!(openings.notes.len(), 1);
        let cut = Openings::new(&Book { plies: Some(1), ..book(Source::File(path)) }, 1, 1).unwrap();
        assert_eq!(moves(cut.get(0).1), "f5");
    }

    #[test]
    fn games_that_are_over_are_left_out_and_counted() {
        // Black has everything after nine moves.
        let short = "e6f4e3f6g5d6e7f5c5";
        let file = file(&format!("f5d6\n{short}\nf5f6\n"));
        let path = file.path().to_owned();
        let openings = Openings::new(&book(Source::File(path.clone())), 1, 2).unwrap();
        let found: Vec<String> = (0..2).map(|encounter| moves(openings.get(encounter).1)).collect();
        assert_eq!(found, ["f5d6", "f5f6"]);
        let note = "left out 1 games that are over at the end of the opening; cut them with \"plies\"";
        assert!(openings.notes.len() == 1 && openings.notes[0].ends_with(note), "{:?}", openings.notes);
        let cut = Openings::new(&Book { plies: Some(4), ..book(Source::File(path)) }, 1, 3).unwrap();
        assert!(cut.notes.is_empty() && moves(cut.get(1).1) == short[..8]);
        let only = self::file(short);
        let error = Openings::new(&book(Source::File(only.path().to_owned())), 1, 1).unwrap_err().to_string();
        assert!(error.contains("found 1 games that are over, expected openings; cut them"), "{error}");
    }

    #[test]
    fn an_illegal_line_is_named() {
        let file = file("f5d6\nf5f5\n");
        let error = Openings::new(&book(Source::File(file.path().to_owned())), 1, 1).unwrap_err().to_string();
        assert!(error.contains(": line 2: move 2: found f5"), "{error}");
    }
}
