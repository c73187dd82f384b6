//! The game in hand: what a person can do with it.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, never};
use serde_json::{Value, json};

use super::live::{CURRENT, Live};
use super::{Common, Reply};
use crate::board::{Color, Move};
use crate::record::{Clock, Ending, GameRecord, MoveNote};
use crate::serve::page::ask::{Pace, Refusal, TimeControl};
use crate::serve::page::room::{Rule, Who};
use crate::serve::page::store::{Kept, KeptGame};
use crate::serve::session::{News, Request, Session};

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
        let history = live.session.client_game().game().history();
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

/// The date as NBoard writes it.
fn today() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs();
    super::games::date(seconds)
}
