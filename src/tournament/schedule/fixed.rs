//! Round robins and gauntlets.

use super::Stage;

/// Two engines, by their places.
pub(super) type Pairing = (usize, usize);

/// Blocks of encounters, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Fixed(Vec<Block>);

/// In each round every pairing of the block meets once, so a shortened tournament is balanced.
#[derive(Debug, Clone)]
struct Block {
    pairings: Vec<Pairing>,
    first_round: usize,
    rounds: usize,
}

impl Block {
    fn encounters(&self) -> usize {
        self.pairings.len() * self.rounds
    }
}

impl Fixed {
    /// A stage begins with the games that its new engines missed, and continues with new rounds of all.
    pub(super) fn new(stages: &[Stage], games_each: usize, challengers: Option<usize>) -> Fixed {
        let all = |engines: usize| -> Vec<Pairing> {
            let first = 0..challengers.unwrap_or(engines).min(engines);
            let second = |first: usize| challengers.unwrap_or(first + 1).max(first + 1)..engines;
            first.flat_map(|first| second(first).map(move |second| (first, second))).collect()
        };
        let mut blocks = Vec::new();
        let (mut engines, mut rounds) = (0, 0);
        for stage in stages {
            let pairings = all(stage.engines);
            let new = pairings.iter().copied().filter(|&(_, second)| second >= engines);
            if rounds > 0 {
                blocks.push(Block { pairings: new.collect(), first_round: 0, rounds });
            }
            let more = (stage.games / games_each).saturating_sub(rounds);
            blocks.push(Block { pairings, first_round: rounds, rounds: more });
            (engines, rounds) = (stage.engines, rounds + more);
        }
        blocks.retain(|block| block.encounters() > 0);
        Fixed(blocks)
    }

    pub(super) fn encounters(&self) -> usize {
        self.0.iter().map(Block::encounters).sum()
    }

    /// The pairing and the round of an encounter.
    pub(super) fn pairing(&self, encounter: usize) -> Option<(Pairing, usize)> {
        let mut rest = encounter;
        for block in &self.0 {
            if rest < block.encounters() {
                let (round, at) = (rest / block.pairings.len(), rest % block.pairings.len());
                return Some((block.pairings[at], block.first_round + round));
            }
            rest -= block.encounters();
        }
        None
    }
}
