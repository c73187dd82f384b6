//! What lets a browser in: it is handed in once, and the key for this run of the program comes back.
//!
//! The key is new at each start, and never an argument of a program: other users of this machine can read those. A
//! *ticket* is: it opens the browser, is good once, and only for a short time. A *pass* is what a browser keeps to get
//! in after the next start, so that open pages follow; it is good once too, and a new one comes with the key.

use std::time::{Duration, Instant};

use crate::serve::page::store::{Files, Storage};

/// How long a browser may take to start.
const TICKET: Duration = Duration::from_secs(120);
/// The most tickets that are valid, and the most browsers that are known, at a time.
const MOST: usize = 32;
const PASSES: &str = "passes.json";

#[derive(Debug)]
pub(crate) struct Passes {
    files: Files,
    key: String,
    tickets: Vec<(String, Instant)>,
    /// Of the browsers that have been let in, the latest one last.
    passes: Vec<String>,
}

/// What a browser gets that is let in.
#[derive(Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Entered {
    /// Sent with every request while the program runs.
    key: String,
    /// Handed in after the next start.
    pass: String,
}

impl Passes {
    #[must_use]
    pub(crate) fn new(files: Files) -> Passes {
        let passes = files.read(PASSES).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        Passes { files, key: chance(), tickets: Vec::new(), passes }
    }

    /// The key of this run.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    pub(crate) fn is_key(&self, given: &str) -> bool {
        is_same(given, &self.key)
    }

    /// A new ticket.
    pub(crate) fn ticket(&mut self) -> String {
        self.tickets.retain(|(_, made)| made.elapsed() < TICKET);
        let ticket = chance();
        self.tickets.push((ticket.clone(), Instant::now()));
        keep_latest(&mut self.tickets);
        ticket
    }

    /// Lets in a browser that shows the key, a ticket or a pass.
    pub(crate) fn enter(&mut self, given: &str) -> Option<Entered> {
        let is_ticket = |(ticket, made): &(String, Instant)| is_same(given, ticket) && made.elapsed() < TICKET;
        let used_ticket = self.tickets.iter().position(is_ticket).map(|at| self.tickets.remove(at));
        let used_pass = self.passes.iter().position(|pass| is_same(given, pass)).map(|at| self.passes.remove(at));
        if used_ticket.is_none() && used_pass.is_none() && !self.is_key(given) {
            return None;
        }
        let pass = chance();
        self.passes.push(pass.clone());
        keep_latest(&mut self.passes);
        // What cannot be kept is not good after the next start: then the page says how to get in.
        let text = serde_json::to_string(&self.passes).expect("strings are JSON");
        let _ = self.files.write_private(PASSES, &text);
        Some(Entered { key: self.key.clone(), pass })
    }
}

fn keep_latest<T>(all: &mut Vec<T>) {
    all.drain(..all.len().saturating_sub(MOST));
}

/// What nobody can guess.
fn chance() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Compares in a time that does not depend on where the difference is.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_good_once_and_for_another_start() {
        let folder = tempfile::tempdir().unwrap();
        let start = || Passes::new(Files::new(folder.path()));
        let mut passes = start();
        let ticket = passes.ticket();
        let first = passes.enter(&ticket).unwrap();
        assert_eq!((passes.is_key(&first.key), passes.enter(&ticket)), (true, None));
        let mut later = start();
        assert_eq!((later.is_key(&first.key), later.enter(&first.key)), (false, None));
        let second = later.enter(&first.pass).unwrap();
        assert_eq!((later.is_key(&second.key), later.enter(&first.pass)), (true, None));
        // Only the latest ones are known.
        let key = later.key().to_owned();
        (0..MOST).for_each(|_| drop(later.enter(&key)));
        assert_eq!((later.enter(&second.pass), start().passes.len()), (None, MOST));
        let old = later.ticket();
        (0..MOST).for_each(|_| drop(later.ticket()));
        assert_eq!(later.enter(&old), None);
    }
}
