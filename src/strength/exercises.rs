//! Exercises from the mistakes in a person's own games, and the schedule of their repetition.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::person::PersonGame;
use crate::board::{Board, Square, squares};
use crate::people::{Curve, Discs, ELO, Exercise, PeopleElo, STRONGER, given_away, is_fit};
use crate::stats::{Z95, derive};

/// The least loss, by the judge's values, of a mistake that is worth an exercise.
pub(super) const WORTH: Discs = Discs(2.0);
/// A position whose best value is below this is lost, so there is little to learn.
pub(super) const LOST: Discs = Discs(-12.0);
/// The least increase in the share of people who find the move if they are [`STRONGER`] by this many Elo. (A factor of
/// 1.5 would leave one exercise in thirty: for most, 200 Elo add 0.4 to the log odds.)
const OFTENER: f64 = 0.05;

/// A move of a person that lost discs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mistake {
    /// The index of the game in the given list.
    pub game: usize,
    /// The number of moves before it, passes included.
    pub ply: usize,
    /// The position, with the person to move.
    pub board: Board,
    /// The square of the opponent's last move.
    pub last: Option<Square>,
    /// The mistaken move.
    pub played: Square,
    /// The loss of the move, by the profile's judge.
    pub loss: Discs,
}

/// The mistakes in judged games, the worst first. Mistakes in lost positions are left out.
#[must_use]
pub fn mistakes(games: &[PersonGame]) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for (number, game) in games.iter().enumerate() {
        for ((ply, played), values) in game.chosen().zip(game.values()) {
            let board = game.game.history()[ply].0;
            let last = ply.checked_sub(1).and_then(|before| game.game.history()[before].1.square());
            let best = values.iter().copied().max().unwrap_or_default();
            let judged_move = squares(board.position.moves()).zip(values).find(|(square, _)| *square == played);
            let Some((_, &value)) = judged_move else { continue };
            let [best, value] = [best, value].map(|hundredths| Discs(f64::from(hundredths) / 100.0));
            let loss = given_away(best, value);
            if loss >= WORTH && best >= LOST && is_fit(&board.position) {
                mistakes.push(Mistake { game: number, ply, board, last, played, loss });
            }
        }
    }
    mistakes.sort_by(|a, b| b.loss.0.total_cmp(&a.loss.0));
    mistakes
}

/// True if slightly stronger players find the move clearly more often, and the game is not lost yet.
#[must_use]
pub(crate) fn is_findable(exercise: &Exercise, rating: PeopleElo) -> bool {
    let [own, stronger] = [0.0, STRONGER].map(|more| exercise.curve.chance(rating.plus(more)));
    stronger >= own + OFTENER && exercise.right.value >= LOST
}

/// The identity of an exercise, as a number that JavaScript can represent.
#[must_use]
pub fn id(board: &Board) -> u64 {
    let Board { position, to_move } = *board;
    derive(derive(position.own, position.opp), to_move as u64) >> 12
}

/// The delay until the next try: after a failure, and after one, two, ... successes in a row. After the last success
/// the exercise is learned.
const AGAIN: [Duration; 5] = [minutes(10), days(1), days(3), days(7), days(21)];

const fn minutes(count: u64) -> Duration {
    Duration::from_secs(60 * count)
}

pub(super) const fn days(count: u64) -> Duration {
    minutes(24 * 60 * count)
}

/// A person's tries of an exercise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tries {
    /// The share of people who find the move by rating, as known at the first try.
    pub curve: Curve,
    /// True if the first try was right.
    pub first: bool,
    /// The number of tries.
    pub tries: u32,
    /// The number of successes since the last failure.
    pub running: usize,
    /// The time of the last try, in seconds since 1970.
    pub at: u64,
}

impl Tries {
    /// True if the exercise is due again.
    #[must_use]
    pub(crate) fn is_due(&self, now: Duration) -> bool {
        self.due_at().is_some_and(|due| due <= now)
    }

    /// The time of the next try, since 1970; `None` if the exercise is learned.
    fn due_at(&self) -> Option<Duration> {
        AGAIN.get(self.running).map(|wait| Duration::from_secs(self.at) + *wait)
    }
}

/// A person's tries of all exercises, for spaced repetition and a rating.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Learning(BTreeMap<u64, Tries>);

/// The rating estimated from first tries.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solving {
    /// The number of tried exercises.
    pub tried: usize,
    /// The number of exercises solved at the first try.
    pub found: usize,
    /// The most likely rating.
    pub rating: PeopleElo,
    /// The lower end of the 95 % interval.
    pub low: PeopleElo,
    /// The upper end of the interval.
    pub high: PeopleElo,
}

/// Standard deviation of the rating's prior, in Elo.
const UNKNOWN: f64 = 300.0;

impl Learning {
    /// Notes a try.
    pub fn note(&mut self, exercise: &Exercise, is_right: bool, now: Duration) {
        let at = now.as_secs();
        let new = Tries { curve: exercise.curve, first: is_right, tries: 0, running: 0, at };
        let tried = self.0.entry(id(&exercise.board)).or_insert(new);
        tried.tries += 1;
        tried.at = at;
        tried.running = if is_right { tried.running + 1 } else { 0 };
    }

    /// The tries of an exercise.
    #[must_use]
    pub fn tries(&self, exercise: &Exercise) -> Option<&Tries> {
        self.0.get(&id(&exercise.board))
    }

    /// The next exercise of these: the one that has been due longest, else a new one that the person solves with a
    /// probability of about 0.6. `None` if none is due or new.
    #[must_use]
    pub fn next<'a>(
        &self,
        exercises: impl Iterator<Item = &'a Exercise>,
        rating: PeopleElo,
        now: Duration,
    ) -> Option<&'a Exercise> {
        const WANTED: f64 = 0.6;
        let open = exercises.filter(|exercise| self.tries(exercise).is_none_or(|tried| tried.is_due(now)));
        let ranked = open.map(|exercise| match self.tries(exercise) {
            Some(tried) => (false, tried.due_at().unwrap_or_default().as_secs_f64(), exercise),
            None => (true, (exercise.curve.chance(rating) - WANTED).abs(), exercise),
        });
        let next = ranked.min_by(|(is_new, a, _), (other_is_new, b, _)| is_new.cmp(other_is_new).then(a.total_cmp(b)));
        next.map(|(.., exercise)| exercise)
    }

    /// Estimates the rating from the first tries: the posterior mode, with a normal prior around the expected rating.
    /// `None` before the first try.
    #[must_use]
    pub fn solving(&self, expected: PeopleElo) -> Option<Solving> {
        if self.0.is_empty() {
            return None;
        }
        let mut rating = expected;
        let mut information = 0.0;
        for _ in 0..50 {
            let mut slope = -rating.above(expected) / UNKNOWN.powi(2);
            information = UNKNOWN.powi(-2);
            for tried in self.0.values() {
                let steep = tried.curve.slope / ELO;
                let chance = tried.curve.chance(rating);
                slope += steep * (f64::from(u8::from(tried.first)) - chance);
                information += steep * steep * chance * (1.0 - chance);
            }
            rating = rating.plus((slope / information).clamp(-200.0, 200.0));
        }
        let width = Z95 / information.sqrt();
        let [rating, low, high] = [0.0, -width, width].map(|by| PeopleElo(rating.plus(by).0.round()));
        let solved = self.0.values().filter(|tried| tried.first).count();
        Some(Solving { tried: self.0.len(), found: solved, rating, low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::people::Exercises;
    use crate::record::transcript;
    use crate::strength::person::Opponent;

    fn exercises() -> Vec<Exercise> {
        Exercises::shipped().exercises.clone()
    }

    #[test]
    fn a_mistake_loses_what_the_best_move_is_better_by() {
        let line = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7";
        let game = transcript::parse(line).unwrap().into_game();
        let played = PersonGame::against(&game, Color::Black, Opponent::stranger("Ben"));
        // Each move that Black chose has the value 0, and the first other move 10 discs.
        let values = played.chosen().map(|(ply, square)| {
            let moves: Vec<Square> = squares(game.history()[ply].0.position.moves()).collect();
            let best = moves.iter().position(|&other| other != square);
            (0..moves.len()).map(|at| if Some(at) == best { 1000 } else { 0 }).collect()
        });
        let values = values.collect();
        let judged = played.with_values(values).unwrap();
        let mistakes = mistakes(&[judged]);
        assert!(!mistakes.is_empty() && mistakes.iter().all(|mistake| mistake.loss == Discs(10.0)), "{mistakes:?}");
    }

    const RATING: PeopleElo = PeopleElo(1_400.0);

    fn next(learning: &Learning, now: Duration) -> Exercise {
        learning.next(exercises().iter(), RATING, now).unwrap().clone()
    }

    #[test]
    fn what_was_missed_comes_again_and_what_was_found_often_does_not() {
        let mut learning = Learning::default();
        let mut now = days(20_000);
        let first = next(&learning, now);
        assert!((first.curve.chance(RATING) - 0.6).abs() < 0.1, "{:?}", first.curve);
        learning.note(&first, false, now);
        assert_ne!(next(&learning, now), first);
        now += minutes(10);
        assert_eq!(next(&learning, now), first);
        for wait in [1, 3, 7, 21, 0] {
            learning.note(&first, true, now);
            assert_ne!(next(&learning, now), first);
            now += days(wait) - minutes(if wait == 0 { 0 } else { 1 });
            assert_ne!(next(&learning, now), first);
            now += minutes(2);
        }
        assert_ne!(next(&learning, now + days(1_000)), first, "it is learned");
        // What is due for ten minutes comes before what is due for five, though it was tried later.
        let mut both = Learning::default();
        let second = exercises().into_iter().find(|exercise| *exercise != first).unwrap();
        both.note(&second, true, days(20_000) + minutes(5));
        both.note(&first, false, days(20_001) - minutes(10));
        assert_eq!(next(&both, days(20_001) + minutes(10)), first);
        // Writing and reading preserve everything.
        let kept = serde_json::to_string(&learning).unwrap();
        assert_eq!(serde_json::from_str::<Learning>(&kept).unwrap(), learning);
    }

    #[test]
    fn first_tries_show_a_rating() {
        let exercises = exercises();
        let expected = PeopleElo(1_500.0);
        assert_eq!(Learning::default().solving(expected), None);
        for truth in [1_000.0, 1_500.0, 2_000.0].map(PeopleElo) {
            let mut learning = Learning::default();
            for (number, exercise) in exercises.iter().enumerate() {
                let is_found = (derive(5, number as u64) as f64 / u64::MAX as f64) < exercise.curve.chance(truth);
                learning.note(exercise, is_found, Duration::ZERO);
                // Later tries do not count.
                learning.note(exercise, true, Duration::ZERO);
            }
            let solving = learning.solving(expected).unwrap();
            assert!(solving.low <= truth && truth <= solving.high, "{truth} {solving:?}");
            assert!(solving.high.above(solving.low) < 300.0, "{solving:?}");
        }
    }

    #[test]
    fn a_steep_exercise_is_findable_by_those_who_miss_it_now() {
        let mut exercise = exercises()[0].clone();
        exercise.curve = Curve { half: PeopleElo(1_600.0), slope: 1.0 };
        assert!(is_findable(&exercise, RATING));
        exercise.curve.half = PeopleElo(700.0);
        assert!(!is_findable(&exercise, RATING), "most find it now");
        exercise.curve = Curve { half: PeopleElo(1_600.0), slope: 0.2 };
        assert!(!is_findable(&exercise, RATING), "the stronger miss it as often");
    }

    #[test]
    fn a_mistake_loses_two_discs_or_more_and_the_game_is_open() {
        let game = transcript::parse("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7").unwrap().into_game();
        for (best, lost, is_one) in [(0, 199, false), (0, 200, true), (-1_200, 300, true), (-1_201, 300, false)] {
            let played = PersonGame::against(&game, Color::Black, Opponent::stranger("Ben"));
            let values = played.chosen().map(|(ply, square)| {
                let moves = squares(game.history()[ply].0.position.moves());
                moves.map(|other| if other == square { best - lost } else { best }).collect()
            });
            let values = values.collect();
            assert_eq!(!mistakes(&[played.with_values(values).unwrap()]).is_empty(), is_one, "{best} {lost}");
        }
        let mut exercise = exercises()[0].clone();
        exercise.curve = Curve { half: PeopleElo(1_600.0), slope: 1.0 };
        for (value, is_open) in [(-12.0, true), (-12.01, false)] {
            exercise.right.value = Discs(value);
            assert_eq!(is_findable(&exercise, RATING), is_open, "{value}");
        }
    }
}
