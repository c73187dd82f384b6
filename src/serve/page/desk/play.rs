//! The game in hand.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, never};
use serde_json::{Value, json};

use super::{Common, Reply, notation, pace};
use crate::board::{Color, Move};
use crate::record::{Clock, Ending, GameRecord, MoveNote, Outcome, ggf};
use crate::search::Limits;
use crate::serve::page::ask::{Pace, Refusal, TimeControl};
use crate::serve::page::room::{Room, Rule, Who};
use crate::serve::page::store::{Kept, KeptGame};
use crate::serve::session::{Choice, Event, News, Purpose, Request, Session};

/// The file of the game in hand.
const CURRENT: &str = "current.json";
/// How deep the values of moves look that are shown during a game, and for how long at most.
const HINT_DEPTH: u32 = 8;
const HINT_TIME: Duration = Duration::from_millis(1500);
/// How long a game that was put away may go on learning.
const LESSON: Duration = Duration::from_secs(60);

/// How a game is played.
#[derive(Debug, Clone)]
pub struct Setting {
    pub who: Who,
    pub you: Color,
    pub rule: Rule,
    pub pace: Pace,
    pub clock: Option<TimeControl>,
    pub placement: bool,
}

/// The game in hand, if there is one.
#[derive(Default)]
pub struct Play(Option<Live>);

struct Live {
    kept: Kept,
    session: Session,
    /// A judge who shows the values of moves; made when it is first needed.
    adviser: Option<Session>,
    /// The values of the person's moves, as far as they are known: squares and discs.
    hints: Vec<(String, f64)>,
    /// The opponent's move, found and not yet shown.
    found: Option<(Choice, Instant)>,
    /// The number of moves before the one that is being explained.
    explained: Option<usize>,
    /// Since when the side to move has been thinking.
    since: Instant,
    /// The finished game has been handed on.
    told: bool,
    /// The opponent has failed and plays no more.
    broken: bool,
    result: Option<Outcome>,
}

impl Play {
    /// The game that was in hand when the program ended, however it ended.
    pub fn open(common: &mut Common) -> Play {
        let Some(game) = common.store.read(CURRENT).and_then(KeptGame::new) else { return Play::default() };
        let told = game.kept.over && common.store.game(game.kept.id).is_some();
        match Live::new(common, game.kept, game.record) {
            Ok(mut live) => {
                live.told = told;
                live.turn(common);
                Play(Some(live))
            }
            Err(_) => Play::default(),
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, common: &mut Common, setting: Setting) -> Reply {
        if setting.clock.is_some_and(|clock| !clock.is_usable()) {
            return Err(Refusal::Range { what: "clock" });
        }
        let opponent = common.room.name(&setting.who);
        let mut record = GameRecord::default();
        record.objective = setting.rule.into();
        record.date = today();
        record.place = "rival page".to_owned();
        let clock = setting.clock.map(|clock| Clock {
            main: f64::from(clock.minutes) * 60.0,
            increment: clock.increment.into(),
            grace: 0.0,
        });
        let person = common.settings.name.trim().to_owned();
        let [black, white] = if setting.you == Color::Black { [&person, &opponent] } else { [&opponent, &person] };
        (record.black.name, record.white.name) = (black.clone(), white.clone());
        (record.black.clock, record.white.clock) = (clock, clock);
        let Setting { who, you, rule, pace, clock, placement } = setting;
        let kept = Kept {
            id: self.next_id(common),
            who,
            opponent,
            you,
            rule,
            seed: rand::random(),
            pace,
            clock,
            placement,
            hinted: false,
            reasons: BTreeMap::new(),
            ggf: String::new(),
            over: false,
        };
        let mut live = Live::new(common, kept, record)?;
        self.put_away();
        live.keep(common);
        live.turn(common);
        let id = live.kept.id;
        self.0 = Some(live);
        Ok(json!(id))
    }

    fn next_id(&self, common: &Common) -> u64 {
        let last = common.store.games().first().copied().unwrap_or(0);
        self.0.as_ref().map_or(last, |live| last.max(live.kept.id)) + 1
    }

    /// What its player still learns is learned in the background.
    fn put_away(&mut self) {
        if let Some(live) = self.0.take() {
            thread::spawn(move || {
                let mut session = live.session;
                let _ = session.ask(Request::ExplainEach(false));
                let _ = session.leave(LESSON);
            });
        }
    }

    /// The game with this number, if it is the one in hand.
    fn live(&mut self, game: u64) -> Result<&mut Live, Refusal> {
        self.0.as_mut().filter(|live| live.kept.id == game).ok_or(Refusal::Stale)
    }

    pub fn move_by_person(&mut self, common: &mut Common, game: u64, ply: usize, square: &str) -> Reply {
        let live = self.live(game)?;
        if live.kept.over || ply != live.ply() || !live.is_persons_turn() {
            return Err(Refusal::Stale);
        }
        let mv: Move = square.parse().map_err(|_| Refusal::Illegal)?;
        let note = MoveNote { eval: None, seconds: live.kept.clock.map(|_| live.since.elapsed().as_secs_f64()) };
        live.play(common, mv, note)?;
        Ok(Value::Null)
    }

    pub fn undo(&mut self, common: &mut Common, game: u64) -> Reply {
        let live = self.live(game)?;
        if live.kept.over || live.kept.placement || live.kept.clock.is_some() {
            return Err(Refusal::NoUndo);
        }
        let history = live.session.table().game().history();
        let own = |(board, mv): &(crate::board::Board, Move)| board.to_move == live.kept.you && *mv != Move::Pass;
        let kept = history.iter().rposition(own).ok_or(Refusal::NoUndo)?;
        let count = history.len() - kept;
        (live.found, live.explained) = (None, None);
        live.ask(Request::Undo(count))?;
        live.kept.reasons.retain(|&ply, _| ply < kept);
        live.keep(common);
        live.turn(common);
        Ok(Value::Null)
    }

    pub fn resign(&mut self, common: &mut Common, game: u64) -> Reply {
        let live = self.live(game)?;
        if live.kept.over {
            return Err(Refusal::Stale);
        }
        live.give_up(common, live.kept.you, Ending::Resigned);
        Ok(Value::Null)
    }

    /// The finished game is put away.
    pub fn close(&mut self, common: &mut Common, game: u64) -> Reply {
        if !self.live(game)?.kept.over {
            return Err(Refusal::Illegal);
        }
        self.put_away();
        let removed = common.store.remove(CURRENT);
        common.note(removed);
        Ok(Value::Null)
    }

    pub fn settings_changed(&mut self, common: &Common) {
        if let Some(live) = &mut self.0 {
            live.advise(common);
        }
    }

    /// Where the news of the opponent and of the adviser come in.
    pub fn news(&self) -> [Receiver<News>; 2] {
        let of = |session: Option<&Session>| session.map_or_else(never, |session| session.news().clone());
        let live = self.0.as_ref();
        [of(live.map(|live| &live.session)), of(live.and_then(|live| live.adviser.as_ref()))]
    }

    pub fn hear(&mut self, news: News) {
        if let Some(live) = &mut self.0 {
            // A player that has panicked does not move any more; the game can be given up.
            live.broken |= live.session.hear(news).is_err();
        }
    }

    pub fn hear_adviser(&mut self, news: News) {
        if let Some(adviser) = self.0.as_mut().and_then(|live| live.adviser.as_mut()) {
            let _ = adviser.hear(news);
        }
    }

    /// When something happens by itself: the opponent's move is shown, or a clock runs out.
    pub fn deadline(&self) -> Option<Instant> {
        let live = self.0.as_ref().filter(|live| !live.kept.over)?;
        let shown = live.found.as_ref().map(|(_, due)| *due);
        shown.into_iter().chain(live.flag()).min()
    }

    /// Goes on with what can go on; a game that has just ended is handed out, once.
    pub fn step(&mut self, common: &mut Common) -> Option<Kept> {
        let live = self.0.as_mut()?;
        live.step(common);
        if live.kept.over && !live.told {
            live.told = true;
            return Some(live.kept.clone());
        }
        None
    }

    pub fn show(&self) -> Value {
        self.0.as_ref().map_or(Value::Null, Live::show)
    }
}

impl Live {
    fn new(common: &Common, kept: Kept, record: GameRecord) -> Result<Live, Refusal> {
        let player = common.room.player(&kept.who).map_err(|error| Refusal::Failed { why: error.to_string() })?;
        if player.objective() != kept.rule.into() && !is_for_any(&*common.room, &kept.who) {
            return Err(Refusal::Illegal);
        }
        let result = record.result;
        let mut session = Session::new(player, kept.seed, common.room.critic());
        let opponent = kept.you.other();
        for request in [Request::Game(Box::new(record)), Request::Seat(opponent), Request::ExplainEach(true)] {
            let _ = session.ask(request);
        }
        let (since, told) = (Instant::now(), false);
        Ok(Live {
            kept,
            session,
            adviser: None,
            hints: Vec::new(),
            found: None,
            explained: None,
            since,
            told,
            broken: false,
            result,
        })
    }

    fn ply(&self) -> usize {
        self.session.table().game().history().len()
    }

    fn to_move(&self) -> Color {
        self.session.table().board().to_move
    }

    fn is_persons_turn(&self) -> bool {
        self.to_move() == self.kept.you
    }

    fn ask(&mut self, request: Request) -> Result<(), Refusal> {
        let failed = |error: std::io::Error| Refusal::Failed { why: error.to_string() };
        self.session.ask(request).map_err(failed)?.map_err(|_| Refusal::Illegal)
    }

    /// Plays a move of the side to move, keeps it, and lets the other side go on.
    fn play(&mut self, common: &mut Common, mv: Move, note: MoveNote) -> Result<(), Refusal> {
        self.ask(Request::Play(None, mv, note))?;
        self.kept.over = self.session.table().game().is_over();
        self.kept.hinted |= common.settings.hints;
        self.keep(common);
        self.turn(common);
        Ok(())
    }

    /// The side to move begins to think.
    fn turn(&mut self, common: &Common) {
        self.since = Instant::now();
        self.hints.clear();
        if self.kept.over {
            return;
        }
        if self.is_persons_turn() {
            self.advise(common);
        } else {
            let _ = self.ask(Request::Choose(None, Purpose::Answer));
        }
    }

    /// Has the values of the person's moves found, if they are to be shown.
    fn advise(&mut self, common: &Common) {
        let wanted = common.settings.hints && !self.kept.over && self.is_persons_turn() && !self.kept.placement;
        if !wanted {
            self.hints.clear();
            if let Some(adviser) = &mut self.adviser {
                let _ = adviser.ask(Request::Cancel);
            }
            return;
        }
        if self.adviser.is_none() {
            self.adviser = common.room.judge(self.kept.rule.into()).map(|judge| Session::new(judge, 0, None));
        }
        if let Some(adviser) = &mut self.adviser {
            let limits = Limits { depth: Some(HINT_DEPTH), time: Some(HINT_TIME), ..Limits::default() };
            let _ = adviser.ask(Request::Game(Box::new(self.session.table().record().clone())));
            let _ = adviser.ask(Request::Rank(64, limits));
        }
    }

    fn step(&mut self, common: &mut Common) {
        while let Some(event) = self.session.event() {
            match event {
                Event::Chosen(choice) => {
                    let delay = pace::delay(self.kept.pace, self.session.table().game(), self.kept.seed);
                    self.found = Some((choice, self.since + delay));
                    self.explained = Some(self.ply());
                }
                Event::Explained(explanation) => {
                    if let (Some(ply), Some(explanation)) = (self.explained.take(), explanation) {
                        self.kept.reasons.insert(ply, explanation.to_string());
                        self.keep(common);
                    }
                }
                _ => {}
            }
        }
        while let Some(event) = self.adviser.as_mut().and_then(Session::event) {
            if let Event::Iteration(iteration) = event {
                let value = |line: &crate::search::Line| Some((notation::written(*line.pv.first()?), line.discs));
                self.hints = iteration.lines.iter().filter_map(value).collect();
            }
        }
        if !self.kept.over && self.flag().is_some_and(|flag| flag <= Instant::now()) {
            self.give_up(common, self.to_move(), Ending::TimedOut);
        }
        if let Some((choice, _)) = self.found.take_if(|(_, due)| *due <= Instant::now()) {
            let eval = choice.report.lines.first().filter(|_| self.session.evaluates()).map(|line| line.discs);
            let seconds = self.kept.clock.map(|_| self.since.elapsed().as_secs_f64());
            let _ = self.play(common, choice.mv, MoveNote { eval, seconds });
        }
    }

    /// A side gives the game up, or has no time left.
    fn give_up(&mut self, common: &mut Common, loser: Color, ending: Ending) {
        let _ = self.ask(Request::Cancel);
        self.found = None;
        let score = if loser == Color::Black { -64.0 } else { 64.0 };
        self.result = Some(Outcome { score, ending });
        self.kept.over = true;
        self.keep(common);
        self.turn(common);
    }

    /// When the clock of the side to move runs out.
    fn flag(&self) -> Option<Instant> {
        self.kept.clock?;
        let clock = self.session.table().record().clock(self.to_move())?;
        Some(self.since + Duration::from_secs_f64(clock.total().clamp(0.0, 1e6)))
    }

    /// Writes the game down, so that nothing of it is lost, whatever happens.
    fn keep(&mut self, common: &mut Common) {
        let mut record = self.session.table().record().clone();
        let played = record.final_score().map(|score| Outcome { score: score.into(), ending: Ending::Played });
        record.result = self.result.or(played);
        self.kept.ggf = ggf::write(&record);
        let mut written = Ok(());
        if self.kept.over {
            written = common.store.keep(&self.kept);
        }
        common.note(written.and_then(|()| common.store.write_json(CURRENT, &self.kept)));
    }

    fn show(&self) -> Value {
        let record = self.session.table().record();
        let elapsed = self.since.elapsed().as_secs_f64();
        let left = |color: Color| {
            let running = !self.kept.over && color == self.to_move();
            let spent = if running { elapsed } else { 0.0 };
            record.clock(color).filter(|_| self.kept.clock.is_some()).map(|clock| (clock.main - spent).max(0.0).ceil())
        };
        let kept = &self.kept;
        let mut record = record.clone();
        record.result = self.result;
        json!({
            "id": kept.id, "who": kept.who, "opponent": kept.opponent, "you": kept.you.to_string(), "rule": kept.rule,
            "pace": kept.pace, "clock": kept.clock, "placement": kept.placement, "over": kept.over,
            "start": notation::start(record.game()), "moves": notation::moves(record.game()),
            "turn": self.to_move().to_string(),
            "yourTurn": !kept.over && self.is_persons_turn(),
            "left": kept.clock.map(|_| json!({ "black": left(Color::Black), "white": left(Color::White) })),
            "hints": self.hints,
            "canUndo": !kept.over && !kept.placement && kept.clock.is_none(),
            "broken": self.broken,
            "result": if kept.over { notation::result(&record) } else { Value::Null },
        })
    }
}

/// True for a player that plays for nothing, and so for anything.
fn is_for_any(room: &dyn Room, who: &Who) -> bool {
    room.opponents().iter().filter(|opponent| opponent.who == *who).count() > 1
}

/// The date as NBoard writes it.
fn today() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs();
    super::games::date(seconds)
}
