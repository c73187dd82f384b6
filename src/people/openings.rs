//! Counts of people's first moves, by strength. Symmetric positions count as one.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;

use super::scale::PeopleElo;
use crate::board::{Form, Position, Square, squares};
use crate::record::problem::{Problem, first_line};

/// The number of the last counted move, from 1.
pub const LAST: u32 = 16;
/// The start of a file's first line; the command follows.
const FORMAT: &str = "rival-openings/1 ";
/// The number of groups of players by strength.
const BANDS: usize = 5;
/// The rating of the first group, and the difference between neighbouring groups.
const RATINGS: (f64, f64) = (1_100.0, 200.0);
/// The fewest counted moves of a position that is kept.
const FEWEST: u32 = 4;
/// The weight of all players' moves, as a number of moves by players of the same strength.
const COMMON: f64 = 30.0;
/// The weight of the model's probabilities, as a number of moves by all players.
const RARE: f64 = 5.0;
/// The largest count that a file may have.
const MOST: u32 = 100_000_000;

/// The number of times that a move was played, for each group.
type Tally = [u32; BANDS];
/// The moves of each position: a square of its [`Form`], and its counts.
type Moves = HashMap<Position, Vec<(Square, Tally)>>;

/// The group below a rating, and the fraction of the distance to the next group.
fn band(rating: PeopleElo) -> (usize, f64) {
    let place = ((rating.0 - RATINGS.0) / RATINGS.1).clamp(0.0, (BANDS - 1) as f64);
    let low = (place as usize).min(BANDS - 2);
    (low, place - low as f64)
}

/// Counts moves.
#[derive(Debug, Clone, Default)]
pub struct Counter(Moves);

impl Counter {
    /// Counts a legal move of a player of this rating.
    pub fn add(&mut self, position: &Position, square: Square, rating: PeopleElo) {
        let form = Form::canonical(position);
        let moves = self.0.entry(form.position).or_default();
        let square = form.square(square);
        let place = moves.iter().position(|(other, _)| *other == square).unwrap_or_else(|| {
            moves.push((square, Tally::default()));
            moves.len() - 1
        });
        let (low, part) = band(rating);
        moves[place].1[low + usize::from(part >= 0.5)] += 1;
    }

    /// The counts of the positions that occur often enough, with the command that makes the counts again.
    #[must_use]
    pub fn openings(&self, command: &str) -> Openings {
        let moves = walk(|position, square| Ok::<_, std::convert::Infallible>(tally(&self.0, position, square)));
        let Ok(moves) = moves;
        Openings { command: command.to_owned(), moves }
    }
}

/// The counts of a move in a form.
fn tally(moves: &Moves, position: &Position, square: Square) -> Tally {
    let entry = moves.get(position).and_then(|moves| moves.iter().find(|(other, _)| *other == square));
    entry.map_or_else(Tally::default, |(_, tally)| *tally)
}

/// Appends a number, seven bits a byte, the lowest first.
fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7F {
        bytes.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number written by [`write_number`], at most `most`, and moves `at` past it.
fn read_number(bytes: &[u8], at: &mut usize, most: u32) -> Result<u32, Problem> {
    let mut number = 0_u64;
    for shift in (0..35).step_by(7) {
        let Some(&byte) = bytes.get(*at) else { return Err(at_byte(*at, "the end of the file", "a count")) };
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            let count = u32::try_from(number).ok().filter(|&count| count <= most);
            return count.ok_or_else(|| at_byte(*at - 1, number, format!("{most} at most")));
        }
    }
    Err(at_byte(*at - 1, "a number that does not end", "a count"))
}

fn at_byte(byte: usize, found: impl Display, expected: impl Display) -> Problem {
    Problem::at(format!("byte {byte}"), found, expected)
}

/// Visits the positions from the start, move by move, and asks for the tally of each legal move. The tallies decide
/// which positions come next, so a file needs only the tallies.
fn walk<E>(mut ask: impl FnMut(&Position, Square) -> Result<Tally, E>) -> Result<Moves, E> {
    let mut all = Moves::new();
    let mut level = vec![Form::canonical(&Position::START).position];
    for _ in 1..=LAST {
        let mut next: BTreeMap<(u64, u64), u32> = BTreeMap::new();
        for position in level {
            let mut moves = Vec::new();
            for square in Form::moves(&position) {
                let tally = ask(&position, square)?;
                let total: u32 = tally.iter().sum();
                if total == 0 {
                    continue;
                }
                moves.push((square, tally));
                if let Some((Position { own, opp }, _)) = Form::after(&position, square) {
                    let reached = next.entry((own, opp)).or_default();
                    *reached = reached.saturating_add(total);
                }
            }
            all.insert(position, moves);
        }
        let often = next.into_iter().filter(|(_, reached)| *reached >= FEWEST);
        level = often.map(|((own, opp), _)| Position { own, opp }).collect();
    }
    Ok(all)
}

/// People's first moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Openings {
    /// The command that makes the counts again.
    pub command: String,
    moves: Moves,
}

impl Openings {
    /// The shipped counts, made by `lab people`.
    #[must_use]
    pub fn shipped() -> &'static Openings {
        shipped!(Openings, "openings.bin", Openings::parse(include_bytes!("openings.bin")))
    }

    /// The probability that people of this rating play each move, lowest square first; `None` in an unknown position.
    /// All positions after the last counted move are unknown.
    ///
    /// Counts of players of this strength are interpolated between two groups. If they are few, the counts of all
    /// players decide, and if these are few, too, the probabilities of the `model`.
    #[must_use]
    pub fn chances(&self, position: &Position, rating: PeopleElo, model: &[f64]) -> Option<Vec<f64>> {
        let form = Form::canonical(position);
        let moves = self.moves.get(&form.position).filter(|moves| !moves.is_empty())?;
        let (low, part) = band(rating);
        // The counts of all people, and of those near this rating.
        let counts = |tally: &Tally| {
            let alike = (1.0 - part) * f64::from(tally[low]) + part * f64::from(tally[low + 1]);
            (f64::from(tally.iter().sum::<u32>()), alike)
        };
        let total: f64 = moves.iter().map(|(_, tally)| counts(tally).0).sum();
        let total_alike: f64 = moves.iter().map(|(_, tally)| counts(tally).1).sum();
        let places: Vec<Square> = squares(position.moves()).map(|square| form.square(square)).collect();
        let moves = places.iter().zip(model);
        let chances = moves.map(|(&square, model)| {
            // Squares that a symmetry exchanges share their count.
            let shared = places.iter().filter(|other| **other == square).count() as f64;
            let (all, alike) = counts(&tally(&self.moves, &form.position, square));
            let common = (all / shared + RARE * model) / (total + RARE);
            (alike / shared + COMMON * common) / (total_alike + COMMON)
        });
        Some(chances.collect())
    }

    /// The bytes of a file: the format and the command as a line, then the counts of each legal move of each position:
    /// the total and, unless it is 0, the count of each group but the last. Numbers are LEB128. The positions are not
    /// written, because each follows from the one before it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{FORMAT}{}\n", self.command).into_bytes();
        let walked = walk(|position, square| {
            let tally = tally(&self.moves, position, square);
            let total = tally.iter().sum();
            write_number(&mut bytes, total);
            if total > 0 {
                tally[..BANDS - 1].iter().for_each(|&count| write_number(&mut bytes, count));
            }
            Ok::<_, std::convert::Infallible>(tally)
        });
        let Ok(_) = walked;
        bytes
    }

    /// # Errors
    ///
    /// The bytes are not a complete file of counts.
    pub fn parse(bytes: &[u8]) -> Result<Openings, Problem> {
        let command = first_line(bytes, FORMAT)?;
        let mut at = FORMAT.len() + command.len() + 1;
        let moves = walk(|_, _| {
            let mut left = read_number(bytes, &mut at, MOST)?;
            let mut tally = Tally::default();
            if left > 0 {
                for count in &mut tally[..BANDS - 1] {
                    *count = read_number(bytes, &mut at, left)?;
                    left -= *count;
                }
                tally[BANDS - 1] = left;
            }
            Ok(tally)
        })?;
        if at < bytes.len() {
            return Err(at_byte(at, "more bytes", "the end of the file after the last count"));
        }
        Ok(Openings { command, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEAK: PeopleElo = PeopleElo(1_100.0);
    const STRONG: PeopleElo = PeopleElo(1_900.0);

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn after(moves: &str) -> Position {
        moves.split_whitespace().fold(Position::START, |position, mv| position.play(square(mv)))
    }

    /// Weak players answer f5 ten times with f4 and once with d6; strong players answer twenty times with d6.
    fn counter() -> Counter {
        let mut counter = Counter::default();
        for (rating, answer, times) in [(WEAK, "f4", 10), (WEAK, "d6", 1), (STRONG, "d6", 20)] {
            for _ in 0..times {
                counter.add(&Position::START, square("f5"), rating);
                counter.add(&after("f5"), square(answer), rating);
            }
        }
        counter
    }

    fn chance(openings: &Openings, position: &Position, rating: PeopleElo, mv: &str) -> f64 {
        let moves: Vec<Square> = squares(position.moves()).collect();
        let model = vec![1.0 / moves.len() as f64; moves.len()];
        let chances = openings.chances(position, rating, &model).unwrap();
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{chances:?}");
        chances[moves.iter().position(|&other| other == square(mv)).unwrap()]
    }

    #[test]
    fn people_play_what_people_of_their_strength_play() {
        let openings = counter().openings("test");
        let position = after("f5");
        let [weak, middle, strong, strongest] = [WEAK, PeopleElo(1_200.0), STRONG, PeopleElo(2_500.0)]
            .map(|rating| ["f4", "d6", "f6"].map(|mv| chance(&openings, &position, rating, mv)));
        assert!(weak[0] > 1.3 * strong[0] && strong[1] > 1.1 * weak[1]);
        // Probabilities are interpolated between the two ratings, and constant outside them.
        assert!(strong[0] < middle[0] && middle[0] < weak[0]);
        assert_eq!(strongest[0], strong[0]);
        // Moves that were never played have the model's probabilities.
        assert!(weak[2] > 0.0 && weak[2] < 0.1);
        // The four first moves are one by symmetry.
        assert!(
            ["f5", "e6", "d3", "c4"]
                .iter()
                .all(|mv| { (chance(&openings, &Position::START, WEAK, mv) - 0.25).abs() < 1e-12 })
        );
        // A position without counted moves is unknown.
        assert!(openings.chances(&after("f5 d6"), WEAK, &[0.2; 5]).is_none());
        assert!(openings.chances(&after("f5 d6 c3"), WEAK, &[0.1; 10]).is_none());
    }

    #[test]
    fn symmetric_positions_are_one() {
        let openings = counter().openings("test");
        // e6 f4 is the mirror image of f5 d6 in the diagonal a1-h8.
        let images = [(after("f5"), "d6"), (after("e6"), "f4"), (after("d3"), "c5"), (after("c4"), "e3")];
        let chances = images.map(|(position, mv)| chance(&openings, &position, STRONG, mv));
        assert!(chances.iter().all(|chance| (chance - chances[0]).abs() < 1e-12), "{chances:?}");
    }

    /// The place of the error in these bytes.
    fn error(bytes: &[u8]) -> String {
        Openings::parse(bytes).unwrap_err().place
    }

    #[test]
    fn bytes_come_back_and_damaged_ones_are_told() {
        let openings = counter().openings("lab people x.wtb");
        let bytes = openings.to_bytes();
        assert_eq!(Openings::parse(&bytes), Ok(openings));
        let start = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        assert_eq!(error(b"people"), "line 1");
        assert_eq!(error(&bytes[1..]), "line 1");
        for end in start..bytes.len() {
            assert_eq!(error(&bytes[..end]), format!("byte {end}"));
        }
        assert_eq!(error(&[&bytes[..], b"!"].concat()), format!("byte {}", bytes.len()));
        let huge = [&bytes[..start], &[0xFF; 6]].concat();
        assert_eq!(error(&huge), format!("byte {}", start + 4));
    }

    #[test]
    fn the_shipped_openings_are_those_of_the_shipped_figures() {
        let openings = Openings::shipped();
        assert_eq!(openings.command, crate::people::shipped().command);
        assert!(openings.moves.len() > 5_000);
        // The parallel opening is rare, and rarer among stronger players.
        let [weak, strong] = [1_150.0, 1_900.0].map(|rating| chance(openings, &after("f5"), PeopleElo(rating), "f4"));
        assert!(weak < 0.06 && strong < weak, "{weak}");
    }
}
