//! The warning about games on a busy machine.

use super::Error;
use super::folder::Folder;

/// A warning is given from this share of moves that waited for a processor.
const TOLD: f64 = 0.05;

/// Lines that warn of games by the wall's time in which many moves waited for a processor, or which were played again
/// for that; none if there were few.
///
/// # Errors
///
/// The games cannot be read.
pub(crate) fn busy(folder: &Folder) -> Result<Vec<String>, Error> {
    let mut moves = 0;
    let mut waited = 0;
    for game in folder.journal.whole() {
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

/// A line on games that were played again because the machine was busy; `None` if there are none.
fn repeats(folder: &Folder) -> Option<String> {
    let repeated: u32 = folder.journal.games().map(|game| game.attempt - 1).sum();
    let faults = folder.journal.games().filter_map(|game| game.fault.as_ref());
    let remaining = faults.filter(|fault| fault.queued.is_some()).count();
    (repeated > 0 || remaining > 0).then(|| {
        format!(
            "games played again because an engine lost on time that had waited for a core for longer than it was \
             late: {repeated}; such losses that remain: {remaining}"
        )
    })
}
