//! The desk: one thread that owns everything that the page shows. Requests, news from searches and from long work, and
//! clocks come to it one after the other.

mod file;
mod games;
mod live;
mod me;
mod notation;
mod pace;
mod play;
mod review;
mod study;
mod work;

pub use file::{Opened, open as open_file};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, after, bounded, never, select};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use self::games::Library;
use self::me::Me;
use self::play::Play;
use self::review::Review;
use self::study::Study;
use super::ask::{Ask, Refusal, Settings};
use super::hub::Hub;
use super::room::Room;
use super::store::Store;

/// The answer to a request.
pub type Reply = Result<Value, Refusal>;

/// Requests that may wait for the desk; more are made to wait where they come from.
const WAITING: usize = 64;

/// Where requests are handed in.
#[derive(Debug, Clone)]
pub struct Desk {
    calls: Sender<Call>,
    /// Work goes on that the person waits for, also with no tab open.
    works: Arc<AtomicBool>,
}

enum Call {
    Ask(Ask, oneshot::Sender<Reply>),
    Open(Opened, oneshot::Sender<Reply>),
}

impl Desk {
    /// Starts the desk on a thread of its own; the receiver hears nothing but the end of that thread, which it comes to
    /// only by a panic.
    pub fn start(store: Store, room: Arc<dyn Room>, hub: Hub) -> (Desk, oneshot::Receiver<()>) {
        let (sender, calls) = bounded(WAITING);
        let (alive, gone) = oneshot::channel();
        let works = Arc::new(AtomicBool::new(false));
        let desk = Desk { calls: sender, works: works.clone() };
        thread::spawn(move || {
            let _alive = alive;
            Worker::new(store, room, hub, works).run(&calls);
        });
        (desk, gone)
    }

    /// Answers a request.
    pub async fn ask(&self, ask: Ask) -> Reply {
        self.call(|reply| Call::Ask(ask, reply)).await
    }

    /// Takes in a file that was opened.
    pub async fn open(&self, file: Opened) -> Reply {
        self.call(|reply| Call::Open(file, reply)).await
    }

    /// True while games are measured or rivals are made.
    pub fn works(&self) -> bool {
        self.works.load(Relaxed)
    }

    async fn call(&self, call: impl FnOnce(oneshot::Sender<Reply>) -> Call) -> Reply {
        let (reply, answer) = oneshot::channel();
        // A full desk is answered like a busy one: the page asks again.
        self.calls.try_send(call(reply)).map_err(|_| Refusal::Busy)?;
        answer.await.unwrap_or(Err(Refusal::Busy))
    }
}

/// What the parts of the desk share.
struct Common {
    store: Store,
    room: Arc<dyn Room>,
    settings: Settings,
    /// What could not be written, in a line.
    trouble: Option<String>,
}

impl Common {
    /// Notes whether something could be written. What cannot be kept is said on the page, and the game goes on.
    fn note(&mut self, result: std::io::Result<()>) {
        self.trouble = result.err().map(|error| error.to_string());
    }
}

struct Worker {
    common: Common,
    hub: Hub,
    play: Play,
    review: Review,
    study: Study,
    library: Library,
    me: Me,
    works: Arc<AtomicBool>,
}

impl Worker {
    fn new(store: Store, room: Arc<dyn Room>, hub: Hub, works: Arc<AtomicBool>) -> Worker {
        let settings = store.read("settings.json").filter(Settings::is_usable).unwrap_or_default();
        let mut common = Common { store, room, settings, trouble: None };
        // Found out at once, not after the first game.
        let probe = common.store.write_json("settings.json", &common.settings);
        common.note(probe);
        let play = Play::open(&mut common);
        let me = Me::open(&common);
        Worker {
            common,
            hub,
            play,
            review: Review::default(),
            study: Study::default(),
            library: Library::default(),
            me,
            works,
        }
    }

    fn run(&mut self, calls: &Receiver<Call>) {
        self.publish();
        loop {
            let timer =
                self.play.deadline().map_or_else(never, |due| after(due.saturating_duration_since(Instant::now())));
            let [game, adviser] = self.play.news();
            select! {
                recv(calls) -> call => match call {
                    Ok(Call::Ask(ask, reply)) => {
                        let answer = self.answer(ask);
                        // What the answer is about is seen by everybody before the one who asked goes on.
                        self.step();
                        let _ = reply.send(answer);
                    }
                    Ok(Call::Open(file, reply)) => drop(reply.send(Ok(self.library.open(file)))),
                    Err(_) => return,
                },
                recv(game) -> news => if let Ok(news) = news { self.play.hear(news) },
                recv(adviser) -> news => if let Ok(news) = news { self.play.hear_adviser(news) },
                recv(self.review.news()) -> news => if let Ok(news) = news { self.review.hear(news) },
                recv(self.review.asked_news()) -> news => if let Ok(news) = news { self.review.hear_asked(news) },
                recv(self.study.news()) -> news => if let Ok(news) = news { self.study.hear(news) },
                recv(self.me.news()) -> news => if let Ok(news) = news { self.me.hear(&mut self.common, news) },
                recv(timer) -> _ => {}
            }
            self.step();
        }
    }

    /// Goes on with everything that can go on, and shows it.
    fn step(&mut self) {
        if let Some(finished) = self.play.step(&mut self.common) {
            self.me.finished(&mut self.common, finished);
        }
        self.review.step();
        self.study.step();
        self.publish();
    }

    fn publish(&mut self) {
        self.works.store(self.me.works(), Relaxed);
        self.hub.put("settings", &json!(self.common.settings));
        self.hub.put("play", &self.play.show());
        for (topic, review) in self.review.show() {
            self.hub.put(topic, &review);
        }
        self.hub.put("study", &self.study.show());
        self.hub.put("me", &self.me.show(&self.common));
        self.hub.put("trouble", &json!(self.common.trouble));
    }

    fn answer(&mut self, ask: Ask) -> Reply {
        let common = &mut self.common;
        match ask {
            Ask::Hello => Ok(self.hello()),
            Ask::NewGame { who, color, rule, pace, clock } => {
                let color = color.color(rand::random());
                self.play.begin(common, play::Setting { who, you: color, rule, pace, clock, placement: false })
            }
            Ask::Place { color, pace } => {
                let who = self.me.next_placement(common)?;
                let (you, rule) = (color.color(rand::random()), Default::default());
                self.play.begin(common, play::Setting { who, you, rule, pace, clock: None, placement: true })
            }
            Ask::Move { game, ply, square } => self.play.move_by_person(common, game, ply, &square),
            Ask::Undo { game } => self.play.undo(common, game),
            Ask::Resign { game } => self.play.resign(common, game),
            Ask::Close { game } => self.play.close(common, game),
            Ask::Settings(settings) => {
                if !settings.is_usable() {
                    return Err(Refusal::Range { what: "name" });
                }
                common.settings = settings;
                let written = common.store.write_json("settings.json", &common.settings);
                common.note(written);
                self.play.settings_changed(common);
                Ok(Value::Null)
            }
            Ask::Review { of } => {
                let game = self.library.find(common, of).ok_or(Refusal::Unknown)?;
                self.review.begin(common, of, game)
            }
            Ask::Why { of, ply } => {
                let game = self.library.find(common, of).ok_or(Refusal::Unknown)?;
                self.review.explain(common, of, game, ply)
            }
            Ask::Study { start, moves, rule } => self.study.look(common, start.as_deref(), &moves, rule),
            Ask::StopStudy { key } => {
                self.study.stop(&key);
                Ok(Value::Null)
            }
            Ask::Games { of, from, count, find } => {
                self.library.list(common, of, from..from.saturating_add(count), &find)
            }
            Ask::Game { of } => self.library.find(common, of).map(|game| game.show()).ok_or(Refusal::Unknown),
            Ask::Share { of, format } => {
                let game = self.library.find(common, of).ok_or(Refusal::Unknown)?;
                games::share(&game.record, format)
            }
            Ask::Import { file, player } => {
                let file = self.library.file(file).ok_or(Refusal::Unknown)?;
                self.me.import(common, file, &player)
            }
            Ask::StopMeasuring => {
                self.me.stop_measuring();
                Ok(Value::Null)
            }
            Ask::MakeRivals => self.me.make_rivals(common),
            Ask::StopMaking => self.me.stop_making(common),
            Ask::ForgetPlacement => self.me.forget_placement(common),
        }
    }

    /// What does not change while the page is open.
    fn hello(&self) -> Value {
        let room = &self.common.room;
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "opponents": room.opponents(),
            "strengths": room.strengths(),
            "placement": room.placement_games(),
            "files": file::accepted(),
        })
    }
}
