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
use crate::serve::page::person::exercises::{Own, own};
use crate::serve::page::tell::{self, Answer, Tried};
use crate::serve::session::{Event, Request, Session};
use crate::strength::analysis;
use crate::strength::exercises::{Learning, id, is_findable};
use crate::strength::reasons::Reason;

/// The file with the person's record of exercises.
pub(super) const LEARNING: &str = "exercises.json";
/// The file with the answers to the exercises of the days.
const DAYS: &str = "exercises.days.json";
/// The difference in days between two places on Earth, with a clock that is a little wrong.
const ELSEWHERE: u64 = 2;
/// The judge's depth and time limit for an answered exercise.
const DEPTH: u32 = 12;
const TIME: Duration = Duration::from_secs(5);

/// The exercises, and the present one.
#[derive(Default)]
pub(super) struct Exercises {
    learning: Learning,
    /// The answered square by day.
    days: BTreeMap<u32, Square>,
    own: Vec<Own>,
    now: Option<Now>,
    session: Option<Session>,
    /// The rating for which the present state was last shown.
    shown: Option<PeopleElo>,
}

/// The present exercise.
struct Now {
    exercise: Exercise,
    own: Option<Own>,
    /// The day of which it is the exercise.
    day: Option<u32>,
    tried: Option<Square>,
}

impl Exercises {
    pub(super) fn open(common: &mut Common) -> Exercises {
        let learning = common.store.get(LEARNING).unwrap_or_default();
        for exercise in &Set::shipped().exercises {
            common.analyses.note_right(exercise.board, exercise.right);
        }
        let days: BTreeMap<u32, String> = common.store.get(DAYS).unwrap_or_default();
        let days = days.into_iter().filter_map(|(day, square)| Some((day, square.parse().ok()?))).collect();
        let mut exercises = Exercises { learning, days, ..Exercises::default() };
        exercises.read(common);
        exercises
    }

    /// Reads the person's own exercises again, because they may have changed.
    pub(super) fn read(&mut self, common: &mut Common) {
        self.own = own(&*common.store);
        for exercise in self.own.iter().filter_map(|own| own.exercise.as_ref()) {
            common.analyses.note_right(exercise.board, exercise.right);
        }
        self.shown = None;
    }

    /// The person's own exercises that a slightly stronger player can solve.
    fn findable(&self, rating: PeopleElo) -> impl Iterator<Item = (&Own, &Exercise)> {
        let made = self.own.iter().filter_map(|own| Some((own, own.exercise.as_ref()?)));
        made.filter(move |(_, exercise)| is_findable(exercise, rating) || self.learning.of(exercise).is_some())
    }

    /// Takes the next exercise. The answer is its number, or 0 if there is none.
    pub(super) fn next(&mut self, from: Exercising, rating: PeopleElo) -> Reply {
        let now = since_1970();
        let found = match from {
            Exercising::Mine => self.learning.next(self.findable(rating).map(|(_, exercise)| exercise), rating, now),
            Exercising::People => self.learning.next(Set::shipped().exercises.iter(), rating, now),
        };
        self.now = found.cloned().map(|exercise| {
            let own = self.own.iter().find(|own| from == Exercising::Mine && own.id == id(&exercise.board)).cloned();
            Now { exercise, own, day: None, tried: None }
        });
        self.begin();
        Ok(Answer::Number(self.now.as_ref().map_or(0, |now| id(&now.exercise.board))))
    }

    /// Takes the exercise of a day, which is answered once. The answer is its number.
    pub(super) fn daily(&mut self, day: u32) -> Reply {
        let today = since_1970().as_secs() / (24 * 60 * 60);
        if u64::from(day).abs_diff(today) > ELSEWHERE {
            return Err(Refusal::Range { what: "day" });
        }
        let exercise = Set::shipped().of_day(day).cloned().ok_or(Refusal::Unknown)?;
        let number = id(&exercise.board);
        self.now = Some(Now { exercise, own: None, day: Some(day), tried: self.days.get(&day).copied() });
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
        self.learning.note(&now.exercise, is_right, since_1970());
        let mut written = common.store.put(LEARNING, &self.learning);
        if let Some(day) = now.day {
            self.days.insert(day, tried);
            let days: BTreeMap<u32, String> = self.days.iter().map(|(&day, tried)| (day, tried.to_string())).collect();
            written = written.and_then(|()| common.store.put(DAYS, &days));
        }
        common.note(written);
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
    pub(super) fn show(&mut self, analyses: &Analyses, rating: PeopleElo) -> Option<tell::Exercises> {
        if self.shown.replace(rating) == Some(rating) {
            return None;
        }
        let now = since_1970();
        Some(tell::Exercises {
            mine: self.findable(rating).filter(|(_, exercise)| self.is_open(exercise, now)).count(),
            people: Set::shipped().exercises.iter().filter(|exercise| self.is_open(exercise, now)).count(),
            solving: self.learning.solving(rating),
            now: self.now.as_ref().map(|now| {
                let streak = now.day.map(|day| self.streak(day));
                now.show(&self.learning, analyses.deepest(now.key()), streak)
            }),
        })
    }

    fn is_open(&self, exercise: &Exercise, now: Duration) -> bool {
        self.learning.of(exercise).is_none_or(|tried| tried.is_due(now))
    }
}

impl Now {
    fn key(&self) -> AnalysisKey {
        (self.exercise.board, Objective::Normal)
    }

    fn show(&self, learning: &Learning, report: Option<&Report>, streak: Option<u32>) -> tell::Exercise {
        let Now { exercise: Exercise { board, last, right, curve }, own, tried, .. } = self;
        let known = learning.of(&self.exercise);
        let before = known.map_or(0, |known| known.tries - u32::from(tried.is_some()));
        tell::Exercise {
            id: id(board),
            start: board.to_string(),
            last: last.map(|last| last.to_string()),
            half: PeopleElo((curve.half.0 / 10.0).round() * 10.0),
            again: before > 0,
            mistake: own.as_ref().filter(|_| tried.is_some()).map(|own| own.played.clone()),
            game: own.as_ref().map(|own| (own.opponent.clone(), own.date.clone(), own.number)),
            tried: tried.map(|tried| Tried {
                square: tried.to_string(),
                answer: right.answer.to_string(),
                right: tried == right.answer,
                ahead: right.ahead,
                exact: right.exact,
                reason: report.and_then(|report| self.reason(report, tried)),
                moves: report.map(values).unwrap_or_default(),
            }),
            streak,
        }
    }

    /// The reason why the answer is wrong, from the judge's lines.
    fn reason(&self, report: &Report, tried: Square) -> Option<Reason> {
        let [tried, best] = [tried, self.exercise.right.answer]
            .map(|square| report.lines.iter().find(|line| line.pv.first() == Some(&Move::Place(square))));
        analysis::lost(&self.exercise.board, tried?, best?, None)
    }
}
