//! The result of a finished game in words.

use super::Session;
use super::answers::PlayerSides;
use crate::board::Color;

impl Session {
    /// The result of the game if it is over, in 30 characters: the opponent's if the player answered for one side.
    #[must_use]
    pub(crate) fn result(&self) -> Option<String> {
        let record = self.client_game.record();
        let score = record.final_score()?;
        let opponent = match self.answers.played(record.game()) {
            PlayerSides::Against(opponent) => Some(opponent),
            PlayerSides::Both | PlayerSides::Neither => None,
        };
        Some(result(score, opponent))
    }
}

/// `score` is Black's.
fn result(score: i32, opponent: Option<Color>) -> String {
    let winner = if score > 0 { Color::Black } else { Color::White };
    let discs = score.abs();
    match opponent {
        _ if score == 0 => "A draw".to_owned(),
        Some(opponent) if opponent == winner => format!("You won by {discs}"),
        Some(_) => format!("You lost by {discs}"),
        None if winner == Color::Black => format!("Black won by {discs}"),
        None => format!("White won by {discs}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_is_addressed() {
        for (score, opponent, expected) in [
            (6, Some(Color::Black), "You won by 6"),
            (6, Some(Color::White), "You lost by 6"),
            (-64, Some(Color::White), "You won by 64"),
            (0, Some(Color::White), "A draw"),
            (6, None, "Black won by 6"),
            (-2, None, "White won by 2"),
        ] {
            assert_eq!(result(score, opponent), expected);
        }
    }
}
