//! The page: a web server on this machine for one person, who plays, sees games reviewed, and learns how strong he is.
//!
//! `http` is the web server and its guard, `hub` pushes what the page shows, `desk` is the one thread that owns it all,
//! `store` is the data folder, and the [`Room`] is where strength is measured and opponents are made. See
//! `docs/page.md`.

mod ask;
mod desk;
mod http;
mod hub;
pub mod room;
mod store;

use std::io;
use std::path::Path;
use std::sync::Arc;

pub use room::Room;
pub use store::{InUse, Store};

use self::desk::Desk;
use self::http::{Guard, Server};
use self::hub::Hub;
use self::store::Lock;

/// A page that is about to be served.
#[derive(Debug)]
pub struct Page {
    store: Store,
    lock: Option<Lock>,
    runtime: tokio::runtime::Runtime,
    listener: tokio::net::TcpListener,
    port: u16,
    secret: String,
}

/// Why a page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    #[error(transparent)]
    InUse(#[from] InUse),
    #[error("port {port}: {error}")]
    Port { port: u16, error: io::Error },
    #[error("{0}")]
    System(io::Error),
}

/// The port of a folder that was never served, if none is asked for.
pub const PORT: u16 = 7464;

/// The port at which a folder was served last: a page that was left open finds a program that was started again.
fn last_port(store: &Store) -> Option<u16> {
    let address = String::from_utf8(store.bytes("address")?).ok()?;
    address.strip_prefix("http://127.0.0.1:")?.split('/').next()?.parse().ok().filter(|port| *port > 0)
}

impl Page {
    /// Takes a data folder and a port: this one, or if none is asked for the last one of this folder, [`PORT`], or any
    /// that is free.
    ///
    /// # Errors
    /// The folder is served already, or the port is taken.
    pub fn open(folder: &Path, port: Option<u16>) -> Result<Page, PageError> {
        let store = Store::new(folder);
        let lock = Lock::take(&store)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(PageError::System)?;
        let listen = |port| runtime.block_on(http::listen(port));
        let found = match port {
            Some(port) => listen(port),
            None => listen(last_port(&store).unwrap_or(PORT)).or_else(|_| listen(PORT)).or_else(|_| listen(0)),
        };
        let (listener, address) = found.map_err(|error| PageError::Port { port: port.unwrap_or_default(), error })?;
        let secret = store.secret();
        let page = Page { port: address.port(), store, lock, runtime, listener, secret };
        // Only for whoever tries to serve the folder once more.
        let _ = page.store.write_private("address", format!("{}\n", page.address()));
        Ok(page)
    }

    /// The address to open, with the secret behind the `#`, which browsers send to nobody.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.secret)
    }

    /// Serves until something is wrong that cannot be mended.
    #[must_use]
    pub fn serve(self, room: Arc<dyn Room>) -> io::Error {
        let Page { store, lock: _lock, runtime, listener, port, secret } = self;
        let hub = Hub::default();
        let (desk, gone) = Desk::start(store, room, hub.clone());
        let server = Server { guard: Guard::new(port, secret), hub, desk };
        runtime.block_on(async {
            tokio::select! {
                never = http::serve(listener, Arc::new(server)) => match never {},
                _ = gone => io::Error::other("the page has failed; what it has answered is kept: start it again"),
            }
        })
    }
}
