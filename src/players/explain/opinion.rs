//! A tester's opinion of another player's move.

use super::{Explanation, Seen};
use crate::board::{Game, Move, Position};
use crate::players::tester::best;
use crate::players::{Personality, Player, Tester, TesterError};
use crate::search::{Report, Stop};

/// A tester's view of one move.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    /// The tester's name.
    pub tester: String,
    /// Its best move: the played one if none is better.
    pub best: Move,
    /// What the move loses, in points of the tester, 0 or more.
    pub loss: f64,
    /// 1 plus the number of moves that it prefers.
    pub rank: usize,
    /// Legal moves.
    pub choices: usize,
}

/// A tester that is asked for opinions.
#[derive(Debug)]
pub struct Critic {
    name: String,
    tester: Tester,
}

impl Critic {
    /// # Errors
    /// The personality cannot be a tester.
    pub fn new(tester: &Personality) -> Result<Critic, TesterError> {
        Ok(Critic { name: tester.name.clone(), tester: Tester::new(tester)? })
    }

    /// A player's reasons for or against a move, as [`Player::explain`] gives them, with the critic's opinion if both
    /// play by the same rule. `None` also if stopped.
    pub fn explain(
        &mut self,
        player: &mut dyn Player,
        game: &Game,
        report: &Report,
        mv: Move,
        stop: &Stop,
    ) -> Option<Explanation> {
        let mut explanation = player.explain(game, report, mv, stop)?;
        explanation.seen = Seen::of(&game.board().position, mv);
        if player.objective() == self.tester.objective() {
            explanation.opinion = self.opinion(&game.board().position, mv, stop);
        }
        (!stop.is_stopped()).then_some(explanation)
    }

    /// The tester's opinion of a legal move; `None` without a choice, or if stopped.
    pub fn opinion(&mut self, position: &Position, mv: Move, stop: &Stop) -> Option<Opinion> {
        let values = self.tester.values(position, stop)?;
        let played = values.iter().find(|valued| valued.mv == mv)?.worth;
        if values.len() < 2 {
            return None;
        }
        let top = best(&values)?;
        let preferred = if played == top { mv } else { values.iter().find(|valued| valued.worth == top)?.mv };
        let better = values.iter().filter(|valued| valued.worth > played).count();
        Some(Opinion {
            tester: self.name.clone(),
            best: preferred,
            loss: self.tester.loss(top, played),
            rank: 1 + better,
            choices: values.len(),
        })
    }
}
