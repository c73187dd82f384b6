//! The web server: a few kinds of request, on the loopback device alone.
//!
//! hyper without a framework on top: its own loop is needed for the bound on connections and the time for headers, and
//! a few routes need no router.

mod assets;
mod guard;
mod keys;
mod places;
mod respond;
mod visit;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Notify;

pub(super) use self::guard::Guard;
use self::places::{AnswerBody, Places};
use self::respond::{Answer, HttpError, text_answer, with_headers};
pub(super) use self::visit::ticket;
use super::clerk::Clerk;
use super::desk;
use super::hub::Hub;

/// The most connections served at a time. Another one gets an error and is closed.
const CONNECTIONS: usize = 64;
/// The time for the head of a request, and for its body.
const HEAD: Duration = Duration::from_secs(10);
const BODY: Duration = Duration::from_secs(30);
/// The time for a request on a connection that only learns that the server is full.
const FULL: Duration = Duration::from_secs(1);
/// The largest request, and the largest file.
const REQUEST: usize = 64 << 10;
const FILE: usize = 32 << 20;

/// State that connections share.
#[derive(Debug)]
pub(super) struct Server {
    pub guard: Guard,
    pub hub: Hub,
    pub clerk: Clerk,
    /// Notified when the person ends the program.
    pub end: Notify,
}

/// Serves forever.
pub(super) async fn serve(listener: TcpListener, server: Arc<Server>) -> Infallible {
    let places = Places::new(CONNECTIONS);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The error may be temporary, such as too many open files.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let place = places.take();
        let server = server.clone();
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            let service = service_fn(|request| {
                let server = server.clone();
                let answering = place.as_ref().and_then(|place| place.answer(server.guard.is_keyed(&request)));
                async move {
                    let answer = if answering.is_some() {
                        server.answer(request).await
                    } else {
                        text_answer(StatusCode::SERVICE_UNAVAILABLE, "too many connections")
                    };
                    Ok::<_, Infallible>(with_headers(answer).map(|body| AnswerBody(body, answering)))
                }
            });
            let mut connection = http1::Builder::new();
            let head = if place.is_some() { HEAD } else { FULL };
            connection.timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(REQUEST);
            connection.keep_alive(place.is_some());
            let left = async {
                match &place {
                    Some(place) => place.left().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                // Errors of a connection concern only the client.
                _ = connection.serve_connection(TokioIo::new(stream), service) => {}
                () = left => {}
            }
        });
    }
}

impl Server {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        if self.guard.is_beside(&request) {
            return respond::elsewhere(&self.guard.address());
        }
        self.admitted(request).await.unwrap_or_else(Answer::from)
    }

    async fn admitted(&self, request: Request<Incoming>) -> Result<Answer, HttpError> {
        self.guard.admit(&request)?;
        let path = request.uri().path().to_owned();
        match (request.method(), path.as_str()) {
            (&Method::POST, "/api") => self.ask(request).await,
            (&Method::POST, "/api/file") => self.file(request).await,
            (&Method::POST, guard::ENTER) => self.enter(request).await,
            (&Method::POST, "/api/ticket") => Ok(respond::json(Ok(self.guard.keys().ticket()))),
            (&Method::POST, "/api/end") => {
                self.clerk.store_waiting().await;
                self.end.notify_one();
                Ok(respond::json(Ok(())))
            }
            (&Method::GET, "/api/events") => Ok(respond::events(self.hub.events())),
            (&Method::GET | &Method::HEAD, path) => match assets::find(path) {
                Some((kind, bytes)) => Ok(respond::asset(kind, bytes)),
                None => Err(HttpError::new(StatusCode::NOT_FOUND, "no such page")),
            },
            _ => Err(HttpError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "found the wrong method, expected GET or POST as this address requires",
            )),
        }
    }

    async fn ask(&self, request: Request<Incoming>) -> Result<Answer, HttpError> {
        let bytes = body(request, REQUEST).await?;
        let ask = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
        Ok(respond::json(self.clerk.ask(ask).await))
    }

    async fn enter(&self, request: Request<Incoming>) -> Result<Answer, HttpError> {
        let given = String::from_utf8(body(request, REQUEST).await?).unwrap_or_default();
        let mut keys = self.guard.keys();
        let key = keys.enter(&given).ok_or_else(|| {
            let why = "found an invalid key or ticket, expected that of the address";
            HttpError::new(StatusCode::UNAUTHORIZED, why)
        })?;
        Ok(respond::json(Ok(key)))
    }

    async fn file(&self, request: Request<Incoming>) -> Result<Answer, HttpError> {
        let query = request.uri().query().unwrap_or_default().to_owned();
        let name = parameter(&query, "name").ok_or_else(|| bad("name: found none, expected that of the file"))?;
        let mut bytes = body(request, FILE).await?;
        // The body may begin with a file of the players' names.
        let names = parameter(&query, "names").map_or(Some(0), |names| names.parse().ok());
        let names = names.filter(|&names: &usize| names <= bytes.len());
        let games = bytes.split_off(names.ok_or_else(|| bad("names: found no length in the body, expected one"))?);
        // Thousands of games take some time, during which other requests are served.
        let opened = tokio::task::spawn_blocking(move || desk::open_file(&name, &bytes, games)).await;
        match opened.map_err(|_| HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, "the file could not be read"))? {
            Ok(file) => Ok(respond::json(self.clerk.open(file).await)),
            Err(refusal) => Ok(respond::json(Err::<(), _>(refusal))),
        }
    }
}

fn bad(why: impl Into<String>) -> HttpError {
    HttpError::new(StatusCode::BAD_REQUEST, why)
}

/// The whole body, if it is small enough and arrives in time.
async fn body(request: Request<Incoming>, most: usize) -> Result<Vec<u8>, HttpError> {
    let too_large =
        || HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, format!("found more than {most} bytes, expected less"));
    // A body that is announced as too large is refused at once.
    if request.body().size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    match tokio::time::timeout(BODY, Limited::new(request.into_body(), most).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes().into()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(bad("the body is incomplete")),
        Err(_) => Err(HttpError::new(StatusCode::REQUEST_TIMEOUT, "the body took too long")),
    }
}

/// A parameter of a query; `None` if it is missing or not text.
fn parameter(query: &str, name: &str) -> Option<String> {
    query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('=')).and_then(decode)
}

/// Decodes percent-encoded text; `None` if it is invalid.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let [high, low] = [rest.next()?, rest.next()?].map(|byte| char::from(byte).to_digit(16));
                (16 * high? + low?) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Listens at the loopback device: at this port, or at any free one except that of the last start.
///
/// # Errors
/// The port is taken, or none is free.
pub(super) async fn listen(port: Option<u16>, last: Option<u16>) -> std::io::Result<(TcpListener, SocketAddr)> {
    let place = SocketAddr::from(([127, 0, 0, 1], port.unwrap_or(0)));
    let mut listener = TcpListener::bind(place).await?;
    if port.is_none() && last == Some(listener.local_addr()?.port()) {
        // The first port is still held, so the system gives another one.
        listener = TcpListener::bind(place).await?;
    }
    let address = listener.local_addr()?;
    Ok((listener, address))
}

#[cfg(test)]
mod tests {
    use super::{decode, listen, parameter};

    #[test]
    fn a_free_port_is_not_the_last_one_and_a_port_that_is_asked_for_is_taken() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (listener, address) = listen(None, None).await.unwrap();
            assert!(listen(Some(address.port()), None).await.is_err(), "it is taken");
            drop(listener);
            for _ in 0..8 {
                assert_ne!(listen(None, Some(address.port())).await.unwrap().1.port(), address.port());
            }
            assert_eq!(listen(Some(address.port()), Some(address.port())).await.unwrap().1.port(), address.port());
        });
    }

    #[test]
    fn parameters_are_found_by_their_whole_names() {
        let query = "names=3&name=a%20b&other";
        assert_eq!(parameter(query, "name").as_deref(), Some("a b"));
        assert_eq!(parameter(query, "names").as_deref(), Some("3"));
        for absent in ["nam", "other", "b"] {
            assert_eq!(parameter(query, absent), None, "{absent}");
        }
    }

    #[test]
    fn names_are_decoded_or_refused() {
        assert_eq!(decode("a%20b%C3%A9.ggf").as_deref(), Some("a bé.ggf"));
        for wrong in ["%", "%4", "%zz", "%ff", "%+1"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
