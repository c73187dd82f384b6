//! Room for a number of connections. If it is full, the connection that has waited longest for a request is closed, so
//! a client with hundreds of idle connections does not block others.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::Notify;

/// All connections.
#[derive(Debug)]
pub(super) struct Places {
    most: usize,
    book: Mutex<Book>,
}

#[derive(Debug, Default)]
struct Book {
    /// Connections that wait for a request, in the order in which they began to wait.
    waiting: BTreeMap<u64, Arc<Notify>>,
    /// The number of connections with the key that are being served.
    answered: usize,
    next: u64,
}

impl Book {
    fn wait(&mut self, leave: &Arc<Notify>) -> u64 {
        self.next += 1;
        self.waiting.insert(self.next, leave.clone());
        self.next
    }
}

/// One connection.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    /// Notified when this connection must close.
    leave: Arc<Notify>,
    /// The number under which it waits. While it is served the number is an old one.
    number: Mutex<u64>,
}

impl Places {
    pub(super) fn new(most: usize) -> Arc<Places> {
        Arc::new(Places { most, book: Mutex::default() })
    }

    /// A place for a new connection; `None` if all others are being served.
    pub(super) fn take(self: &Arc<Places>) -> Option<Arc<Place>> {
        let mut book = lock(&self.book);
        if book.answered + book.waiting.len() >= self.most {
            book.waiting.pop_first()?.1.notify_one();
        }
        let leave = Arc::new(Notify::new());
        let number = Mutex::new(book.wait(&leave));
        Some(Arc::new(Place { places: self.clone(), leave, number }))
    }
}

impl Place {
    /// Waits until this connection must close.
    pub(super) async fn left(&self) {
        self.leave.notified().await;
    }

    /// Notes a request. With the key, the connection stays until the answer is dropped. Without it, only connections
    /// that have been idle longer are closed first. `None` if it must close already.
    pub(super) fn answer(self: &Arc<Place>, is_keyed: bool) -> Option<Answering> {
        let mut book = lock(&self.places.book);
        let mut number = lock(&self.number);
        book.waiting.remove(&*number)?;
        if is_keyed {
            book.answered += 1;
        } else {
            *number = book.wait(&self.leave);
        }
        Some(Answering(is_keyed.then(|| self.clone())))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.places.book).waiting.remove(&*lock(&self.number));
    }
}

/// A connection that is being served, unless it must close.
#[derive(Debug)]
pub(super) struct Answering(Option<Arc<Place>>);

impl Drop for Answering {
    fn drop(&mut self) {
        let Some(place) = &self.0 else { return };
        let mut book = lock(&place.places.book);
        book.answered -= 1;
        *lock(&place.number) = book.wait(&place.leave);
    }
}

/// Locks a mutex. No thread panics while it holds one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The body of an answer. It is dropped when it has been sent completely.
#[derive(Debug)]
pub(super) struct AnswerBody<B>(
    pub B,
    #[expect(dead_code, reason = "held as long as the body is")] pub Option<Answering>,
);

impl<B: Body + Unpin> Body for AnswerBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.0).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::Full;
    use hyper::body::Bytes;

    use super::*;

    #[test]
    fn an_answer_has_the_length_and_the_end_of_its_body() {
        let [empty, four] = ["", "four"].map(|text| AnswerBody(Full::new(Bytes::from(text)), None));
        assert!(empty.is_end_stream() && !four.is_end_stream());
        assert_eq!(four.size_hint().exact(), Some(4));
    }

    #[test]
    fn who_waits_longest_gives_way_and_who_is_answered_does_not() {
        let places = Places::new(2);
        let [first, second] = [(); 2].map(|()| places.take().unwrap());
        let answer = first.answer(true).unwrap();
        // The second connection waits, and closes for a third.
        let third = places.take().unwrap();
        assert!(second.answer(true).is_none());
        drop(second);
        let other = third.answer(true).unwrap();
        assert!(places.take().is_none(), "both are answered");
        // Now the first one waits again, as the only one.
        drop(answer);
        let fourth = places.take().unwrap();
        assert!(first.answer(true).is_none());
        drop((other, third));
        assert!(places.take().is_some() && fourth.answer(true).is_some());
        assert_eq!(lock(&places.book).answered, 0);
        // A client without the key does not wait behind idle ones, but may be closed while it is served.
        let [fifth, sixth] = [(); 2].map(|()| places.take().unwrap());
        let answer = fifth.answer(false).unwrap();
        let seventh = places.take().unwrap();
        assert!(sixth.answer(false).is_none() && fifth.answer(false).is_some());
        let eighth = places.take().unwrap();
        assert!(seventh.answer(false).is_none() && eighth.answer(true).is_some());
        drop(answer);
    }
}
