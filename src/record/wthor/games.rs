//! The games of one year (`.wtb`).

use super::{WthorError, WthorHeader};
use crate::board::Square;
use crate::record::{Ending, GameRecord, MoveNote, Outcome};

/// A game in the form of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorGame {
    /// The number of the tournament in the table of tournaments.
    pub tournament: u16,
    /// The number of Black in the table of players.
    pub black: u16,
    /// The number of White in the table of players.
    pub white: u16,
    /// Black's discs, with empty squares counted for the winner.
    pub score: u8,
    /// For each move ten times the row plus the column, both from 1; 0 after the last move. Passes are left out.
    pub moves: [u8; 60],
}

/// The games of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorGames {
    /// The year; 0 if unknown.
    pub year: u16,
    /// The games, in the order of the file.
    pub games: Vec<WthorGame>,
}

const WIDTH: usize = 68;

impl WthorGames {
    /// Reads a file without interpreting the moves: see [`WthorGame::record`].
    ///
    /// ```
    /// use rival::record::wthor::{WthorGames, FORMAT};
    /// assert_eq!(WthorGames::parse(FORMAT.example)?.year, 2000);
    /// # Ok::<(), rival::record::wthor::WthorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The file's length contradicts its head, the board has another size, or the file has problems.
    pub fn parse(bytes: &[u8]) -> Result<WthorGames, WthorError> {
        let (head, rest) = WthorHeader::split(bytes, WIDTH, |head| head.games)?;
        match head {
            WthorHeader { problems: 1.., .. } => Err(WthorError::Problems),
            WthorHeader { size: 0 | 8, year, .. } => {
                Ok(WthorGames { year, games: rest.chunks_exact(WIDTH).map(WthorGame::parse).collect() })
            }
            WthorHeader { size, .. } => Err(WthorError::Size(size)),
        }
    }
}

impl WthorGame {
    /// Reads a game from 68 bytes.
    fn parse(bytes: &[u8]) -> WthorGame {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut moves = [0; 60];
        moves.copy_from_slice(&bytes[8..WIDTH]);
        WthorGame { tournament: number(0), black: number(2), white: number(4), score: bytes[6], moves }
    }

    /// Replays the moves. Returns a record with the result; the caller adds names and year.
    ///
    /// # Errors
    ///
    /// A byte is not a square, or a move is illegal.
    pub fn record(&self) -> Result<GameRecord, WthorError> {
        let mut record = GameRecord::default();
        let count = self.moves.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        for (&byte, number) in self.moves[..count].iter().zip(1..) {
            let square = Square::at((byte % 10).wrapping_sub(1), (byte / 10).wrapping_sub(1));
            let square = square.ok_or(WthorError::Move { number, found: byte })?;
            record.read(None, square.into(), MoveNote::default())?;
        }
        if self.score > 64 {
            return Err(WthorError::Score(self.score));
        }
        record.result = Some(Outcome { score: f64::from(self.score) * 2.0 - 64.0, ending: Ending::Played });
        Ok(record)
    }
}
