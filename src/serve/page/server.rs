//! Serves the page to this machine: the folder with its lock, the runtime, the address.

use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::clerk::Clerk;
use super::http::{self, Guard, Server};
use super::hub::Hub;
use super::jobs::Driver;
use super::person::PROFILE;
use super::store::{CURRENT, Files, GAMES, Lock, Storage, Store, unpack};
use super::threads::Threads;
use crate::record::problem::Problem;

/// The files of games and of what was learned from them, and their folders. Data are not imported beside any of them.
const FULL: [&str; 5] = ["files", "left", CURRENT, PROFILE, GAMES];

/// A page that is about to be served.
#[derive(Debug)]
pub(crate) struct Page {
    files: Files,
    lock: Lock,
    runtime: tokio::runtime::Runtime,
    listener: tokio::net::TcpListener,
    guard: Guard,
    trouble: Option<io::Error>,
}

/// The reason why a page cannot be served.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PageError {
    #[error("already in use by the page at {address}")]
    InUse {
        address: String,
        /// An address that opens the running page once; `None` if that page does not answer.
        once: Option<String>,
    },
    #[error("port {port}: {error}")]
    Port { port: u16, error: io::Error },
    #[error("{0}")]
    System(io::Error),
}

/// The reason why saved data cannot be restored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TakeError {
    #[error(transparent)]
    Damaged(#[from] Problem),
    #[error("the folder already has games: name a new folder with --data")]
    Full,
    #[error(transparent)]
    System(#[from] io::Error),
}

/// The file with the page's address.
const ADDRESS: &str = "address";
/// The folder in which an import is written before its files come to their places.
const IMPORT: &str = "import.new";
/// The time in which a starting page must write its address.
const BEGINNING: Duration = Duration::from_secs(10);
/// The interval at which other processes look for the address.
const LOOK: Duration = Duration::from_millis(20);
/// The time for the last answers when the program ends.
const LAST: Duration = Duration::from_millis(250);
/// The interval at which open tabs are counted.
const COUNT: Duration = Duration::from_millis(500);
/// The time after which no tab counts as open. A reload, or a change of the listening tab, takes less.
const AWAY: Duration = Duration::from_secs(5);

/// The port that the page of a folder last used.
fn last_port(files: &Files) -> Option<u16> {
    written_address(files).strip_prefix("http://127.0.0.1:")?.split('/').next()?.parse().ok().filter(|port| *port > 0)
}

fn written_address(files: &Files) -> String {
    String::from_utf8_lossy(&files.read(ADDRESS).unwrap_or_default()).trim().to_owned()
}

/// Locks the folder, or finds the page that has it. A page that has just started may not have written its address, and
/// the file may still have an earlier one.
fn take(files: &Files) -> Result<Lock, PageError> {
    let begun = Instant::now();
    loop {
        if let Some(lock) = Lock::take(files) {
            return Ok(lock);
        }
        let address = written_address(files);
        let once = http::ticket(&address).and_then(|ticket| with_key(&address, &ticket));
        if once.is_some() || begun.elapsed() >= BEGINNING {
            return Err(PageError::InUse { address, once });
        }
        std::thread::sleep(LOOK);
    }
}

/// The address with this text after `#`, which browsers do not send.
fn with_key(address: &str, key: &str) -> Option<String> {
    Some(format!("{}#{key}", address.split_once('#')?.0))
}

impl Page {
    /// Locks a data folder and takes a port: the given one, or any free one except that of the last start. Another
    /// user's server may have used that port in the meantime, and a browser that visited it may still run its worker,
    /// which sees all traffic of a later page at this address.
    ///
    /// # Errors
    /// The folder is in use by another page, or the port is taken.
    pub(crate) fn open(folder: &Path, port: Option<u16>) -> Result<Page, PageError> {
        let files = Files::new(folder);
        let lock = take(&files)?;
        // An import was killed.
        let _ = files.remove(IMPORT);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(PageError::System)?;
        let listening = runtime.block_on(http::listen(port, last_port(&files)));
        let (listener, address) =
            listening.map_err(|error| PageError::Port { port: port.unwrap_or_default(), error })?;
        let guard = Guard::new(address.port());
        let mut page = Page { files, lock, runtime, listener, guard, trouble: None };
        page.trouble = page.files.write_private(ADDRESS, &format!("{}\n", page.address())).err();
        Ok(page)
    }

    /// Restores data that another page has saved.
    ///
    /// # Errors
    /// The file is not saved data, this folder already has games, or it cannot be written.
    pub(crate) fn take_in(&self, zip: &[u8]) -> Result<(), TakeError> {
        let files = unpack(zip)?;
        let store: &dyn Storage = &self.files;
        if FULL.iter().any(|name| store.last_number(name) > 0 || store.read(name).is_ok()) {
            return Err(TakeError::Full);
        }
        // What makes the folder count as full comes last, so that an import that failed can be done again.
        let written = files.iter().try_for_each(|(name, bytes)| store.write(&format!("{IMPORT}/{name}"), bytes));
        let moved = written.and_then(|()| {
            let mut names = store.list(IMPORT);
            names.sort_by_key(|name| FULL.iter().position(|last| name == last));
            names.iter().try_for_each(|name| self.files.merge(&format!("{IMPORT}/{name}"), name))
        });
        let _ = store.remove(IMPORT);
        Ok(moved?)
    }

    /// The reason why nothing can be stored in the folder, if there is one.
    #[must_use]
    pub(crate) fn trouble(&self) -> Option<&io::Error> {
        self.trouble.as_ref()
    }

    /// The address with the key of this run. It is only for the owner of the games.
    #[must_use]
    pub(crate) fn address(&self) -> String {
        format!("{}#{}", self.guard.address(), self.guard.keys().key())
    }

    /// An address that opens the page once, for the command that starts a browser: other users of this machine can read
    /// commands.
    #[must_use]
    pub(crate) fn address_once(&self) -> String {
        format!("{}#{}", self.guard.address(), self.guard.keys().ticket())
    }

    /// Serves until the person ends it, or until no tab has been open for this time.
    ///
    /// # Errors
    /// The server fails.
    pub(crate) fn serve(self, end_after: Option<Duration>) -> io::Result<()> {
        let Page { files, lock: _lock, runtime, listener, guard, .. } = self;
        let hub = Hub::default();
        let store: Store = Arc::new(files);
        let jobs = Arc::new(Driver::new(Box::new(Threads), store.clone()));
        let (clerk, gone) = Clerk::start(store, jobs, hub.clone());
        let server = Arc::new(Server { guard, hub: hub.clone(), clerk: clerk.clone(), end: Notify::new() });
        hub.put("ended", false.to_string());
        runtime.block_on(async {
            tokio::select! {
                never = http::serve(listener, server.clone()) => match never {},
                _ = gone => return Err(io::Error::other(
                    "the page has failed; its confirmed changes are stored: start it again",
                )),
                () = server.end.notified() => {}
                () = deserted(&hub, &clerk, end_after) => {}
                never = unwatched(&hub, &clerk) => match never {},
            }
            hub.put("ended", true.to_string());
            tokio::time::sleep(LAST).await;
            Ok(())
        })
    }
}

/// Ends the search of the study when no tab has been open for [`AWAY`].
async fn unwatched(hub: &Hub, clerk: &Clerk) -> Infallible {
    // The time at which a tab was last seen, until its absence has been handled. Some tabs are open for less than an
    // interval.
    let mut seen = None;
    let mut visits = 0;
    loop {
        tokio::time::sleep(COUNT).await;
        if hub.readers() > 0 || visits != hub.visits() {
            seen = Some(Instant::now());
            visits = hub.visits();
        } else if seen.is_some_and(|seen| seen.elapsed() >= AWAY) {
            seen = None;
            clerk.rest().await;
        }
    }
}

/// Waits until no tab has been open for this time and the person waits for no work.
async fn deserted(hub: &Hub, clerk: &Clerk, end_after: Option<Duration>) {
    let Some(patience) = end_after else { return std::future::pending().await };
    let mut since = Instant::now();
    while since.elapsed() < patience {
        tokio::time::sleep(COUNT).await;
        if hub.readers() > 0 || clerk.works() {
            since = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_that_failed_can_be_done_again() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        let store: &dyn Storage = &Files::new(&from);
        for name in ["games/000001.ggf", "games/000001.json", "profile.json", "rivals/x.json", "settings.json"] {
            store.write(name, name.as_bytes()).unwrap();
        }
        let zip = super::super::store::Snapshot::take(store).unwrap().pack().unwrap();
        let page = Page::open(&to, None).unwrap();
        std::fs::create_dir(to.join("games")).unwrap();
        std::fs::write(to.join("games/.DS_Store"), "").unwrap();
        std::fs::write(to.join("rivals"), "a file").unwrap();
        assert!(matches!(page.take_in(&zip), Err(TakeError::System(_))));
        std::fs::remove_file(to.join("rivals")).unwrap();
        page.take_in(&zip).unwrap();
        for name in ["games/000001.ggf", "games/000001.json", "profile.json", "rivals/x.json", "settings.json"] {
            assert_eq!(std::fs::read_to_string(to.join(name)).unwrap(), name);
        }
        assert!(matches!(page.take_in(&zip), Err(TakeError::Full)));
        // A game in hand or kept for later is not replaced either.
        for name in ["current.json", "left/000001.json", "files/001-a.ggf"] {
            let folder = folder.path().join(name.replace(['.', '/'], "-"));
            let store: &dyn Storage = &Files::new(&folder);
            store.write(name, b"mine").unwrap();
            assert!(matches!(Page::open(&folder, None).unwrap().take_in(&zip), Err(TakeError::Full)), "{name}");
            assert_eq!(store.read(name).unwrap(), b"mine");
        }
        let mut names: Vec<_> =
            std::fs::read_dir(&to).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, ["address", "games", "lock", "profile.json", "rivals", "settings.json"]);
    }

    #[test]
    fn a_ticket_takes_the_place_of_the_key() {
        assert_eq!(with_key("http://127.0.0.1:7788/#key", "ticket").as_deref(), Some("http://127.0.0.1:7788/#ticket"));
        assert_eq!(with_key("http://127.0.0.1:7788/", "ticket"), None);
    }
}
