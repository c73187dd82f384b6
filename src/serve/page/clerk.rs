//! The thread that runs the desk, and the channel to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crossbeam_channel::{Sender, bounded};
use tokio::sync::{Mutex, oneshot};
use tokio::task::spawn_blocking;

use super::ask::{Ask, Refusal};
use super::desk::{Desk, GameFile, Reply, pack};
use super::hub::Hub;
use super::jobs::Jobs;
use super::store::Store;
use crate::machine::work;

/// The most requests that wait for the desk. Others are refused as busy.
const WAITING: usize = 64;

/// Passes requests on to the desk.
#[derive(Debug, Clone)]
pub(super) struct Clerk {
    calls: Sender<Call>,
    works: Arc<AtomicBool>,
    /// Locked while the person's files are packed, which may take much memory.
    packing: Arc<Mutex<()>>,
}

/// A task for the desk. It returns a function that sends its answer.
type Call = Box<dyn FnOnce(&mut Desk) -> SendAnswer + Send>;
type SendAnswer = Box<dyn FnOnce()>;

impl Clerk {
    /// Starts the desk on its own thread. The receiver gets nothing but the end of that thread, which only a panic
    /// causes.
    pub(super) fn start(store: Store, jobs: Arc<dyn Jobs>, hub: Hub) -> (Clerk, oneshot::Receiver<()>) {
        let (sender, calls) = bounded::<Call>(WAITING);
        let (alive, gone) = oneshot::channel();
        let works = Arc::new(AtomicBool::new(false));
        let clerk = Clerk { calls: sender, works: works.clone(), packing: Arc::default() };
        work::start(move || {
            let _alive = alive;
            let mut desk = Desk::new(store, jobs);
            let mut answered: Option<SendAnswer> = None;
            loop {
                desk.step().into_iter().for_each(|(topic, text)| hub.put(topic, text));
                works.store(desk.works(), Relaxed);
                // All tabs see the effect of a request before its caller gets the answer.
                if let Some(send) = answered.take() {
                    send();
                }
                answered = match desk.wait(&calls) {
                    Some(Ok(call)) => Some(call(&mut desk)),
                    Some(Err(_)) => return,
                    None => None,
                };
            }
        });
        (clerk, gone)
    }

    /// Answers a request.
    pub(super) async fn ask(&self, ask: Ask) -> Reply {
        match ask {
            Ask::Pack => self.pack().await,
            ask => self.call(|desk| desk.answer(ask)).await,
        }
    }

    /// Tries again to store what could not be stored, before the program ends.
    pub(super) async fn store_waiting(&self) {
        let store = |desk: &mut Desk| {
            desk.store_waiting();
            Ok(())
        };
        // A busy desk is at work, and stores by itself.
        let _ = self.call(store).await;
    }

    /// Packs the person's files as they are now, on a thread of its own.
    async fn pack(&self) -> Reply {
        let packing = self.packing.clone().try_lock_owned().map_err(|_| Refusal::Busy)?;
        let snapshot = self.call(Desk::snapshot).await?;
        let packed = spawn_blocking(move || {
            let _packing = packing;
            pack(snapshot)
        });
        packed.await.map_err(Refusal::failed)?
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
                Ok(())
            })
            .await;
    }

    /// True while games are measured or rivals are made.
    pub(super) fn works(&self) -> bool {
        self.works.load(Relaxed)
    }

    async fn call<T: Send + 'static>(
        &self,
        call: impl FnOnce(&mut Desk) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        let call: Call = Box::new(|desk: &mut Desk| -> SendAnswer {
            let result = call(desk);
            Box::new(|| drop(reply.send(result)))
        });
        // A full queue is answered like a busy desk: the page asks again.
        self.calls.try_send(call).map_err(|_| Refusal::Busy)?;
        answer.await.unwrap_or(Err(Refusal::Busy))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use base64::prelude::{BASE64_STANDARD, Engine as _};

    use super::*;
    use crate::machine::clock::Instant;
    use crate::serve::page::ask::Settings;
    use crate::serve::page::jobs::Driver;
    use crate::serve::page::store::{Files, unpack};
    use crate::serve::page::tell::Answer;
    use crate::serve::page::threads::Threads;

    #[test]
    fn the_desk_answers_while_files_are_packed_as_they_were_and_no_others_are_packed() {
        let folder = tempfile::tempdir().unwrap();
        let store: Store = Arc::new(Files::new(folder.path()));
        let jobs = Arc::new(Driver::new(Box::new(Threads), store.clone()));
        let (clerk, _gone) = Clerk::start(store.clone(), jobs, Hub::default());
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        // The packing waits for the only thread.
        let runtime = runtime.max_blocking_threads(1).build().unwrap();
        let name = |name: &str| Ask::Settings(Settings { name: name.to_owned(), ..Settings::default() });
        let bytes = runtime.block_on(async {
            clerk.ask(name("Ann")).await.unwrap();
            let (release, released) = mpsc::channel::<()>();
            spawn_blocking(move || released.recv());
            let packer = clerk.clone();
            let packing = tokio::spawn(async move { packer.ask(Ask::Pack).await });
            let begun = Instant::now();
            while clerk.packing.try_lock().is_ok() {
                assert!(begun.elapsed().as_secs() < 60, "not packing");
                tokio::task::yield_now().await;
            }
            clerk.ask(name("Ben")).await.unwrap();
            assert_eq!(clerk.ask(Ask::Pack).await.err(), Some(Refusal::Busy));
            release.send(()).unwrap();
            let Ok(Answer::Text(text)) = packing.await.unwrap() else { panic!("not packed") };
            assert!(clerk.ask(Ask::Pack).await.is_ok());
            BASE64_STANDARD.decode(text).unwrap()
        });
        let files = unpack(&bytes).unwrap();
        let (_, settings) = files.iter().find(|(name, _)| name == "settings.json").unwrap();
        assert_eq!(serde_json::from_slice::<Settings>(settings).unwrap().name, "Ann");
    }
}
