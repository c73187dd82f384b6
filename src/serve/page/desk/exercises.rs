//! Exercises, one at a time, from the person's own mistakes or from people's games.

use std::collections::BTreeMap;
use std::time::Duration;

use super::analyses::{Analyses, AnalysisKey};
use super::study::{ask, values};
use super::{Common, Reply, notation};
use crate::board::{Move, Objective, Square};
use crate::machine::clock::since_1970;
use crate::people::{Exercise, Exercises as Set, PeopleElo};
use crate::search::{Certainty, Limits, Report};
use crate::serve::page::ask::{Exercising, Refusal, Rule};
use crate::serve::page::judges::judges;
use crate::serve::page::person::exercises::{ExaminedMistake, OWN};
use crate::serve::page::person::themes::PRACTICE;
use crate::serve::page::tell::{self, Answer, ExerciseAnswer, ThemeCost};
use crate::serve::session::{Event, Request, Session};
use crate::strength::analysis;
use crate::strength::exercises::{Learning, Tries, id, is_findable};
use crate::strength::practice::{Practice, ThemeExercises};
use crate::strength::reasons::{Reason, Replies};
use crate::strength::themes::{Cost, Theme, Themes, shipped};

/// The file with the person's record of exercises.
pub(super) const LEARNING: &str = "exercises.json";
/// The file with the answers to the exercises of the days.
const DAYS: &str = "exercises.days.json";
/// The difference in days between two places on Earth, with a clock that is a little wrong.
const ELSEWHERE: u64 = 2;
/// A run has no exercise that was tried in this time, because its answer may be remembered.
const REMEMBERED: Duration = Duration::from_secs(60 * 60);
/// The judge's depth and time limit for an answered exercise.
const DEPTH: u32 = 12;
const TIME: Duration = Duration::from_secs(5);

/// The exercises, and the present one.
#[derive(Default)]
pub(super) struct Exercises {
    learning: Learning,
    practice: Practice,
    /// The answered square by day.
    days: BTreeMap<u32, Square>,
    own: Vec<ExaminedMistake>,
    now: Option<Now>,
    session: Option<Session>,
    /// The rating for which the present state was last shown.
    shown: Option<PeopleElo>,
}

/// The present exercise.
struct Now {
    exercise: Exercise,
    theme: Option<Theme>,
    own: Option<ExaminedMistake>,
    /// The day of which it is the exercise.
    day: Option<u32>,
    tried: Option<Square>,
}

impl Exercises {
    pub(super) fn open(common: &mut Common) -> Exercises {
        let learning = common.stored(LEARNING);
        let practice = common.stored(PRACTICE);
        for exercise in &Set::shipped().exercises {
            common.analyses.note_right(exercise.board, exercise.right);
        }
        let days: BTreeMap<u32, String> = common.stored(DAYS);
        let days = days.into_iter().filter_map(|(day, square)| Some((day, square.parse().ok()?))).collect();
        let mut exercises = Exercises { learning, practice, days, ..Exercises::default() };
        exercises.read(common);
        exercises
    }

    /// Reads the person's own exercises again, because they may have changed.
    pub(super) fn read(&mut self, common: &mut Common) {
        self.own = common.stored(OWN);
        for exercise in self.own.iter().filter_map(|own| own.exercise.as_ref()) {
            common.analyses.note_right(exercise.board, exercise.right);
        }
        self.shown = None;
    }

    /// The person's own exercises that a slightly stronger player can solve.
    fn findable(&self, rating: PeopleElo) -> impl Iterator<Item = (&ExaminedMistake, &Exercise)> {
        let made = self.own.iter().filter_map(|own| Some((own, own.exercise.as_ref()?)));
        made.filter(move |(_, exercise)| is_findable(exercise, rating) || self.learning.tries(exercise).is_some())
    }

    /// The exercises of a theme.
    fn of_theme(&self, theme: Theme, themes: &Themes, rating: PeopleElo) -> ThemeExercises<'_> {
        let is_of = |exercise: &Exercise| theme_of(exercise, themes) == Some(theme);
        let own_exercises = self.findable(rating).map(|(_, exercise)| exercise).filter(|exercise| is_of(exercise));
        let people = Set::shipped().exercises.iter().filter(|exercise| is_of(exercise));
        ThemeExercises { theme, own: own_exercises.collect(), people: people.collect() }.likely(rating)
    }

    /// The exercises of the dearest themes.
    fn of_dearest(&self, themes: &Themes, rating: PeopleElo) -> Vec<ThemeExercises<'_>> {
        let dearest = self.practice.dearest(&themes.costs).into_iter();
        dearest.map(|theme| self.of_theme(theme, themes, rating)).collect()
    }

    /// Takes the next exercise. The answer is its number, or 0 if there is none. A theme replaces the dearest ones.
    pub(super) fn next(&mut self, from: Exercising, theme: Option<Theme>, themes: &Themes, rating: PeopleElo) -> Reply {
        let now = since_1970();
        let next = match from {
            Exercising::Mine => self.learning.next(self.findable(rating).map(|(_, exercise)| exercise), rating, now),
            Exercising::People => self.learning.next(Set::shipped().exercises.iter(), rating, now),
            Exercising::Run => {
                let is_remembered = |tried: &Tries| Duration::from_secs(tried.at) + REMEMBERED > now;
                let people = Set::shipped().exercises.iter();
                let others = people.filter(|exercise| !self.learning.tries(exercise).is_some_and(is_remembered));
                self.learning.next(others, rating, now)
            }
            Exercising::Themes => {
                let practised = match theme {
                    Some(theme) => vec![self.of_theme(theme, themes, rating)],
                    None => self.of_dearest(themes, rating),
                };
                self.practice.next(&self.learning, &practised, rating, now)
            }
        };
        self.now = next.cloned().map(|exercise| {
            let has_own = matches!(from, Exercising::Mine | Exercising::Themes);
            let is_own = |mistake: &&ExaminedMistake| has_own && mistake.id == id(&exercise.board);
            let mistake = self.own.iter().find(is_own).cloned();
            let theme = theme_of(&exercise, themes);
            Now { exercise, theme, own: mistake, day: None, tried: None }
        });
        self.begin();
        Ok(Answer::Number(self.now.as_ref().map_or(0, |now| id(&now.exercise.board))))
    }

    /// Takes the exercise of a day, which is answered once. The answer is its number.
    pub(super) fn daily(&mut self, day: u32, themes: &Themes) -> Reply {
        let today = since_1970().as_secs() / (24 * 60 * 60);
        if u64::from(day).abs_diff(today) > ELSEWHERE {
            return Err(Refusal::Range { what: "day" });
        }
        let exercise = Set::shipped().of_day(day).cloned().ok_or(Refusal::Unknown)?;
        let number = id(&exercise.board);
        let theme = theme_of(&exercise, themes);
        self.now = Some(Now { exercise, theme, own: None, day: Some(day), tried: self.days.get(&day).copied() });
        self.begin();
        Ok(Answer::Number(number))
    }

    /// Shows another exercise. The values of the last one are no longer needed.
    fn begin(&mut self) {
        self.shown = None;
        if let Some(session) = &mut self.session {
            let _ = session.ask(Request::Cancel);
        }
    }

    /// The number of days in a row with an answer, up to this day or the one before it.
    fn streak(&self, day: u32) -> u32 {
        let last = if self.days.contains_key(&day) { day } else { day.saturating_sub(1) };
        (0..=last).rev().take_while(|day| self.days.contains_key(day)).count() as u32
    }

    /// Checks the person's answer: 1 if it is right, else 0.
    pub(super) fn solve(&mut self, common: &mut Common, key: u64, square: &str) -> Reply {
        let now = self.now.as_mut().filter(|now| id(&now.exercise.board) == key && now.tried.is_none());
        let now = now.ok_or(Refusal::Stale)?;
        let tried = square.parse().ok().filter(|&square| now.exercise.board.is_legal(Move::Place(square)));
        let tried: Square = tried.ok_or(Refusal::Illegal)?;
        now.tried = Some(tried);
        self.shown = None;
        let is_right = tried == now.exercise.right.answer;
        let answer = Ok(Answer::Number(is_right.into()));
        let mut written = Ok(());
        if let Some(theme) = now.theme.filter(|_| self.learning.tries(&now.exercise).is_none()) {
            self.practice.note(theme, is_right, since_1970());
            written = common.store.put(PRACTICE, &self.practice);
        }
        self.learning.note(&now.exercise, is_right, since_1970());
        written = written.and_then(|()| common.store.put(LEARNING, &self.learning));
        if let Some(day) = now.day {
            self.days.insert(day, tried);
            let days: BTreeMap<u32, String> = self.days.iter().map(|(&day, tried)| (day, tried.to_string())).collect();
            written = written.and_then(|()| common.store.put(DAYS, &days));
        }
        common.note(LEARNING, written);
        if common.analyses.reach(now.key(), Certainty::Depth(DEPTH)) {
            return answer;
        }
        if self.session.is_none() {
            self.session = judges(Rule::Most.into()).next().map(|judge| Session::new(judge, 0));
        }
        if let Some(session) = &mut self.session {
            let record = notation::record(&crate::board::Game::new(now.exercise.board), Objective::Normal);
            ask(session, Request::Game(Box::new(record)))?;
            while session.event().is_some() {}
            let limits = Limits { depth: Some(DEPTH), time: Some(TIME), ..Limits::default() };
            ask(session, Request::Rank(64, limits))?;
        }
        answer
    }

    pub(super) fn session(&mut self) -> Option<&mut Session> {
        self.session.as_mut()
    }

    pub(super) fn step(&mut self, analyses: &mut Analyses) {
        let Some(session) = &mut self.session else { return };
        while let Some(event) = session.event() {
            if let (Event::Iteration(iteration), Some(now)) = (event, &self.now)
                && now.tried.is_some()
            {
                analyses.note(now.key(), iteration);
            }
        }
    }

    /// Shows the present exercise again if it is one of these positions.
    pub(super) fn note_changed(&mut self, changed: &[AnalysisKey]) {
        if self.now.as_ref().is_some_and(|now| changed.contains(&now.key())) {
            self.shown = None;
        }
    }

    /// The exercises to show, if they have changed.
    pub(super) fn show(&mut self, analyses: &Analyses, themes: &Themes, rating: PeopleElo) -> Option<tell::Exercises> {
        if self.shown.replace(rating) == Some(rating) {
            return None;
        }
        let now = since_1970();
        let dearest = self.of_dearest(themes, rating);
        let practised = dearest.iter().flat_map(ThemeExercises::all);
        Some(tell::Exercises {
            mine: self.findable(rating).filter(|(_, exercise)| self.is_open(exercise, now)).count(),
            people: Set::shipped().exercises.iter().filter(|exercise| self.is_open(exercise, now)).count(),
            themes: practised.filter(|exercise| self.is_open(exercise, now)).count(),
            dearest: self.dearest(themes),
            mastered: Theme::ALL.into_iter().filter(|&theme| self.practice.is_mastered(theme)).collect(),
            games: themes.games,
            solving: self.learning.solving(rating),
            now: self.now.as_ref().map(|now| {
                let streak = now.day.map(|day| self.streak(day));
                now.show(&self.learning, analyses.deepest(now.key()), streak)
            }),
        })
    }

    /// The costs of the dearest themes, the largest first.
    fn dearest(&self, themes: &Themes) -> Vec<ThemeCost> {
        let dearest = self.practice.dearest(&themes.costs);
        let mut costs: Vec<&Cost> = themes.costs.iter().filter(|cost| dearest.contains(&cost.theme)).collect();
        costs.sort_by(|a, b| b.own.0.total_cmp(&a.own.0));
        let shown = costs.into_iter().map(|&Cost { theme, own, usual }| ThemeCost {
            theme,
            own,
            usual,
            steps: self.practice.steps(theme),
            of: Practice::STEPS,
        });
        shown.collect()
    }

    fn is_open(&self, exercise: &Exercise, now: Duration) -> bool {
        self.learning.tries(exercise).is_none_or(|tried| tried.is_due(now))
    }
}

/// The theme of an exercise from the person's mistakes or from people's games.
fn theme_of(exercise: &Exercise, themes: &Themes) -> Option<Theme> {
    let id = id(&exercise.board);
    themes.of_exercises.get(&id).or_else(|| shipped().get(&id)).copied()
}

impl Now {
    fn key(&self) -> AnalysisKey {
        (self.exercise.board, Objective::Normal)
    }

    fn show(&self, learning: &Learning, report: Option<&Report>, streak: Option<u32>) -> tell::Exercise {
        let Now { exercise: Exercise { board, last, right, curve }, theme, own, tried, .. } = self;
        let known = learning.tries(&self.exercise);
        let before = known.map_or(0, |known| known.tries - u32::from(tried.is_some()));
        tell::Exercise {
            id: id(board),
            start: board.to_string(),
            last: last.map(|last| last.to_string()),
            theme: *theme,
            half: PeopleElo((curve.half.0 / 10.0).round() * 10.0),
            again: before > 0,
            mistake: own.as_ref().filter(|_| tried.is_some()).map(|own| own.played.clone()),
            game: own.as_ref().map(|own| (notation::plain_name(&own.opponent), own.date.clone(), own.number)),
            tried: tried.map(|tried| ExerciseAnswer {
                square: tried.to_string(),
                answer: right.answer.to_string(),
                right: tried == right.answer,
                ahead: right.ahead,
                exact: right.exact,
                reason: report.and_then(|report| self.reason(report, tried)),
                moves: report.map(values).unwrap_or_default(),
                certainty: report.map(Report::certainty),
            }),
            streak,
        }
    }

    /// The reason why the answer is wrong, from the judge's lines.
    fn reason(&self, report: &Report, tried: Square) -> Option<Reason> {
        let [tried, best] = [tried, self.exercise.right.answer]
            .map(|square| report.lines.iter().find(|line| line.pv.first() == Some(&Move::Place(square))));
        analysis::lost(&self.exercise.board, [tried?, best?], report, None, Replies::default())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::Worth;
    use crate::people::Discs;
    use crate::serve::page::desk::tests;
    use crate::serve::page::store::Files;

    #[test]
    fn the_themes_with_the_largest_excess_are_shown_by_what_they_cost() {
        let costs = [(Theme::Corners, 0.3, 0.1), (Theme::Walls, 17.4, 17.3), (Theme::Parity, 2.0, 3.0)];
        let costs = costs.map(|(theme, own, usual)| Cost { theme, own: Discs(own), usual: Discs(usual) });
        let themes = Themes { costs: costs.to_vec(), ..Themes::default() };
        let shown = Exercises::default().dearest(&themes);
        let order: Vec<Theme> = shown.into_iter().map(|cost| cost.theme).collect();
        assert_eq!(order, [Theme::Walls, Theme::Parity, Theme::Corners]);
    }

    #[test]
    fn a_run_has_no_exercise_of_the_last_hour() {
        let mut exercises = Exercises::default();
        let missed = &Set::shipped().exercises[0];
        let mut next = |from, minutes: u64| {
            let at = since_1970() - Duration::from_secs(60 * minutes);
            exercises.learning.note(missed, false, at);
            exercises.next(from, None, &Themes::default(), PeopleElo(1_400.0)).unwrap();
            exercises.now.as_ref().unwrap().exercise == *missed
        };
        assert!(next(Exercising::People, 20));
        assert!(!next(Exercising::Run, 20));
        assert!(next(Exercising::Run, 61));
    }

    #[test]
    fn an_exercise_that_was_tried_before_is_no_step_and_the_earlier_move_is_sent_with_the_answer() {
        for (was_tried, steps) in [(false, 1), (true, 0)] {
            let folder = tempfile::tempdir().unwrap();
            let mut common = tests::common(Arc::new(Files::new(folder.path())));
            let mut exercises = Exercises::default();
            let rating = PeopleElo(1_400.0);
            exercises.next(Exercising::Themes, Some(Theme::Corners), &Themes::default(), rating).unwrap();
            let now = exercises.now.as_mut().unwrap();
            let Exercise { board, right, .. } = now.exercise;
            let played = "b2".to_owned();
            let (opponent, date) = ("Ben".to_owned(), String::new());
            now.own = Some(ExaminedMistake { id: id(&board), opponent, date, number: 20, played, exercise: None });
            if was_tried {
                exercises.learning.note(&now.exercise, false, since_1970());
            }
            // No judge is asked.
            let moves = board.moves().map(|mv| (mv, Worth::Discs(0.0)));
            common.analyses.note(now.key(), Report::ranked(DEPTH, moves));
            let mistake = |exercises: &mut Exercises, common: &Common| {
                exercises.show(&common.analyses, &Themes::default(), rating).unwrap().now.unwrap().mistake
            };
            assert_eq!(mistake(&mut exercises, &common), None);
            exercises.solve(&mut common, id(&board), &right.answer.to_string()).unwrap();
            assert_eq!(mistake(&mut exercises, &common).as_deref(), Some("b2"));
            assert_eq!(exercises.practice.steps(Theme::Corners), steps);
        }
    }
}
