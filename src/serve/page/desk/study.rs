//! A position that the person looks at: the value of every legal move, deeper and deeper.

use std::time::Duration;

use crossbeam_channel::{Receiver, never};
use serde_json::{Value, json};

use super::{Common, Reply, notation};
use crate::search::{Certainty, Iteration, Limits};
use crate::serve::page::ask::Refusal;
use crate::serve::page::room::Rule;
use crate::serve::session::{Event, News, Request, Session};

/// Nobody looks longer at one position without touching anything.
const LONGEST: Duration = Duration::from_secs(90);

/// The judge and what it looks at.
#[derive(Default)]
pub struct Study {
    session: Option<(Rule, Session)>,
    shown: Value,
    /// Nothing to hear, so that there is always something to wait for.
    quiet: Quiet,
}

/// A receiver that never receives.
pub(super) struct Quiet(pub Receiver<News>);

impl Default for Quiet {
    fn default() -> Quiet {
        Quiet(never())
    }
}

impl Study {
    /// Looks at a position. The answer has the key under which its values will be shown.
    pub fn look(&mut self, common: &Common, start: Option<&str>, moves: &str, rule: Rule) -> Reply {
        let game = notation::game(start, moves).ok_or(Refusal::Illegal)?;
        if self.session.as_ref().is_none_or(|(known, _)| *known != rule) {
            let judge = common.room.judge(rule.into());
            self.session = judge.map(|judge| (rule, Session::new(judge, 0, None)));
        }
        let key = format!("{}{moves}", start.unwrap_or_default());
        let Some((_, session)) = &mut self.session else {
            self.shown = json!({ "key": key, "judge": null });
            return Ok(json!(key));
        };
        let failed = |error: std::io::Error| Refusal::Failed { why: error.to_string() };
        let record = Box::new(notation::record(&game, rule));
        session.ask(Request::Game(record)).map_err(failed)?.map_err(|_| Refusal::Illegal)?;
        while session.event().is_some() {}
        self.shown = json!({ "key": key, "judge": session.name(), "moves": [], "searching": !game.is_over() });
        if !game.is_over() {
            let limits = Limits { time: Some(LONGEST), ..Limits::default() };
            session.ask(Request::Rank(64, limits)).map_err(failed)?.map_err(|_| Refusal::Illegal)?;
        }
        Ok(json!(key))
    }

    /// Ends the look at the position with this key, if it is still the one that is looked at.
    pub fn stop(&mut self, key: &str) {
        if let Some((_, session)) = self.session.as_mut().filter(|_| self.shown["key"] == key) {
            let _ = session.ask(Request::Cancel);
        }
    }

    pub fn news(&self) -> &Receiver<News> {
        self.session.as_ref().map_or(&self.quiet.0, |(_, session)| session.news())
    }

    pub fn hear(&mut self, news: News) {
        if let Some((_, session)) = &mut self.session {
            let _ = session.hear(news);
        }
    }

    pub fn step(&mut self) {
        let Some((_, session)) = &mut self.session else { return };
        while let Some(event) = session.event() {
            match event {
                Event::Iteration(iteration) => {
                    let (depth, exact) = depth(iteration.certainty);
                    self.shown["moves"] = values(&iteration);
                    self.shown["depth"] = json!(depth);
                    self.shown["exact"] = json!(exact);
                }
                Event::Ranked(_) | Event::Cancelled(_) => self.shown["searching"] = json!(false),
                _ => {}
            }
        }
    }

    pub fn show(&self) -> Value {
        self.shown.clone()
    }
}

/// Each move with its value for the side to move in discs, and the moves that are expected behind it.
pub(super) fn values(iteration: &Iteration) -> Value {
    let line = |line: &crate::search::Line| {
        let pv: String = line.pv.iter().map(|&mv| notation::written(mv)).collect();
        json!([pv, (line.discs * 100.0).round() / 100.0])
    };
    iteration.lines.iter().map(line).collect()
}

/// Plies, if it is a number of them, and whether the values are final.
pub(super) fn depth(certainty: Certainty) -> (Option<u32>, bool) {
    match certainty {
        Certainty::Depth(plies) => (Some(plies), false),
        Certainty::Likely { plies, .. } => (Some(plies), false),
        Certainty::WinLossDraw => (None, false),
        Certainty::Exact => (None, true),
    }
}
