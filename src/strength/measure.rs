//! Many games judged at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Game, judge};
use crate::board::{Color, Game as Moves};
use crate::players::{Personality, Tester, TesterError};

/// Judges the moves of one side of each game up to move `last`, on this many threads; `progress` is called after each game. The results are in
/// the order of the games and do not depend on the threads.
///
/// # Errors
/// The personality cannot be a tester.
pub fn measure(
    games: &[(Moves, Color)],
    tester: &Personality,
    last: u32,
    threads: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Game>, TesterError> {
    Tester::new(tester)?;
    let next = AtomicUsize::new(0);
    let judged = Mutex::new(vec![Game::default(); games.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, games.len().max(1)) {
            scope.spawn(|| {
                let Ok(mut tester) = Tester::new(tester) else { return };
                while let number = next.fetch_add(1, Ordering::Relaxed)
                    && let Some((game, color)) = games.get(number)
                {
                    let found = Game::of(&judge(game, *color, last, &mut tester));
                    judged.lock().expect("no thread panics while it holds the list")[number] = found;
                    progress();
                }
            });
        }
    });
    Ok(judged.into_inner().expect("the threads have ended"))
}
