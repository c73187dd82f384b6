//! Answers, with headers that protect the page.

use std::convert::Infallible;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION};
use hyper::{Response, StatusCode};
use serde::Serialize;

use crate::serve::page::ask::Refusal;
use crate::serve::page::hub::Events;
use crate::serve::page::tell::AnswerOrRefusal;

pub(super) type Answer = Response<UnsyncBoxBody<Bytes, Infallible>>;

/// Headers of every answer. They forbid loading or sending anything elsewhere, scripts inside the page, and showing the
/// page inside another one.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Adds the headers of every answer. The connection of a refused client is closed.
pub(super) fn with_headers(mut answer: Answer) -> Answer {
    let is_refused = answer.status().is_client_error() || answer.status().is_server_error();
    let headers = answer.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if is_refused {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}

fn answer(status: StatusCode, kind: &'static str, bytes: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(bytes.into()).boxed_unsync());
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// A refused request: the status and the reason, in a line.
#[derive(Debug)]
pub struct HttpError(pub StatusCode, pub String);

impl HttpError {
    pub fn new(status: StatusCode, text: impl Into<String>) -> HttpError {
        HttpError(status, text.into())
    }
}

impl From<HttpError> for Answer {
    fn from(HttpError(status, text): HttpError) -> Answer {
        text_answer(status, &text)
    }
}

/// An answer with one line of text.
pub(super) fn text_answer(status: StatusCode, text: &str) -> Answer {
    answer(status, "text/plain; charset=utf-8", format!("{text}\n"))
}

/// The desk's answer as JSON. A refusal is a normal answer, because the page has words for it.
pub(super) fn json(result: Result<impl Serialize, Refusal>) -> Answer {
    let text = serde_json::to_string(&AnswerOrRefusal::from(result)).expect("strings and numbers are JSON");
    answer(StatusCode::OK, "application/json", text)
}

/// A file of the page. The browser asks for it each time, which is cheap here, so that a new version of the program
/// shows at once.
pub(super) fn asset(kind: &'static str, bytes: &'static [u8]) -> Answer {
    let mut answer = answer(StatusCode::OK, kind, Bytes::from_static(bytes));
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

/// Redirects to another address of the page, which is ASCII.
pub(super) fn elsewhere(address: &str) -> Answer {
    let mut answer = text_answer(StatusCode::TEMPORARY_REDIRECT, address);
    answer.headers_mut().extend(HeaderValue::from_str(address).ok().map(|address| (LOCATION, address)));
    answer
}

/// The answer with the endless stream of events.
pub(super) fn events(events: Events) -> Answer {
    let mut answer = Response::new(events.boxed_unsync());
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    answer
}
