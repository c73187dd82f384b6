//! The present game, and what a person can do with it.

use super::later;
use super::live::LiveGame;
use super::{Common, Reply};
use crate::board::{Board, Color, Move};
use crate::machine::clock::{Instant, since_1970};
use crate::record::{Clock, Ending, GameRecord, MoveNote};
use crate::serve::page::ask::{Refusal, Terms};
use crate::serve::page::opponents;
use crate::serve::page::store::{CURRENT, GAMES, LoadedGame, StoredGame};
use crate::serve::page::tell::{self, Answer, LeftGame};
use crate::serve::session::{Request, Session};

/// The present game, if there is one.
#[derive(Default)]
pub(super) struct Play {
    live: Option<LiveGame>,
    /// The last number given to a game. Numbers of removed games are not used again.
    last: u64,
    /// Games kept for later.
    pub left: Vec<LeftGame>,
    /// Finished games that are no longer shown, and could not be stored yet.
    unstored: Vec<StoredGame>,
}

impl Play {
    /// Opens the game that was in progress when the program ended.
    pub(super) fn open(common: &mut Common) -> Play {
        let mut play = Play::default();
        let present = common.store.unfinished(CURRENT);
        if let Err(error) = &present {
            common.name_damaged(error);
            common.note(CURRENT, common.store.put_aside(CURRENT));
        }
        if let Ok(Some(LoadedGame { kept, record })) = present {
            let passed_on = kept.over && common.store.game(kept.id).is_some();
            match LiveGame::new(common, kept.clone(), record) {
                Ok(mut live) => {
                    live.passed_on = passed_on;
                    if live.kept.over && !passed_on {
                        live.keep(common);
                    }
                    live.turn(common);
                    play.live = Some(live);
                }
                Err(refusal) => wait_for_opponent(common, &kept, &refusal),
            }
        }
        play.read_left(common);
        play
    }

    /// Begins a game from a position.
    pub(super) fn begin(&mut self, common: &mut Common, start: Board, terms: Terms) -> Reply {
        if terms.clock.is_some_and(|clock| !clock.is_usable()) {
            return Err(Refusal::Range { what: "clock" });
        }
        let mut record = GameRecord::new(start);
        record.objective = terms.rule.into();
        record.date = today();
        record.place = "rival page".to_owned();
        let clock = terms.clock.map(|clock| Clock {
            main: f64::from(clock.minutes) * 60.0,
            increment: clock.increment.into(),
            grace: 0.0,
        });
        let opponent = opponents::signature(&*common.store, &terms)?;
        let names = [common.settings.name.trim().to_owned(), opponent];
        [record.black.name, record.white.name] = names;
        if terms.you == Color::White {
            std::mem::swap(&mut record.black.name, &mut record.white.name);
        }
        (record.black.clock, record.white.clock) = (clock, clock);
        let kept = StoredGame {
            id: self.next_id(common),
            rating: opponents::rating(&*common.store, &terms.who)?,
            terms,
            seed: rand::random(),
            hinted: false,
            ggf: String::new(),
            over: false,
        };
        let mut live = LiveGame::new(common, kept, record)?;
        self.keep_for_later(common)?;
        common.hide_hints();
        live.keep(common);
        live.turn(common);
        let id = live.kept.id;
        self.show_instead(common, Some(live));
        Ok(Answer::Number(id))
    }

    fn next_id(&mut self, common: &Common) -> u64 {
        let [finished, left] = [GAMES, later::FOLDER].map(|folder| common.store.last_number(folder));
        let present = self.live.as_ref().map_or(0, |live| live.kept.id);
        self.last = self.last.max(finished).max(left).max(present) + 1;
        self.last
    }

    /// Stores the present game for later if it can be continued and has a move or a start of its own, because another
    /// one is going to replace it. If this fails, the game must stay the present one.
    fn keep_for_later(&self, common: &mut Common) -> Result<(), Refusal> {
        let Some(live) = self.live.as_ref().filter(|live| live.can_wait()) else { return Ok(()) };
        if live.ply() > 0 || *live.session.client_game().game().start() != Board::START {
            later::put(&*common.store, &live.kept).map_err(Refusal::failed)?;
        }
        Ok(())
    }

    /// Replaces the present game, which is stored already.
    fn show_instead(&mut self, common: &mut Common, live: Option<LiveGame>) {
        self.put_away(common);
        self.live = live;
        self.read_left(common);
    }

    /// Reads the games kept for later. The file of a game that was continued or finished may remain after a failure.
    fn read_left(&mut self, common: &mut Common) {
        let finished = common.store.games();
        let present = self.live.as_ref().map(|live| live.kept.id);
        let (left, errors) = later::show(&*common.store);
        errors.iter().for_each(|error| common.name_damaged(error));
        self.left = left;
        self.left.retain(|left| Some(left.game) != present && !finished.contains(&left.game));
    }

    /// Leaves the present game. It is kept for later if there is something to keep.
    pub(super) fn leave(&mut self, common: &mut Common, game: u64) -> Reply {
        let live = self.live(game)?;
        if !live.can_wait() {
            return Err(Refusal::Illegal);
        }
        self.keep_for_later(common)?;
        let removed = common.store.remove(CURRENT);
        common.note(CURRENT, removed);
        self.show_instead(common, None);
        Ok(Answer::Done)
    }

    /// Continues a kept game. If its opponent is gone, it is stored among the finished games, without a result.
    pub(super) fn go_on(&mut self, common: &mut Common, game: u64) -> Reply {
        let is_left = self.left.iter().any(|left| left.game == game);
        let game_for_later = later::get(&*common.store, game).filter(|_| is_left);
        let LoadedGame { kept, record } = game_for_later.ok_or(Refusal::Unknown)?;
        let mut live = match LiveGame::new(common, kept.clone(), record) {
            Ok(live) => live,
            Err(refusal) if opponents::is_gone(&*common.store, &kept.terms.who) => {
                common.store.keep(&kept).map_err(Refusal::failed)?;
                let _ = later::remove(&*common.store, game);
                self.read_left(common);
                let [ggf, _] = common.store.names_of(game);
                return Err(kept_as(&refusal, &ggf));
            }
            Err(refusal) => return Err(refusal),
        };
        self.keep_for_later(common)?;
        // The game is saved as the present one before its kept file is removed, so that it is never lost.
        common.store.put(CURRENT, &live.kept).map_err(Refusal::failed)?;
        // If it stays, it is not shown.
        let _ = later::remove(&*common.store, game);
        common.hide_hints();
        live.turn(common);
        self.show_instead(common, Some(live));
        Ok(Answer::Number(game))
    }

    /// Stops showing the finished game with this number, which was removed. It is not stored again.
    pub(super) fn forget(&mut self, common: &mut Common, game: u64) {
        self.last = self.last.max(game);
        self.unstored.retain(|kept| kept.id != game);
        if let Some(mut live) = self.live.take_if(|live| live.kept.id == game && live.kept.over) {
            let _ = live.ask(Request::Cancel);
            let removed = common.store.remove(CURRENT);
            common.note(CURRENT, removed);
        }
    }

    /// Stops showing the present game. A finished one that could not be stored is stored later.
    fn put_away(&mut self, common: &mut Common) {
        let Some(mut live) = self.live.take() else { return };
        let _ = live.ask(Request::Cancel);
        if live.kept.over && common.store.game(live.kept.id).is_none() {
            self.unstored.push(live.kept);
        }
        self.store_waiting(common);
    }

    /// Tries again to store finished games that could not be stored. The page says so until all are.
    pub(super) fn store_waiting(&mut self, common: &mut Common) {
        if self.unstored.is_empty() && !common.has_trouble(GAMES) {
            return;
        }
        let shown = self.live.iter().map(|live| &live.kept);
        let shown = shown.filter(|kept| kept.over && common.store.game(kept.id).is_none());
        let waiting: Vec<StoredGame> = shown.chain(&self.unstored).cloned().collect();
        let mut all = Ok(());
        for kept in waiting {
            match common.store.keep(&kept) {
                Ok(()) => self.unstored.retain(|other| other.id != kept.id),
                Err(error) => all = Err(error),
            }
        }
        common.note(GAMES, all);
    }

    /// The present game, if it has this number.
    fn live(&mut self, game: u64) -> Result<&mut LiveGame, Refusal> {
        self.live.as_mut().filter(|live| live.kept.id == game).ok_or(Refusal::Stale)
    }

    pub(super) fn move_by_person(&mut self, common: &mut Common, game: u64, ply: usize, square: &str) -> Reply {
        let live = self.live(game)?;
        if live.kept.over || ply != live.ply() || !live.is_persons_turn() {
            return Err(Refusal::Stale);
        }
        let mv: Move = square.parse().map_err(|_| Refusal::Illegal)?;
        let seconds = live.kept.terms.clock.map(|_| live.since.elapsed().as_secs_f64());
        let note = MoveNote { seconds, ..MoveNote::default() };
        live.play(common, mv, note)?;
        Ok(Answer::Done)
    }

    pub(super) fn undo(&mut self, common: &mut Common, game: u64) -> Reply {
        let live = self.live(game)?;
        if live.kept.over || live.kept.terms.placement || live.kept.terms.clock.is_some() {
            return Err(Refusal::NoUndo);
        }
        let history = live.session.client_game().game().history();
        let you = live.kept.terms.you;
        let last = history.iter().rposition(|(board, mv)| board.to_move == you && *mv != Move::Pass);
        let count = history.len() - last.ok_or(Refusal::NoUndo)?;
        live.chosen_move = None;
        live.ask(Request::Undo(count))?;
        live.kept.hinted = true;
        live.keep(common);
        live.turn(common);
        Ok(Answer::Done)
    }

    /// Shows what moves are worth, in this position only.
    pub(super) fn hint(&mut self, common: &Common, game: u64, ply: usize) -> Reply {
        let live = self.live(game)?;
        if live.kept.over || ply != live.ply() || !live.is_persons_turn() {
            return Err(Refusal::Stale);
        }
        live.hint(common);
        Ok(Answer::Done)
    }

    pub(super) fn resign(&mut self, common: &mut Common, game: u64) -> Reply {
        let live = self.live(game)?;
        if live.kept.over {
            return Err(Refusal::Stale);
        }
        live.give_up(common, live.kept.terms.you, Ending::Resigned);
        Ok(Answer::Done)
    }

    /// Puts the finished game away.
    pub(super) fn close(&mut self, common: &mut Common, game: u64) -> Reply {
        if !self.live(game)?.kept.over {
            return Err(Refusal::Illegal);
        }
        self.put_away(common);
        let removed = common.store.remove(CURRENT);
        common.note(CURRENT, removed);
        Ok(Answer::Done)
    }

    pub(super) fn settings_changed(&mut self, common: &Common) {
        if let Some(live) = &mut self.live {
            live.advise(common);
        }
    }

    /// The sessions of the opponent and of the adviser.
    pub(super) fn sessions(&mut self) -> impl Iterator<Item = &mut Session> {
        self.live.iter_mut().flat_map(|live| [Some(&mut live.session), live.adviser.as_mut()]).flatten()
    }

    /// The next time at which the opponent's move is due or a clock runs out.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let live = self.live.as_ref().filter(|live| !live.kept.over)?;
        let shown = live.chosen_move.as_ref().map(|chosen| chosen.due);
        shown.into_iter().chain(live.flag()).min()
    }

    /// Advances the game. Returns a game that has just ended, once.
    pub(super) fn step(&mut self, common: &mut Common) -> Option<StoredGame> {
        let live = self.live.as_mut()?;
        live.step(common);
        if live.kept.over && !live.passed_on {
            live.passed_on = true;
            return Some(live.kept.clone());
        }
        None
    }

    /// Lets the clock of the side to move run out.
    #[cfg(test)]
    pub(super) fn run_out(&mut self, common: &mut Common) {
        if let Some(live) = &mut self.live {
            live.since = Instant::now() - std::time::Duration::from_secs(200);
            live.step(common);
        }
    }

    pub(super) fn show(&self) -> Option<tell::Play> {
        self.live.as_ref().map(LiveGame::show)
    }
}

/// Keeps the present game for later, because its opponent cannot play now, and says so.
fn wait_for_opponent(common: &mut Common, kept: &StoredGame, refusal: &Refusal) {
    let written = if kept.over { common.store.keep(kept) } else { later::put(&*common.store, kept) };
    common.note(CURRENT, written.and_then(|()| common.store.remove(CURRENT)));
    let name = if kept.over { common.store.names_of(kept.id)[0].clone() } else { later::name(kept.id) };
    if let Refusal::Failed { why } = kept_as(refusal, &name) {
        common.name_damaged(&format!("{CURRENT}: {why}"));
    }
}

/// A refusal to continue a game that is kept in this file.
fn kept_as(refusal: &Refusal, file: &str) -> Refusal {
    match refusal {
        Refusal::Failed { why } => Refusal::failed(format!("{why}: the game is kept as {file}")),
        _ => Refusal::failed(format!("the opponent cannot play: the game is kept as {file}")),
    }
}

/// Today's date in the format of NBoard.
fn today() -> String {
    super::games::date(since_1970().as_secs())
}
