//! A game in progress: the opponent moves, the adviser gives hints, the clocks run, and every step is saved.

use std::time::Duration;

use super::analyses::AnalysisKey;
use super::study::ask;
use super::{Common, line, notation, pace};
use crate::board::{Color, Move};
use crate::machine::clock::Instant;
use crate::record::{Ending, GameRecord, MoveNote, Outcome, ggf};
use crate::search::{Certainty, Limits};
use crate::serve::page::ask::Refusal;
use crate::serve::page::judges::judges;
use crate::serve::page::opponents::{known, player, plays_for};
use crate::serve::page::store::{CURRENT, GAMES, StoredGame};
use crate::serve::page::tell::{self, GameEnd, SecondsLeft};
use crate::serve::session::{Event, Purpose, Request, Session};

/// The depth and the time limit of the hints during a game.
const HINT_DEPTH: u32 = 8;
const HINT_TIME: Duration = Duration::from_millis(1500);

/// A chosen move, with the time at which it is shown.
pub(super) struct ChosenMove {
    mv: Move,
    /// The opponent's evaluation of the move in discs.
    eval: Option<f64>,
    pub due: Instant,
}

/// A game with its players.
pub(super) struct LiveGame {
    pub kept: StoredGame,
    pub session: Session,
    /// The judge that gives the values of moves. It is started at its first use.
    pub adviser: Option<Session>,
    /// The position that the judge is searching.
    advised: Option<AnalysisKey>,
    /// The known values of the person's moves: squares and discs.
    hints: Vec<(String, f64)>,
    /// True if the person has asked for the values in this position only.
    is_hint_asked: bool,
    /// The opponent's chosen move, which is not yet shown.
    pub chosen_move: Option<ChosenMove>,
    /// The time at which the side to move began to think.
    pub since: Instant,
    /// True if the finished game has been passed on.
    pub passed_on: bool,
    /// The opponent has failed and plays no more.
    result: Option<Outcome>,
}

impl LiveGame {
    pub(super) fn new(common: &Common, kept: StoredGame, record: GameRecord) -> Result<LiveGame, Refusal> {
        let player = player(&*common.store, &kept.terms.who, kept.terms.rule, kept.rating)?;
        if !plays_for(&kept.terms.who, kept.terms.rule) {
            return Err(Refusal::Illegal);
        }
        let result = record.result;
        let mut session = Session::new(player, kept.seed);
        let opponent = kept.terms.you.other();
        for request in [Request::Game(Box::new(record)), Request::Seat(opponent)] {
            let _ = session.ask(request);
        }
        Ok(LiveGame {
            kept,
            session,
            adviser: None,
            advised: None,
            hints: Vec::new(),
            is_hint_asked: false,
            chosen_move: None,
            since: Instant::now(),
            passed_on: false,
            result,
        })
    }

    pub(super) fn ply(&self) -> usize {
        self.session.client_game().game().history().len()
    }

    fn to_move(&self) -> Color {
        self.session.client_game().board().to_move
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        self.to_move() == self.kept.terms.you
    }

    /// True if the game can be kept for later: no clock runs, and nothing waits for its end.
    pub(super) fn can_wait(&self) -> bool {
        !self.kept.over && !self.kept.terms.placement && self.kept.terms.clock.is_none()
    }

    pub(super) fn ask(&mut self, request: Request) -> Result<(), Refusal> {
        ask(&mut self.session, request)
    }

    /// Plays a move of the side to move, saves it, and starts the other side.
    pub(super) fn play(&mut self, common: &mut Common, mv: Move, note: MoveNote) -> Result<(), Refusal> {
        self.ask(Request::Play(None, mv, note))?;
        self.kept.over = self.session.client_game().game().is_over();
        self.keep(common);
        self.turn(common);
        Ok(())
    }

    /// Starts the side to move.
    pub(super) fn turn(&mut self, common: &Common) {
        self.since = Instant::now();
        self.is_hint_asked = false;
        if self.kept.over {
            return;
        }
        if self.is_persons_turn() {
            self.advise(common);
        } else if let Some(mv) = self.by_line() {
            self.chosen_move = Some(ChosenMove { mv, eval: None, due: self.since + self.delay() });
        } else {
            let _ = self.ask(Request::Choose(None, Purpose::Answer));
        }
    }

    /// The move that keeps the game on the opponent's opening.
    fn by_line(&self) -> Option<Move> {
        line::next(self.session.client_game().game(), self.kept.terms.line.as_deref()?)
    }

    fn delay(&self) -> Duration {
        pace::delay(self.kept.terms.pace, self.session.client_game().game(), self.kept.seed)
    }

    /// Starts the search for the values of the person's moves, if they are to be shown.
    pub(super) fn advise(&mut self, common: &Common) {
        let is_known = common.analyses.reach(self.key(), Certainty::Depth(HINT_DEPTH));
        if is_known || !self.wants_hints(common) {
            if let Some(adviser) = &mut self.adviser {
                let _ = adviser.ask(Request::Cancel);
            }
            return;
        }
        if self.adviser.is_none() {
            self.adviser = judges(self.kept.terms.rule.into()).next().map(|judge| Session::new(judge, 0));
        }
        let key = self.key();
        if let Some(adviser) = &mut self.adviser {
            let limits = Limits { depth: Some(HINT_DEPTH), time: Some(HINT_TIME), ..Limits::default() };
            let _ = adviser.ask(Request::Game(Box::new(self.session.client_game().record().clone())));
            while adviser.event().is_some() {}
            let _ = adviser.ask(Request::Rank(64, limits));
            self.advised = Some(key);
        }
    }

    /// Shows the values of the person's moves in this position.
    pub(super) fn hint(&mut self, common: &Common) {
        self.is_hint_asked = true;
        self.advise(common);
    }

    fn wants_hints(&self, common: &Common) -> bool {
        let are_asked = common.settings.hints || self.is_hint_asked;
        are_asked && !self.kept.over && self.is_persons_turn() && !self.kept.terms.placement
    }

    /// The position, and the rule that decides its judge.
    fn key(&self) -> AnalysisKey {
        (*self.session.client_game().board(), self.kept.terms.rule.into())
    }

    /// The known values to show now.
    fn known_hints(&self, common: &Common) -> Vec<(String, f64)> {
        let report = common.analyses.deepest(self.key()).filter(|_| self.wants_hints(common));
        let lines = report.into_iter().flat_map(|report| &report.lines);
        lines.filter_map(|line| Some((notation::written(*line.pv.first()?), line.value.discs()))).collect()
    }

    pub(super) fn step(&mut self, common: &mut Common) {
        while let Some(event) = self.session.event() {
            if let Event::Chosen(choice) = event {
                let eval =
                    choice.report.lines.first().filter(|_| self.session.evaluates()).map(|line| line.value.discs());
                self.chosen_move = Some(ChosenMove { mv: choice.mv, eval, due: self.since + self.delay() });
            }
        }
        while let Some(event) = self.adviser.as_mut().and_then(Session::event) {
            if let (Event::Iteration(iteration), Some(key)) = (event, self.advised) {
                common.analyses.note(key, iteration);
            }
        }
        if !self.kept.over && self.flag().is_some_and(|flag| flag <= Instant::now()) {
            self.give_up(common, self.to_move(), Ending::TimedOut);
        }
        if let Some(ChosenMove { mv, eval, .. }) = self.chosen_move.take_if(|chosen| chosen.due <= Instant::now()) {
            let seconds = self.kept.terms.clock.map(|_| self.since.elapsed().as_secs_f64());
            let _ = self.play(common, mv, MoveNote { eval, seconds, ..MoveNote::default() });
        }
        // After the opponent's move, because the position that follows may be known already.
        self.hints = self.known_hints(common);
        // Values that were sent to the page may have been seen, even if the setting is off when the move comes.
        if !self.hints.is_empty() && !self.kept.hinted {
            self.kept.hinted = true;
            self.keep(common);
        }
    }

    /// Ends the game, because a side resigns or has no time left.
    pub(super) fn give_up(&mut self, common: &mut Common, loser: Color, ending: Ending) {
        let _ = self.ask(Request::Cancel);
        self.chosen_move = None;
        let score = if loser == Color::Black { -64.0 } else { 64.0 };
        self.result = Some(Outcome { score, ending });
        self.kept.over = true;
        self.keep(common);
        self.turn(common);
    }

    /// The moment at which the clock of the side to move runs out.
    pub(super) fn flag(&self) -> Option<Instant> {
        self.kept.terms.clock?;
        let clock = self.session.client_game().record().clock(self.to_move())?;
        Some(self.since + Duration::from_secs_f64(clock.total().clamp(0.0, 1e6)))
    }

    /// Saves the game, so that it is never lost.
    pub(super) fn keep(&mut self, common: &mut Common) {
        let mut record = self.session.client_game().record().clone();
        let played = record.final_score().map(|score| Outcome { score: score.into(), ending: Ending::Played });
        record.result = self.result.or(played);
        self.kept.ggf = ggf::write(&record);
        if self.kept.over {
            common.note(GAMES, common.store.keep(&self.kept));
        }
        common.note(CURRENT, common.store.put(CURRENT, &self.kept));
    }

    /// The seconds on a side's clock, rounded up.
    fn seconds_left(&self, color: Color) -> Option<f64> {
        let clock = self.session.client_game().record().clock(color)?;
        if color != self.to_move() {
            return Some(clock.main.ceil());
        }
        match self.result {
            Some(Outcome { ending: Ending::TimedOut, .. }) => Some(0.0),
            _ if self.kept.over => Some(clock.main.ceil()),
            _ => Some((clock.main - self.since.elapsed().as_secs_f64()).max(0.0).ceil()),
        }
    }

    pub(super) fn show(&self) -> tell::Play {
        let kept = &self.kept;
        let mut record = self.session.client_game().record().clone();
        let [black, white] = [Color::Black, Color::White].map(|color| self.seconds_left(color));
        let left = kept.terms.clock.map(|_| SecondsLeft { black, white });
        record.result = self.result;
        tell::Play {
            id: kept.id,
            terms: kept.terms.clone(),
            rating: known(kept),
            over: kept.over,
            start: notation::start(record.game()),
            moves: notation::moves(record.game()),
            turn: self.to_move(),
            your_turn: !kept.over && self.is_persons_turn(),
            left,
            hints: self.hints.clone(),
            hinted: kept.hinted,
            can_undo: self.can_wait(),
            // A player that has panicked does not move any more. The person can resign.
            broken: self.session.is_lost(),
            result: GameEnd::new(&record).filter(|_| kept.over),
        }
    }
}
