//! The warning about games on a busy machine.

use super::Error;
use super::folder::Folder;

/// The least share of moves that waited for a processor that is worth a warning.
const TOLD: f64 = 0.05;

/// A line that warns of games by the wall's time in which many moves waited for a processor; `None` if few did.
///
/// # Errors
///
/// The games cannot be read.
pub(crate) fn busy(folder: &Folder) -> Result<Option<String>, Error> {
    let (mut moves, mut waited) = (0, 0);
    for game in folder.journal.whole() {
        let (of_game, that_waited) = game?.waits();
        moves += of_game;
        waited += that_waited;
    }
    let share = waited as f64 / moves.max(1) as f64;
    Ok((share > TOLD).then(|| {
        format!(
            "the machine was busy: {:.0} % of the moves waited for a core for more than a tenth of their time; \
             --clock cpu does not count that",
            100.0 * share
        )
    }))
}
