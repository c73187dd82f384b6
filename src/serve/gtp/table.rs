//! The game as GTP's two styles of passing see it.

use crate::board::{Board, Color, Game, IllegalMove, Move};

/// A game that takes moves of either colour in either style, and takes back whole commands.
///
/// Changed only by what is accepted: after an error it is what it was.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    game: Game,
    /// For each accepted move: how many moves of the game it made (2 with an implied pass, 0 for a pass after the end).
    steps: Vec<usize>,
}

impl Table {
    /// A game that was loaded: each of its moves can be taken back.
    #[must_use]
    pub fn from_game(game: Game) -> Table {
        let steps = vec![1; game.history().len()];
        Table { game, steps }
    }

    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    #[must_use]
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// Plays a move of a colour. A forced pass of the other colour before it is implied; after the end of the game both may pass for ever.
    ///
    /// # Errors
    /// The move is illegal, or the other colour is to move and can.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let before = self.game.history().len();
        if mv != Move::Pass || !self.game.is_over() {
            self.game.play_as(color, mv)?;
        }
        self.steps.push(self.game.history().len() - before);
        Ok(())
    }

    /// Plays all of the moves or none.
    ///
    /// # Errors
    /// One of them is illegal.
    pub fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), IllegalMove> {
        let before = self.steps.len();
        for &(color, mv) in moves {
            if let Err(error) = self.play(color, mv) {
                self.undo(self.steps.len() - before);
                return Err(error);
            }
        }
        Ok(())
    }

    /// The game with this colour to move, for it to choose a move; `None` if the other colour is to move and can.
    #[must_use]
    pub fn turned_to(&self, color: Color) -> Option<Game> {
        let mut game = self.game.clone();
        if game.board().to_move != color && !game.is_over() {
            game.play(Move::Pass).ok()?;
        }
        Some(game)
    }

    /// Takes back so many accepted moves; false, and nothing is taken back, if there are not so many.
    pub fn undo(&mut self, count: usize) -> bool {
        let Some(kept) = self.steps.len().checked_sub(count) else { return false };
        for _ in 0..self.steps.drain(kept..).sum() {
            self.game.undo();
        }
        true
    }
}
