//! A finished game, judged position by position.

use std::time::Duration;

use crossbeam_channel::Receiver;
use serde_json::{Value, json};

use super::games::Found;
use super::study::{Quiet, depth, values};
use super::{Common, Reply};
use crate::board::Move;
use crate::record::GameRecord;
use crate::search::Limits;
use crate::serve::page::ask::{GameRef, Refusal};
use crate::serve::page::room::Rule;
use crate::serve::session::{Event, News, Purpose, Request, Session};

/// A quick look at every position first, then a thorough one: plies, and the longest time for one position.
const PASSES: [(u32, Duration); 2] = [(5, Duration::from_millis(200)), (9, Duration::from_millis(700))];
/// What each of the other judges looks at behind that.
const OTHERS: (u32, Duration) = (6, Duration::from_millis(200));

/// The judges and the game that they judge.
#[derive(Default)]
pub struct Review {
    /// The first one's values decide what a mistake is; the others are shown beside it.
    judges: Option<(Rule, Vec<Session>)>,
    work: Option<Work>,
    /// The opponent of the game, who is asked for its reasons.
    asked: Option<Asked>,
    quiet: Quiet,
    /// Since it was shown.
    changed: bool,
}

struct Asked {
    ply: usize,
    mv: Move,
    session: Session,
}

struct Work {
    of: GameRef,
    game: Found,
    judge: Option<String>,
    /// For each number of moves: the values of the moves there.
    positions: Vec<Value>,
    /// The same of the other judges, Black's value alone.
    others: Vec<Vec<Option<f64>>>,
    /// Passes that are done: those of the first judge, then one of each other.
    pass: usize,
    /// Why the opponent played, as far as that was asked: by the number of moves before.
    reasons: serde_json::Map<String, Value>,
}

impl Review {
    /// Begins to judge a game; the same one again goes on.
    pub fn begin(&mut self, common: &Common, of: GameRef, game: Found) -> Reply {
        let shown = game.show();
        if self.work.as_ref().is_some_and(|work| work.of == of && work.game.record == game.record) {
            return Ok(shown);
        }
        let rule = Rule::from(game.record.objective);
        if self.judges.as_ref().is_none_or(|(known, _)| *known != rule) {
            let judges = common.room.judge(rule.into()).into_iter().chain(common.room.other_judges(rule.into()));
            self.judges = Some((rule, judges.map(|judge| Session::new(judge, 0, None)).collect()));
        }
        // What they still look at is another game.
        self.sessions().iter_mut().for_each(|session| drop(session.ask(Request::Cancel)));
        let reasons = game.kept.iter().flat_map(|kept| &kept.reasons);
        let reasons = reasons.map(|(ply, reason)| (ply.to_string(), json!(reason))).collect();
        let count = game.record.game().history().len() + 1;
        let positions = vec![Value::Null; count];
        let others = vec![vec![None; count]; self.sessions().len().saturating_sub(1)];
        let judge = self.sessions().first().map(|session| session.name().to_owned());
        self.work = Some(Work { of, game, judge, positions, others, pass: 0, reasons });
        (self.asked, self.changed) = (None, true);
        self.next_pass();
        Ok(shown)
    }

    fn next_pass(&mut self) {
        let (Some((_, sessions)), Some(work)) = (&mut self.judges, &mut self.work) else { return };
        let Some(session) = sessions.get_mut(judge_of(work.pass)) else { return };
        let (depth, time) = PASSES.get(work.pass).copied().unwrap_or(OTHERS);
        let limits = Limits { depth: Some(depth), time: Some(time), ..Limits::default() };
        let _ = session.ask(Request::Game(Box::new(work.game.record.clone())));
        while session.event().is_some() {}
        let _ = session.ask(Request::Analyze(64, limits));
    }

    fn sessions(&mut self) -> &mut [Session] {
        self.judges.as_mut().map_or(&mut [], |(_, sessions)| sessions)
    }

    /// The judge who is at work: the last one when all are done.
    fn judging(&self) -> usize {
        let count = self.judges.as_ref().map_or(0, |(_, sessions)| sessions.len());
        self.work.as_ref().map_or(0, |work| judge_of(work.pass).min(count.saturating_sub(1)))
    }

    /// Why the opponent played a move, if that was not found out during the game: with the seed of the game it decides
    /// as it did then. The answer is what is known now; what is not comes with the review.
    pub fn explain(&mut self, common: &Common, of: GameRef, game: Found, ply: usize) -> Reply {
        let work = self.work.as_ref().filter(|work| work.of == of).ok_or(Refusal::Stale)?;
        if let Some(reason) = work.reasons.get(&ply.to_string()) {
            return Ok(reason.clone());
        }
        let kept = game.kept.ok_or(Refusal::Unknown)?;
        let &(board, mv) = game.record.game().history().get(ply).ok_or(Refusal::Unknown)?;
        if board.to_move == kept.you || mv == Move::Pass {
            return Err(Refusal::Unknown);
        }
        let player = common.room.player_then(&kept.who, &game.record);
        let player = player.map_err(|error| Refusal::Failed { why: error.to_string() })?;
        let mut session = Session::new(player, kept.seed, common.room.critic());
        let record = before(&game.record, ply);
        let failed = |error: std::io::Error| Refusal::Failed { why: error.to_string() };
        for request in [Request::Game(Box::new(record)), Request::Choose(None, Purpose::Look)] {
            session.ask(request).map_err(failed)?.map_err(|_| Refusal::Illegal)?;
        }
        self.asked = Some(Asked { ply, mv, session });
        Ok(Value::Null)
    }

    /// Where the news of the player come in that is asked for its reasons.
    pub fn asked_news(&self) -> &Receiver<News> {
        self.asked.as_ref().map_or(&self.quiet.0, |asked| asked.session.news())
    }

    pub fn hear_asked(&mut self, news: News) {
        if let Some(asked) = &mut self.asked {
            let _ = asked.session.hear(news);
        }
    }

    fn step_asked(&mut self) {
        let Some(asked) = &mut self.asked else { return };
        while let Some(event) = asked.session.event() {
            match event {
                Event::Chosen(_) => drop(asked.session.ask(Request::Explain(Some(asked.mv)))),
                Event::Explained(explanation) => {
                    let reason = explanation.map(|explanation| explanation.told());
                    if let Some(work) = &mut self.work {
                        work.reasons.insert(asked.ply.to_string(), json!(reason));
                        self.changed = true;
                    }
                    self.asked = None;
                    return;
                }
                _ => {}
            }
        }
    }

    pub fn news(&self) -> &Receiver<News> {
        let session = self.judges.as_ref().and_then(|(_, sessions)| sessions.get(self.judging()));
        session.map_or(&self.quiet.0, Session::news)
    }

    pub fn hear(&mut self, news: News) {
        let judging = self.judging();
        if let Some(session) = self.sessions().get_mut(judging) {
            let _ = session.hear(news);
        }
    }

    pub fn step(&mut self) {
        self.step_asked();
        let judging = self.judging();
        let (Some((_, sessions)), Some(work)) = (&mut self.judges, &mut self.work) else { return };
        let Some(session) = sessions.get_mut(judging) else { return };
        let mut ended = false;
        while let Some(event) = session.event() {
            self.changed = true;
            match event {
                Event::Position(position) => {
                    let (depth, exact) = depth(position.report.certainty);
                    let is_over = position.report.lines.is_empty();
                    let black = (position.black * 100.0).round() / 100.0;
                    if let Some(other) = judging.checked_sub(1) {
                        if let Some(place) = work.others[other].get_mut(position.ply) {
                            *place = Some(black);
                        }
                    } else if let Some(place) = work.positions.get_mut(position.ply) {
                        *place = json!({
                            "black": black,
                            "exact": exact || is_over, "depth": depth, "moves": values(&position.report),
                        });
                    }
                }
                Event::Analyzed => ended = true,
                _ => {}
            }
        }
        if ended {
            work.pass += 1;
            self.next_pass();
        }
    }

    /// What is shown; `None` if that has not changed.
    pub fn show(&mut self) -> Option<Value> {
        if !std::mem::take(&mut self.changed) {
            return None;
        }
        let names: Vec<String> = self.sessions().iter().skip(1).map(|session| session.name().to_owned()).collect();
        let work = self.work.as_ref()?;
        let others = names.iter().zip(&work.others).filter(|(_, values)| values.iter().any(Option::is_some));
        let others: Vec<Value> = others.map(|(name, black)| json!({ "judge": name, "black": black })).collect();
        Some(json!({
            "of": work.of, "judge": work.judge, "positions": work.positions, "others": others,
            "reasons": work.reasons, "passes": PASSES.len(), "pass": work.pass,
        }))
    }
}

/// The number of the judge whose pass this is.
fn judge_of(pass: usize) -> usize {
    (pass + 1).saturating_sub(PASSES.len())
}

/// The game up to a move.
fn before(record: &GameRecord, ply: usize) -> GameRecord {
    let mut before = record.clone();
    while before.game().history().len() > ply {
        before.undo();
    }
    before.result = None;
    before
}
