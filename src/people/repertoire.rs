//! A person's repertoire: how often each move was played in the first moves of the person's games. Symmetric positions
//! count as one.

use std::collections::HashMap;

use super::openings::LAST;
use crate::board::{Color, Form, Game, Position, Square, squares};

/// The weight of what people usually play, in moves of the person: fitted by `lab repertoire`.
pub const USUAL: f64 = 1.0;
/// The share of a player's moves that lead to positions which the person knows.
const LEADING: f64 = 0.8;
/// Moves that are rarer than this among people are not played for the sake of the repertoire.
const RARE: f64 = 0.02;

/// The moves of one side in the openings of a person's games.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Repertoire(HashMap<Position, Vec<(Square, u32)>>);

impl Repertoire {
    /// Counts the moves of a side in the opening of a game.
    pub fn add(&mut self, game: &Game, side: Color) {
        for (board, mv) in game.history() {
            let Some(square) = mv.square() else { continue };
            if board.position.move_number() > LAST {
                break;
            }
            if board.to_move == side {
                self.count(&board.position, square);
            }
        }
    }

    fn count(&mut self, position: &Position, square: Square) {
        let form = Form::canonical(position);
        let square = form.square(square);
        let moves = self.0.entry(form.position).or_default();
        match moves.iter_mut().find(|(other, _)| *other == square) {
            Some((_, count)) => *count += 1,
            None => moves.push((square, 1)),
        }
    }

    /// The probability of each move (lowest square first) of the person, where `usual` are those of people of the same
    /// strength, and `weight` is what these count, in moves of the person ([`USUAL`]). `None` in a position without a
    /// move of the person.
    #[must_use]
    pub fn chances(&self, position: &Position, usual: &[f64], weight: f64) -> Option<Vec<f64>> {
        let counts = self.counts(position)?;
        let total: f64 = counts.iter().sum();
        let chances = counts.iter().zip(usual).map(|(count, usual)| (count + weight * usual) / (total + weight));
        Some(chances.collect())
    }

    /// The probability of each move (lowest square first) of a player who meets the person in these openings, where
    /// `usual` are those of people of the player's strength. The moves here are those of the person's opponents. `None`
    /// if no usual move leads to a position that the person knows.
    #[must_use]
    pub fn meeting_chances(&self, position: &Position, usual: &[f64]) -> Option<Vec<f64>> {
        let counts = self.counts(position)?;
        let is_known = |place: usize| counts[place] > 0.0 && usual[place] >= RARE;
        let known: f64 = (0..usual.len()).filter(|&place| is_known(place)).map(|place| usual[place]).sum();
        if known == 0.0 {
            return None;
        }
        let leading = |place: usize| if is_known(place) { LEADING * usual[place] / known } else { 0.0 };
        Some(usual.iter().enumerate().map(|(place, usual)| leading(place) + (1.0 - LEADING) * usual).collect())
    }

    /// The number of times that each move (lowest square first) was played. Squares that a symmetry exchanges share
    /// their count.
    fn counts(&self, position: &Position) -> Option<Vec<f64>> {
        let form = Form::canonical(position);
        let moves = self.0.get(&form.position)?;
        let places: Vec<Square> = squares(position.moves()).map(|square| form.square(square)).collect();
        let counts = places.iter().map(|square| {
            let shared = places.iter().filter(|other| *other == square).count() as f64;
            let played = moves.iter().find(|(other, _)| other == square);
            played.map_or(0.0, |(_, count)| f64::from(*count) / shared)
        });
        Some(counts.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript;

    fn game(moves: &str) -> Game {
        transcript::parse(moves).unwrap().game().clone()
    }

    fn repertoire(games: &[&str], side: Color) -> Repertoire {
        let mut repertoire = Repertoire::default();
        games.iter().for_each(|moves| repertoire.add(&game(moves), side));
        repertoire
    }

    /// The probabilities of the last move, as the person's and as that of somebody who meets the person.
    fn chances(repertoire: &Repertoire, moves: &str) -> [f64; 2] {
        let game = game(moves);
        let (board, mv) = *game.history().last().unwrap();
        let legal = board.position.moves();
        let usual = vec![1.0 / f64::from(legal.count_ones()); legal.count_ones() as usize];
        let place = squares(legal).position(|square| Some(square) == mv.square()).unwrap();
        let own_chances = repertoire.chances(&board.position, &usual, 1.0);
        [own_chances, repertoire.meeting_chances(&board.position, &usual)].map(|chances| {
            let chances = chances.unwrap_or(usual.clone());
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            chances[place]
        })
    }

    #[test]
    fn what_the_person_played_before_is_likeliest_also_mirrored() {
        // White answers twice by d6 and once by f6; c4 and d3 begin mirrored games.
        let white = repertoire(&["f5d6c3", "f5d6c4", "f5f6e6"], Color::White);
        assert_eq!(chances(&white, "f5d6")[0], (2.0 + 1.0 / 3.0) / 4.0);
        assert_eq!(chances(&white, "c4e3"), chances(&white, "f5d6"));
        // A position of the other side, and one that the person never had.
        assert_eq!(chances(&white, "f5d6c3"), [0.2; 2]);
        // All four first moves are one: each has a fourth.
        assert_eq!(chances(&repertoire(&["f5"], Color::Black), "d3"), [0.25; 2]);
    }

    #[test]
    fn who_meets_the_person_leads_to_what_the_person_knows() {
        let games = ["f5d6c3", "f5d6c4"];
        let met = repertoire(&games, Color::Black);
        for known in ["f5d6c3", "f5d6c4"] {
            assert!((chances(&met, known)[1] - (0.8 / 2.0 + 0.2 / 5.0)).abs() < 1e-9);
        }
        assert!((chances(&met, "f5d6c5")[1] - 0.2 / 5.0).abs() < 1e-9);
        // Not by a move that fewer than one of fifty people play.
        let met = repertoire(&["f5d6c3"], Color::Black);
        let position = game("f5d6").board().position;
        for (usual, is_known) in [(0.019, false), (0.02, true)] {
            let others = (1.0 - usual) / 4.0;
            let chances = met.meeting_chances(&position, &[usual, others, others, others, others]);
            assert_eq!(chances.is_some(), is_known, "{usual}");
        }
    }

    #[test]
    fn later_moves_are_no_repertoire() {
        let mut game = Game::default();
        for _ in 0..=LAST {
            let first = squares(game.board().position.moves()).next().unwrap();
            game.play(first.into()).unwrap();
        }
        let mut black = Repertoire::default();
        black.add(&game, Color::Black);
        let last = game.history().last().unwrap().0;
        assert!(last.to_move == Color::Black && last.position.move_number() > LAST);
        assert!(black.counts(&last.position).is_none() && black.counts(&game.history()[2].0.position).is_some());
    }
}
