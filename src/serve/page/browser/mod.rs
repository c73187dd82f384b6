//! The page in a browser without the program: the desk runs in a worker and communicates by messages. A message is
//! JSON, with bytes beside it for a file.
//!
//! The main desk searches only for the present game. Other desks review and study, in separate workers with a copy of
//! the stored data. Further `workers` do parts of long work.

mod workers;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use self::workers::Workers;
use super::ask::{Ask, Refusal};
use super::desk::{Desk, Reply, Topic, open_file};
use super::jobs::{Driver, PartResult};
use super::store::{Memory, Storage, unpack};
use super::tell::{Answer, AnswerOrRefusal};
use crate::eval::patterns::shipped;
use crate::machine::clock::Instant;
use crate::machine::work::steps;
use crate::people::Policy;

/// A message to a worker.
#[derive(Debug, Deserialize)]
#[serde(tag = "to", rename_all = "kebab-case", deny_unknown_fields)]
enum Message {
    /// The content of a file. It comes before a desk is opened and, for a copy, at each change.
    Put {
        name: String,
    },
    /// A piece of the learned numbers, which must come before what needs it.
    Data {
        name: String,
    },
    /// The file with this name was removed.
    Drop {
        name: String,
    },
    /// Opens a desk: the main one has this many workers for long work, and one for views has none.
    Open {
        hands: usize,
    },
    Ask {
        id: u64,
        ask: Value,
    },
    /// Opens a file of games. Its first bytes may be another file with the names of its players.
    File {
        id: u64,
        name: String,
        names: usize,
    },
    /// Replaces all stored data by a saved file.
    Bring {
        id: u64,
    },
    /// Continues waiting work.
    Turn,
    /// The result of a worker for a part of a job.
    Found {
        job: u64,
        found: PartResult,
    },
    /// A part of a job for a worker.
    Work {
        job: u64,
        part: String,
    },
}

/// A message of the worker.
#[derive(Debug, Serialize)]
#[serde(tag = "tell", rename_all = "kebab-case")]
enum Tell<'a> {
    Answer {
        id: u64,
        said: AnswerOrRefusal<Answer>,
    },
    Topic {
        topic: &'a str,
        value: &'a RawValue,
    },
    /// The bytes beside this message are to be stored.
    Keep {
        name: &'a str,
    },
    Forget {
        name: &'a str,
    },
    /// Parts of a job for workers, as texts, because scripts would round the numbers in them.
    Begin {
        job: u64,
        parts: Vec<String>,
    },
    /// The job is no longer wanted.
    Stop {
        job: u64,
    },
    Found {
        job: u64,
        found: PartResult,
    },
}

/// The function that sends a message.
pub type Post = fn(&str, &[u8]);

thread_local! {
    static POST: RefCell<Option<Post>> = const { RefCell::new(None) };
    static WORKER: RefCell<Worker> = RefCell::default();
}

fn tell(tell: &Tell<'_>, bytes: &[u8]) {
    let text = serde_json::to_string(tell).expect("strings and numbers are JSON");
    if let Some(post) = POST.with_borrow(Clone::clone) {
        post(&text, bytes);
    }
}

#[derive(Default)]
struct Worker {
    /// Files that arrived before the desk was opened.
    before: Vec<(String, Vec<u8>)>,
    open: Option<OpenDesk>,
}

struct OpenDesk {
    store: Arc<Memory>,
    desk: Desk,
    jobs: Arc<Driver>,
    /// The number of workers that do parts of long work.
    hands: usize,
    /// The topics as last sent.
    sent: BTreeMap<&'static str, String>,
}

/// Starts the worker. Messages are sent with this function.
pub fn begin(post: Post) {
    POST.set(Some(post));
    // In the middle of a step that answers a request there is nothing to send yet.
    steps::listen(|| {
        WORKER.with(|worker| {
            if let Some(open) = worker.try_borrow_mut().ok().as_mut().and_then(|worker| worker.open.as_mut()) {
                open.show();
            }
        });
    });
}

/// Handles a message. Returns the milliseconds until the next turn is due; `None` if there is none.
///
/// # Errors
/// The text is not a message.
pub fn hear(text: &str, bytes: Vec<u8>) -> Result<Option<f64>, serde_json::Error> {
    let message: Message = serde_json::from_str(text)?;
    if let Message::Turn = message {
        steps::take();
    }
    match message {
        Message::Data { name } => {
            Policy::take_in(&name, &bytes);
            shipped::take_in(&name, bytes);
        }
        Message::Work { job, part } => workers::work(job, &part),
        message => WORKER.with_borrow_mut(|worker| worker.hear(message, bytes)),
    }
    // The caller has stopped its timer, whatever the message was.
    let deadline = WORKER.with_borrow(|worker| worker.open.as_ref().and_then(|open| open.desk.deadline()));
    let due = deadline.map(|due| due.saturating_duration_since(Instant::now()).as_secs_f64() * 1000.0);
    Ok(if steps::is_waiting() { Some(0.0) } else { due })
}

impl Worker {
    fn hear(&mut self, message: Message, bytes: Vec<u8>) {
        let Some(open) = &mut self.open else {
            match message {
                Message::Put { name } => self.before.push((name, bytes)),
                Message::Open { hands } => self.open = Some(OpenDesk::new(std::mem::take(&mut self.before), hands)),
                _ => {}
            }
            return;
        };
        match message {
            Message::Put { name } => open.store.put_in(name, bytes),
            Message::Drop { name } => drop(open.store.remove(&name)),
            Message::Ask { id, ask } => {
                let ask: Result<Ask, _> = serde_json::from_value(ask);
                let reply = ask.map_err(Refusal::failed).and_then(|ask| open.desk.answer(ask));
                open.answer(id, reply);
            }
            Message::File { id, name, names } => {
                let (names, games) = bytes.split_at(names.min(bytes.len()));
                let reply = open_file(&name, names, games.to_owned()).map(|file| open.desk.open(file));
                open.answer(id, reply);
            }
            Message::Bring { id } => {
                let reply = match unpack(&bytes) {
                    Ok(files) => open.bring(files),
                    Err(problem) => Err(Refusal::failed(problem)),
                };
                open.answer(id, reply);
            }
            Message::Found { job, found } => open.jobs.hear(job, found),
            Message::Data { .. } | Message::Open { .. } | Message::Turn | Message::Work { .. } => {}
        }
        open.show();
    }
}

impl OpenDesk {
    fn new(files: Vec<(String, Vec<u8>)>, hands: usize) -> OpenDesk {
        let store = Memory::new(if hands == 0 { |_, _| () } else { kept });
        files.into_iter().for_each(|(name, bytes)| store.put_in(name, bytes));
        let store = Arc::new(store);
        let jobs = Arc::new(Driver::new(Box::new(Workers(hands)), store.clone()));
        let mut open =
            OpenDesk { desk: Desk::new(store.clone(), jobs.clone()), store, jobs, hands, sent: BTreeMap::new() };
        open.show();
        open
    }

    fn bring(&mut self, files: Vec<(String, Vec<u8>)>) -> Reply {
        let store = self.store.clone();
        store.list("").iter().try_for_each(|name| store.remove(name)).map_err(Refusal::failed)?;
        files.iter().try_for_each(|(name, bytes)| store.write(name, bytes)).map_err(Refusal::failed)?;
        self.jobs = Arc::new(Driver::new(Box::new(Workers(self.hands)), store.clone()));
        self.desk = Desk::new(store, self.jobs.clone());
        Ok(Answer::Done)
    }

    /// Sends an answer. The topics that it changes are sent first.
    fn answer(&mut self, id: u64, reply: Reply) {
        self.show();
        tell(&Tell::Answer { id, said: reply.into() }, &[]);
    }

    fn show(&mut self) {
        self.desk.hear();
        self.jobs.stop_unwanted();
        let topics: Vec<Topic> = self.desk.step();
        for (topic, text) in topics {
            if self.sent.get(topic) != Some(&text) {
                if let Ok(value) = serde_json::from_str::<&RawValue>(&text) {
                    tell(&Tell::Topic { topic, value }, &[]);
                }
                self.sent.insert(topic, text);
            }
        }
    }
}

fn kept(name: &str, bytes: Option<&[u8]>) {
    match bytes {
        Some(bytes) => tell(&Tell::Keep { name }, bytes),
        None => tell(&Tell::Forget { name }, &[]),
    }
}
