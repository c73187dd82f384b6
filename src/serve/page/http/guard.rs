//! Who is served: this machine's own page and nobody else.
//!
//! A page of any other site can make the browser send requests here. It cannot choose their `Host` (but its own name
//! may be made to point here, which is DNS rebinding), nor their `Origin`, nor can it read the secret that the page was
//! opened with.

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{Request, StatusCode};

use super::respond::Refused;

/// The header in which the page sends the secret.
pub const SECRET: HeaderName = HeaderName::from_static("x-rival");
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What requests are held against.
#[derive(Debug)]
pub struct Guard {
    /// `127.0.0.1:PORT` and `localhost:PORT`.
    hosts: Vec<String>,
    secret: String,
}

impl Guard {
    #[must_use]
    pub fn new(port: u16, secret: String) -> Guard {
        Guard { hosts: vec![format!("127.0.0.1:{port}"), format!("localhost:{port}")], secret }
    }

    /// Refuses a request that does not come from the page.
    ///
    /// # Errors
    /// The answer that refuses it.
    pub fn admit<B>(&self, request: &Request<B>) -> Result<(), Refused> {
        let headers = request.headers();
        let Some(host) = self.host(headers) else {
            return Err(Refused::new(
                StatusCode::MISDIRECTED_REQUEST,
                "found another host, expected 127.0.0.1 with its port",
            ));
        };
        let site = one(headers, &FETCH_SITE).unwrap_or(Some("none"));
        // A link, or an address that was typed in, comes from nowhere.
        let is_own = matches!(site, Some("same-origin" | "none"));
        let origin = match one(headers, &ORIGIN) {
            None => true,
            Some(origin) => origin.and_then(|origin| origin.strip_prefix("http://")) == Some(host),
        };
        let is_api = request.uri().path().starts_with("/api");
        if !origin || (is_api && !is_own) {
            return Err(Refused::new(StatusCode::FORBIDDEN, "found another origin, expected the page itself"));
        }
        if is_api {
            let given = one(headers, &SECRET).flatten().unwrap_or_default();
            if !is_same(given.as_bytes(), self.secret.as_bytes()) {
                return Err(Refused::new(
                    StatusCode::UNAUTHORIZED,
                    "found another secret, expected that of the address",
                ));
            }
        }
        Ok(())
    }

    /// The request's host, if it is one of ours.
    fn host<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        one(headers, &HOST)?.filter(|host| self.hosts.iter().any(|own| own == host))
    }
}

/// A header that may stand once: `None` without it, `Some(None)` if it stands twice or is not text.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(if values.next().is_some() { None } else { first.to_str().ok() })
}

/// Compares in a time that does not depend on where the difference is.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(path: &str, headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Guard::new(99, "secret".to_owned()).admit(&request.body(()).unwrap()).is_ok()
    }

    #[test]
    fn only_the_page_itself_is_admitted() {
        let host = ("host", "127.0.0.1:99");
        let secret = ("x-rival", "secret");
        assert!(admitted("/", &[host]) && admitted("/", &[("host", "localhost:99")]));
        assert!(admitted("/api", &[host, secret]));
        assert!(admitted("/api", &[host, secret, ("origin", "http://127.0.0.1:99")]));
        assert!(admitted("/api", &[host, secret, ("sec-fetch-site", "same-origin")]));
        for (path, headers) in [
            ("/", &[][..]),
            ("/", &[("host", "127.0.0.1")]),
            ("/", &[("host", "127.0.0.1:98")]),
            ("/", &[("host", "evil.example:99")]),
            ("/", &[host, host]),
            ("/", &[host, ("origin", "http://evil.example")]),
            ("/", &[host, ("origin", "null")]),
            ("/", &[host, ("origin", "http://localhost:99")]),
            ("/", &[host, ("origin", "https://127.0.0.1:99")]),
            ("/api", &[host]),
            ("/api", &[host, ("x-rival", "Secret")]),
            ("/api", &[host, ("x-rival", "secre")]),
            ("/api", &[host, secret, secret]),
            ("/api", &[host, secret, ("sec-fetch-site", "cross-site")]),
            ("/api", &[host, secret, ("sec-fetch-site", "same-site")]),
            ("/api/events", &[host]),
        ] {
            assert!(!admitted(path, headers), "{path} {headers:?}");
        }
    }
}
