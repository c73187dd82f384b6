//! Finished games with a judgement of every position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::analyses::{Analyses, AnalysisKey};
use super::games::LibraryGame;
use super::study::{ask, hundredths, values};
use super::{Common, Reply, line, notation};
use crate::board::{Board, Color, Move, Objective};
use crate::people::{Discs, Lens, PeopleElo, given_away};
use crate::players::{Explanation, explain};
use crate::record::GameRecord;
use crate::search::{Certainty, Report};
use crate::serve::page::ask::{GameRef, Refusal, Rule};
use crate::serve::page::judges::judges;
use crate::serve::page::opponents::player;
use crate::serve::page::tell::{self, Answer, JudgedPosition, OtherJudge};
use crate::serve::session::{Event, Purpose, Request, Session};
use crate::strength::analysis::{self, PASSES, Pass};
use crate::strength::reasons::{Deed, Reason, Replies};

/// The number of empty squares from which the last pass tries for exact values.
const EXACT_FROM: u32 = 22;
/// The pass of each other judge. They follow those of the first judge.
const OTHERS: Pass = Pass { depth: 6, nodes: 500_000 };
/// The topics of reviewed games. Each tab may show another game. A ninth game replaces the one that was requested
/// longest ago; a tab that still shows that one requests it again when somebody looks at it.
const TOPICS: [&str; 8] =
    ["review-0", "review-1", "review-2", "review-3", "review-4", "review-5", "review-6", "review-7"];

/// The judges, and the games that they judge one after the other.
#[derive(Default)]
pub(super) struct Review {
    /// The judges for each rule. The first one's values decide what a mistake is, and the others are shown beside it.
    judges: BTreeMap<Rule, Vec<Session>>,
    works: [Option<Work>; TOPICS.len()],
    /// The index of the game that is being judged.
    now: Option<usize>,
    /// The opponents that are to give their reasons; the first one is at work.
    asked: VecDeque<ReasonRequest>,
    /// True for each topic whose value was shown. An empty one is shown too, so that a tab from before a restart of the
    /// program requests its game again.
    shown: [bool; TOPICS.len()],
    requests: u64,
    /// The lens, which is made at its first use.
    lens: Option<Lens>,
}

struct ReasonRequest {
    of: GameRef,
    ply: usize,
    mv: Move,
    session: Session,
}

struct Work {
    of: GameRef,
    game: LibraryGame,
    judge: Option<String>,
    /// Black's values by the other judges, indexed by the number of moves before.
    others: Vec<Vec<Option<f64>>>,
    /// The number of finished passes: those of the first judge, then one for each other judge.
    pass: usize,
    /// The opponent's requested reasons, by the number of moves before.
    reasons: BTreeMap<usize, Option<Explanation>>,
    /// The number of the last request for this game.
    request: u64,
}

impl Work {
    fn rule(&self) -> Rule {
        Rule::from(self.game.record.objective)
    }

    /// The position after this many moves, and the rule that decides its judge.
    fn key(&self, ply: usize) -> Option<AnalysisKey> {
        let game = self.game.record.game();
        let last = (ply == game.history().len()).then_some(game.board());
        let board = game.history().get(ply).map(|(board, _)| board).or(last)?;
        Some((*board, self.game.record.objective))
    }

    /// All positions of the game, by the number of moves before.
    fn keys(&self) -> impl Iterator<Item = AnalysisKey> {
        (0..).map_while(|ply| self.key(ply))
    }

    /// The values of the moves in a position.
    fn judged(&self, analyses: &Analyses, ply: usize) -> Option<JudgedPosition> {
        let (board, objective) = self.key(ply)?;
        let report = analyses.deepest((board, objective))?;
        let played = self.game.record.game().history().get(ply);
        Some(JudgedPosition {
            black: hundredths(for_black(&board, objective, report)),
            certainty: report.certainty(),
            moves: values(report),
            losses: losses(report),
            reason: played.and_then(|(board, mv)| {
                let replies = self.replies(analyses, ply);
                reason(board, *mv, report, analyses.replaced((*board, objective)), replies)
            }),
            did: played.filter(|_| objective == Objective::Normal).and_then(|(board, mv)| Deed::find(board, *mv)),
        })
    }

    /// The replies to the move from a position: the moves of the next one.
    fn replies<'a>(&self, analyses: &'a Analyses, ply: usize) -> Replies<'a> {
        let next = self.key(ply + 1);
        analysis::replies([next.and_then(|key| analyses.deepest(key)), next.and_then(|key| analyses.replaced(key))])
    }

    /// The opponent's comment on a move, which agrees with the judge's values.
    fn comment(&self, analyses: &Analyses, ply: usize) -> Option<tell::Statement<explain::MoveComment>> {
        let explanation = self.reasons.get(&ply)?.as_ref()?;
        let judged = self.judged(analyses, ply);
        Some(explanation.comment(judged.and_then(|judged| better(&judged, explanation.mv))).into())
    }

    /// The numbers of moves before positions that need no more passes of the first judge.
    fn known(&self, analyses: &Analyses) -> BTreeSet<usize> {
        let Some(pass) = PASSES.get(self.pass) else { return BTreeSet::new() };
        let is_last = self.pass + 1 == PASSES.len();
        let known = self.keys().enumerate().filter(|(_, key)| {
            let is_exact = is_last && key.0.position.empties() <= EXACT_FROM;
            analyses.reach(*key, if is_exact { Certainty::Exact } else { Certainty::Depth(pass.depth) })
        });
        known.map(|(ply, _)| ply).collect()
    }

    /// True if there is something left to judge.
    fn is_open(&self) -> bool {
        self.judge.is_some() && self.pass < PASSES.len() + self.others.len()
    }
}

impl Review {
    /// Begins to judge a game, or continues with it.
    pub(super) fn begin(&mut self, analyses: &Analyses, of: GameRef, game: LibraryGame) -> Reply {
        let shown = game.show();
        self.requests += 1;
        let slot = self.slot(of);
        match &mut self.works[slot] {
            Some(work) if work.of == of && work.game.record == game.record => {
                work.request = self.requests;
                // Values of positions that were not used for a long time may have been dropped.
                if work.pass > 0 && !work.keys().all(|key| analyses.reach(key, Certainty::Depth(0))) {
                    work.pass = 0;
                }
            }
            _ => self.open(slot, of, game),
        }
        self.next_pass(analyses);
        Ok(shown)
    }

    /// The topic of a game: its own, a free one, or that of the game requested longest ago.
    fn slot(&self, of: GameRef) -> usize {
        let slots = 0..TOPICS.len();
        let slot = slots.min_by_key(|&slot| {
            let work = self.works[slot].as_ref();
            (work.is_none_or(|work| work.of != of), work.map(|work| work.request))
        });
        slot.unwrap_or_default()
    }

    fn open(&mut self, slot: usize, of: GameRef, game: LibraryGame) {
        if self.now == Some(slot) {
            self.pause();
        }
        let rule = Rule::from(game.record.objective);
        let judges = self
            .judges
            .entry(rule)
            .or_insert_with(|| judges(rule.into()).map(|judge| Session::new(judge, 0)).collect());
        let count = game.record.game().history().len() + 1;
        let others = vec![vec![None; count]; judges.len().saturating_sub(1)];
        let judge = judges.first().map(|session| session.name().to_owned());
        let request = self.requests;
        self.works[slot] = Some(Work { of, game, judge, others, pass: 0, reasons: BTreeMap::new(), request });
        self.shown[slot] = false;
    }

    /// Stops the present pass. It begins again later.
    fn pause(&mut self) {
        if let Some((session, ..)) = self.judging() {
            let _ = session.ask(Request::Cancel);
        }
        self.now = None;
    }

    /// Continues with the game that has the fewest passes; among equals, with the one requested last.
    fn next_pass(&mut self, analyses: &Analyses) {
        let open = self.works.iter().enumerate().filter_map(|(slot, work)| Some((slot, work.as_ref()?)));
        let open = open.filter(|(_, work)| work.is_open());
        let next = open.min_by_key(|(_, work)| (work.pass, Reverse(work.request))).map(|(slot, _)| slot);
        if next == self.now {
            return;
        }
        self.pause();
        self.now = next;
        if let Some((session, work, _)) = self.judging() {
            let limits = PASSES.get(work.pass).copied().unwrap_or(OTHERS).limits();
            let _ = session.ask(Request::Game(Box::new(work.game.record.clone())));
            while session.event().is_some() {}
            let _ = session.ask(Request::Analyze(64, limits, work.known(analyses)));
        }
    }

    /// The judge at work, its game, and its number.
    fn judging(&mut self) -> Option<(&mut Session, &mut Work, usize)> {
        let work = self.works[self.now?].as_mut()?;
        let judge = judge_of(work.pass);
        let sessions = self.judges.get_mut(&work.rule())?;
        Some((sessions.get_mut(judge)?, work, judge))
    }

    fn work(&mut self, of: GameRef) -> Option<(usize, &mut Work)> {
        let works = self.works.iter_mut().enumerate().filter_map(|(slot, work)| Some((slot, work.as_mut()?)));
        works.into_iter().find(|(_, work)| work.of == of)
    }

    /// Finds why the opponent played a move, if the game did not record it: with the game's seed it decides as it did
    /// then. The answer has the known reason; an unknown one comes with the review.
    pub(super) fn explain(&mut self, common: &Common, of: GameRef, game: LibraryGame, ply: usize) -> Reply {
        let (_, work) = self.work(of).ok_or(Refusal::Stale)?;
        if work.reasons.contains_key(&ply) {
            return Ok(work.comment(&common.analyses, ply).map_or(Answer::Done, Answer::Meant));
        }
        if self.asked.iter().any(|asked| asked.of == of && asked.ply == ply) {
            return Ok(Answer::Done);
        }
        if self.asked.len() >= TOPICS.len() {
            return Err(Refusal::Busy);
        }
        let kept = game.kept.ok_or(Refusal::Unknown)?;
        let &(board, mv) = game.record.game().history().get(ply).ok_or(Refusal::Unknown)?;
        if board.to_move == kept.terms.you || mv == Move::Pass {
            return Err(Refusal::Unknown);
        }
        let line = kept.terms.line.as_deref();
        if line.and_then(|line| line::next(before(&game.record, ply).game(), line)) == Some(mv) {
            // The person chose this opening for the opponent.
            self.note_reason(of, ply, None);
            return Ok(Answer::Done);
        }
        let player = player(&*common.store, &kept.terms.who, kept.terms.rule, kept.rating)?;
        let mut session = Session::new(player, kept.seed);
        for request in [Request::Game(Box::new(before(&game.record, ply))), Request::Choose(None, Purpose::Look)] {
            ask(&mut session, request)?;
        }
        self.asked.push_back(ReasonRequest { of, ply, mv, session });
        Ok(Answer::Done)
    }

    /// The moves of people with these ratings in a position of a game.
    pub(super) fn lens(&mut self, record: &GameRecord, ply: usize, ratings: [PeopleElo; 2]) -> Reply {
        if record.objective != Objective::Normal || ply >= record.game().history().len() {
            return Err(Refusal::Unknown);
        }
        let lens = self.lens.get_or_insert_default();
        let moves = lens.chances(before(record, ply).game(), ratings);
        let moves = moves.into_iter().map(|(square, chances)| (square.to_string(), chances)).collect();
        Ok(Answer::Lens(tell::Lens { ratings, moves }))
    }

    /// The sessions of the judge and of the player that is asked for its reasons.
    pub(super) fn sessions(&mut self) -> impl Iterator<Item = &mut Session> {
        let work = self.now.and_then(|slot| self.works[slot].as_ref());
        let judge = work.and_then(|work| self.judges.get_mut(&work.rule())?.get_mut(judge_of(work.pass)));
        judge.into_iter().chain(self.asked.front_mut().map(|asked| &mut asked.session))
    }

    fn step_asked(&mut self) {
        while let Some(asked) = self.asked.front_mut() {
            if asked.session.is_lost() {
                self.answered(None);
                continue;
            }
            let Some(event) = asked.session.event() else { return };
            match event {
                Event::Chosen(_) => {
                    let explained = asked.session.ask(Request::Explain(Some(asked.mv)));
                    if !matches!(explained, Ok(Ok(()))) {
                        self.answered(None);
                    }
                }
                Event::Explained(explanation) => self.answered(explanation),
                _ => {}
            }
        }
    }

    /// Takes the reason of the player that was asked, or none.
    fn answered(&mut self, reason: Option<Explanation>) {
        let Some(asked) = self.asked.pop_front() else { return };
        self.note_reason(asked.of, asked.ply, reason);
    }

    fn note_reason(&mut self, of: GameRef, ply: usize, reason: Option<Explanation>) {
        if let Some((slot, work)) = self.work(of) {
            work.reasons.insert(ply, reason);
            self.shown[slot] = false;
        }
    }

    pub(super) fn step(&mut self, analyses: &mut Analyses) {
        self.step_asked();
        let Some(slot) = self.now else { return };
        let Some((session, work, judge)) = self.judging() else { return };
        let mut heard = false;
        let mut ended = false;
        while let Some(event) = session.event() {
            heard = true;
            match event {
                Event::Position(position) => {
                    if let Some(other) = judge.checked_sub(1) {
                        if let Some(value) = work.others[other].get_mut(position.ply) {
                            *value = Some(hundredths(position.black));
                        }
                    } else if let Some(key) = work.key(position.ply) {
                        analyses.note(key, position.report);
                    }
                }
                Event::Analyzed => ended = true,
                _ => {}
            }
        }
        if ended {
            work.pass += 1;
            self.now = None;
            self.next_pass(analyses);
        }
        self.shown[slot] &= !heard;
    }

    /// Marks the games with one of these positions to be shown again.
    pub(super) fn note_changed(&mut self, changed: &[AnalysisKey]) {
        if changed.is_empty() {
            return;
        }
        for (shown, work) in self.shown.iter_mut().zip(&self.works) {
            *shown &= !work.iter().flat_map(Work::keys).any(|key| changed.contains(&key));
        }
    }

    /// The reviews that have changed since they were last shown: topics and values.
    pub(super) fn show(&mut self, analyses: &Analyses) -> Vec<(&'static str, Option<tell::Review>)> {
        let shown = std::mem::replace(&mut self.shown, [true; TOPICS.len()]);
        let topics = TOPICS.into_iter().zip(&self.works).zip(shown).filter(|(_, shown)| !shown);
        topics.map(|((topic, work), _)| (topic, work.as_ref().map(|work| self.message(analyses, work)))).collect()
    }

    fn message(&self, analyses: &Analyses, work: &Work) -> tell::Review {
        let judges = self.judges.get(&work.rule()).into_iter().flatten();
        let others = judges.skip(1).zip(&work.others);
        let others = others.filter(|(_, values)| values.iter().any(Option::is_some));
        tell::Review {
            of: work.of,
            judge: work.judge.clone(),
            positions: (0..work.keys().count()).map(|ply| work.judged(analyses, ply)).collect(),
            others: others
                .map(|(judge, black)| OtherJudge { judge: judge.name().to_owned(), black: black.clone() })
                .collect(),
            reasons: work.reasons.keys().map(|&ply| (ply, work.comment(analyses, ply))).collect(),
            passes: PASSES.len(),
            pass: work.pass,
        }
    }
}

/// The number of the judge for this pass.
fn judge_of(pass: usize) -> usize {
    (pass + 1).saturating_sub(PASSES.len())
}

/// A position's value for Black in discs: that of the best line, or the final result.
fn for_black(board: &Board, objective: Objective, report: &Report) -> f64 {
    match report.lines.first() {
        Some(line) if board.to_move == Color::Black => line.value.discs(),
        Some(line) => (-line.value).discs(),
        None => f64::from(board.score(Color::Black, objective)),
    }
}

/// The judge's best move, if it is clearly better than this one.
fn better(judged: &JudgedPosition, mv: Move) -> Option<Move> {
    let (pv, _) = judged.moves.first()?;
    let played = judged.moves.iter().position(|(pv, _)| pv.starts_with(&notation::written(mv)))?;
    judged.losses.get(played).filter(|loss| **loss >= analysis::SLIGHT.0)?;
    pv.get(..2)?.parse().ok()
}

/// The loss of each move in discs, in the order of the lines, best first.
fn losses(report: &Report) -> Vec<f64> {
    let values: Vec<Discs> = report.lines.iter().map(|line| Discs(line.value.discs())).collect();
    values.iter().map(|&value| hundredths(given_away(values[0], value).0)).collect()
}

/// The reason why a move lost, from the judge's lines of two depths.
fn reason(
    board: &Board,
    mv: Move,
    report: &Report,
    shallower: Option<&Report>,
    replies: Replies<'_>,
) -> Option<Reason> {
    let line = report.lines.iter().find(|line| line.pv.first() == Some(&mv))?;
    analysis::lost(board, [line, report.lines.first()?], report, shallower, replies)
}

/// The game up to this move.
fn before(record: &GameRecord, ply: usize) -> GameRecord {
    let mut before = record.clone();
    while before.game().history().len() > ply {
        before.undo();
    }
    before.result = None;
    before
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::squares;
    use crate::eval::Worth;
    use crate::record::{MoveNote, transcript};
    use crate::serve::page::ask::Terms;
    use crate::serve::page::desk::tests;
    use crate::serve::page::store::{Files, StoredGame};

    const OF: GameRef = GameRef::Mine { id: 1 };

    fn viewed(record: GameRecord) -> LibraryGame {
        LibraryGame { record, kept: None, you: None }
    }

    /// The review of a game that has no judge.
    fn reviewed(game: &LibraryGame, pass: usize) -> Review {
        let game = game.clone();
        let (others, reasons) = (Vec::new(), BTreeMap::new());
        let work = Work { of: OF, game, judge: None, others, pass, reasons, request: 0 };
        let mut review = Review::default();
        review.works[0] = Some(work);
        review
    }

    /// Stores values for the side to move, from the lowest square on.
    fn note(analyses: &mut Analyses, moves: &str, values: &[f64]) {
        let board = *notation::game(None, moves).unwrap().board();
        let worths = board.moves().zip(values).map(|(mv, &discs)| (mv, Worth::Discs(discs)));
        analyses.note((board, Objective::Normal), Report::ranked(9, worths));
    }

    #[test]
    fn values_are_blacks_and_a_better_move_is_better_by_half_a_disc() {
        let mut analyses = Analyses::default();
        note(&mut analyses, "", &[1.5; 4]);
        // f4, d6 and f6.
        note(&mut analyses, "f5", &[3.0, 2.51, 2.5]);
        let review = reviewed(&viewed(transcript::parse("f5d6").unwrap()), 0);
        let work = review.works[0].as_ref().unwrap();
        let [black, white] = [0, 1].map(|ply| work.judged(&analyses, ply).unwrap());
        assert_eq!([black.black, white.black], [1.5, -3.0]);
        let better = ["f4", "d6", "f6"].map(|mv| better(&white, mv.parse().unwrap()).map(|mv| mv.to_string()));
        assert_eq!(better, [None, None, Some("f4".to_owned())]);
    }

    #[test]
    fn a_game_whose_values_were_dropped_is_judged_again() {
        let game = viewed(transcript::parse("f5").unwrap());
        let mut review = reviewed(&game, 3);
        let mut analyses = Analyses::default();
        let mut pass_after_request = |analyses: &Analyses| {
            review.works[0].as_mut().unwrap().pass = 3;
            review.begin(analyses, OF, game.clone()).unwrap();
            review.works[0].as_ref().unwrap().pass
        };
        note(&mut analyses, "", &[1.5; 4]);
        assert_eq!(pass_after_request(&analyses), 0);
        note(&mut analyses, "f5", &[3.0, 2.5, 2.5]);
        assert_eq!(pass_after_request(&analyses), 3);
    }

    #[test]
    fn only_the_opponents_own_moves_have_reasons_and_eight_are_found_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let common = tests::common(Arc::new(Files::new(folder.path())));
        let mut record = transcript::parse("f5d6").unwrap();
        while record.game().history().len() < 21 {
            let first = squares(record.game().board().position.moves()).next().unwrap();
            record.play(first.into(), MoveNote::default()).unwrap();
        }
        let terms = Terms { line: Some("f5d6".to_owned()), ..Terms::against("random") };
        let kept = StoredGame { id: 1, terms, rating: None, seed: 1, hinted: false, ggf: String::new(), over: true };
        let game = LibraryGame { kept: Some(kept), ..viewed(record) };
        let mut review = reviewed(&game, 0);
        let mut refusal = |ply| review.explain(&common, OF, game.clone(), ply).err();
        assert_eq!(refusal(0), Some(Refusal::Unknown), "a move of the person");
        assert_eq!(refusal(1), None, "a move of the line that the person chose");
        for ply in (3..19).step_by(2) {
            assert_eq!(refusal(ply), None, "{ply}");
        }
        assert_eq!((refusal(3), refusal(19)), (None, Some(Refusal::Busy)));
        assert_eq!(review.asked.iter().map(|asked| asked.ply).collect::<Vec<_>>(), [3, 5, 7, 9, 11, 13, 15, 17]);
        assert_eq!(review.works[0].as_ref().unwrap().reasons.get(&1), Some(&None));
    }
}
