//! The judged games player by player.

use rival::board::Color;
use rival::people::{Choice, ELO, Model, Theta, evidence, stretched};
use rival::record::archive::Archive;
use rival::stats::{Bout, shrunk};

use super::estimator::Evidence;
use super::judged::{Values, choices};

/// One side of a judged game.
#[derive(Debug, Clone)]
pub(super) struct Side {
    /// The index of the game in the archive.
    pub game: usize,
    pub player: usize,
    pub opponent: usize,
    /// The final difference in discs for the player.
    pub margin: f64,
    pub choices: Vec<Choice>,
}

impl Side {
    /// The evidence that a model draws from the game about the player.
    pub(super) fn evidence(&self, model: &Model, strengths: &Strengths) -> Evidence {
        let margin = Some((stretched(self.margin), strengths.theta[self.opponent]));
        Evidence { score: evidence(model, &self.choices, 1.0), margin }
    }
}

/// The strength of each player of an archive (`theta`), with its standard error.
#[derive(Debug, Clone)]
pub(super) struct Strengths {
    pub theta: Vec<Theta>,
    pub error: Vec<f64>,
}

/// The strengths estimated from the games that are not judged.
pub(super) fn strengths(archive: &Archive, judged: &[usize]) -> Strengths {
    let others = (0..archive.games.len()).filter(|number| judged.binary_search(number).is_err());
    let bouts: Vec<Bout> = others
        .map(|number| &archive.games[number])
        .map(|game| Bout { first: game.black, second: game.white, points: game.points(), games: 1.0 })
        .collect();
    let strengths = shrunk(archive.players.len(), &bouts);
    // Theta 0 is the average of the archive's players.
    Strengths {
        theta: strengths.ratings.iter().map(|rating| Theta(rating.0 / ELO)).collect(),
        error: strengths.errors.iter().map(|error| error / ELO).collect(),
    }
}

/// Both sides of each judged game; `None` if the values do not fit the games.
pub(super) fn sides(archive: &Archive, judged: &[usize], values: &[Values]) -> Option<Vec<Side>> {
    let mut sides = Vec::with_capacity(2 * judged.len());
    for (&number, values) in judged.iter().zip(values) {
        let game = &archive.games[number];
        let (black, white) = choices(game, values)?.into_iter().partition(|choice| choice.color == Color::Black);
        for (color, choices) in [(Color::Black, black), (Color::White, white)] {
            sides.push(Side {
                game: number,
                player: game.player(color),
                opponent: game.player(color.other()),
                margin: f64::from(game.margin(color)),
                choices,
            });
        }
    }
    Some(sides)
}
