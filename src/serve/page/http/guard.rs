//! The guard of the server. It admits only requests of this machine's own page.
//!
//! A page of any other site can make the browser send requests here. It cannot choose their `Host` (but its own name
//! may point here: DNS rebinding) or their `Origin`, and it cannot read the page's key.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{Method, Request, StatusCode};

use super::keys::Keys;
use super::respond::HttpError;

/// The header in which the page sends the key.
pub(super) const KEY: HeaderName = HeaderName::from_static("x-rival");
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The path to which the page sends a ticket or the key.
pub(super) const ENTER: &str = "/api/enter";

/// The key and the hosts that requests must have.
#[derive(Debug)]
pub(crate) struct Guard {
    port: u16,
    keys: Mutex<Keys>,
}

impl Guard {
    #[must_use]
    pub(crate) fn new(port: u16) -> Guard {
        Guard { port, keys: Mutex::new(Keys::new()) }
    }

    pub(crate) fn keys(&self) -> MutexGuard<'_, Keys> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address of the page, without a key.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// True if a browser uses the page at `localhost`. The page has one address, because a browser stores its data,
    /// including the key, by address.
    pub(crate) fn is_beside<B>(&self, request: &Request<B>) -> bool {
        let host = one(request.headers(), &HOST).flatten();
        request.method() == Method::GET && host == Some(&*format!("localhost:{}", self.port))
    }

    /// True if the request has the key.
    pub(crate) fn is_keyed<B>(&self, request: &Request<B>) -> bool {
        self.keys().is_key(one(request.headers(), &KEY).flatten().unwrap_or_default())
    }

    /// Refuses a request that does not come from the page.
    ///
    /// # Errors
    /// The error is the answer that refuses it.
    pub(crate) fn admit<B>(&self, request: &Request<B>) -> Result<(), HttpError> {
        let headers = request.headers();
        let own_host = format!("127.0.0.1:{}", self.port);
        if one(headers, &HOST).flatten() != Some(&own_host) {
            return Err(HttpError::new(
                StatusCode::MISDIRECTED_REQUEST,
                "found another host, expected 127.0.0.1 with its port",
            ));
        }
        let site = one(headers, &FETCH_SITE).unwrap_or(Some("none"));
        // A link or a typed address has no origin.
        let is_own = matches!(site, Some("same-origin" | "none"));
        let origin = match one(headers, &ORIGIN) {
            None => true,
            Some(origin) => origin.and_then(|origin| origin.strip_prefix("http://")) == Some(&own_host),
        };
        let is_api = request.uri().path().starts_with("/api");
        if !origin || (is_api && !is_own) {
            return Err(HttpError::new(StatusCode::FORBIDDEN, "found another origin, expected the page itself"));
        }
        if is_api && request.uri().path() != ENTER && !self.is_keyed(request) {
            return Err(HttpError::new(StatusCode::UNAUTHORIZED, "found another key, expected that of the address"));
        }
        Ok(())
    }
}

/// A header that may appear once: `None` without it, `Some(None)` if it appears twice or is not text.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(if values.next().is_some() { None } else { first.to_str().ok() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(path: &str, headers: &[(&str, &str)]) -> Request<()> {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    #[test]
    fn only_the_page_itself_is_admitted() {
        let host = ("host", "127.0.0.1:99");
        let guard = Guard::new(99);
        let key = guard.keys().key().to_owned();
        let right = ("x-rival", &*key);
        for (path, headers) in [
            ("/", &[host][..]),
            (ENTER, &[host]),
            ("/api", &[host, right]),
            ("/api", &[host, right, ("origin", "http://127.0.0.1:99")]),
            ("/api", &[host, right, ("sec-fetch-site", "same-origin")]),
        ] {
            assert!(guard.admit(&request(path, headers)).is_ok(), "{path} {headers:?}");
        }
        let beside = ("host", "localhost:99");
        assert!(guard.is_beside(&request("/", &[beside])) && !guard.is_beside(&request("/", &[beside, beside])));
        for (path, headers) in [
            ("/", &[][..]),
            ("/", &[("host", "127.0.0.1")]),
            ("/", &[("host", "127.0.0.1:98")]),
            ("/", &[beside]),
            ("/", &[("host", "evil.example:99")]),
            ("/", &[host, host]),
            ("/", &[host, ("origin", "http://evil.example")]),
            ("/", &[host, ("origin", "null")]),
            ("/", &[host, ("origin", "http://localhost:99")]),
            ("/", &[host, ("origin", "https://127.0.0.1:99")]),
            ("/api", &[host]),
            ("/api", &[host, ("x-rival", &key.to_uppercase().replace(char::is_numeric, "A"))]),
            ("/api", &[host, ("x-rival", &key[1..])]),
            ("/api", &[host, right, right]),
            ("/api", &[host, right, ("sec-fetch-site", "cross-site")]),
            ("/api", &[host, right, ("sec-fetch-site", "same-site")]),
            ("/api/events", &[host]),
            ("/api/enter/", &[host]),
            (ENTER, &[host, ("origin", "http://evil.example")]),
            (ENTER, &[host, ("sec-fetch-site", "cross-site")]),
        ] {
            assert!(guard.admit(&request(path, headers)).is_err(), "{path} {headers:?}");
        }
    }
}
