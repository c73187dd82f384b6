//! Practice of a person's dearest themes: the choice of the next exercise, and when a theme is mastered.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::exercises::{Learning, days};
use super::themes::{Cost, Theme};
use crate::people::{Exercise, PeopleElo};

/// The number of themes that are practised at a time.
pub const DEAREST: usize = 3;
/// The least time between the steps to mastery: from the step before it to each. An exercise that is found earlier is
/// no step.
const STEPS: [Duration; 4] = [Duration::ZERO, days(1), days(3), days(7)];
/// An exercise from people's games is practised if the person finds it with this probability or a larger one.
const LIKELY: f64 = 1.0 / 3.0;

/// A person's progress in a theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// The number of exercises that were tried.
    tried: u32,
    /// The number of steps: exercises that were found at the first try, at growing intervals, since the last miss.
    steps: usize,
    /// The time of the last step, in seconds since 1970.
    at: u64,
}

impl Progress {
    /// True if an exercise that is found now is a step.
    fn is_due(&self, now: Duration) -> bool {
        let wait = STEPS.get(self.steps);
        wait.is_some_and(|wait| self.steps == 0 || Duration::from_secs(self.at) + *wait <= now)
    }

    fn is_mastered(&self) -> bool {
        self.steps >= STEPS.len()
    }
}

/// A person's progress in all themes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Practice(BTreeMap<Theme, Progress>);

/// The exercises of a theme: those from the person's own mistakes, and those from people's games.
#[derive(Debug, Clone)]
pub struct ThemeExercises<'a> {
    /// The theme.
    pub theme: Theme,
    /// From the person's mistakes.
    pub own: Vec<&'a Exercise>,
    /// From people's games.
    pub people: Vec<&'a Exercise>,
}

impl<'a> ThemeExercises<'a> {
    /// Leaves out people's exercises that a person of this rating hardly finds.
    #[must_use]
    pub fn likely(mut self, rating: PeopleElo) -> ThemeExercises<'a> {
        self.people.retain(|exercise| exercise.curve.chance(rating) >= LIKELY);
        self
    }

    /// All exercises of the theme, the person's own first.
    pub fn all(&self) -> impl Iterator<Item = &'a Exercise> {
        self.own.iter().chain(&self.people).copied()
    }
}

impl Practice {
    /// The number of steps to mastery.
    pub const STEPS: usize = STEPS.len();

    fn progress(&self, theme: Theme) -> Progress {
        self.0.get(&theme).copied().unwrap_or_default()
    }

    /// The number of steps that the person has made in a theme.
    #[must_use]
    pub fn steps(&self, theme: Theme) -> usize {
        self.progress(theme).steps
    }

    /// True if the theme is mastered. It is so until the person misses an exercise of it.
    #[must_use]
    pub fn is_mastered(&self, theme: Theme) -> bool {
        self.progress(theme).is_mastered()
    }

    /// Notes the first try of an exercise of a theme. Another try shows what was remembered, and does not count.
    pub fn note(&mut self, theme: Theme, is_right: bool, now: Duration) {
        let progress = self.0.entry(theme).or_default();
        progress.tried += 1;
        if !is_right {
            progress.steps = 0;
        } else if progress.is_due(now) {
            progress.steps += 1;
            progress.at = now.as_secs();
        }
    }

    /// The dearest themes that cost something and are not mastered.
    #[must_use]
    pub fn dearest(&self, costs: &[Cost]) -> Vec<Theme> {
        let open = costs.iter().filter(|cost| cost.own.0 > 0.0 && !self.is_mastered(cost.theme));
        open.map(|cost| cost.theme).take(DEAREST).collect()
    }

    /// The next exercise of these themes: the one that has been due again longest, else a new one. A new one is of the
    /// theme in which a step is due and that was tried least; own mistakes come before those of other people.
    #[must_use]
    pub fn next<'a>(
        &self,
        learning: &Learning,
        themes: &[ThemeExercises<'a>],
        rating: PeopleElo,
        now: Duration,
    ) -> Option<&'a Exercise> {
        let known = themes.iter().flat_map(ThemeExercises::all).filter(|exercise| learning.tries(exercise).is_some());
        let mut order: Vec<&ThemeExercises<'a>> = themes.iter().collect();
        order.sort_by_key(|exercises| {
            let progress = self.progress(exercises.theme);
            (!progress.is_due(now), progress.tried)
        });
        learning.next(known, rating, now).or_else(|| {
            order.into_iter().find_map(|exercises| {
                let own_exercise = learning.next(exercises.own.iter().copied(), rating, now);
                own_exercise.or_else(|| learning.next(exercises.people.iter().copied(), rating, now))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{Discs, Exercises};

    const NOW: Duration = days(20_000);
    const RATING: PeopleElo = PeopleElo(1_400.0);

    fn cost(theme: Theme) -> Cost {
        Cost { theme, own: Discs(2.0), usual: Discs(1.0) }
    }

    #[test]
    fn a_theme_is_mastered_by_exercises_found_at_growing_intervals() {
        let mut practice = Practice::default();
        let theme = Theme::Corners;
        for (day, expected) in [(0, 1), (0, 1), (1, 2), (3, 2), (4, 3), (10, 3)] {
            practice.note(theme, true, NOW + days(day));
            assert_eq!(practice.steps(theme), expected, "day {day}");
            assert!(!practice.is_mastered(theme));
        }
        let mut missed = practice.clone();
        practice.note(theme, true, NOW + days(11));
        assert!(practice.is_mastered(theme));
        practice.note(theme, true, NOW + days(12));
        assert!(practice.is_mastered(theme));
        missed.note(theme, false, NOW + days(11));
        assert_eq!(missed.steps(theme), 0);
        practice.note(theme, false, NOW + days(13));
        assert!(!practice.is_mastered(theme), "it is practised again");
        let kept = serde_json::to_string(&practice).unwrap();
        assert_eq!(serde_json::from_str::<Practice>(&kept).unwrap(), practice);
    }

    #[test]
    fn the_next_dearest_theme_takes_the_place_of_a_mastered_one() {
        let costs = [Theme::Walls, Theme::Corners, Theme::Parity, Theme::Discs].map(cost);
        let mut practice = Practice::default();
        assert_eq!(practice.dearest(&costs), [Theme::Walls, Theme::Corners, Theme::Parity]);
        for day in [0, 1, 4, 11] {
            practice.note(Theme::Corners, true, NOW + days(day));
        }
        assert_eq!(practice.dearest(&costs), [Theme::Walls, Theme::Parity, Theme::Discs]);
        assert_eq!(practice.dearest(&costs[..2]), [Theme::Walls]);
    }

    #[test]
    fn own_mistakes_come_first_themes_take_turns_and_what_was_missed_comes_again() {
        let exercises = &Exercises::shipped().exercises;
        let of = |theme, from: usize| ThemeExercises {
            theme,
            own: exercises[from..from + 1].iter().collect(),
            people: exercises[from + 1..from + 3].iter().collect(),
        };
        let themes = [of(Theme::Walls, 100), of(Theme::Corners, 200)];
        let mut practice = Practice::default();
        let mut learning = Learning::default();
        let mut tried = Vec::new();
        for second in 0..6 {
            let now = NOW + Duration::from_secs(second);
            let next = practice.next(&learning, &themes, RATING, now).unwrap();
            let place = exercises.iter().position(|exercise| exercise == next).unwrap();
            let theme = if place < 200 { Theme::Walls } else { Theme::Corners };
            practice.note(theme, false, now);
            learning.note(next, false, now);
            tried.push(place);
        }
        assert_eq!(tried[..2], [100, 200]);
        assert!(tried[2..].chunks(2).all(|pair| pair[0] < 200 && pair[1] > 200), "{tried:?}");
        assert_eq!(practice.next(&learning, &themes, RATING, NOW), None);
        let again = practice.next(&learning, &themes, RATING, NOW + days(1)).unwrap();
        assert_eq!(again, &exercises[100]);
    }

    #[test]
    fn a_theme_whose_step_is_due_comes_before_one_that_has_to_wait() {
        let exercises = &Exercises::shipped().exercises;
        let of = |theme, at: usize| ThemeExercises { theme, own: Vec::new(), people: vec![&exercises[at]] };
        let themes = [of(Theme::Walls, 100), of(Theme::Corners, 200)];
        let mut practice = Practice::default();
        practice.note(Theme::Corners, true, NOW);
        let learning = Learning::default();
        assert_eq!(practice.next(&learning, &themes[1..], RATING, NOW), Some(&exercises[200]));
        for _ in 0..3 {
            practice.note(Theme::Walls, false, NOW);
        }
        assert_eq!(practice.next(&learning, &themes, RATING, NOW), Some(&exercises[100]));
        assert_eq!(practice.next(&learning, &themes, RATING, NOW + days(1)), Some(&exercises[200]));
    }

    #[test]
    fn exercises_that_are_too_hard_are_left_out() {
        let people: Vec<&Exercise> = Exercises::shipped().exercises.iter().collect();
        let all = ThemeExercises { theme: Theme::Walls, own: people.clone(), people };
        let likely = all.clone().likely(RATING);
        assert_eq!(likely.own.len(), all.own.len());
        assert!(likely.people.len() < all.people.len());
        assert!(likely.people.iter().all(|exercise| exercise.curve.chance(RATING) >= LIKELY));
    }
}
