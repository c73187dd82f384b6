//! What is known of the person: strength, rivals, placement; and the work that finds it out.

use std::collections::BTreeMap;

use crossbeam_channel::Receiver;
use serde_json::{Value, json};

use super::work::{Progress, WorkNews, Works};
use super::{Common, Opened, Reply, notation};
use crate::board::Color;
use crate::record::{Ending, GameRecord};
use crate::search::Stop;
use crate::serve::page::ask::Refusal;
use crate::serve::page::room::{Estimate, Played, Rival, Room, RoomError, Rule, Watch, Who};
use crate::serve::page::store::{Kept, KeptGame, Store};

const PLACEMENT: &str = "placement.json";
const FILES: &str = "files/index.json";
/// Games in which a person has made fewer moves say nothing.
const FEWEST: usize = 5;

/// Long work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Adds games to what is known.
    Measure,
    MakeRivals,
}

/// What is known, as read after each piece of work.
#[derive(Debug)]
pub struct Facts {
    estimate: Option<Estimate>,
    rivals: Vec<Rival>,
    /// Of the person against each rival: won, drawn, lost.
    scores: BTreeMap<String, [u32; 3]>,
    /// Games that place the person.
    placed: usize,
    /// What could not be read.
    trouble: Option<String>,
}

/// Where the present placement begins: so many games of those that place the person came before it.
#[derive(Debug, Clone, Copy, Default, serde::Serialize, serde::Deserialize)]
struct Begun {
    after: usize,
}

/// A file whose games were added.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
struct Added {
    name: String,
    player: String,
    games: usize,
}

pub struct Me {
    works: Works<Task, Facts>,
    facts: Option<Facts>,
    /// Games that wait to be measured.
    waiting: Vec<Played>,
    measuring: Option<(Stop, Progress)>,
    /// Something has changed since that work began.
    again: bool,
    making: Option<(Stop, Progress)>,
    /// Why the last work failed.
    failed: BTreeMap<&'static str, String>,
    /// A game of the placement waits to be measured: it decides on the next opponent.
    placing: bool,
    begun: Begun,
    files: Vec<Added>,
}

impl Me {
    pub fn open(common: &Common) -> Me {
        let mut me = Me {
            works: Works::default(),
            facts: None,
            waiting: Vec::new(),
            measuring: None,
            again: false,
            making: None,
            failed: BTreeMap::new(),
            placing: false,
            begun: common.store.read(PLACEMENT).unwrap_or_default(),
            files: common.store.read(FILES).unwrap_or_default(),
        };
        // Games that a program which was killed has not measured any more; the room knows those that it has.
        me.measure(common, true);
        if common.room.is_making() {
            let _ = me.make_rivals(common);
        }
        me
    }

    /// True while games are measured or rivals are made.
    pub fn works(&self) -> bool {
        self.measuring.is_some() || self.making.is_some()
    }

    pub fn news(&self) -> &Receiver<WorkNews<Task, Facts>> {
        &self.works.news
    }

    pub fn hear(&mut self, common: &mut Common, news: WorkNews<Task, Facts>) {
        match news {
            WorkNews::Progress(task, progress) => {
                let work = if task == Task::Measure { &mut self.measuring } else { &mut self.making };
                if let Some((_, known)) = work {
                    *known = progress;
                }
            }
            WorkNews::Done(task, result) => {
                let key = if task == Task::Measure { "measure" } else { "rivals" };
                match task {
                    Task::Measure => self.measuring = None,
                    Task::MakeRivals => self.making = None,
                }
                match result {
                    Ok(facts) => {
                        self.failed.remove(key);
                        self.facts = Some(facts);
                    }
                    Err(RoomError::Stopped) if task == Task::MakeRivals => drop(common.room.forget_making()),
                    Err(RoomError::Stopped) => self.waiting.clear(),
                    Err(RoomError::Failed(why)) => drop(self.failed.insert(key, why)),
                }
                if task == Task::Measure && self.again {
                    self.measure(common, false);
                } else if task == Task::Measure {
                    self.placing = false;
                }
            }
        }
    }

    /// Measures what waits, with all games of the store if they are wanted.
    fn measure(&mut self, common: &Common, all: bool) {
        self.again = self.measuring.is_some();
        if self.again {
            return;
        }
        let mut games = std::mem::take(&mut self.waiting);
        let (store, room, name) = (common.store.clone(), common.room.clone(), common.settings.name.clone());
        let stop = self.works.start(Task::Measure, move |watch| {
            if all {
                let kept = store.games().into_iter().rev().filter_map(|id| store.game(id));
                games.extend(kept.filter_map(|KeptGame { kept, record }| played(&kept, record)));
            }
            if !games.is_empty() {
                room.add(&name, &games, watch)?;
            }
            Ok(facts(&store, &*room))
        });
        self.measuring = Some((stop, Progress::default()));
    }

    /// Games that are not measured yet are left out.
    pub fn stop_measuring(&mut self) {
        if let Some((stop, _)) = &self.measuring {
            stop.stop();
        }
    }

    /// A game has ended.
    pub fn finished(&mut self, common: &mut Common, kept: Kept) {
        let Some(KeptGame { kept, record }) = KeptGame::new(kept) else { return };
        let played = played(&kept, record);
        self.placing |= kept.placement && played.is_some();
        self.waiting.extend(played);
        self.measure(common, false);
    }

    /// Adds the games of a player in a file.
    pub fn import(&mut self, common: &mut Common, file: &Opened, player: &str) -> Reply {
        let side = |record: &GameRecord| {
            let is = |name: &str| name.trim().to_lowercase() == player.trim().to_lowercase();
            match (is(&record.black.name), is(&record.white.name)) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                _ => None,
            }
        };
        let games = file.games.iter().filter_map(|record| {
            let side = side(record)?;
            Some(Played { record: record.clone(), side, against: None })
        });
        let games: Vec<Played> = games.filter(|game| Rule::from(game.record.objective) == Rule::Most).collect();
        if games.is_empty() {
            return Err(Refusal::Unknown);
        }
        let number = self.files.len() + 1;
        let copied = common.store.write(&format!("files/{number:03}-{}", plain(&file.name)), &file.bytes);
        self.files.push(Added { name: file.name.clone(), player: player.to_owned(), games: games.len() });
        common.note(copied.and_then(|()| common.store.write_json(FILES, &self.files)));
        let count = games.len();
        self.waiting.extend(games);
        self.measure(common, false);
        Ok(json!(count))
    }

    pub fn make_rivals(&mut self, common: &Common) -> Reply {
        if self.making.is_some() {
            return Err(Refusal::Busy);
        }
        let (store, room) = (common.store.clone(), common.room.clone());
        let stop = self.works.start(Task::MakeRivals, move |watch: &dyn Watch| {
            room.make_rivals(watch)?;
            Ok(facts(&store, &*room))
        });
        self.failed.remove("rivals");
        self.making = Some((stop, Progress::default()));
        Ok(Value::Null)
    }

    pub fn stop_making(&mut self, common: &Common) -> Reply {
        match &self.making {
            Some((stop, _)) => stop.stop(),
            None => common.room.forget_making().map_err(|error| Refusal::Failed { why: error.to_string() })?,
        }
        Ok(Value::Null)
    }

    /// Whom to play next in the placement.
    pub fn next_placement(&self, common: &Common) -> Result<Who, Refusal> {
        if self.placing {
            return Err(Refusal::Busy);
        }
        let placement = common.room.placement().map_err(|error| Refusal::Failed { why: error.to_string() })?;
        let is_done = placement.games.saturating_sub(self.begun.after) >= common.room.placement_games();
        if is_done { Err(Refusal::Illegal) } else { Ok(placement.next) }
    }

    /// The placement begins again; what its games have shown stays known.
    pub fn forget_placement(&mut self, common: &mut Common) -> Reply {
        self.begun.after = self.facts.as_ref().map_or(0, |facts| facts.placed);
        let written = common.store.write_json(PLACEMENT, &self.begun);
        common.note(written);
        Ok(Value::Null)
    }

    pub fn show(&self, common: &Common) -> Value {
        let facts = self.facts.as_ref();
        let rivals = facts.iter().flat_map(|facts| {
            facts.rivals.iter().map(|rival| {
                let mut card = json!(rival);
                card["score"] = json!(facts.scores.get(&rival.name).copied().unwrap_or_default());
                card
            })
        });
        let (placed, of) = (facts.map_or(0, |facts| facts.placed), common.room.placement_games());
        let games = placed.saturating_sub(self.begun.after).min(of);
        json!({
            "known": facts.is_some(),
            "estimate": facts.and_then(|facts| facts.estimate.as_ref()),
            "rivals": rivals.collect::<Vec<_>>(),
            "trouble": facts.and_then(|facts| facts.trouble.as_ref()),
            "measuring": self.measuring.as_ref().map(|(_, progress)| progress).filter(|progress| progress.of > 0),
            "making": self.making.as_ref().map(|(stop, Progress { done, of, what })| {
                json!({ "done": done, "of": of, "what": what, "stopping": stop.is_stopped() })
            }),
            "failed": self.failed,
            "placement": { "games": games, "of": of, "done": games == of, "pending": self.placing },
            "files": self.files,
        })
    }
}

/// What the room knows now.
fn facts(store: &Store, room: &dyn Room) -> Facts {
    let mut trouble = None;
    let mut note = |error: RoomError| trouble = trouble.take().or(Some(error.to_string()));
    let placed = room.placement().map_or(0, |placement| placement.games);
    let estimate = room.estimate().unwrap_or_else(|error| {
        note(error);
        None
    });
    let rivals = room.rivals().unwrap_or_else(|error| {
        note(error);
        Vec::new()
    });
    let mut scores: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    if !rivals.is_empty() {
        for KeptGame { kept, record } in store.games().into_iter().filter_map(|id| store.game(id)) {
            if let (Who::Rival { name }, Some((points, _))) = (&kept.who, notation::points(&record, kept.you)) {
                let place = if points > 0.5 { 0 } else { 1 + usize::from(points < 0.5) };
                scores.entry(name.clone()).or_default()[place] += 1;
            }
        }
    }
    Facts { estimate, rivals, scores, placed, trouble }
}

/// A kept game as the room wants it; `None` for one that says nothing of the person's strength.
fn played(kept: &Kept, record: GameRecord) -> Option<Played> {
    let own = record.game().history().iter().filter(|(board, _)| board.to_move == kept.you).count();
    // That somebody gave up against a known opponent is a result, however few moves there were.
    let gave_up = kept.placement && record.result.is_some_and(|result| result.ending == Ending::Resigned);
    let counts = kept.over && !kept.hinted && kept.rule == Rule::Most && (own >= FEWEST || gave_up);
    counts.then(|| Played { record, side: kept.you, against: Some((kept.who.clone(), kept.seed)) })
}

/// A name that is safe on any disk.
fn plain(name: &str) -> String {
    let safe = name.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' });
    let text: String = safe.collect();
    let tail: String = text.chars().rev().take(60).collect();
    tail.chars().rev().collect::<String>().trim_start_matches('.').to_owned()
}
