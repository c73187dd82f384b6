//! The lens: the share of people of a strength who play each move of a position.

use super::facts::facts;
use super::judge::Judge;
use super::model::probabilities;
use super::openings::Openings;
use super::played::Ladder;
use super::scale::PeopleElo;
use crate::board::{Game, Square};

/// The difference in Elo to people who are somewhat stronger.
pub const STRONGER: f64 = 200.0;

/// A judge with the model of choices, which predicts people's moves. Ladder players differ from people, because their
/// settings compensate for the judge's blind spots.
#[derive(Debug)]
pub struct Lens(Judge);

impl Default for Lens {
    fn default() -> Lens {
        Lens(Judge::shipped())
    }
}

impl Lens {
    /// The share of people of these ratings who play each move of the position, lowest square first; empty if there is
    /// no legal move.
    #[must_use]
    pub fn chances<const N: usize>(&mut self, game: &Game, ratings: [PeopleElo; N]) -> Vec<(Square, [f64; N])> {
        let position = &game.board().position;
        let values = self.0.values(position);
        if values.is_empty() {
            return Vec::new();
        }
        let last = game.history().last().and_then(|(_, mv)| mv.square());
        let number = position.move_number();
        let options = facts(position, last, &values);
        let groups = ratings.map(|rating| {
            let model = probabilities(&Ladder::shipped().weights(rating), number, &options);
            Openings::shipped().chances(position, rating, &model).unwrap_or(model)
        });
        let moves = values.iter().enumerate();
        moves.map(|(at, &(square, _))| (square, std::array::from_fn(|group| groups[group][at]))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript;

    const RATINGS: [PeopleElo; 2] = [PeopleElo(1_200.0), PeopleElo(1_800.0)];

    #[test]
    fn chances_are_of_every_move_and_those_of_the_stronger_are_better() {
        let mut lens = Lens::default();
        let mut judge = Judge::shipped();
        let mut means = [0.0; 2];
        let record = transcript::parse("e6f4g3f6g6d6c6e7d3c5d7c7b7a8f5g4h4g5f7d2").unwrap();
        let mut game = Game::default();
        for mv in record.game().moves() {
            let moves = lens.chances(&game, RATINGS);
            let values = judge.values(&game.board().position);
            assert_eq!(moves.len(), values.len());
            for (group, mean) in means.iter_mut().enumerate() {
                assert!((moves.iter().map(|(_, chances)| chances[group]).sum::<f64>() - 1.0).abs() < 1e-9, "{moves:?}");
                *mean += moves.iter().zip(&values).map(|(f, v)| f.1[group] * v.1).sum::<f64>();
            }
            game.play(mv).unwrap();
        }
        assert!(means[1] > means[0] + 3.0, "{means:?}");
        // In the opening the counts decide: hardly any strong player chooses the parallel opening.
        let record = transcript::parse("f5").unwrap();
        let moves = lens.chances(record.game(), RATINGS);
        let parallel = moves.iter().find(|(square, _)| square.to_string() == "f4").unwrap().1;
        assert!(parallel[1] < 0.02 && parallel[0] > parallel[1], "{parallel:?}");
    }
}
