//! A studied position: the value of every legal move, at growing depth.

use std::time::Duration;

use super::analyses::{Analyses, AnalysisKey};
use super::{Reply, notation};
use crate::search::{Certainty, Iteration, Limits};
use crate::serve::page::ask::{Refusal, Rule};
use crate::serve::page::judges::judges;
use crate::serve::page::tell::{self, Answer, Worth};
use crate::serve::session::{Event, Request, Session};

/// The longest search of one position without an action by the person.
const LONGEST: Duration = Duration::from_secs(90);

/// The judge, and the position that it studies.
#[derive(Default)]
pub(super) struct Study {
    session: Option<Session>,
    look: Option<Look>,
}

/// A studied position.
#[derive(Debug)]
struct Look {
    key: String,
    analysis_key: AnalysisKey,
    judge: Option<String>,
    searching: bool,
}

impl Study {
    /// Studies a position. The answer has the key of its values.
    pub(super) fn look(&mut self, analyses: &Analyses, start: Option<&str>, moves: &str, rule: Rule) -> Reply {
        let game = notation::game(start, moves).ok_or(Refusal::Illegal)?;
        self.rest();
        // Each position gets a new session: a search under a clock would take deeper values of earlier positions from
        // its table, and values of different depths cannot be compared.
        self.session = judges(rule.into()).next().map(|judge| Session::new(judge, 0));
        let key = format!("{}{moves}", start.unwrap_or_default());
        let judge = self.session.as_ref().map(|session| session.name().to_owned());
        let analysis_key = (*game.board(), rule.into());
        let searching = judge.is_some() && !game.is_over() && !analyses.reach(analysis_key, Certainty::Exact);
        self.look = Some(Look { key: key.clone(), analysis_key, judge, searching });
        if let Some(session) = &mut self.session {
            ask(session, Request::Game(Box::new(notation::record(&game, rule.into()))))?;
            if searching {
                let limits = Limits { time: Some(LONGEST), ..Limits::default() };
                ask(session, Request::Rank(64, limits))?;
            }
        }
        Ok(Answer::Text(key))
    }

    /// Ends the study of the position with this key, if it is still the studied one.
    pub(super) fn stop(&mut self, key: &str) -> Reply {
        if self.look.as_ref().is_some_and(|look| look.key == key) {
            self.rest();
        }
        Ok(Answer::Done)
    }

    /// Ends the search, because no tab shows it.
    pub(super) fn rest(&mut self) {
        if let Some(session) = &mut self.session {
            let _ = session.ask(Request::Cancel);
        }
    }

    pub(super) fn session(&mut self) -> Option<&mut Session> {
        self.session.as_mut()
    }

    pub(super) fn step(&mut self, analyses: &mut Analyses) {
        let (Some(session), Some(look)) = (&mut self.session, &mut self.look) else { return };
        while let Some(event) = session.event() {
            match event {
                Event::Iteration(iteration) => analyses.note(look.analysis_key, iteration),
                Event::Ranked | Event::Cancelled(_) => look.searching = false,
                _ => {}
            }
        }
    }

    pub(super) fn show(&self, analyses: &Analyses) -> Option<tell::Study> {
        let look = self.look.as_ref()?;
        let report = analyses.deepest(look.analysis_key);
        Some(tell::Study {
            key: look.key.clone(),
            judge: look.judge.clone(),
            moves: report.map(values).unwrap_or_default(),
            searching: look.searching,
            certainty: report.map_or(Certainty::Depth(0), Iteration::certainty),
        })
    }
}

/// Makes a request that only the rules of the game can refuse.
pub(super) fn ask(session: &mut Session, request: Request) -> Result<(), Refusal> {
    session.ask(request).map_err(Refusal::failed)?.map_err(|_| Refusal::Illegal)
}

/// Each move with its value.
pub(super) fn values(iteration: &Iteration) -> Vec<Worth> {
    let lines = iteration.lines.iter().map(|line| {
        let pv = line.pv.iter().map(|&mv| notation::written(mv)).collect();
        (pv, hundredths(line.value.discs()))
    });
    lines.collect()
}

/// Rounds to hundredths of a disc.
pub(super) fn hundredths(discs: f64) -> f64 {
    (discs * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::Objective;
    use crate::search::endgame::{Goal, Solver};
    use crate::search::table::TranspositionTable;

    /// The values of the moves at each depth up to this one.
    fn looked(study: &mut Study, analyses: &mut Analyses, moves: &str, depth: u32) -> Vec<Vec<f64>> {
        study.look(analyses, None, moves, Rule::Most).unwrap();
        let mut values = Vec::new();
        loop {
            let session = study.session().unwrap();
            let news = session.news().recv().unwrap();
            session.hear(news).unwrap();
            study.step(analyses);
            let shown = study.show(analyses).unwrap();
            values.push(shown.moves.iter().map(|(_, value)| *value).collect());
            if shown.certainty >= Certainty::Depth(depth) {
                return values;
            }
        }
    }

    #[test]
    fn what_is_shown_as_exact_is_exact() {
        let moves = "f5f6e6f4g6c5g4g5h4h6f3e3c3f2g3h5h7h3h2d3c4b3e2d2b5b4a4e7f7c2d6d7d8e8c8c7f8c6b8a6a5a3b6g7b1c1";
        let game = notation::game(None, moves).unwrap();
        let position = game.board().position;
        let mut study = Study::default();
        let mut analyses = Analyses::default();
        study.look(&analyses, None, moves, Rule::Most).unwrap();
        while study.show(&analyses).unwrap().searching {
            let session = study.session().unwrap();
            let news = session.news().recv().unwrap();
            session.hear(news).unwrap();
            study.step(&mut analyses);
        }
        let shown = study.show(&analyses).unwrap();
        assert_eq!(shown.certainty, Certainty::Exact);
        for (line, value) in &shown.moves {
            let solver = Solver::new(Arc::new(TranspositionTable::new(2).unwrap()));
            let next = position.play(line[..2].parse().unwrap());
            let solved = solver.solve(&next, Objective::Normal, Goal::Exact, &Limits::default()).unwrap();
            assert_eq!(*value, f64::from(-solved.score), "{line}");
        }
    }

    #[test]
    fn what_was_looked_at_before_changes_no_value() {
        let mut study = Study::default();
        let mut analyses = Analyses::default();
        looked(&mut study, &mut analyses, "f5", 12);
        // The four first moves are equal by symmetry.
        for values in looked(&mut study, &mut analyses, "", 12) {
            assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
        }
    }
}
