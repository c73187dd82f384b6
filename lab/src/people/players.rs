//! The judged games player by player.

use rival::board::Color;
use rival::people::{Choice, Discs, ELO, Model, Theta, evidence, stretched};
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
    /// What each of these choices loses by the deep judge.
    pub deep_losses: Vec<Discs>,
}

impl Side {
    /// The evidence that a model draws from the game about the player.
    pub(super) fn evidence(&self, model: &Model, strengths: &Strengths) -> Evidence {
        let margin = Some((stretched(self.margin), strengths.theta[self.opponent]));
        Evidence { score: evidence(model, &self.choices, Some(&self.deep_losses), 1.0).score, margin }
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

/// Both sides of each judged game; `None` if the values or the losses by the deep judge do not fit the games.
pub(super) fn sides(
    archive: &Archive,
    judged: &[usize],
    values: &[Values],
    deep_losses: &[Vec<i16>],
) -> Option<Vec<Side>> {
    let mut sides = Vec::with_capacity(2 * judged.len());
    for ((&number, values), deep_losses) in judged.iter().zip(values).zip(deep_losses) {
        let game = &archive.games[number];
        let choices = choices(game, values)?;
        if choices.len() != deep_losses.len() {
            return None;
        }
        let losses = deep_losses.iter().map(|&loss| Discs(f64::from(loss) / 100.0));
        let (black, white): (Vec<_>, Vec<_>) =
            choices.into_iter().zip(losses).partition(|(choice, _)| choice.color == Color::Black);
        for (color, played) in [(Color::Black, black), (Color::White, white)] {
            let (choices, deep_losses) = played.into_iter().unzip();
            sides.push(Side {
                game: number,
                player: game.player(color),
                opponent: game.player(color.other()),
                margin: f64::from(game.margin(color)),
                choices,
                deep_losses,
            });
        }
    }
    Some(sides)
}
