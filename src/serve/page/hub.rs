//! The topics that every open page shows, pushed as server-sent events.
//!
//! The state has a few topics, each a JSON text with a rising number. A reader gets the topics that have changed since
//! it last read. A slow reader misses steps in between but never the last state, and nothing piles up.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame};
use tokio::sync::{mpsc, watch};

/// Topics with their numbers and texts.
type Topics = BTreeMap<&'static str, (u64, Arc<str>)>;

/// The state of all topics.
#[derive(Debug, Clone)]
pub(super) struct Hub {
    topics: watch::Sender<Topics>,
    /// The number of readers so far.
    visits: Arc<AtomicU64>,
}

/// The interval of lines that keep a quiet connection alive and show whether its reader has left.
const QUIET: Duration = Duration::from_secs(15);

impl Default for Hub {
    fn default() -> Hub {
        Hub { topics: watch::Sender::new(Topics::new()), visits: Arc::default() }
    }
}

impl Hub {
    /// Sets a topic. The same text again changes nothing.
    pub(super) fn put(&self, topic: &'static str, text: String) {
        self.topics.send_if_modified(|topics| {
            let (number, known) = topics.entry(topic).or_insert_with(|| (0, Arc::from("")));
            let is_new = **known != *text;
            if is_new {
                *number += 1;
                *known = Arc::from(text);
            }
            is_new
        });
    }

    /// The number of readers.
    pub(super) fn readers(&self) -> usize {
        self.topics.receiver_count()
    }

    /// The number of all readers since the start.
    pub(super) fn visits(&self) -> u64 {
        self.visits.load(Relaxed)
    }

    /// The events for one reader: first all topics, then changed ones.
    pub(super) fn events(&self) -> Events {
        let mut topics = self.topics.subscribe();
        self.visits.fetch_add(1, Relaxed);
        let (sender, events) = mpsc::channel::<Bytes>(1);
        tokio::spawn(async move {
            let mut seen: BTreeMap<&'static str, u64> = BTreeMap::new();
            loop {
                let mut text = String::new();
                for (topic, (number, value)) in topics.borrow_and_update().iter() {
                    if seen.insert(topic, *number) != Some(*number) {
                        // Writing to a string cannot fail. The JSON contains no line ends.
                        let _ = write!(text, "event: {topic}\ndata: {value}\n\n");
                    }
                }
                if text.is_empty() {
                    text.push_str(": still here\n\n");
                }
                if sender.send(Bytes::from(text)).await.is_err() {
                    return;
                }
                tokio::select! {
                    changed = topics.changed() => if changed.is_err() { return },
                    () = tokio::time::sleep(QUIET) => {}
                    () = sender.closed() => return,
                }
            }
        });
        Events(events)
    }
}

/// The body of an endless response.
#[derive(Debug)]
pub(super) struct Events(mpsc::Receiver<Bytes>);

impl Body for Events {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
