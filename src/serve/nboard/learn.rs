//! Learning from the game on the table, when it is asked for and when the game ends.

use std::io::{self, Write};

use super::Server;
use crate::board::{Color, Game, Move};
use crate::players::LearnError;
use crate::serve::lesson::{Played, ended, opponent_by_name};
use crate::wire::nboard::Reply;

impl<W: Write> Server<W> {
    /// `learn`: the status says what was learned, or why nothing was.
    pub(super) fn learn(&mut self) -> io::Result<()> {
        self.abandon()?;
        let lesson = match self.opponent() {
            Ok(opponent) => self.lesson(&self.table.game().clone(), opponent).map_err(|error| error.to_string()),
            Err(reason) => Err(reason),
        };
        self.say(&Reply::Learned)?;
        self.say(&Reply::Status(match lesson {
            Ok(learned) => format!("Learned from {learned}"),
            Err(reason) => format!("Nothing learned: {reason}"),
        }))
    }

    /// A move was given. The GUI sends it back only before its next request, which after the end of a game need not come.
    pub(super) fn answered(&mut self, mv: Move) -> io::Result<()> {
        self.answers.note(self.table.game().board(), mv);
        let mut game = self.table.game().clone();
        if game.play(mv).is_ok() { self.learn_from(&game) } else { Ok(()) }
    }

    /// The lesson of a personality that learns without being told to. Only from a game that it has played itself: users look at games of others too.
    pub(super) fn learn_at_end(&mut self) -> io::Result<()> {
        self.learn_from(&self.table.game().clone())
    }

    fn learn_from(&mut self, game: &Game) -> io::Result<()> {
        let wants = self.player.as_ref().and_then(|player| player.learning()).is_some_and(|learning| learning.at_end);
        let Played::Against(opponent) = self.answers.played(game) else { return Ok(()) };
        let Some(game) = ended(game, opponent).filter(|_| wants) else { return Ok(()) };
        match self.lesson(&game, opponent) {
            Ok(learned) => self.say(&Reply::Status(format!("Learned from {learned}"))),
            // The last move was learned when it was given, and then came back.
            Err(LearnError::Known) => Ok(()),
            Err(error) => self.say(&Reply::Status(format!("Nothing learned: {error}"))),
        }
    }

    fn lesson(&mut self, game: &Game, opponent: Color) -> Result<String, LearnError> {
        let name = self.table.name(opponent).trim();
        let name = if name.is_empty() { "opponent" } else { name }.to_owned();
        let player = self.player.as_mut().ok_or(LearnError::Never)?;
        let (found, expected) = (self.table.record().objective, player.objective());
        if found != expected {
            return Err(LearnError::Rule { found, expected });
        }
        player.learn(game, opponent, &name)
    }

    /// The side to learn about: the one that was not answered for, or else by the names in the game.
    fn opponent(&self) -> Result<Color, String> {
        let learning = self.player.as_ref().and_then(|player| player.learning());
        let learning = learning.ok_or_else(|| LearnError::Never.to_string())?;
        let record = self.table.record();
        if !record.game().is_over() {
            return Err(LearnError::Unfinished.to_string());
        }
        match self.answers.played(record.game()) {
            Played::Against(opponent) => Ok(opponent),
            Played::Both => Err("both sides were played by this engine".to_owned()),
            Played::Neither => opponent_by_name(record, &self.name, learning.opponent.as_deref()).ok_or_else(|| {
                "neither side was played by this engine, and the names in the game do not tell which is its opponent"
                    .to_owned()
            }),
        }
    }
}
