//! The seeds of the games of one session.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A seed for each game: the session's for the first one, derived seeds for the others.
#[derive(Debug, Clone)]
pub(in crate::serve) struct Seeds {
    rng: ChaCha8Rng,
    /// The seed of the current game until the player gets it.
    untold: Option<u64>,
}

impl Seeds {
    pub(in crate::serve) fn new(seed: u64) -> Seeds {
        Seeds { rng: ChaCha8Rng::seed_from_u64(seed), untold: Some(seed) }
    }

    /// Begins a new game. A game without a request to the player uses no seed, because GUIs often clear the board
    /// without playing.
    pub(in crate::serve) fn next_game(&mut self) {
        if self.untold.is_none() {
            self.untold = Some(self.rng.next_u64());
        }
    }

    /// Sets the seed of the next game, which the client decides.
    pub(in crate::serve) fn set(&mut self, seed: u64) {
        self.untold = Some(seed);
    }

    /// The seed of a game. It is returned once, when the player is first needed.
    pub(in crate::serve) fn take(&mut self) -> Option<u64> {
        self.untold.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_game_has_the_sessions_seed_and_each_later_one_its_own() {
        let mut seeds = Seeds::new(5);
        assert_eq!((seeds.take(), seeds.take()), (Some(5), None));
        let later = [(); 2].map(|()| {
            seeds.next_game();
            seeds.take().unwrap()
        });
        assert!(!later.contains(&5) && later[0] != later[1], "{later:?}");
    }
}
