//! Positions from other games, for learning in addition to those from self-play. Players and results are ignored.

use std::collections::HashSet;

use super::sample::Sample;
use crate::record::GameRecord;

/// Every position with a legal move in these games, each once, in order of occurrence. The labels are 0.
#[must_use]
pub(crate) fn positions<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Vec<Sample> {
    let mut seen = HashSet::new();
    let boards = games.into_iter().flat_map(|game| game.game().history().iter().map(|(board, _)| board.position));
    boards
        .filter(|position| position.moves() != 0 && seen.insert((position.own, position.opp)))
        .map(|position| Sample { position, label: 0 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript;

    #[test]
    fn each_position_is_there_once_and_has_a_move() {
        let games = ["f5d6c3d3c4", "f5d6c4d3", "f5d6c3d3"].map(|text| transcript::parse(text).unwrap());
        let samples = positions(&games);
        // The positions are the start, those after f5, d6, c3 and d3, those after c4, and the one after d3 in the
        // second game.
        assert_eq!(samples.len(), 6, "{samples:?}");
        assert!(samples.iter().all(|sample| sample.position.moves() != 0 && sample.label == 0));
        assert_eq!(samples[0].position, crate::board::Position::START);
    }
}
