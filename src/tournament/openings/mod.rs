//! The openings of a tournament, one for each encounter. None is repeated before the list is exhausted.

mod random;
mod read;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use self::random::random;
use self::read::{file, text};
use super::config::{Book, Order, Source};
use crate::board::{Board, Game};
use crate::record::digest::{Digest, Growing};
use crate::record::notation::moves;
use crate::record::text::counted;
use crate::stats::derive;

/// The shipped book of balanced openings, made by `lab openings balanced`.
const BALANCED: &str = include_str!("balanced.txt");

/// The beginning of a game: a board and the moves from it, with passes. The game is not over.
pub(crate) type Opening = Game;

/// An error in the openings, in one line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpeningError {
    #[error("{file}: {message}")]
    File { file: String, message: String },
    #[error(
        "{source_name}: found {} for {}; use more, or --repeat to draw them again in another \
         order{left_out}",
        counted(*found, "opening"),
        counted(*needed, "encounter")
    )]
    TooFew { source_name: String, found: usize, needed: usize, left_out: String },
    #[error("start: found {found}, expected 1 to {count}, the number of openings")]
    Start { found: usize, count: usize },
}

/// The openings in the order of the encounters.
#[derive(Debug, Clone)]
pub(crate) struct Openings {
    list: Vec<Opening>,
    /// For each encounter, the index of its opening in the list.
    order: Vec<usize>,
    /// Notes for the user about skipped lines and repeated lists.
    pub notes: Vec<String>,
}

impl Openings {
    /// Reads or draws openings for this many encounters.
    ///
    /// # Errors
    ///
    /// The file is unreadable, or it has too few openings.
    pub(crate) fn new(book: &Book, seed: u64, needed: usize) -> Result<Openings, OpeningError> {
        let (list, name, mut notes) = match &book.source {
            Source::Random(plies) => (random(*plies, derive(seed, 1), needed), format!("random:{plies}"), Vec::new()),
            Source::Balanced => {
                let (list, notes) = text("balanced", BALANCED.as_bytes(), book.plies)?;
                (list, "balanced".to_owned(), notes)
            }
            Source::File(path) => {
                let (list, notes) = file(path, book.plies)?;
                (list, path.display().to_string(), notes)
            }
        };
        if book.start.get() > list.len() {
            return Err(OpeningError::Start { found: book.start.get(), count: list.len() });
        }
        if list.len() < needed && !book.repeat {
            let left_out = notes.iter().map(|note| format!(" ({note})")).collect();
            return Err(OpeningError::TooFew { source_name: name, found: list.len(), needed, left_out });
        }
        if list.len() < needed {
            notes.push(format!(
                "{name}: {} openings for {needed} encounters: the list is drawn {} times, each time in another order",
                list.len(),
                needed.div_ceil(list.len())
            ));
        }
        let order = (0..needed.div_ceil(list.len())).flat_map(|pass| {
            let mut numbers: Vec<usize> =
                (0..list.len()).map(|number| (book.start.get() - 1 + number) % list.len()).collect();
            if book.order == Order::Random || pass > 0 {
                numbers.shuffle(&mut ChaCha8Rng::seed_from_u64(derive(derive(seed, 2), pass as u64)));
            }
            numbers
        });
        let order = order.take(needed).collect();
        Ok(Openings { list, order, notes })
    }

    /// The opening of an encounter: its index in the list, and the game so far.
    #[must_use]
    pub(crate) fn get(&self, encounter: usize) -> (usize, &Opening) {
        let number = self.order[encounter];
        (number, &self.list[number])
    }

    /// The number, from 1, of the first opening that does not begin at the start of a game.
    pub(crate) fn first_set_up(&self) -> Option<usize> {
        let mut numbers = self.order.iter();
        numbers.find(|number| *self.list[**number].start() != Board::START).map(|number| number + 1)
    }

    /// The digest of this many first openings. A longer tournament begins with the same ones.
    #[must_use]
    pub(crate) fn digest(&self, encounters: usize) -> Digest {
        let mut growing = Growing::default();
        for &number in &self.order[..encounters.min(self.order.len())] {
            let opening = &self.list[number];
            growing.add(format!("{} {}\n", opening.start(), moves(opening)));
        }
        growing.digest()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::io::Write;
    use std::num::NonZeroUsize;

    use super::*;

    fn book(source: Source) -> Book {
        Book { source, order: Order::Sequential, start: NonZeroUsize::MIN, plies: None, repeat: false }
    }

    fn file(text: &str) -> tempfile::NamedTempFile {
        file_of("txt", text)
    }

    fn file_of(extension: &str, text: &str) -> tempfile::NamedTempFile {
        let mut file = tempfile::Builder::new().suffix(&format!(".{extension}")).tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    #[test]
    fn random_openings_are_distinct_and_decided_by_the_seed() {
        let [openings, again, others] =
            [7, 7, 8].map(|seed| Openings::new(&book(Source::Random(8)), seed, 300).unwrap());
        let boards: HashSet<Board> = (0..300).map(|encounter| *openings.get(encounter).1.board()).collect();
        assert_eq!(boards.len(), 300);
        assert!((0..300).all(|encounter| openings.get(encounter).1.history().len() == 8));
        assert_eq!(openings.digest(300), again.digest(300));
        assert_ne!(openings.digest(300), others.digest(300));
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
        let openings = Openings::new(
            &Book { start: NonZeroUsize::MIN.saturating_add(1), ..book(Source::File(path.clone())) },
            1,
            3,
        )
        .unwrap();
        let lines: Vec<String> = (0..3).map(|encounter| moves(openings.get(encounter).1)).collect();
        assert_eq!(lines, ["f5f6e6", "f5f4", "f5d6"]);
        assert_eq!(openings.notes.len(), 1);
        let cut = Openings::new(&Book { plies: Some(1), ..book(Source::File(path)) }, 1, 1).unwrap();
        assert_eq!(moves(cut.get(0).1), "f5");
    }

    #[test]
    fn comments_are_not_openings_and_a_line_without_a_move_is_named() {
        let file = file("; my openings\n% one\n// two\n(three)\n{four\nf5f4}\nf5d6 ; five\n\n1.\nf5f6 # six\n");
        let path = file.path().to_owned();
        let openings = Openings::new(&book(Source::File(path.clone())), 1, 2).unwrap();
        let lines: Vec<String> = (0..2).map(|encounter| moves(openings.get(encounter).1)).collect();
        assert_eq!(lines, ["f5d6", "f5f6"]);
        let note = "left out 1 opening that cannot be played; line 9: found no move, expected moves like f5d6c3";
        assert!(openings.notes.len() == 1 && openings.notes[0].ends_with(note), "{:?}", openings.notes);
        let only = self::file("; my openings\n");
        let error = Openings::new(&book(Source::File(only.path().to_owned())), 1, 1).unwrap_err().to_string();
        assert!(error.ends_with(": found no opening"), "{error}");
    }

    #[test]
    fn lists_of_positions_and_of_lines() {
        let start = Board::START.to_string();
        let obf = file_of("obf", &format!("{start};\n\n--XXXXX{}\n", &Board::START.to_string()[7..]));
        let openings = Openings::new(&book(Source::File(obf.path().to_owned())), 1, 2).unwrap();
        assert_eq!(*openings.get(0).1.start(), Board::START);
        assert_eq!(openings.get(1).1.start().position.empties(), 55);
        let wrong = file_of("obf", &format!("{start};\n8/8 X;\n"));
        let note = Openings::new(&book(Source::File(wrong.path().to_owned())), 1, 1).unwrap().notes.remove(0);
        assert!(note.contains(": left out 1 opening that cannot be played; line 2: a1: found '8'"), "{note}");
        let xot = file_of("xot", "f5d6\nF5F6E6F4\n");
        let openings = Openings::new(&book(Source::File(xot.path().to_owned())), 1, 2).unwrap();
        assert_eq!(moves(openings.get(1).1), "f5f6e6f4");
    }

    #[test]
    fn the_book_of_our_own() {
        let openings = Openings::new(&book(Source::Balanced), 1, 100).unwrap();
        assert!(openings.notes.is_empty(), "{:?}", openings.notes);
        let mut seen = HashSet::new();
        for opening in &openings.list {
            assert!((8..=12).contains(&opening.history().len()) && !opening.is_over());
            assert!(seen.insert(*opening.board()));
        }
        // A line that is shorter than the limit is used, too.
        let cut = Openings::new(&Book { plies: Some(2), repeat: true, ..book(Source::Balanced) }, 1, 5).unwrap();
        assert_eq!(cut.get(0).1.history().len(), 2);
    }

    #[test]
    fn games_that_are_over_are_left_out_and_counted() {
        // Black has all discs after nine moves.
        let short = "e6f4e3f6g5d6e7f5c5";
        let file = file(&format!("f5d6\n{short}\nf5f6\n"));
        let path = file.path().to_owned();
        let openings = Openings::new(&book(Source::File(path.clone())), 1, 2).unwrap();
        let lines: Vec<String> = (0..2).map(|encounter| moves(openings.get(encounter).1)).collect();
        assert_eq!(lines, ["f5d6", "f5f6"]);
        let note = "left out 1 games that are over at the end of the opening; cut them with \"plies\"";
        assert!(openings.notes.len() == 1 && openings.notes[0].ends_with(note), "{:?}", openings.notes);
        let cut = Openings::new(&Book { plies: Some(4), ..book(Source::File(path)) }, 1, 3).unwrap();
        assert!(cut.notes.is_empty() && moves(cut.get(1).1) == short[..8]);
        let only = self::file(short);
        let error = Openings::new(&book(Source::File(only.path().to_owned())), 1, 1).unwrap_err().to_string();
        assert!(error.contains("found 1 games that are over, expected openings; cut them"), "{error}");
    }

    #[test]
    fn lines_that_are_illegal_are_left_out_counted_and_the_first_is_named() {
        let file = file("f5d6\nf5f5\nf5f6\nhello\n");
        let [openings, too_many] =
            [2, 3].map(|needed| Openings::new(&book(Source::File(file.path().to_owned())), 1, needed));
        let openings = openings.unwrap();
        let lines: Vec<String> = (0..2).map(|encounter| moves(openings.get(encounter).1)).collect();
        assert_eq!(lines, ["f5d6", "f5f6"]);
        let note = ": left out 2 openings that cannot be played; the first is line 2: column 3: move 2: found f5";
        assert!(openings.notes.len() == 1 && openings.notes[0].contains(note), "{:?}", openings.notes);
        // The error tells the user why there are too few openings.
        let error = too_many.unwrap_err().to_string();
        assert!(error.contains("found 2 openings for 3 encounters") && error.contains(note), "{error}");
        let only = self::file("f5f5\n");
        let error = Openings::new(&book(Source::File(only.path().to_owned())), 1, 1).unwrap_err().to_string();
        assert!(error.contains(": line 1: column 3: move 2: found f5"), "{error}");
    }
}
