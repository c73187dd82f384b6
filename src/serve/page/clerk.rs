//! The thread that runs the desk, and the channel to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crossbeam_channel::{Sender, bounded};
use tokio::sync::oneshot;

use super::ask::{Ask, Refusal};
use super::desk::{Desk, GameFile, Reply};
use super::hub::Hub;
use super::jobs::Jobs;
use super::store::Store;
use super::tell::Answer;
use crate::machine::work;

/// The most requests that wait for the desk. Others are refused as busy.
const WAITING: usize = 64;

/// Passes requests on to the desk.
#[derive(Debug, Clone)]
pub(super) struct Clerk {
    calls: Sender<Call>,
    works: Arc<AtomicBool>,
}

/// A task for the desk, and the channel for its answer.
type Call = (Box<dyn FnOnce(&mut Desk) -> Reply + Send>, oneshot::Sender<Reply>);

impl Clerk {
    /// Starts the desk on its own thread. The receiver gets nothing but the end of that thread, which only a panic
    /// causes.
    pub(super) fn start(store: Store, jobs: Arc<dyn Jobs>, hub: Hub) -> (Clerk, oneshot::Receiver<()>) {
        let (sender, calls) = bounded(WAITING);
        let (alive, gone) = oneshot::channel();
        let works = Arc::new(AtomicBool::new(false));
        let clerk = Clerk { calls: sender, works: works.clone() };
        work::start(move || {
            let _alive = alive;
            let mut desk = Desk::new(store, jobs);
            let mut answered: Option<(Reply, oneshot::Sender<Reply>)> = None;
            loop {
                desk.step().into_iter().for_each(|(topic, text)| hub.put(topic, text));
                works.store(desk.works(), Relaxed);
                // All tabs see the effect of a request before its caller gets the answer.
                if let Some((answer, reply)) = answered.take() {
                    let _ = reply.send(answer);
                }
                answered = match desk.wait(&calls) {
                    Some(Ok((call, reply))) => Some((call(&mut desk), reply)),
                    Some(Err(_)) => return,
                    None => None,
                };
            }
        });
        (clerk, gone)
    }

    /// Answers a request.
    pub(super) async fn ask(&self, ask: Ask) -> Reply {
        self.call(|desk| desk.answer(ask)).await
    }

    /// Opens a file of games.
    pub(super) async fn open(&self, file: GameFile) -> Reply {
        self.call(|desk| Ok(desk.open(file))).await
    }

    /// Ends the study's search, because no tab shows it.
    pub(super) async fn rest(&self) {
        // If the queue is full, the next count of the tabs asks again.
        let _ = self
            .call(|desk| {
                desk.rest();
                Ok(Answer::Done)
            })
            .await;
    }

    /// True while games are measured or rivals are made.
    pub(super) fn works(&self) -> bool {
        self.works.load(Relaxed)
    }

    async fn call(&self, call: impl FnOnce(&mut Desk) -> Reply + Send + 'static) -> Reply {
        let (reply, answer) = oneshot::channel();
        // A full queue is answered like a busy desk: the page asks again.
        self.calls.try_send((Box::new(call), reply)).map_err(|_| Refusal::Busy)?;
        answer.await.unwrap_or(Err(Refusal::Busy))
    }
}
