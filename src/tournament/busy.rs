//! The warning about games on a busy machine.

use super::Error;
use super::folder::Folder;

/// The share of moves that waited for a processor from which a warning is given.
const TOLD: f64 = 0.05;

/// Warnings about games timed by wall clock: many moves waited for a processor, or games were replayed for that reason.
///
/// # Errors
///
/// The games cannot be read.
pub(super) fn busy(folder: &Folder) -> Result<Vec<String>, Error> {
    let mut moves = 0;
    let mut waited = 0;
    for game in folder.counted() {
        let (game_moves, game_waited) = game?.waits();
        moves += game_moves;
        waited += game_waited;
    }
    let share = waited as f64 / moves.max(1) as f64;
    let waits = (share > TOLD).then(|| {
        format!(
            "the machine was busy: {:.0} % of the moves waited for a core for more than a tenth of their time; \
             --clock cpu does not count that",
            100.0 * share
        )
    });
    Ok(waits.into_iter().chain(repeats(folder)).collect())
}

/// A line about games that were replayed because the machine was busy; `None` if there are none.
fn repeats(folder: &Folder) -> Option<String> {
    let repeated: u32 = folder.journal.games().map(|game| game.attempt - 1).sum();
    let faults = folder.journal.games().filter_map(|game| game.fault.as_ref());
    let remaining = faults.filter(|fault| fault.queued.is_some()).count();
    (repeated > 0 || remaining > 0).then(|| {
        format!(
            "games repeated because an engine lost on time only by waiting for a core: {repeated}; losses of this kind \
             that remain: {remaining}"
        )
    })
}
