//! Random openings.

use std::collections::HashSet;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::Opening;
use crate::board::random::opening;

/// The number of consecutive failures, such as known openings, after which random play gives up.
const TRIES: usize = 2000;

/// Distinct positions after uniformly random plies: as many as needed, or all that were found.
pub(super) fn random(plies: usize, seed: u64, needed: usize) -> Vec<Opening> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut list = Vec::new();
    let mut failures = 0;
    while list.len() < needed.max(1) && failures < TRIES {
        let game = opening(plies, &mut rng);
        if !game.is_over() && game.history().len() == plies && seen.insert(*game.board()) {
            list.push(game);
            failures = 0;
        } else {
            failures += 1;
        }
    }
    list
}
