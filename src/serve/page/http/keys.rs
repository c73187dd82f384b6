//! The key of this run of the program, and the tickets with which a browser gets it.
//!
//! The key is new at each start, so stored keys become useless: after the program has ended, another user's server can
//! take the port and read what browsers have stored for this address. The key is never an argument of a program,
//! because other users of this machine can read arguments. A *ticket* can be one: it opens the browser, and it is valid
//! once and for a short time.

use std::time::{Duration, Instant};

/// The longest time that a browser may take to start.
const TICKET: Duration = Duration::from_secs(120);
/// The most tickets that are valid at a time.
const MOST: usize = 32;

#[derive(Debug)]
pub(crate) struct Keys {
    key: String,
    tickets: Vec<(String, Instant)>,
}

impl Keys {
    /// A new key without tickets.
    #[must_use]
    pub(crate) fn new() -> Keys {
        Keys { key: chance(), tickets: Vec::new() }
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
        self.tickets.drain(..self.tickets.len().saturating_sub(MOST));
        ticket
    }

    /// Returns the key to a browser that has it or a ticket.
    pub(crate) fn enter(&mut self, given: &str) -> Option<String> {
        let mut tickets = self.tickets.iter();
        let place = tickets.position(|(ticket, made)| is_same(given, ticket) && made.elapsed() < TICKET);
        if let Some(place) = place {
            self.tickets.remove(place);
        }
        (place.is_some() || self.is_key(given)).then(|| self.key.clone())
    }
}

/// A random text that cannot be guessed.
fn chance() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Compares in constant time, wherever the texts differ.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_good_once_and_a_key_for_one_run() {
        let mut keys = Keys::new();
        let ticket = keys.ticket();
        let key = keys.enter(&ticket).unwrap();
        assert_eq!((keys.is_key(&key), keys.enter(&key), keys.enter(&ticket)), (true, Some(key.clone()), None));
        let mut later = Keys::new();
        let unused = keys.ticket();
        assert_eq!((later.is_key(&key), later.enter(&key), later.enter(&unused)), (false, None, None));
        // Only the latest tickets are valid.
        (0..MOST).for_each(|_| drop(keys.ticket()));
        assert_eq!(keys.enter(&unused), None);
    }
}
